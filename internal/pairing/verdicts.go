package pairing

import (
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// question asks whether the comparator of a field matches two values. Verdicts are remembered by their
// questions, so that a comparator is called once for each pair of texts and not for each pair of items:
// quantities and units repeat often.
type question struct {
	field     int    // its column, or -1-k for the match field k that has no column
	got, want string // JSON
}

// maxRemembered is the number of verdicts that are kept.
const maxRemembered = 1 << 18

// askField reports whether the comparator of a field matches the values of items i and j, which must not be empty.
func (m *matcher) askField(k, i, j int) bool {
	return m.ask(k, m.list.Fields[k].Match, m.got.Row(i)[k], m.want.Row(j)[k])
}

// askKey is askField for a match field, of two items with these operands.
func (m *matcher) askKey(k int, got, want *operand) bool {
	field := m.keys[k].Field
	if field < 0 {
		field = -1 - k
	}
	return m.ask(field, m.keys[k].Match, got.value, want.value)
}

func (m *matcher) ask(field int, c compare.Comparator, got, want document.Value) bool {
	q := question{field, got.RawText(), want.RawText()}
	if match, known := m.verdicts[q]; known {
		return match
	}
	if m.expired() { // a comparator of the user's may take its time
		return false
	}
	result, err := Judge(m.ctx, c, got, want)
	match := err == nil && result.Match
	if len(m.verdicts) < maxRemembered {
		m.verdicts[q] = match
	}
	return match
}
