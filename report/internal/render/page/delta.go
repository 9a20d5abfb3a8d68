package page

import (
	"cmp"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// delta returns the change of the number of a field, or of an average if field is "". It returns nil if there is no
// row.
func (c changes) delta(row *diff.Row, field string) *view.Delta {
	if row == nil {
		return nil
	}
	links := rowLinks{Name: cmp.Or(terminal.Excerpt(field, terminal.MaxName), anything)}
	points, mark := view.Span{Tone: view.Strong}, view.Span{Text: string(row.Verdict)}
	switch {
	case row.Verdict == diff.Appeared || row.Verdict == diff.Disappeared:
	case !row.Changed():
		mark = view.Span{Text: "same", Tone: view.Dim}
	default:
		if points.Title = render.Interval(row); points.Title != "" {
			points.Title = "interval " + points.Title
		}
		if row.Delta.Defined {
			points.Text = render.Points(row.Delta.Value)
		}
		points.Tone = cmp.Or(row.Verdict.Tone(), view.Strong)
		if mark.Text == "" {
			mark.Text = "~"
			if row.Reason != "" {
				points.Tone, mark.Tone = view.Dim, view.Dim
			}
		}
	}
	return &view.Delta{
		Was:    links.number(row.Old().String(), c.changed(field, false, "both"), "was", "changed"), // 0.924
		Change: view.Text{points, mark},                                                             // −4.1, in points of F1, and what that is
	}
}

// rowOf returns the row of a field, nil if it was not compared.
func rowOf(s *diff.Set, attribute string, items bool) *diff.Row {
	if s == nil {
		return nil
	}
	for i := range s.Fields {
		if r := &s.Fields[i]; r.Name == attribute && r.Items == items && r.Kind == report.KindField {
			return r
		}
	}
	return nil
}

const maxDeltas = 3

// headlineDeltas says how the macro F1 of the data sets changed, regressed ones first, then the greatest changes.
func headlineDeltas(r *render.Report, comparison *diff.Report) (lines []view.Block) {
	type change struct {
		set      *render.Set
		compared *diff.Set
	}
	var all []change
	for _, set := range r.Sets {
		if s := render.Compared(comparison, set); s != nil && s.Macro.Old().Defined && s.Macro.New().Defined {
			all = append(all, change{set, s})
		}
	}
	slices.SortStableFunc(all, func(a, b change) int {
		x, y := &a.compared.Macro, &b.compared.Macro
		return cmp.Or(arithmetic.TrueFirst(x.Verdict == diff.Regressed, y.Verdict == diff.Regressed), -cmp.Compare(math.Abs(x.Delta.Value), math.Abs(y.Delta.Value)))
	})
	for _, c := range all[:min(len(all), maxDeltas)] {
		text := render.MacroF1(c.set, c.compared)
		if len(r.Sets) > 1 {
			text = view.Plain(r.NameOf(c.set) + ":").With(text...)
		}
		lines = append(lines, view.Sentence{Text: text, Tone: "delta"})
	}
	return lines
}

// inOrder returns the data sets in the order of interest: failed ones first, then not evaluable ones, worse ones, ones
// without a gate, and the others; equal ones by name, in natural order.
func inOrder(r *render.Report, comparison *diff.Report) *render.Report {
	ordered := &render.Report{Sets: slices.Clone(r.Sets)}
	slices.SortStableFunc(ordered.Sets, func(a, b *render.Set) int {
		return cmp.Or(cmp.Compare(rank(a, comparison), rank(b, comparison)), terminal.Natural(r.NameOf(a), r.NameOf(b)))
	})
	return ordered
}

// changeKinds are the words for changes of cases in addresses, by their numbers in the index of the cases: see
// js/list.js.
var changeKinds = []string{"broken", "regressed", "fixed", "improved", "appeared"}

// caseChange is the change of a case in the comparison: the number of its kind, the names of the fields that are worse
// and better, and the change itself, nil for a case that appeared.
type caseChange struct {
	kind          int
	worse, better []string
	subject       *diff.CaseChange
}

// changedCases returns the changed cases of each data set by id.
func changedCases(r *render.Report, comparison *diff.Report) (all []map[string]caseChange) {
	for _, set := range r.Sets {
		all = append(all, changesOf(render.Compared(comparison, set)))
	}
	return all
}

// changesOf returns the changed cases of a data set by id.
func changesOf(s *diff.Set) map[string]caseChange {
	if s == nil {
		return nil
	}
	all := map[string]caseChange{}
	for kind, changes := range []diff.Changes{s.Broken, s.Regressed, s.Fixed, s.Improved} {
		for i := range changes.Cases {
			change := caseChange{kind: kind, subject: &changes.Cases[i]}
			for _, f := range change.subject.Fields {
				if f.Worse {
					change.worse = append(change.worse, f.Field)
				} else {
					change.better = append(change.better, f.Field)
				}
			}
			all[change.subject.ID] = change
		}
	}
	for _, id := range s.Appeared.Names {
		all[id] = caseChange{kind: len(changeKinds) - 1}
	}
	return all
}
