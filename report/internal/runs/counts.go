package runs

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// rows numbers the distinct rows of counts that cases have. Most cases share
// theirs with others: everything right, or one field wrong.
type rows struct {
	ids   arithmetic.Numbering[string, uint32]
	parts []numberedCounts // of the row that is numbered
	buf   []byte
}

// rowOf returns the number of the row that holds the counts of a case, its invariants, each as one value that is right or
// wrong, and the counts of some classes. Their order makes no difference: a baseline has the items of lists last.
func (l *Ledger) rowOf(counts []metrics.Row, invariants []invariant.Result, classes []numberedCounts) uint32 {
	t := &l.rows
	t.parts = t.parts[:0]
	for i := range counts {
		if row := &counts[i]; row.Counts != (metrics.Counts{}) {
			t.parts = append(t.parts, numberedCounts{l.fieldNumber(row.Attribute, row.Items), row.Counts})
		}
	}
	for i := range invariants {
		if o := outcomeOf(invariants[i].State); o != 0 {
			var c metrics.Counts
			c.Add(o)
			t.parts = append(t.parts, numberedCounts{l.invariantNumber(invariants[i].Name), c})
		}
	}
	t.parts = append(t.parts, classes...)
	slices.SortStableFunc(t.parts, func(a, b numberedCounts) int { return cmp.Compare(a.number, b.number) })
	t.buf = t.buf[:0]
	for i := range t.parts {
		t.appendCounts(t.parts[i].number, &t.parts[i].counts)
	}
	if id, ok := t.ids.Number[string(t.buf)]; ok {
		return id
	}
	return t.ids.Add(string(t.buf))
}

// appendCounts appends the counts of a field, which are not all 0.
func (t *rows) appendCounts(field int, c *metrics.Counts) {
	t.buf = binary.AppendUvarint(t.buf, uint64(field))
	for _, o := range allOutcomes {
		t.buf = binary.AppendUvarint(t.buf, uint64(c.Of(o)))
	}
}

// numberedCounts are the counts of an attribute in a case, by its number.
type numberedCounts struct {
	number int
	counts metrics.Counts
}

// classes returns the counts of the declared classes in a case. They are valid until the next call.
func (c *Cases) classes(record *report.Case) []numberedCounts {
	all := c.classBuf[:0]
	count := func(attribute, class string, o metrics.Outcome, n float64) {
		if class == report.ClassOther || class == report.ClassEmpty {
			return
		}
		number := c.Ledger.classNumber(attribute, class)
		i := slices.IndexFunc(all, func(c numberedCounts) bool { return c.number == number })
		if i < 0 {
			i = len(all)
			all = append(all, numberedCounts{number: number})
		}
		for range int(n) {
			all[i].counts.Add(o)
		}
	}
	for _, p := range record.Classes {
		if !slices.ContainsFunc(c.Dataset.Classes, func(l report.ClassList) bool { return l.Declared && l.Attribute == p.Attribute }) || !(p.Values >= 1 && p.Values <= maxClassValues) {
			continue
		}
		if p.Want == p.Got {
			count(p.Attribute, p.Want, metrics.Match, p.Values)
			continue
		}
		count(p.Attribute, p.Want, metrics.Missing, p.Values)
		count(p.Attribute, p.Got, metrics.Hallucinated, p.Values)
	}
	c.classBuf = all
	return all
}

// maxClassValues bounds the values of one pair of classes in a case.
const maxClassValues = 1 << 20

// outcomeOf returns the state of an invariant as an outcome, 0 for one that does not apply. F1 of such outcomes is
// the share of invariants that hold.
func outcomeOf(s invariant.State) metrics.Outcome {
	switch s {
	case invariant.Holds:
		return metrics.Match
	case invariant.Broken:
		return metrics.Wrong
	case invariant.Errored:
		return metrics.Errored
	}
	return 0
}

var allOutcomes = metrics.Outcomes()

// Counts returns the attributes and counts of a row (see [Entry].Row), in the order of their numbers.
func (l *Ledger) Counts(number uint32) iter.Seq2[int, metrics.Counts] {
	return func(yield func(int, metrics.Counts) bool) {
		row := []byte(l.rows.ids.All[number])
		next := func() int {
			n, size := binary.Uvarint(row)
			row = row[size:]
			return int(n)
		}
		for len(row) > 0 {
			if !yield(next(), metrics.Counts{
				Match: next(), CorrectAbsence: next(), Wrong: next(), Missing: next(), Hallucinated: next(), Invented: next(), Errored: next(),
			}) {
				return
			}
		}
	}
}
