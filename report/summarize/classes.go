package summarize

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// maxClassColumns is how many classes a confusion table shows.
const maxClassColumns = 20

// maxClassSlots bounds the slots of the resamples for the classes of all fields in a trial. With more, the numbers of
// classes have no intervals.
const maxClassSlots = 1000

// classes numbers the classes of one field: those of the list from 0, then other values, then missing values.
type classes struct {
	report.ClassList
	index map[string]int
	top   []int // each k
}

// classSums are the sums of one field in one trial.
type classSums struct {
	cells map[[2]int]int      // by the numbers of the truth's class and of the answer's
	top   []metrics.Confusion // by k: TP truths of a class have a rank of k or less, FN others have not
	slots []int               // in the resamples, by number, and after them those of top; nil without intervals
}

// newClasses returns the classes of a data set by attribute, and whether they have intervals.
func newClasses(lists []report.ClassList) (all map[string]*classes, slots bool) {
	all = map[string]*classes{}
	n := 0
	for _, list := range lists {
		c := &classes{list, map[string]int{}, list.TopK()}
		for i, name := range c.categories() {
			c.index[name] = i
		}
		all[list.Attribute] = c
		n += c.slots()
	}
	return all, n <= maxClassSlots
}

// categories returns the names by number.
func (c *classes) categories() []string {
	return slices.Concat(c.Names, []string{report.ClassOther, report.ClassEmpty})
}

func (c *classes) other() int { return len(c.Names) }
func (c *classes) empty() int { return len(c.Names) + 1 }
func (c *classes) slots() int { return len(c.Names) + 2 + len(c.top) }

// number returns the number of a class; a class that is not in the list has the number of other values.
func (c *classes) number(name string) int {
	if i, ok := c.index[name]; ok {
		return i
	}
	return c.other()
}

// addClasses adds the classes of a case. The resamples of the document do not have them yet.
func (s *Summarizer) addClasses(t *trialSums, c *report.Case) {
	for i := range c.Classes {
		p := &c.Classes[i]
		of := s.classes[p.Attribute]
		if of == nil || !(p.Values >= 1 && p.Values <= 1<<31) {
			continue
		}
		want, got, n := of.number(p.Want), of.number(p.Got), int(p.Values)
		sums := s.class(t, of)
		sums.cells[[2]int{want, got}] += n
		count := func(number int, c metrics.Confusion) {
			if sums.slots != nil {
				s.resamples.count(sums.slots[number], c)
			}
		}
		if want == got {
			count(want, metrics.Confusion{TP: n})
		} else {
			count(want, metrics.Confusion{FN: n})
			count(got, metrics.Confusion{FP: n})
		}
		if want >= of.other() {
			continue
		}
		for i := range of.top {
			c := metrics.Confusion{FN: n}
			if p.Rank >= 1 && p.Rank <= of.top[i] {
				c = metrics.Confusion{TP: n}
			}
			sums.top[i] = sums.top[i].Plus(c)
			count(of.empty()+1+i, c)
		}
	}
}

// class returns the sums of a field.
func (s *Summarizer) class(t *trialSums, of *classes) *classSums {
	sums := t.classes[of.Attribute]
	if sums == nil {
		if t.classes == nil {
			t.classes = map[string]*classSums{}
		}
		sums = &classSums{cells: map[[2]int]int{}, top: make([]metrics.Confusion, len(of.top))}
		if s.classSlots {
			for range of.slots() {
				sums.slots = append(sums.slots, s.resamples.slot())
			}
		}
		t.classes[of.Attribute] = sums
	}
	return sums
}

// mergeClasses adds the classes of another trial, of a summarizer with the same options.
func (s *Summarizer) mergeClasses(t, from *trialSums, slots map[int]int) {
	for _, name := range slices.Sorted(maps.Keys(from.classes)) {
		to := s.class(t, s.classes[name])
		for at, n := range from.classes[name].cells {
			to.cells[at] += n
		}
		for i, c := range from.classes[name].top {
			to.top[i] = to.top[i].Plus(c)
		}
		for i, slot := range from.classes[name].slots {
			slots[slot] = to.slots[i]
		}
	}
}

// classNumbers are the numbers of a field over all of its classes. They are undefined before the first case.
type classNumbers struct {
	accuracy, macro report.Estimate
	top             []report.Estimate // by k
	kappa           report.Ratio
}

// classesOf returns the confusions of a field, the numbers of each class, and those of the field.
func (s *Summarizer) classesOf(list report.ClassList, e estimator) (row report.Classes, each []estimates, field classNumbers) {
	of := s.classes[list.Attribute]
	row, each, field.top = list.Empty(), make([]estimates, len(list.Names)), make([]report.Estimate, len(of.top))
	sums := make([]*classSums, len(e.trials))
	for i, t := range e.trials {
		if sums[i] = t.sums.classes[list.Attribute]; sums[i] == nil {
			sums[i] = &classSums{}
		}
	}
	classes := of.estimator(sums, 0, len(of.Names), e.evidence)
	for i := range row.Classes {
		row.Classes[i], each[i] = classes.attribute(i)
	}
	if len(e.trials) == 0 {
		return row, each, field
	}
	share := func(from, to int) report.Estimate {
		return of.estimator(sums, from, to, e.evidence).micro(metrics.Confusion.Recall, falseNegatives)
	}
	field.accuracy, field.macro, field.kappa = share(0, of.empty()+1), classes.macroF1(each), kappa(sums)
	for i := range field.top {
		field.top[i] = share(of.empty()+1+i, of.empty()+2+i)
	}
	row.Pairs = of.pairs(sums, row.Classes)
	return row, each, field
}

