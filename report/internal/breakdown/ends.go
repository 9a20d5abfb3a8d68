package breakdown

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// ending says how a list or set ends in the answer of a case. Lists in lists have no ending, and neither have maps, whose
// items have no order.
type ending struct {
	list           string // its attribute, "" for the document
	items          string // the attribute of its items: "lines[]"
	answered, rows int    // the items of the answer and of the truth
	early          bool   // see endsEarly
	missing        int    // values of the items after the end
}

const maxEndings = 50 // of a case

func endingsOf(c *report.Case) []ending {
	var all []ending
	for i := range c.Alignments {
		a := &c.Alignments[i]
		list := strings.TrimPrefix(a.Path, paths.Document)
		e := ending{list: list, items: list + paths.Items, answered: a.Paired + a.OnlyGot, rows: a.Paired + a.OnlyWant, early: endsEarly(a)}
		keyed := slices.ContainsFunc(c.Counts, func(r metrics.Row) bool { return strings.HasPrefix(r.Attribute, list+paths.Members) })
		if len(all) < maxEndings && !keyed && e.rows > 0 && e.answered >= 0 && paths.General(list) == list {
			all = append(all, e)
		}
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if len(f.GotIndex) == 0 || len(f.WantIndex) == 0 || f.GotIndex[0] == f.WantIndex[0] {
			continue
		}
		if e := endingOf(all, f); e != nil {
			e.early = false
		}
	}
	return all
}

// endsEarly reports whether an answer lacks exactly the items of the truth that come after its own last item. Each item
// of the answer is paired with the item of the truth at the same place, as far as the record has the pairs, or neither
// of the two is paired; and the last item of the answer is paired. endsEarly reports false if the record does not list
// the items without a partner.
func endsEarly(a *report.Alignment) bool {
	answered := a.Paired + a.OnlyGot
	misread := len(a.UnmatchedGot)
	return misread == a.OnlyGot && misread < len(a.UnmatchedWant) && a.UnmatchedWant[misread] == answered &&
		slices.Equal(a.UnmatchedGot, a.UnmatchedWant[:misread]) && !slices.Contains(a.UnmatchedGot, answered-1) &&
		!slices.ContainsFunc(a.Pairs, func(p eval.Pair) bool { return p.Got != p.Want })
}

// endingOf returns the ending of the list that a leaf is in, nil for none.
func endingOf(all []ending, f *report.Field) *ending {
	index := slices.IndexFunc(all, func(e ending) bool { return strings.HasPrefix(f.Attribute, e.items) })
	if index < 0 {
		return nil
	}
	return &all[index]
}

// behind returns the ending of the list that ends before the item in which a leaf is missing, nil for all other leaves.
func behind(all []ending, f *report.Field) *ending {
	e := endingOf(all, f)
	if f.Outcome != metrics.Missing || e == nil || !e.early || len(f.WantIndex) == 0 || f.WantIndex[0] < e.answered {
		return nil
	}
	return e
}

// isVoid reports whether a case has no answer that can be read.
func isVoid(c *report.Case) bool {
	return c.Status == report.Error || slices.ContainsFunc(c.Fields, func(f report.Field) bool {
		return f.Path == paths.Document && f.Attribute == metrics.InventedAttribute
	})
}

// lacks reports whether an answer counts as evidence: it has items, and it lacks several items of the truth, or lacks
// one and is as long as the longest answer, most.
func (e *ending) lacks(most int) bool {
	return e.answered > 0 && (e.rows > e.answered+1 || e.rows > e.answered && e.answered == most)
}

// Classes returns the class of each of the case's fields: the recorded class or, if there is none, the class that the
// outcome and the values show. A missing value is cut off
//
//   - in an answer that ends in the middle of its JSON;
//   - if the model stopped for a limit of tokens (see [dataset.CutOff]), in a row after the last one of the answer, and
//     in an answer that is absent or cannot be read.
func Classes(c *report.Case) []source.Class {
	classes := classesOf(c)
	stopped := dataset.CutOff(c.Shape.Stop)
	var ends []ending
	if stopped {
		ends = endingsOf(c)
	}
	void := stopped && isVoid(c)
	for i, class := range classes {
		if f := &c.Fields[i]; class == source.Missing && (void || f.Tag == source.TagCutOff || behind(ends, f) != nil) {
			classes[i] = source.CutOff
		}
	}
	return classes
}
