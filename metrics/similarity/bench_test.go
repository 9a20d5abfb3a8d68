package similarity

import (
	"fmt"
	"math/rand/v2"
	"testing"

	edlib "github.com/hbollon/go-edlib"
)

// benchmarkPairs runs f over pairs of strings named kind-N. ascii-N and uni-N
// are strings of N random code points against themselves with 10 % edits (at
// least one), asciirnd-N and unirnd-N two unrelated strings. A set has many
// pairs, lest the branch predictor learn one by heart.
func benchmarkPairs(b *testing.B, f func(a, b string)) {
	for _, kind := range []struct {
		name     string
		alphabet []rune
		related  bool
	}{
		{"ascii", asciiLetters, true},
		{"asciirnd", asciiLetters, false},
		{"uni", uniLetters, true},
		{"unirnd", uniLetters, false},
	} {
		for _, n := range []int{8, 20, 64, 200, 1000, 5000} {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			var pairs [64][2]string
			for i := range pairs {
				x := random(r, kind.alphabet, n)
				y := random(r, kind.alphabet, n)
				if kind.related {
					y = edited(r, kind.alphabet, x, max(1, n/10))
					y = y[:min(len(y), n)] // 65 would be measured as two words
				}
				pairs[i] = [2]string{string(x), string(y)}
			}
			b.Run(fmt.Sprintf("%s-%d", kind.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					p := &pairs[i%len(pairs)]
					f(p[0], p[1])
				}
			})
		}
	}
}

var (
	asciiLetters = alphabets["ascii"]
	uniLetters   = []rune("абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУ 0123456789.,-")
)

func BenchmarkLevenshtein(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { Levenshtein(x, y) })
}

func BenchmarkLevenshteinAtLeast(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { LevenshteinAtLeast(x, y, 0.8) })
}

func BenchmarkOSA(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { osaSimilarity(x, y) })
}

func BenchmarkDamerau(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { Damerau(x, y) })
}

func BenchmarkJaroWinkler(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { jaroWinkler(x, y) })
}

func BenchmarkDice(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { Dice(x, y) })
}

func BenchmarkLCS(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { lcsSimilarity(x, y) })
}

func BenchmarkTokenSet(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { tokenSet(x, y) })
}

// Two unrelated strings of 1 MB, which no limit on documents would keep out.
func BenchmarkLong(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x, y := string(random(r, asciiLetters, 1<<20)), string(random(r, asciiLetters, 1<<20))
	for _, a := range algorithms {
		b.Run(a.name, func(b *testing.B) {
			for b.Loop() {
				a.f(x, y)
			}
		})
	}
}

func BenchmarkEdlibLevenshtein(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { edlib.LevenshteinDistance(x, y) })
}

func BenchmarkEdlibOSA(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { edlib.OSADamerauLevenshteinDistance(x, y) })
}

func BenchmarkEdlibJaroWinkler(b *testing.B) {
	benchmarkPairs(b, func(x, y string) { edlib.JaroWinklerSimilarity(x, y) })
}
