package runs

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Attributes numbers the attributes, the invariants and the declared classes of all data sets of all runs.
type Attributes struct {
	Names []string // for an invariant, the name of its metric, see [report.RuleMetric]; for a class, [report.ClassName]
	Items []bool   // whole items of a list
	Rules []bool   // invariants
	// Classes marks declared classes: a value that is right is a match, a truth of the class with another answer is
	// missing, and an answer of the class to another truth is hallucinated.
	Classes []bool
	ids     map[string]int
	classes map[int]report.ClassPair // their attributes, and the classes as Want
}

func (f *Attributes) id(name string, items bool) int {
	id, ok := f.ids[name]
	if !ok {
		name = strings.Clone(name) // else the whole line stays in memory
		id = f.add(name, name, false)
	}
	f.Items[id] = f.Items[id] || items
	return id
}

// ruleKey is the key of an invariant, which no attribute of the same name has.
func ruleKey(name string) string { return "\x00" + name }

// rule returns the number of an invariant.
func (f *Attributes) rule(name string) int {
	key := ruleKey(name)
	if id, ok := f.ids[key]; ok {
		return id
	}
	return f.add(key, report.RuleMetric(name), true)
}

// class returns the number of a class.
func (f *Attributes) class(attribute, class string) int {
	name := report.ClassName(attribute, class)
	key := "\x01" + name
	id, ok := f.ids[key]
	if !ok {
		id = f.add(key, name, false)
		f.Classes[id] = true
		if f.classes == nil {
			f.classes = map[int]report.ClassPair{}
		}
		f.classes[id] = report.ClassPair{Attribute: strings.Clone(attribute), Want: strings.Clone(class)}
	}
	return id
}

func (f *Attributes) add(key, name string, rule bool) int {
	if f.ids == nil {
		f.ids = map[string]int{}
	}
	f.ids[key] = len(f.Names)
	f.Names, f.Items, f.Rules, f.Classes = append(f.Names, name), append(f.Items, false), append(f.Rules, rule), append(f.Classes, false)
	return len(f.Names) - 1
}

// Order returns the numbers of the attributes in the order in which people read them: first as the first data set
// declares them, then as the others do, then by name; invented keys after these, then classes, and invariants last.
func (f *Attributes) Order(of ...*Cases) []int {
	declared := make([]int, len(f.Names)) // its place
	for a := range declared {
		declared[a] = math.MaxInt // nowhere
	}
	place := 0
	declare := func(key string) {
		if a, known := f.ids[key]; known && declared[a] > place {
			declared[a] = place
		}
		place++
	}
	for _, c := range of {
		for _, name := range c.Dataset.Attributes {
			declare(name)
		}
		for _, name := range c.Dataset.Invariants {
			declare(ruleKey(name))
		}
		for _, list := range c.Dataset.Classes {
			for _, name := range list.Names {
				declare("\x01" + report.ClassName(list.Attribute, name))
			}
		}
	}
	order := make([]int, len(f.Names))
	for a := range order {
		order[a] = a
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.rank(a), f.rank(b)), cmp.Compare(declared[a], declared[b]), cmp.Compare(f.Names[a], f.Names[b]))
	})
	return order
}

// rank returns the group of an attribute. Order sorts by groups first.
func (f *Attributes) rank(a int) int {
	switch {
	case f.Rules[a]:
		return 3
	case f.Classes[a]:
		return 2
	case f.Names[a] == metrics.InventedAttribute:
		return 1
	}
	return 0
}

// rows numbers the distinct rows of counts that cases have. Most cases share
// theirs with others: everything right, or one field wrong.
type rows struct {
	ids map[string]uint32
	all []string
	buf []byte
}

// row returns the number of the row that holds the counts of a case, its invariants, each as one value that is right or
// wrong, and the counts of some classes.
func (r *Ledger) row(counts []metrics.Row, invariants []invariant.Result, classes []classCounts) uint32 {
	t := &r.rows
	t.buf = t.buf[:0]
	for i := range counts {
		if row := &counts[i]; row.Counts != (metrics.Counts{}) {
			t.add(r.id(row.Attribute, row.Items), &row.Counts)
		}
	}
	for i := range invariants {
		if o := outcomeOf(invariants[i].State); o != 0 {
			var c metrics.Counts
			c.Add(o)
			t.add(r.rule(invariants[i].Name), &c)
		}
	}
	for i := range classes {
		t.add(classes[i].number, &classes[i].counts)
	}
	id, ok := t.ids[string(t.buf)]
	if !ok {
		if t.ids == nil {
			t.ids = map[string]uint32{}
		}
		row := string(t.buf)
		id = uint32(len(t.all))
		t.ids[row] = id
		t.all = append(t.all, row)
	}
	return id
}

// add appends the counts of a field, which are not all 0.
func (t *rows) add(field int, c *metrics.Counts) {
	t.buf = binary.AppendUvarint(t.buf, uint64(field))
	for _, o := range allOutcomes {
		t.buf = binary.AppendUvarint(t.buf, uint64(c.Of(o)))
	}
}

// classCounts are the counts of a class in a case.
type classCounts struct {
	number int
	counts metrics.Counts
}

// classes returns the counts of the declared classes in a case. They are valid until the next call.
func (c *Cases) classes(record *report.Case) []classCounts {
	all := c.classBuf[:0]
	count := func(attribute, class string, o metrics.Outcome, n float64) {
		if class == report.ClassOther || class == report.ClassEmpty {
			return
		}
		number := c.Ledger.class(attribute, class)
		at := slices.IndexFunc(all, func(one classCounts) bool { return one.number == number })
		if at < 0 {
			at = len(all)
			all = append(all, classCounts{number: number})
		}
		for range int(n) {
			all[at].counts.Add(o)
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

// Counts returns the attributes and counts of a row (see [Entry].Row), in the order of the record.
func (r *Ledger) Counts(of uint32) iter.Seq2[int, metrics.Counts] {
	return func(yield func(int, metrics.Counts) bool) {
		row := []byte(r.rows.all[of])
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