// estimator returns the estimator of the numbers of the field from one up to another, each an attribute: an answer that
// is right is a match, a truth of a class with another answer is missing, and an answer of a class to another truth is
// hallucinated. After the numbers comes each k: a truth among the first k is a match, another is missing.
func (c *classes) estimator(trials []*classSums, from, to int, all *sample) estimator {
	e := estimator{names: c.categories(), evidence: all}
	for _, k := range c.top {
		e.names = append(e.names, fmt.Sprint("top ", k))
	}
	e.names = e.names[from:to]
	for _, sums := range trials {
		counts := make([]metrics.Counts, c.slots())
		for at, values := range sums.cells {
			if at[0] == at[1] {
				counts[at[0]].Match += values
			} else {
				counts[at[0]].Missing += values
				counts[at[1]].Hallucinated += values
			}
		}
		for i, n := range sums.top {
			counts[c.empty()+1+i] = metrics.Counts{Match: n.TP, Missing: n.FN}
		}
		slots := slices.Repeat([]int{-1}, c.slots())
		copy(slots, sums.slots)
		v := &trialView{sums: &trialSums{}, slots: slots[from:to]}
		for i, name := range e.names {
			v.table.Attributes = append(v.table.Attributes, metrics.Row{Attribute: name, Counts: counts[from+i]})
		}
		e.trials = append(e.trials, v)
	}
	return e
}

// kappa returns Cohen's kappa, the mean over the trials.
func kappa(trials []*classSums) report.Ratio {
	sum := 0.0
	for _, sums := range trials {
		of, ok := stats.CohenKappa(sums.cells)
		if !ok {
			return report.Ratio{}
		}
		sum += of
	}
	return report.RatioOf(sum/float64(len(trials)), len(trials) > 0)
}

// pairs returns the cells of the table, each the mean over the trials.
func (c *classes) pairs(trials []*classSums, rows []report.Attribute) []report.ClassPair {
	shown := make([]int, len(rows))
	for i := range shown {
		shown[i] = i
	}
	slices.SortStableFunc(shown, func(a, b int) int { return cmp.Compare(rows[b].Support, rows[a].Support) })
	shown = shown[:min(len(shown), maxClassColumns)]
	column := func(i int) int {
		if i >= len(rows) || slices.Contains(shown, i) {
			return i
		}
		return c.other()
	}
	cells := map[[2]int]int{}
	for _, sums := range trials {
		for at, n := range sums.cells {
			cells[[2]int{column(at[0]), column(at[1])}] += n
		}
	}
	order := slices.SortedFunc(maps.Keys(cells), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(cells[b], cells[a]), slices.Compare(a[:], b[:]))
	})
	names := c.categories()
	pairs := []report.ClassPair{}
	for _, at := range order {
		pairs = append(pairs, report.ClassPair{Want: names[at[0]], Got: names[at[1]], Values: float64(cells[at]) / float64(len(trials))})
	}
	return pairs
}

// classFacts is the JSON form of the sums of one field: [want, got, values] of each cell, in order, and how many truths
// are among the first k and how many are not, for each k.
type classFacts struct {
	Attribute string   `json:"attribute"`
	Cells     [][3]int `json:"cells"`
	Top       [][2]int `json:"top,omitempty"`
}

// classFacts returns the facts of a trial in order of the attributes, and their slots.
func (t *trialSums) classFacts() (all []classFacts, slots []int) {
	for _, name := range slices.Sorted(maps.Keys(t.classes)) {
		sums := t.classes[name]
		f := classFacts{Attribute: name}
		for _, n := range sums.top {
			f.Top = append(f.Top, [2]int{n.TP, n.FN})
		}
		for at, n := range sums.cells {
			f.Cells = append(f.Cells, [3]int{at[0], at[1], n})
		}
		slices.SortFunc(f.Cells, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
		all = append(all, f)
		slots = append(slots, sums.slots...)
	}
	return all, slots
}

// addClassFacts reads facts into a trial without classes.
func (s *Summarizer) addClassFacts(t *trialSums, all []classFacts) error {
	for _, f := range all {
		of := s.classes[f.Attribute]
		if of == nil || t.classes[f.Attribute] != nil {
			return fmt.Errorf("classes of %q: want an attribute of the options, each once", f.Attribute)
		}
		sums := s.class(t, of)
		for _, c := range f.Cells {
			if min(c[0], c[1]) < 0 || max(c[0], c[1]) > of.empty() || c[2] < 1 {
				return fmt.Errorf("classes of %q: cell %v", f.Attribute, c)
			}
			sums.cells[[2]int{c[0], c[1]}] += c[2]
		}
		if len(f.Top) != len(sums.top) {
			return fmt.Errorf("classes of %q: top has %d pairs, want %d", f.Attribute, len(f.Top), len(sums.top))
		}
		for i, n := range f.Top {
			if min(n[0], n[1]) < 0 {
				return fmt.Errorf("classes of %q: top %v", f.Attribute, n)
			}
			sums.top[i] = metrics.Confusion{TP: n[0], FN: n[1]}
		}
	}
	return nil
}
