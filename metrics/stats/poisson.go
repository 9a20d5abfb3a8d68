package stats

import (
	"math/bits"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// cdf holds floor(2^64 · P(X <= k)) for X Poisson distributed with mean 1 and k = 0, 1, …, 19; P(X > 19) is less than
// 2^-60 and counts as P(X = 20). The values were computed with 60 decimal digits from e^-1·Σ 1/k!.
var cdf = [...]uint64{
	0x5e2d58d8b3bcdf1a, 0xbc5ab1b16779be35, 0xeb715e1dc1582dc2, 0xfb23979734a252f1,
	0xff1025f59174dc3d, 0xffd90f3ba4055e19, 0xfffa8b71fc72c913, 0xffff540c0914b3c9,
	0xffffed1f4aa8f120, 0xfffffe216e641462, 0xffffffd4d85d3183, 0xfffffffc6da262b4,
	0xffffffffba12d178, 0xfffffffffb07c64c, 0xffffffffffab8ea5, 0xfffffffffffabe22,
	0xffffffffffffb11a, 0xfffffffffffffba1, 0xffffffffffffffc5, 0xfffffffffffffffd,
}

// mostWeight is the highest weight. All greater weights count as mostWeight.
const mostWeight = 20

// poisson returns the u/2^64 quantile of the Poisson distribution with mean 1. k is a lower bound of the result, from
// which it starts.
func poisson(u uint64, k int) int {
	for k < len(cdf) && u >= cdf[k] {
		k++
	}
	return k
}

// A word holds four weights in lanes of 16 bits, the first weight in the lowest lane. undecided marks a lane whose
// weight depends on more than the first byte of u; the other bits of the lane are then the lowest possible weight.
const undecided = 1 << 15

// byFirstByte holds, for each of the four lanes, the weight of all u that begin with a byte. For 5 of the 256 bytes the
// weight is undecided.
var byFirstByte = func() (table [4][256]uint64) {
	for b := range table[0] {
		low := uint64(b) << 56
		k := poisson(low, 0)
		weight := uint64(k)
		if k != poisson(low|(1<<56-1), 0) {
			weight |= undecided
		}
		for lane := range table {
			table[lane][b] = weight << (16 * lane)
		}
	}
	return table
}()

// drawWeights sets words to the weights of a document in the resamples: independent values of the Poisson distribution
// with mean 1. Two words hold the weights of eight resamples.
//
// Weight i is poisson(u). With Mix and Golden of package arithmetic, and key = Mix(Mix(seed+Golden) ^ document), the
// first byte of u is byte i%8, from the lowest, of Mix(key + (i/8+1)·Golden). The other seven bytes of u, computed only
// where they matter, are the highest bytes of Mix(Mix(key) + (i+1)·Golden).
func drawWeights(words []uint64, seed, document uint64) {
	key := arithmetic.Mix(arithmetic.Mix(seed+arithmetic.Golden) ^ document)
	rest := arithmetic.Mix(key)
	state, t := key, &byFirstByte
	for index := 0; index+1 < len(words); index += 2 {
		state += arithmetic.Golden
		u := arithmetic.Mix(state)
		low := t[0][uint8(u)] | t[1][uint8(u>>8)] | t[2][uint8(u>>16)] | t[3][uint8(u>>24)]
		high := t[0][uint8(u>>32)] | t[1][uint8(u>>40)] | t[2][uint8(u>>48)] | t[3][uint8(u>>56)]
		if low&marks != 0 {
			low = decide(low, u, rest, 4*index)
		}
		if high&marks != 0 {
			high = decide(high, u>>32, rest, 4*index+4)
		}
		words[index], words[index+1] = low, high
	}
}

const marks = undecided<<48 | undecided<<32 | undecided<<16 | undecided

// decide replaces the undecided weights in a word. start is the number of the first weight in the word, first holds the
// first byte of u for each weight, and rest is the state from which the other bytes come.
func decide(word, first, rest uint64, start int) uint64 {
	for open := word & marks; open != 0; open &= open - 1 {
		lane := bits.TrailingZeros64(open) / 16
		shift := 16 * lane
		least := int(word >> shift & (undecided - 1))
		u := first>>(8*lane)&0xff<<56 | arithmetic.Mix(rest+uint64(start+lane+1)*arithmetic.Golden)>>8
		word = word&^(0xffff<<shift) | uint64(poisson(u, least))<<shift
	}
	return word
}

// DocumentHash returns the 64-bit hash (FNV-1a) that identifies a document in [Accumulator.Add].
func DocumentHash(id string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 0x100000001b3
	}
	return h
}
