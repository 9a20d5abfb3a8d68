package pairing

import (
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// agreement remembers a comparator's verdicts on pairs of values of one field, so that it is called
// once for each pair of texts and not for each pair of items: quantities and units repeat often.
//
// It starts to remember after as many calls as there are items. Where hardly any two items are
// alike, it is rarely called.
type agreement struct {
	values    func(ofGot bool, i int) document.Value
	asked     int
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

// number numbers the texts of one side, and returns how many different ones it has.
func (a *agreement) number(n int, ofGot bool) (numbers []int32, distinct int) {
	seen := make(map[string]int32)
	numbers = make([]int32, n)
	for i := range numbers {
		v := a.values(ofGot, i)
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

// remember makes room for verdicts, unless it would take too much.
func (a *agreement) remember(got, want int) {
	var height int
	a.got, height = a.number(got, true)
	a.want, a.width = a.number(want, false)
	if height <= maxRemembered/max(a.width, 1) {
		a.verdicts = make([]verdict, height*a.width)
	}
}

// ask returns whether a comparator matches the values of items i and j, both of which must not be
// empty.
func (m *matcher) ask(a *agreement, c compare.Comparator, i, j int) bool {
	if a.asked++; a.asked == m.got.Len()+m.want.Len() {
		a.remember(m.got.Len(), m.want.Len())
	}
	var known *verdict
	if a.verdicts != nil {
		known = &a.verdicts[int(a.got[i])*a.width+int(a.want[j])]
		if *known != unasked {
			return *known == agrees
		}
	}
	if m.expired() { // a comparator of the user's may take its time
		return false
	}
	result, err := Judge(m.ctx, c, a.values(true, i), a.values(false, j))
	match := err == nil && result.Match
	if known != nil {
		*known = differs
		if match {
			*known = agrees
		}
	}
	return match
}
