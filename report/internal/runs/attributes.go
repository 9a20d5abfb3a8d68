package runs

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
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

// Order returns the numbers of the attributes in the order in which people read them: first as the first data set
// declares them, then as the others do, then by name; invented keys after these, then classes, and invariants last.
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
