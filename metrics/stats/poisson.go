package stats

import "hash/fnv"

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
func poisson(u uint64) int64 {
	for k, p := range cdf {
		if u < p {
			return int64(k)
		}
	}
	return int64(len(cdf))
}

// byFirstByte holds poisson for all u that begin with a byte, -1 where it depends on the rest of u.
var byFirstByte = func() (table [256]int64) {
	for b := range table {
		low := uint64(b) << 56
		if table[b] = poisson(low); table[b] != poisson(low|(1<<56-1)) {
			table[b] = -1
		}
	}
	return table
}()

// The generator is SplitMix64 (Steele, Lea and Flood 2014): its n-th number is mix(seed + n·golden), so that each
// can be computed without the others.
const golden = 0x9e3779b97f4a7c15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// drawWeights sets a document's weights in the resamples: independent values of the Poisson distribution with mean 1.
//
// With key = mix(mix(seed+golden) ^ document), the first byte of weight i's u is byte i%8, from the lowest, of mix(key
// + (i/8+1)·golden); its other seven bytes, computed only where they matter, are the highest of mix(mix(key) +
// (i+1)·golden).
func drawWeights(weights []int64, seed, document uint64) {
	key := mix(mix(seed+golden) ^ document)
	rest := mix(key)
	var eight uint64 // first bytes
	for i := range weights {
		if i%8 == 0 {
			eight = mix(key + uint64(i/8+1)*golden)
		}
		if weights[i] = byFirstByte[eight&0xff]; weights[i] < 0 {
			weights[i] = poisson(eight<<56 | mix(rest+uint64(i+1)*golden)>>8)
		}
		eight >>= 8
	}
}

// DocumentHash returns the 64-bit hash (FNV-1a) that identifies a document in [Accumulator.Add].
func DocumentHash(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // which never fails
	return h.Sum64()
}
