package render

import (
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// Compared returns a data set of a comparison, nil if it is not in both runs.
func Compared(r *diff.Report, set *Set) *diff.Set {
	if r == nil {
		return nil
	}
	for i := range r.Sets {
		s := &r.Sets[i]
		if IsOf(s, set) {
			if s.Verdict == diff.Appeared || s.Verdict == diff.Disappeared {
				return nil
			}
			return s
		}
	}
	return nil
}

// IsOf reports whether a comparison is of a data set.
func IsOf(s *diff.Set, set *Set) bool {
	return s.Package == set.Run.Package && s.Dataset == set.Dataset.Name && max(s.Repetition, 1) == max(set.Run.Repetition, 1)
}

// Points returns a change of F1 in points, hundredths of F1: "−4.1".
func Points(change float64) string {
	tenths := math.Round(1000 * change)
	if tenths == 0 {
		return "±0.0"
	}
	sign := "+"
	if tenths < 0 {
		sign = "−"
	}
	return sign + strconv.FormatFloat(math.Abs(tenths)/10, 'f', 1, 64)
}

// Change returns the change of an average in points: over the cases that both runs have, if that change is known.
func Change(r *diff.Row) string {
	if r.Delta.Defined {
		return Points(r.Delta.Value)
	}
	return Points(r.New().Value - r.Old().Value)
}

// Interval returns the interval of a change in points, "" for none: "≈ −8.2 … +0.1".
func Interval(r *diff.Row) string { return r.Between(PointsOf, " … ") }

// PointsOf is [Points] of a defined change.
func PointsOf(change report.Ratio) string { return Points(change.Value) }

// Name returns the name of a row.
func Name(r *diff.Row) string {
	name := terminal.Excerpt(r.Name, terminal.MaxName)
	if r.Items {
		name += " items"
	}
	return name
}

// ComparisonVerdict returns the headline of a comparison.
func ComparisonVerdict(r *diff.Report) string {
	return terminal.Excerpt(strings.Join(r.Headline(), "; "), terminal.MaxCharacters)
}

// ComparedTone returns the tone that colours a verdict: "bad", "ok" or "".
func ComparedTone(v diff.Verdict) string {
	switch v {
	case diff.Regressed, diff.Disappeared:
		return "bad"
	case diff.Improved:
		return "ok"
	}
	return ""
}
