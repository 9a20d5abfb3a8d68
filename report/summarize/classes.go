package summarize

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// maxClassColumns is how many classes a confusion table shows.
const maxClassColumns = 20

// maxClassSlots is how many slots of the resamples the classes of all fields take in a trial. With more, the numbers of classes
// have no intervals.
const maxClassSlots = 1000

// classes are the classes of one field with their numbers: those of the list from 0, then other values and missing ones.
type classes struct {
	eval.ClassList
	index map[string]int
}

// classSums are the sums of one field in one trial.
type classSums struct {
	cells map[cell]int
	slots []int // by number, in the resamples; nil without intervals
}

// cell is a place in a confusion table, by the numbers of the classes.
type cell struct{ want, got int }

// newClasses returns the classes of a data set by attribute, and whether they have intervals.
func newClasses(lists []eval.ClassList) (all map[string]*classes, slots bool) {
	n := 0
	for _, list := range lists {
		c := &classes{list, map[string]int{}}
		for _, name := range slices.Concat(list.Names, []string{report.ClassOther, report.ClassEmpty}) {
			c.index[name] = len(c.index)
		}
		if all == nil {
			all = map[string]*classes{}
		}
		all[list.Attribute] = c
		n += len(c.index)
	}
	return all, n <= maxClassSlots
}

func (c *classes) other() int { return len(c.Names) }
func (c *classes) empty() int { return len(c.Names) + 1 }

// number returns the number of a class, for one that is not in the list the number of other values.
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
		at, n := cell{of.number(p.Want), of.number(p.Got)}, int(p.Values)
		sums := s.class(t, of)
		sums.cells[at] += n
		switch {
		case sums.slots == nil:
		case at.want == at.got:
			s.resamples.count(sums.slots[at.want], metrics.Confusion{TP: n})
		default:
			s.resamples.count(sums.slots[at.want], metrics.Confusion{FN: n})
			s.resamples.count(sums.slots[at.got], metrics.Confusion{FP: n})
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
		sums = &classSums{cells: map[cell]int{}}
		if s.classSlots {
			for range len(of.Names) + 2 {
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
		for i, slot := range from.classes[name].slots {
			slots[slot] = to.slots[i]
		}
	}
}

// classesOf returns the numbers of the fields that have classes, in the order of the options.
func (s *Summarizer) classesOf(trials []*trialView, all *sample) (found []report.Classes) {
	for _, list := range s.o.Classes {
		of := s.classes[list.Attribute]
		r := report.Classes{Attribute: list.Attribute, Declared: list.Declared, Classes: []report.Attribute{}, Pairs: []report.ClassPair{}}
		sums := make([]*classSums, len(trials))
		for i, t := range trials {
			if sums[i] = t.sums.classes[list.Attribute]; sums[i] == nil {
				sums[i] = &classSums{}
			}
		}
		each := of.estimator(sums, len(of.Names), all)
		for i := range of.Names {
			r.Classes = append(r.Classes, each.attribute(i))
		}
		if len(trials) > 0 {
			r.MacroF1 = each.macroF1(r.Classes)
			every := of.estimator(sums, len(of.Names)+2, all)
			r.Accuracy = every.micro(metrics.Confusion.Recall, falseNegatives)
			r.Kappa = of.kappa(sums)
			r.Pairs = of.pairs(sums, r.Classes)
		}
		found = append(found, r)
	}
	return found
}

// estimator returns the estimator of the first n numbers of the field, each an attribute: an answer that is right is a match, a truth
// of a class with another answer is missing, and an answer of a class to another truth is hallucinated.
func (c *classes) estimator(trials []*classSums, n int, all *sample) estimator {
	e := estimator{names: slices.Concat(c.Names, []string{report.ClassOther, report.ClassEmpty})[:n], evidence: all}
	for _, sums := range trials {
		v := &trialView{sums: &trialSums{}, slots: slices.Repeat([]int{-1}, n)}
		copy(v.slots, sums.slots)
		rows := make([]metrics.Row, n)
		for i := range rows {
			rows[i].Attribute = e.names[i]
		}
		for at, values := range sums.cells {
			switch {
			case at.want == at.got && at.want < n:
				rows[at.want].Counts.Match += values
			case at.want != at.got && at.want < n:
				rows[at.want].Counts.Missing += values
			}
			if at.want != at.got && at.got < n {
				rows[at.got].Counts.Hallucinated += values
			}
		}
		v.table.Attributes = rows
		e.trials = append(e.trials, v)
	}
	return e
}

// kappa returns Cohen's kappa, the mean over the trials.
func (c *classes) kappa(trials []*classSums) report.Ratio {
	mean := 0.0
	for _, sums := range trials {
		cells := map[[2]int]int{}
		for at, values := range sums.cells {
			cells[[2]int{at.want, at.got}] = values
		}
		kappa, ok := stats.CohenKappa(cells)
		if !ok {
			return report.Ratio{}
		}
		mean += kappa / float64(len(trials))
	}
	return report.RatioOf(mean, len(trials) > 0)
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
	cells := map[cell]int{}
	for _, sums := range trials {
		for at, n := range sums.cells {
			cells[cell{column(at.want), column(at.got)}] += n
		}
	}
	order := slices.SortedFunc(maps.Keys(cells), func(a, b cell) int {
		return cmp.Or(cmp.Compare(cells[b], cells[a]), cmp.Compare(a.want, b.want), cmp.Compare(a.got, b.got))
	})
	names := slices.Concat(c.Names, []string{report.ClassOther, report.ClassEmpty})
	pairs := []report.ClassPair{}
	for _, at := range order {
		pairs = append(pairs, report.ClassPair{Want: names[at.want], Got: names[at.got], Values: float64(cells[at]) / float64(len(trials))})
	}
	return pairs
}

// classFacts is the JSON form of the sums of one field: [want, got, values] of each cell, in order.
type classFacts struct {
	Attribute string   `json:"attribute"`
	Cells     [][3]int `json:"cells"`
}

// classFacts returns the facts of a trial in order of the attributes, and their slots.
func (t *trialSums) classFacts() (all []classFacts, slots []int) {
	for _, name := range slices.Sorted(maps.Keys(t.classes)) {
		sums := t.classes[name]
		f := classFacts{Attribute: name}
		for at, n := range sums.cells {
			f.Cells = append(f.Cells, [3]int{at.want, at.got, n})
		}
		slices.SortFunc(f.Cells, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
		all = append(all, f)
		slots = append(slots, sums.slots...)
	}
	return all, slots
}

// addClassFacts reads them into a trial that has none.
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
			sums.cells[cell{c[0], c[1]}] += c[2]
		}
	}
	return nil
}
