package diff

import (
	"encoding/binary"
	"iter"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/report"
)

// fieldNames numbers the attributes of all data sets of both runs.
type fieldNames struct {
	ids   map[string]int
	names []string
	items []bool // whole items of a list
	rules []bool // invariants, by the names of their metrics
}

func (f *fieldNames) id(name string, items bool) int {
	id, ok := f.ids[name]
	if !ok {
		name = strings.Clone(name) // not the line it is in
		id = f.add(name, name, false)
	}
	f.items[id] = f.items[id] || items
	return id
}

// ruleKey is the key of an invariant, which no attribute of the same name has.
func ruleKey(name string) string { return "\x00" + name }

// rule returns the number of an invariant.
func (f *fieldNames) rule(name string) int {
	key := ruleKey(name)
	if id, ok := f.ids[key]; ok {
		return id
	}
	return f.add(key, report.RuleMetric(name), true)
}

func (f *fieldNames) add(key, name string, rule bool) int {
	if f.ids == nil {
		f.ids = map[string]int{}
	}
	f.ids[key] = len(f.names)
	f.names, f.items, f.rules = append(f.names, name), append(f.items, false), append(f.rules, rule)
	return len(f.names) - 1
}

// countRows numbers the distinct rows of counts that cases have. Most cases share
// theirs with others: everything right, or one field wrong.
type countRows struct {
	fields *fieldNames
	ids    map[string]uint32
	rows   []string
	buf    []byte
}

// id returns the number of a case's counts, and of its invariants, each as one value that
// is right or wrong.
func (t *countRows) id(counts []metrics.Row, invariants []invariant.Result) uint32 {
	t.buf = t.buf[:0]
	for i := range counts {
		if r := &counts[i]; r.Counts != (metrics.Counts{}) {
			t.add(t.field(i, r), &r.Counts)
		}
	}
	for i := range invariants {
		if o := outcomeOf(invariants[i].State); o != 0 {
			var c metrics.Counts
			c.Add(o)
			t.add(t.fields.rule(invariants[i].Name), &c)
		}
	}
	id, ok := t.ids[string(t.buf)]
	if !ok {
		if t.ids == nil {
			t.ids = map[string]uint32{}
		}
		row := string(t.buf)
		id = uint32(len(t.rows))
		t.ids[row] = id
		t.rows = append(t.rows, row)
	}
	return id
}

// add appends the counts of a field, which are not all 0.
func (t *countRows) add(field int, c *metrics.Counts) {
	var present byte
	for b, o := range outcomes {
		if c.Of(o) > 0 {
			present |= 1 << b
		}
	}
	t.buf = binary.AppendUvarint(t.buf, uint64(field))
	t.buf = append(t.buf, present)
	for _, o := range outcomes {
		if n := c.Of(o); n > 0 {
			t.buf = binary.AppendUvarint(t.buf, uint64(n))
		}
	}
}

// outcomeOf returns what an invariant is as a value, 0 for one that does not apply: the share
// that holds is then F1 of values that are right or wrong.
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

// field returns the number of the attribute of row i. Cases mostly have the same
// rows in the same order, so the number i is tried first.
func (t *countRows) field(i int, r *metrics.Row) int {
	if f := t.fields; i < len(f.names) && f.names[i] == r.Attribute && !f.rules[i] {
		f.items[i] = f.items[i] || r.Items
		return i
	}
	return t.fields.id(r.Attribute, r.Items)
}

var outcomes = metrics.Outcomes()

// all returns the fields of a row with their counts.
func (t *countRows) all(id uint32) iter.Seq2[int, metrics.Counts] {
	return func(yield func(int, metrics.Counts) bool) {
		for row := t.rows[id]; row != ""; {
			var field, present int
			field, row = uvarint(row)
			present, row = int(row[0]), row[1:]
			var n [7]int
			for b := range n {
				if present&(1<<b) != 0 {
					n[b], row = uvarint(row)
				}
			}
			if !yield(field, metrics.Counts{
				Match: n[0], CorrectAbsence: n[1], Wrong: n[2], Missing: n[3], Hallucinated: n[4], Invented: n[5], Errored: n[6],
			}) {
				return
			}
		}
	}
}

// uvarint is binary.Uvarint for strings that countRows has written.
func uvarint(s string) (int, string) {
	n, shift := 0, 0
	for i := range len(s) {
		n |= int(s[i]&0x7f) << shift
		if s[i] < 0x80 {
			return n, s[i+1:]
		}
		shift += 7
	}
	return n, ""
}
