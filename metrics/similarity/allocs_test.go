//go:build !race

package similarity

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Nothing is allocated. (The race detector makes
// sync.Pool forget on purpose.)
func TestAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{"ascii", "latin", "scripts"} {
		for _, n := range []int{1, 8, 20, 64, 200} {
			a, b := string(random(r, alphabets[alphabet], n)), string(random(r, alphabets[alphabet], n))
			for _, name := range []string{
				"levenshtein", "osa", "damerau", "jaro", "jaro_winkler", "dice", "jaccard", "cosine", "lcs", "hamming", "qgram",
			} {
				f, _ := Named(name)
				assert.Zero(t, testing.AllocsPerRun(100, func() { f(a, b) }), "%s, %d of %s", name, n, alphabet)
			}
			assert.Zero(t, testing.AllocsPerRun(100, func() { LevenshteinAtLeast(a, b, 0.8) }), "%d of %s", n, alphabet)
		}
	}
}
