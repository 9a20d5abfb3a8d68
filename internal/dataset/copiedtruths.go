package dataset

import (
	"hash/maphash"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/document"
)

// CopiedTruths recognises copies of a truth: a file may have a document for each model that read it. A truth with three or more
// values that have a digit identifies one document. Many documents share another truth, such as a class alone. Its zero value
// is ready.
type CopiedTruths struct {
	seed maphash.Seed
	seen map[uint64]bool
}

// tellingValues is how many values with a digit tell one document.
const tellingValues = 3

// Add adds a truth, and reports whether an equal one was added before that tells one document.
func (t *CopiedTruths) Add(truth document.Value) (copied bool) {
	if countDigits(truth, tellingValues) < tellingValues {
		return false
	}
	if t.seen == nil {
		t.seed, t.seen = maphash.MakeSeed(), make(map[uint64]bool)
	}
	hash := maphash.Bytes(t.seed, truth.AppendCanonical(nil))
	copied = t.seen[hash]
	t.seen[hash] = true
	return copied
}

// countDigits counts the numbers and texts in a value that have a digit, up to most.
func countDigits(v document.Value, most int) (n int) {
	switch v.Kind() {
	case document.Object:
		for _, member := range v.LastMembers() {
			if n += countDigits(member, most-n); n >= most {
				break
			}
		}
	case document.Array:
		for _, item := range v.Items() {
			if n += countDigits(item, most-n); n >= most {
				break
			}
		}
	case document.Number:
		n = 1
	case document.String:
		if strings.ContainsFunc(v.Text(), unicode.IsDigit) {
			n = 1
		}
	}
	return n
}
