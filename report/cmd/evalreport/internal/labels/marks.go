package labels

import (
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// mark says who has looked at the truth of a labelled case: at all of it, or at some of its fields.
type mark struct {
	id, hash string
	part     dataset.LabelPart
	fields   []string
	whole    bool
}

// markReviewed notes who decided on a case in review files. changed are the decisions on single values. refused says
// that not all decisions could be carried out: it then notes nobody.
func (a *Acceptance) markReviewed(c *report.Case, changed []accept.Decision, refused bool) {
	if refused {
		return
	}
	if part, ok := a.whole.partOf(c); ok {
		a.marks = append(a.marks, mark{id: c.ID, hash: a.hash(c), part: part, whole: true})
		return
	}
	for _, d := range changed {
		if max(d.Trial, 1) == max(c.Trial, 1) {
			reviewed := dataset.LabelPart{State: dataset.Reviewed, By: d.Reviewer, At: day(d.Time)}
			a.marks = append(a.marks, mark{id: c.ID, hash: a.hash(c), part: reviewed, fields: []string{d.Path}})
		}
	}
}

// partOf returns who has read the whole document of a case. ok is false if nobody has, or if the readers differ.
func (w *wholes) partOf(c *report.Case) (part dataset.LabelPart, ok bool) {
	readings := w.readings[c.ID]
	if len(readings) == 0 || w.rules == nil || c.Trial > 1 {
		return part, false
	}
	reading, ok := w.rules.Settle(readings)
	part = dataset.LabelPart{State: dataset.Adjudicated, By: reading.Reviewer, At: day(reading.Time)}
	if !reading.Adjudicated {
		var names []string
		for _, r := range readings {
			names = append(names, r.Reviewer)
		}
		names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
		part.State, part.By = dataset.Reviewed, strings.Join(names, " and ")
	}
	return part, ok
}

// markEdited notes that somebody accepted answers at some places of a truth.
func (a *Acceptance) markEdited(c ChosenCase, done []accept.Edit) {
	if len(done) == 0 || len(a.Reviews) > 0 {
		return
	}
	m := mark{id: c.ID, part: dataset.LabelPart{State: dataset.Reviewed, By: a.Reviewer, At: day(time.Now())}}
	for _, e := range done {
		m.fields = append(m.fields, e.Path)
	}
	a.marks = append(a.marks, m)
}

// setMarks sets the marks of the cases that have a label, and returns how many cases it changes. It leaves out values
// in rows of lists: a reviewer who looked at one row has not looked at all rows.
func (a *Acceptance) setMarks() (n int, err error) {
	marked := map[string]bool{}
	for _, m := range a.marks {
		var fields []string
		for _, path := range m.fields {
			if name := paths.General(path); !paths.InItems(name) && !slices.Contains(fields, name) {
				fields = append(fields, name)
			}
		}
		if !m.whole && len(fields) == 0 {
			continue
		}
		l, err := a.LabelsOf(m.id)
		if err != nil {
			return 0, err
		}
		sideLabels, err := a.labelsBeside()
		if err != nil {
			return 0, err
		}
		if l.Mark(sideLabels, m.id, m.hash, m.part, fields) {
			marked[m.id] = true
		}
	}
	return len(marked), nil
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}
