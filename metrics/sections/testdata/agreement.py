#!/usr/bin/env python3
"""agreement.py [N] prints N packets, 40 without an argument, with scikit-learn's numbers for the groups of their pages and
scipy's Kendall's tau for orders of pages, in the form of agreement.txt: python3 agreement.py >agreement.txt"""

import random
import sys

import scipy
import scipy.stats
import sklearn
from sklearn.metrics import adjusted_rand_score, homogeneity_completeness_v_measure

random.seed(1)


def division(pages, sections):
    """The section of each page, mostly that of the page before; -1 is none."""
    at, all = 0, []
    for _ in range(pages):
        if random.random() < 0.3:
            at = random.randrange(-1, sections)
        all.append(at)
    return all


def words(numbers):
    return " ".join(map(str, numbers))


print(f"# Written by agreement.py with scikit-learn {sklearn.__version__} and scipy {scipy.__version__}. A line is the section of each")
print("# page in the truth, in the answer (-1: in none), then homogeneity, completeness, V-measure, adjusted Rand index; or the places")
print("# of pages in an answer, then Kendall's tau.")
for n in range(int(sys.argv[1]) if len(sys.argv) > 1 else 40):
    pages = n // 2 if n < 8 else random.randrange(2, 10 if n % 2 else 60)
    want, got = division(pages, random.randrange(1, 9)), division(pages, random.randrange(1, 9))
    if n % 4 == 3:  # near the truth, as answers are
        got = [w if random.random() < 0.9 else g for w, g in zip(want, got)]
    both = [(w, g) for w, g in zip(want, got) if w >= 0 or g >= 0]  # a page in no section of either is no page of the packet
    want, got = [w for w, _ in both], [g for _, g in both]
    numbers = [float(x) for x in (*homogeneity_completeness_v_measure(want, got), adjusted_rand_score(want, got))]
    print(f"groups | {words(want)} | {words(got)} | {words(numbers)}")
    if n % 4 == 0:
        order = random.sample(range(pages + 2), pages + 2)
        tau = scipy.stats.kendalltau(range(pages + 2), order).statistic
        print(f"order | {words(order)} | {float(tau)}")
