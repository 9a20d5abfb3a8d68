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

// Reasons returns the reasons of the verdict, one sentence each. The last one says that truths have changed since the
// run, if any have.
func (s *Set) Reasons() []string {
	reasons := s.Judgement.Reasons()
	if moved := s.Moved.Short(); moved != "" {
		reasons = append(reasons, moved)
	}
	return reasons
}

// Worst is the field to look at first.
type Worst struct {
	report.Attribute
	Cause bool // mistakes in the field explain that the gate failed
}

// WorstField returns the field to look at first: the one that the gate names, else the one with the lowest F1.
func (s *Set) WorstField() (Worst, bool) {
	var gate report.Gate
	if s.Dataset.Gate != nil {
		gate = *s.Dataset.Gate
	}
	worst := gate.WorstFields(s.Summary, len(s.Summary.Attributes))
	if len(worst) == 0 {
		return Worst{}, false
	}
	first := Worst{Attribute: worst[0]}
	if s.Judgement.Verdict == verdict.Failed {
		result, err := gate.Check(s.Summary) // an old record names a field in any case
		i := slices.IndexFunc(worst, func(a report.Attribute) bool { return a.Attribute == result.WorstField })
		if first.Cause = err == nil && i >= 0; first.Cause {
			first.Attribute = worst[i]
		}
	}
	return first, true
}

// OtherCauses returns the failed limits that the worst field does not explain: on errors, invariants, measures, usage,
// and on slices.
func (s *Set) OtherCauses() []report.Check {
	if s.Judgement.Verdict != verdict.Failed {
		return nil
	}
	return slices.DeleteFunc(s.Judgement.Gate.Failed(), func(c report.Check) bool {
		_, ofFields := words.MetricField(c.Metric)
		return ofFields && c.Slice == ""
	})
}

// Asked returns the number of cases; each trial asks for all of them.
func (s *Set) Asked() int {
	n := 0
	for _, t := range s.Summary.Trials {
		n = max(n, t.Cases.Total())
	}
	return n
}

// CasesWords returns "49 cases", or "49 cases in 5 trials" if there are several.
func (s *Set) CasesWords() string {
	asked := words.Plural(s.Asked(), "case")
	if n := len(s.Summary.Trials); n > 1 {
		asked += fmt.Sprintf(" in %d trials", n)
	}
	return asked
}

// BelowLimit reports whether the gate has a limit on the F1 of a field, and the F1 is
// below it.
func (s *Set) BelowLimit(attribute string) bool {
	limit, ok := s.LimitOn(attribute)
	return ok && !s.F1(attribute).Value.Reaches(limit)
}

// LimitOn returns the gate's limit on the F1 of a field.
func (s *Set) LimitOn(attribute string) (float64, bool) {
	if s.Dataset.Gate == nil {
		return 0, false
	}
	limit, ok := s.Dataset.Gate.FieldF1[attribute]
	return limit, ok
}

// CaseText returns "7 pass, 2 fail; 1 error".
func CaseText(c report.CaseCount) string {
	judged, more := terminal.Cases(c, "")
	return judged + more
}

// Decimals writes a ratio as tables do: "0.950".
func Decimals(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

// Percent writes a ratio in percent.
func Percent(v float64) string { return terminal.Percent(report.RatioOf(v, true)) }

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
	pkg := ""
	if slices.ContainsFunc(r.Sets, func(s *Set) bool {
		return s.Dataset.Name == set.Dataset.Name && s.Run.Package != set.Run.Package
	}) {
		pkg = terminal.Excerpt(set.Run.Package, terminal.MaxName)
	}
	return NameIn(terminal.Excerpt(set.Dataset.Name, terminal.MaxName), pkg, set.Run.Repetition)
}

// NameIn returns the name of a data set with its package, unless that is "", and with its repetition from the second on.
func NameIn(name, pkg string, repetition int) string {
	if pkg != "" {
		name += " in " + pkg
	}
	if repetition > 1 {
		name += fmt.Sprintf(" (repetition %d)", repetition)
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

// Headline says in one sentence whether to merge. A run without a gate gives no advice.
func (r *Report) Headline(comparison *diff.Report) string {
	v, subject := r.Verdict(), "the gate"
	switch some := fmt.Sprintf("%d of %s", r.CountOf(v), words.Plural(len(r.Sets), "data set")); {
	case len(r.Sets) == 0:
		return "not evaluable: there is no data set"
	case v == verdict.NotEvaluable && len(r.Sets) > 1:
		return "not evaluable: " + some
	case v == verdict.NotEvaluable:
		return "not evaluable"
	case v == verdict.NoGate:
		return r.ungated()
	case len(r.Sets) > 1 && v == verdict.Passed:
		subject = fmt.Sprintf("all %d data sets", len(r.Sets))
	case len(r.Sets) > 1:
		subject = some
	}
	switch {
	case v == verdict.Failed:
		return "do not merge, " + subject + " failed"
	case IsWorse(v, comparison):
		return "look before you merge, " + subject + " passed, and the run is worse than the last one"
	}
	return "ready to merge, " + subject + " passed"
}

// ungated returns the result of the data sets without a gate: "no gate: 243 of 300 cases do not pass".
func (r *Report) ungated() string {
	if len(r.Sets) == 1 {
		return r.Sets[0].Judgement.Reasons()[0]
	}
	var all verdict.Judgement
	for _, set := range r.Sets {
		if set.Judgement.Verdict == verdict.NoGate {
			all.Cases = all.Cases.Plus(set.Summary.Cases())
		}
	}
	return fmt.Sprintf("no gate in %d of %d data sets, where %s", r.CountOf(verdict.NoGate), len(r.Sets), all.Passing())
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
