"""The intervals of TestKnownAnswers, computed once more: python3 known.py, standard library alone.

Written from the descriptions, not from the code: SplitMix64 (Steele, Lea and Flood 2014) and the Poisson distribution for
the weights of the documents (package stats, drawWeights), quantiles of type 7 (Hyndman and Fan 1996), and the
limits of Tango (1998) with the constrained likelihood maximised by search (package stats, ChangeInterval)."""
import math
from decimal import Decimal, getcontext
from statistics import NormalDist

getcontext().prec = 60
MASK, GOLDEN, RESAMPLES = 2**64 - 1, 0x9E3779B97F4A7C15, 10_000
Z = NormalDist().inv_cdf(0.975)

cdf, term = [], Decimal(-1).exp()
total = term
for k in range(1, 21):  # floor(2^64 P(X <= k-1))
    cdf.append(int(total * 2**64))
    term /= k
    total += term


def poisson(u):
    return next((k for k, c in enumerate(cdf) if u < c), 20)


def mix(z):
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def weights(name, seed=0):
    h = 0xCBF29CE484222325  # FNV-1a
    for byte in name.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK
    key = mix((mix((seed + GOLDEN) & MASK)) ^ h)
    rest = mix(key)
    for i in range(RESAMPLES):
        first = mix((key + (i // 8 + 1) * GOLDEN) & MASK) >> 8 * (i % 8) & 255
        low = mix((rest + (i + 1) * GOLDEN) & MASK) >> 8
        yield poisson(first << 56 | low)


# (TP, FP, FN) of number and total, in the old and the new run, of 120 documents.
RIGHT, WRONG, MISSING = (1, 0, 0), (0, 1, 1), (0, 0, 1)
documents = [
    (WRONG if i % 20 == 3 else RIGHT, WRONG if i % 10 == 0 else RIGHT,
     WRONG if i % 30 == 3 else RIGHT,
     MISSING if i % 15 == 2 else WRONG if i % 10 == 0 or i % 8 == 1 else RIGHT)
    for i in range(120)
]
sums = [0] * 12
resampled = [[0] * 12 for _ in range(RESAMPLES)]
for i, d in enumerate(documents):
    flat = [n for c in d for n in c]
    sums = [a + b for a, b in zip(sums, flat)]
    for sample, w in zip(resampled, weights(f"inv-{i:04d}")):
        if w:
            for j, n in enumerate(flat):
                sample[j] += w * n


def f1(c):
    return 2 * c[0] / (2 * c[0] + c[1] + c[2])


def number(s):
    return f1(s[6:9]) - f1(s[0:3])


def total_(s):
    return f1(s[9:12]) - f1(s[3:6])


def micro(s):
    return f1([s[j + 6] + s[j + 9] for j in range(3)]) - f1([s[j] + s[j + 3] for j in range(3)])


def macro(s):
    return (number(s) + total_(s)) / 2


def quantile(values, p):
    at = p * (len(values) - 1)
    k = int(at)
    return values[k] + (values[min(k + 1, len(values) - 1)] - values[k]) * (at - k)


def variance(values):
    mean = sum(values) / len(values)
    return sum(v * v for v in values) / len(values) - mean * mean


def tango(fixed, broken, n, sign):
    """The change at which the score test is just at z, above (sign 1) or below the estimate."""
    def distance(change):
        least, most = max(0.0, -change), (1 - change) / 2
        def slope(q):  # of the likelihood in the share q of broken documents
            s = broken / q if broken else 0.0
            s += fixed / (q + change) if fixed else 0.0
            rest = n - fixed - broken
            return s - (2 * rest / (1 - 2 * q - change) if rest else 0.0)
        low, high = least + 1e-15, most - 1e-15
        for _ in range(200):
            q = (low + high) / 2
            low, high = (q, high) if slope(q) > 0 else (low, q)
        return (fixed - broken - n * change) / math.sqrt(n * (2 * low + change - change * change))
    near, far = (fixed - broken) / n, float(sign)
    for _ in range(200):
        change = (near + far) / 2
        near, far = (change, far) if abs(distance(change)) <= Z else (near, change)
    return near


def interval(score, columns, changed):
    estimate = score(sums)
    values = sorted(score(s) for s in resampled)
    low, high = quantile(values, 0.025), quantile(values, 0.975)
    percentile = low, high
    v = variance([x - estimate for x in values])
    count = sum(sums[j] for j in columns)
    effective = count**2 / variance([sum(s[j] for j in columns) - count for s in resampled])
    have = min(effective, len(documents))
    size = abs(estimate)
    n = max(have, (changed + 3) / (math.sqrt(changed * v) + 3 / have), size * (1 - size) / v)
    n = min(n, max(count, have))
    net = estimate * n
    both = min(max(n * n * v + net * net / n, abs(net)), n)
    wide = [tango((both + net) / 2, (both - net) / 2, n, sign) for sign in (-1, 1)]
    return estimate, min(low, wide[0]), max(high, wide[1]), percentile, wide


every = range(12)
# 22 totals broke and none was fixed; 4 numbers were fixed and 2 broke; documents that are no longer, or only now, right.
right = [[d[0] == d[1] == RIGHT, d[2] == d[3] == RIGHT] for d in documents]
changed = sum(a != b for a, b in right)
for name, score, columns, k in [
    ("total", total_, [3, 4, 5, 9, 10, 11], 22), ("number", number, [0, 1, 2, 6, 7, 8], 6),
    ("micro F1", micro, every, changed), ("macro F1", macro, every, changed),
]:
    e, low, high, percentile, wide = interval(score, columns, k)
    print(f"{name:9} {e:.12f} {low:.12f} {high:.12f}  percentile {percentile[0]:.6f} {percentile[1]:.6f}  Tango {wide[0]:.6f} {wide[1]:.6f}")
print("Tango of 4 and 2 of 120:", tango(4, 2, 120, -1), tango(4, 2, 120, 1))
