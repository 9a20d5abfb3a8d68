package stats

// cdf holds floor(2^64 · P(X <= k)) for X Poisson distributed with mean 1 and k = 0, 1, …, 19; P(X > 19) is less than
// 2^-60 and taken as P(X = 20). Computed with 60 decimal digits from e^-1·Σ 1/k!.
var cdf = [...]uint64{
	0x5e2d58d8b3bcdf1a, 0xbc5ab1b16779be35, 0xeb715e1dc1582dc2, 0xfb23979734a252f1,
	0xff1025f59174dc3d, 0xffd90f3ba4055e19, 0xfffa8b71fc72c913, 0xffff540c0914b3c9,
	0xffffed1f4aa8f120, 0xfffffe216e641462, 0xffffffd4d85d3183, 0xfffffffc6da262b4,
	0xffffffffba12d178, 0xfffffffffb07c64c, 0xffffffffffab8ea5, 0xfffffffffffabe22,
	0xffffffffffffb11a, 0xfffffffffffffba1, 0xffffffffffffffc5, 0xfffffffffffffffd,
}

// poisson is the value of the Poisson distribution with mean 1 at u/2^64 of the probability.
func poisson(u uint64) uint8 {
	k := uint8(0)
	for int(k) < len(cdf) && u >= cdf[k] {
		k++
	}
	return k
}

// undecided marks the first bytes of u for which poisson depends on the rest.
const undecided = 0xff

// byFirstByte is poisson for all u that begin with a byte, where it is one value. It is undecided for 5 of the 256.
var byFirstByte = func() (table [256]uint8) {
	for b := range table {
		low := uint64(b) << 56
		table[b] = undecided
		if k := poisson(low); k == poisson(low|(1<<56-1)) {
			table[b] = k
		}
	}
	return table
}()

// The generator is SplitMix64 (Steele, Lea and Flood 2014): its n-th number is mix(seed + n·golden), so that any of
// them can be had without the others.
const golden = 0x9e3779b97f4a7c15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// drawWeights sets weights to a document's weights in the resamples: independent values of the Poisson distribution
// with mean 1.
//
// With key = mix(mix(seed+golden) ^ document), the first byte of weight i's u is byte i%8, from the lowest, of mix(key
// + (i/8+1)·golden); its other seven bytes, drawn only where they matter, are the highest of mix(mix(key) +
// (i+1)·golden).
func drawWeights(weights []uint8, seed, document uint64) {
	key := mix(mix(seed+golden) ^ document)
	rest := mix(key)
	state := key
	for from := 0; from < len(weights); from += 8 {
		state += golden
		word := mix(state)
		eight := weights[from:min(from+8, len(weights))]
		for i := range eight {
			first := uint8(word)
			word >>= 8
			w := byFirstByte[first]
			if w == undecided {
				w = poisson(uint64(first)<<56 | mix(rest+uint64(from+i+1)*golden)>>8)
			}
			eight[i] = w
		}
	}
}

// DocumentHash is the 64-bit number that stands for a document's name in [Accumulator.Add]: FNV-1a.
func DocumentHash(id string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 0x100000001b3
	}
	return h
}
