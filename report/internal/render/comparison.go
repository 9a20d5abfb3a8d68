package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// ComparedFields is the table of a data set that was compared.
type ComparedFields struct {
	Rows      []comparedRow
	More      string // says how much is left out
	Unchanged string
}

// comparedRow is an average or a field in two runs.
type comparedRow struct {
	Name, Old, New, Delta, Interval, P, Tone, Verdict string
	// Attribute is the field, as records name it, "" for an average and an invariant.
	Attribute string
	// Reason says why a change is not significant.
	Reason        string
	Broken, Fixed int
	Average       bool
}

// NewComparedFields returns the averages and the fields in which anything changed,
// nothing for a data set that only one run has.
func NewComparedFields(s *diff.Set) (v ComparedFields) {
	if s.Verdict == diff.Appeared || s.Verdict == diff.Disappeared {
		return v
	}
	for _, row := range []diff.Row{s.Micro, s.Macro} {
		average := newComparedRow(row)
		average.Average = true
		v.Rows = append(v.Rows, average)
	}
	var changed []diff.Row
	for _, row := range s.Fields {
		if row.Changed() {
			changed = append(changed, row)
		}
	}
	for _, i := range RowsOf(len(changed), func(i int) bool { return changed[i].Verdict == diff.Regressed }) {
		v.Rows = append(v.Rows, newComparedRow(changed[i]))
	}
	v.More = MoreRows(len(changed), "field", "that regressed")
	if unchanged := len(s.Fields) - len(changed); unchanged > 0 {
		v.Unchanged = words.Plural(unchanged, "field") + " without any change not listed."
	}
	return v
}

func newComparedRow(r diff.Row) comparedRow {
	v := comparedRow{
		Name: terminal.Excerpt(r.Field, terminal.MaxName), Old: r.Old.String(), New: r.New.String(), Delta: "~",
		Broken: r.Broken, Fixed: r.Fixed, Tone: ComparedTone(r.Verdict), Verdict: string(r.Verdict),
	}
	if r.Items {
		v.Name += " items"
	}
	if !r.Rule {
		v.Attribute = r.Field
	}
	if !r.Changed() {
		return v
	}
	v.Reason = r.Reason
	if r.Delta.Defined {
		v.Delta = fmt.Sprintf("%+.3f", r.Delta.Value)
	}
	if r.Low.Defined && r.High.Defined {
		v.Interval = fmt.Sprintf("%+.3f … %+.3f", r.Low.Value, r.High.Value)
		if r.Approximate {
			v.Interval = "≈ " + v.Interval
		}
	}
	if p, ok := r.P(); ok {
		v.P = words.PValue(p)
	}
	return v
}

// ComparisonVerdict is the headline of a comparison.
func ComparisonVerdict(r *diff.Report) string {
	return terminal.Excerpt(strings.Join(r.Headline(), "; "), terminal.MaxCharacters)
}

// ComparedTone is "bad", "ok" or "" for the colour of a verdict.
func ComparedTone(v diff.Verdict) string {
	switch v {
	case diff.Regressed, diff.Disappeared:
		return "bad"
	case diff.Improved:
		return "ok"
	}
	return ""
}
