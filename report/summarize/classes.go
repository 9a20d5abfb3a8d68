package summarize

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
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
		own := s.classes[p.Attribute]
		if own == nil || !(p.Values >= 1 && p.Values <= 1<<31) {
			continue
		}
		want, got, n := own.number(p.Want), own.number(p.Got), int(p.Values)
		sums := s.class(t, own)
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
		if want >= own.other() {
			continue
		}
		for i := range own.top {
			c := metrics.Confusion{FN: n}
			if p.Rank >= 1 && p.Rank <= own.top[i] {
				c = metrics.Confusion{TP: n}
			}
			sums.top[i] = sums.top[i].Plus(c)
			count(own.empty()+1+i, c)
		}
	}
}

// class returns the sums of a field.
func (s *Summarizer) class(t *trialSums, c *classes) *classSums {
	sums := t.classes[c.Attribute]
	if sums == nil {
		if t.classes == nil {
			t.classes = map[string]*classSums{}
		}
		sums = &classSums{cells: map[[2]int]int{}, top: make([]metrics.Confusion, len(c.top))}
		if s.classSlots {
			for range c.slots() {
				sums.slots = append(sums.slots, s.resamples.newSlot())
			}
		}
		t.classes[c.Attribute] = sums
	}
	return sums
}

// mergeClasses adds the classes of another trial, of a summarizer with the same options.
func (s *Summarizer) mergeClasses(t, source *trialSums, slots map[int]int) {
	for _, name := range slices.Sorted(maps.Keys(source.classes)) {
		sums := s.class(t, s.classes[name])
		for cell, n := range source.classes[name].cells {
			sums.cells[cell] += n
		}
		for i, c := range source.classes[name].top {
			sums.top[i] = sums.top[i].Plus(c)
		}
		for i, slot := range source.classes[name].slots {
			slots[slot] = sums.slots[i]
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
	c := s.classes[list.Attribute]
	row, each, field.top = list.Empty(), make([]estimates, len(list.Names)), make([]report.Estimate, len(c.top))
	sums := make([]*classSums, len(e.trials))
	for i, t := range e.trials {
		if sums[i] = t.sums.classes[list.Attribute]; sums[i] == nil {
			sums[i] = &classSums{}
		}
	}
	classes := c.estimator(sums, 0, len(c.Names), e.evidence)
	for i := range row.Classes {
		row.Classes[i], each[i] = classes.attribute(i)
	}
	if len(e.trials) == 0 {
		return row, each, field
	}
	share := func(first, last int) report.Estimate {
		return c.estimator(sums, first, last, e.evidence).micro(metrics.Confusion.Recall, falseNegatives)
	}
	field.accuracy, field.macro, field.kappa = share(0, c.empty()+1), classes.macroF1(each), kappa(sums)
	for i := range field.top {
		field.top[i] = share(c.empty()+1+i, c.empty()+2+i)
	}
	row.Pairs = c.pairs(sums, row.Classes)
	return row, each, field
}

// estimator returns the estimator of a range of the numbers of the field. Each class is an attribute: a right answer is
// a match, a truth of the class with another answer is missing, and an answer of the class to another truth is
// hallucinated. After the numbers comes each k: a truth among the first k is a match, another is missing.
func (c *classes) estimator(trials []*classSums, first, last int, all *sample) estimator {
	e := estimator{names: c.categories(), evidence: all}
	for _, k := range c.top {
		e.names = append(e.names, fmt.Sprint("top ", k))
	}
	e.names = e.names[first:last]
	for _, sums := range trials {
		counts := make([]metrics.Counts, c.slots())
		for cell, values := range sums.cells {
			if cell[0] == cell[1] {
				counts[cell[0]].Match += values
			} else {
				counts[cell[0]].Missing += values
				counts[cell[1]].Hallucinated += values
			}
		}
		for i, n := range sums.top {
			counts[c.empty()+1+i] = metrics.Counts{Match: n.TP, Missing: n.FN}
		}
		slots := slices.Repeat([]int{-1}, c.slots())
		copy(slots, sums.slots)
		v := &trialView{sums: &trialSums{}, slots: slots[first:last]}
		for i, name := range e.names {
			v.table.Attributes = append(v.table.Attributes, metrics.Row{Attribute: name, Counts: counts[first+i]})
		}
		e.trials = append(e.trials, v)
	}
	return e
}

// kappa returns Cohen's kappa, the mean over the trials.
func kappa(trials []*classSums) report.Ratio {
	sum := 0.0
	for _, sums := range trials {
		kappa, ok := stats.CohenKappa(sums.cells)
		if !ok {
			return report.Ratio{}
		}
		sum += kappa
	}
	return report.RatioOf(sum/float64(len(trials)), len(trials) > 0)
}

// pairs returns the cells of the table, each the mean over the trials.
func (c *classes) pairs(trials []*classSums, rows []report.Attribute) []report.ClassPair {
	shown := arithmetic.Indices(len(rows))
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
		for cell, n := range sums.cells {
			cells[[2]int{column(cell[0]), column(cell[1])}] += n
		}
	}
	order := slices.SortedFunc(maps.Keys(cells), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(cells[b], cells[a]), slices.Compare(a[:], b[:]))
	})
	names := c.categories()
	pairs := []report.ClassPair{}
	for _, cell := range order {
		pairs = append(pairs, report.ClassPair{Want: names[cell[0]], Got: names[cell[1]], Values: float64(cells[cell]) / float64(len(trials))})
	}
	return pairs
}

// classFacts is the JSON form of the sums of one field: [want, got, values] of each cell, in order, and for each k the
// number of truths that are among the first k and the number of the others.
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
		for cell, n := range sums.cells {
			f.Cells = append(f.Cells, [3]int{cell[0], cell[1], n})
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
		own := s.classes[f.Attribute]
		if own == nil || t.classes[f.Attribute] != nil {
			return fmt.Errorf("classes of %q: want an attribute of the options, each once", f.Attribute)
		}
		sums := s.class(t, own)
		for _, c := range f.Cells {
			if min(c[0], c[1]) < 0 || max(c[0], c[1]) > own.empty() || c[2] < 1 {
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
