package pairing

import (
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// agreement reports whether the comparator of a field matches the values of items i and j, which must not
// be empty.
type agreement func(i, j int) bool

// pairs is a comparator that reads each value once for many pairs.
type pairs interface {
	Pairs(got, want []document.Value) func(i, j int) bool
}

// fieldAgrees reports whether the comparator of a field matches its values in items i and j.
func (m *matcher) fieldAgrees(field, i, j int) bool {
	if m.agreements[field] == nil {
		m.agreements[field] = m.agreement(field, m.list.Fields[field].Match, m.got.column(field), m.want.column(field))
	}
	return m.agreements[field](i, j)
}

// keyAgrees reports whether the comparator of match field k matches its values in items i and j.
func (m *matcher) keyAgrees(k, i, j int) bool {
	if field := m.keys[k].Column; field >= 0 {
		return m.fieldAgrees(field, i, j)
	}
	index := len(m.list.Fields) + k
	if m.agreements[index] == nil {
		m.agreements[index] = m.agreement(index, m.keys[k].Match, m.values(m.gotOps, k), m.values(m.wantOps, k))
	}
	return m.agreements[index](i, j)
}

// agreement returns the agreement of a comparator on the values of all items. number identifies the comparator in
// remembered verdicts.
func (m *matcher) agreement(number int, match compare.Comparator, got, want []document.Value) agreement {
	if c, ok := match.(pairs); ok {
		return c.Pairs(got, want)
	}
	comparator := comparators(match, want)
	return func(i, j int) bool {
		q := question{number, got[i].RawText(), want[j].RawText()}
		if agree, found := m.verdicts[q]; found {
			return agree
		}
		if m.expired() { // a comparator of the user's may take its time
			return false
		}
		c, err := Judge(m.ctx, comparator(j), got[i], want[j])
		agree := err == nil && c.Match
		if len(m.verdicts) < maxRemembered {
			m.verdicts[q] = agree
		}
		return agree
	}
}

// question asks whether the comparator of a field matches two values. The matcher remembers verdicts by question, so
// that it calls a comparator once for each pair of texts and not for each pair of items: quantities and units repeat
// often.
type question struct {
	agreement int
	got, want string // JSON
}

// maxRemembered is the most verdicts that the matcher remembers.
const maxRemembered = 1 << 18

// comparators returns the comparator of each value of the truth: match itself or, if it is a Chooser, the comparator
// that it chooses, once for each value.
func comparators(match compare.Comparator, want []document.Value) func(j int) compare.Comparator {
	chooser, ok := match.(compare.Chooser)
	if !ok {
		return func(int) compare.Comparator { return match }
	}
	chosen := make([]compare.Comparator, len(want))
	return func(j int) compare.Comparator {
		if chosen[j] == nil {
			chosen[j] = match
			if c, err := compare.Prepare(chooser.For(want[j])); err == nil {
				chosen[j] = c
			}
		}
		return chosen[j]
	}
}
