package runs

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Attribute is a field, an invariant or a declared class that cases have counts of. In the counts of a class a value that is
// right is a match, a truth of the class with another answer is missing, and an answer of the class to another truth is
// hallucinated.
type Attribute struct {
	Name  string // for an invariant, the name of its metric, see [report.RuleMetric]; for a class, [report.ClassName]
	Kind  report.Kind
	Items bool // whole items of a list

	class report.ClassPair // of a class: its field, and the class as Want
}

// Averaged reports whether the values are in the micro average.
func (a *Attribute) Averaged() bool { return a.Kind == report.KindField && !a.Items }

// InMacro reports whether F1 is in the macro average.
func (a *Attribute) InMacro() bool { return a.Averaged() && a.Name != metrics.InventedAttribute }

// Confusion counts by a policy. F1 of an invariant is the share of cases in which it holds.
func (a *Attribute) Confusion(n metrics.Counts, policy metrics.Policy) metrics.Confusion {
	if a.Kind == report.KindInvariant {
		policy = metrics.WrongBoth
	}
	return n.Confusion(policy)
}

// Row returns the row of the attribute in several runs, without values.
func (a *Attribute) Row() Row {
	row := Row{Metric: "F1 of " + a.Name, Name: a.Name, Kind: a.Kind, Items: a.Items}
	if a.Kind == report.KindInvariant {
		row.Metric = a.Name
	}
	return row
}

// fieldNumber returns the number of a field.
func (l *Ledger) fieldNumber(name string, items bool) int {
	number, ok := l.numbers[name]
	if !ok {
		name = strings.Clone(name) // else the whole line stays in memory
		number = l.addAttribute(name, Attribute{Name: name, Kind: report.KindField})
	}
	l.Attributes[number].Items = l.Attributes[number].Items || items
	return number
}

// invariantKey is the key of an invariant, which no attribute of the same name has.
func invariantKey(name string) string { return "\x00" + name }

// classKey is the key of a class by its [report.ClassName].
func classKey(name string) string { return "\x01" + name }

// invariantNumber returns the number of an invariant.
func (l *Ledger) invariantNumber(name string) int {
	key := invariantKey(name)
	if number, ok := l.numbers[key]; ok {
		return number
	}
	return l.addAttribute(key, Attribute{Name: report.RuleMetric(name), Kind: report.KindInvariant})
}

// classNumber returns the number of a class.
func (l *Ledger) classNumber(attribute, class string) int {
	name := report.ClassName(attribute, class)
	key := classKey(name)
	if number, ok := l.numbers[key]; ok {
		return number
	}
	return l.addAttribute(key, Attribute{Name: name, Kind: report.KindClass, class: report.ClassPair{Attribute: strings.Clone(attribute), Want: strings.Clone(class)}})
}

func (l *Ledger) addAttribute(key string, a Attribute) int {
	arithmetic.Map(&l.numbers)[key] = len(l.Attributes)
	l.Attributes = append(l.Attributes, a)
	return len(l.Attributes) - 1
}

// Order returns the numbers of the attributes in the order in which people read them: fields, invented keys, classes,
// invariants. Fields are in the order of the first data set, then of the other data sets, then of their names.
func (l *Ledger) Order(sets ...*Cases) []int {
	declared := slices.Repeat([]int{math.MaxInt}, len(l.Attributes)) // its place
	place := 0
	declare := func(key string) {
		if a, ok := l.numbers[key]; ok && declared[a] > place {
			declared[a] = place
		}
		place++
	}
	for _, c := range sets {
		for _, name := range c.Dataset.Attributes {
			declare(name)
		}
		for _, name := range c.Dataset.Invariants {
			declare(invariantKey(name))
		}
		for _, list := range c.Dataset.Classes {
			for _, name := range list.Names {
				declare(classKey(report.ClassName(list.Attribute, name)))
			}
		}
	}
	order := make([]int, len(l.Attributes))
	for a := range order {
		order[a] = a
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(l.Attributes[a].group(), l.Attributes[b].group()), cmp.Compare(declared[a], declared[b]), cmp.Compare(l.Attributes[a].Name, l.Attributes[b].Name))
	})
	return order
}

// group returns the group of an attribute. Order sorts by groups first.
func (a *Attribute) group() int {
	switch {
	case a.Kind == report.KindInvariant:
		return 3
	case a.Kind == report.KindClass:
		return 2
	case a.Name == metrics.InventedAttribute:
		return 1
	}
	return 0
}

// rows numbers the distinct rows of counts that cases have. Most cases share
// theirs with others: everything right, or one field wrong.
type rows struct {
	ids   arithmetic.Numbering[string, uint32]
	parts []numberedCounts // of the row that is numbered
	buf   []byte
}

// rowOf returns the number of the row that holds the counts of a case, its invariants, and the counts of some classes. An
// invariant counts as one value that is right or wrong. Their order makes no difference: a baseline has the items of
// lists last.
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
