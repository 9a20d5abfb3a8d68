package pairing

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/similarity"
)

func TestBagBoundsTheSimilarity(t *testing.T) {
	text := rapid.OneOf(
		rapid.StringMatching(`[a-e ]{0,30}`),
		rapid.StringMatching(`[a-zA-Z0-9äöü ]{0,40}`),
		rapid.Map(rapid.IntRange(0, 400), func(n int) string { return strings.Repeat("ab", n) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		bagA, bagB := newBag(a), newBag(b)
		bound := bagA.similarityAtMost(&bagB)
		assert.LessOrEqual(t, similarity.Levenshtein(a, b), bound)
		assert.LessOrEqual(t, bound, 1.0)
		assert.Equal(t, bound, bagB.similarityAtMost(&bagA))
	})
	same, other := newBag("listen"), newBag("silent")
	assert.Equal(t, 1.0, same.similarityAtMost(&other), "an anagram looks the same")
	far := newBag("zzzzzz")
	assert.LessOrEqual(t, same.similarityAtMost(&far), 1.0/6, "z shares its class with one letter at most")
}
