package eval

import (
	"context"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// agreement remembers what a comparator said about two values of one field, so
// that it is asked once for each pair of texts and not for each pair of items:
// quantities and units repeat all the time.
type agreement struct {
	got, want []int32 // the number of each item's text, -1 for an empty value
	width     int     // how many different texts the truth has
	verdicts  []verdict
}

type verdict uint8

const (
	unasked verdict = iota
	agrees
	differs
)

// maxRemembered is the number of pairs of texts up to which verdicts are kept.
const maxRemembered = 1 << 24

// newAgreement numbers the texts of a field, which value returns by item.
func newAgreement(got, want int, value func(got bool, i int) document.Value) *agreement {
	number := func(n int, ofGot bool) (numbers []int32, distinct int) {
		seen := make(map[string]int32)
		numbers = make([]int32, n)
		for i := range numbers {
			v := value(ofGot, i)
			if v.Empty() {
				numbers[i] = -1
				continue
			}
			text := v.RawText()
			id, ok := seen[text]
			if !ok {
				id = int32(len(seen))
				seen[text] = id
			}
			numbers[i] = id
		}
		return numbers, len(seen)
	}
	a := &agreement{}
	var height int
	a.got, height = number(got, true)
	a.want, a.width = number(want, false)
	if height <= maxRemembered/max(a.width, 1) {
		a.verdicts = make([]verdict, height*a.width)
	}
	return a
}

// ask returns whether a comparator matches two values of items i and j, neither
// of which is empty.
func (a *agreement) ask(ctx context.Context, c compare.Comparator, i, j int, got, want document.Value) bool {
	var known *verdict
	if a.verdicts != nil {
		known = &a.verdicts[int(a.got[i])*a.width+int(a.want[j])]
		if *known != unasked {
			return *known == agrees
		}
	}
	result, err := judge(ctx, c, got, want)
	match := err == nil && result.Match
	if known != nil {
		*known = differs
		if match {
			*known = agrees
		}
	}
	return match
}
