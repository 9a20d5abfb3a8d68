package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// CountOf returns how many data sets have a verdict.
func (r *Report) CountOf(v verdict.Verdict) int {
	n := 0
	for _, set := range r.Sets {
		if set.Judgement.Verdict == v {
			n++
		}
	}
	return n
}

// NameOf returns the name of a data set, with its package if several data sets have that name.
func (r *Report) NameOf(set *Set) string {
	name := terminal.Excerpt(set.Dataset.Name, terminal.MaxName)
	if slices.ContainsFunc(r.Sets, func(s *Set) bool {
		return s.Dataset.Name == set.Dataset.Name && s.Run.Package != set.Run.Package
	}) {
		name += " in " + terminal.Excerpt(set.Run.Package, terminal.MaxName)
	}
	if set.Run.Repetition > 1 {
		name += fmt.Sprintf(" (repetition %d)", set.Run.Repetition)
	}
	return name
}

const shortName = 40 // characters

// ShortNameOf is NameOf for narrow places: it cuts a long name to the shortest end of the package path that tells the
// package from other packages with a data set of this name.
func (r *Report) ShortNameOf(set *Set) string {
	name, pkg := r.NameOf(set), set.Run.Package
	for position := strings.LastIndexByte(pkg, '/'); position > 0 && utf8.RuneCountInString(name) > shortName; position = strings.LastIndexByte(pkg[:position], '/') {
		end := pkg[position:]
		if !slices.ContainsFunc(r.Sets, func(s *Set) bool {
			return s.Dataset.Name == set.Dataset.Name && s.Run.Package != pkg && strings.HasSuffix("/"+s.Run.Package, end)
		}) {
			return strings.Replace(name, " in "+terminal.Excerpt(pkg, terminal.MaxName), " in …"+terminal.Excerpt(end, terminal.MaxName), 1)
		}
	}
	return name
}

// IsWorse reports whether a data set that passed is worse than in the last run: a gate stops bad numbers, a comparison
// finds numbers that became worse.
func IsWorse(v verdict.Verdict, comparison *diff.Report) bool {
	return v == verdict.Passed && comparison != nil && comparison.Regressed()
}

// Ungated returns the result of the data sets without a gate: "no gate: 243 of 300 cases do not pass".
func (r *Report) Ungated() string {
	if len(r.Sets) == 1 {
		return "no gate: " + r.Sets[0].Judgement.Passing()
	}
	none, bad, all := r.CountOf(verdict.NoGate), 0, 0
	for _, set := range r.Sets {
		if set.Judgement.Verdict == verdict.NoGate {
			cases := set.Summary.Cases()
			judged := cases.Scored() - cases.Unjudged
			bad += judged - cases.Passing()
			all += judged
		}
	}
	text := fmt.Sprintf("no gate in %d of %d data sets", none, len(r.Sets))
	if bad == 0 {
		return text + fmt.Sprintf(": all %s pass there", words.Plural(all, "case"))
	}
	return text + fmt.Sprintf(": %d of %s do not pass there", bad, words.Plural(all, "case"))
}

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
