package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Reasons returns the reasons of the verdict, one sentence each. The last one says that truths have changed since the
// run, if any have.
func (s *Set) Reasons() []string {
	reasons := s.ofVerdict()
	if moved := s.Moved.Short(); moved != "" {
		reasons = append(reasons, moved)
	}
	return reasons
}

func (s *Set) ofVerdict() []string {
	switch j := s.Judgement; j.Verdict {
	case verdict.NotEvaluable:
		return append([]string{j.Why}, s.differs()...)
	case verdict.NoGate:
		return []string{"no gate: " + j.Passing()}
	case verdict.Passed:
		return slices.Concat([]string{keptText(j.Gate)}, unread(j.Gate), s.Baseline())
	default:
		var reasons []string
		for _, check := range j.Gate.Failed() {
			reasons = append(reasons, check.String())
		}
		return slices.Concat(reasons, s.Baseline(), s.differs(), unread(j.Gate))
	}
}

// Baseline returns the comparison with the baseline in lines, none without one.
func (s *Set) Baseline() []string {
	if s.Judgement.Gate == nil || s.Judgement.Gate.Baseline == nil {
		return nil
	}
	return s.Judgement.Gate.Baseline.Lines()
}

// differs says that the record of the gate gives another verdict, if it does.
func (s *Set) differs() []string {
	if s.Judgement.Differs == "" {
		return nil
	}
	return []string{s.Judgement.Differs}
}

// unread says how many answers could not be read: no limit passes without a word on them.
func unread(g *report.GateResult) []string {
	if g.Unreadable == 0 {
		return nil
	}
	return []string{words.Unread(g.Unreadable)}
}

// keptText says "all 2 limits are kept, no errors, over 60 cases". The check for errors is always made, so it does not
// count as a limit.
func keptText(g *report.GateResult) string {
	limits, chance, errors := 0, 0, "no errors"
	for _, c := range g.Checks {
		if c.WithinChance() {
			chance++
		}
		switch {
		case c.Metric != "errors":
			limits++
		case c.Value.Value > 0:
			errors = c.String()
		}
	}
	remark := ", over " + words.Plural(g.Cases, "case")
	kept := fmt.Sprintf("all %d limits are kept", limits)
	switch limits {
	case 0:
		return errors + remark
	case 1:
		kept = "the only limit is kept"
	}
	switch {
	case limits == 1 && chance > 0:
		kept += ", and lies within the interval (other documents could fail)"
	case chance > 0:
		kept += fmt.Sprintf(", %d of %d within the interval (other documents could fail)", chance, limits)
	}
	return kept + ", " + errors + remark
}

// Worst is the field to look at first.
type Worst struct {
	report.Attribute
	Counts metrics.Counts
	Cause  bool // mistakes in the field explain that the gate failed
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
	i := slices.IndexFunc(s.Summary.Attributes, func(a report.Attribute) bool { return !a.Items && a.Attribute == first.Attribute.Attribute })
	first.Counts = s.Summary.CountsOf(i)
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

// F1Words returns "F1 0.871", or "no match" if F1 is undefined: "-" would read as if there were no data.
func (s *Set) F1Words(attribute string) string {
	if f1 := s.F1(attribute).Value; f1.Defined {
		return "F1 " + f1.String()
	}
	return "no match"
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

// MeanOf returns the mean over trials of a number that was counted over all trials: "3", "0.5".
func (s *Set) MeanOf(n int) string {
	return Mean(float64(n) / float64(max(len(s.Summary.Trials), 1)))
}

// Mean returns a number that is a mean over trials: "3", "0.5".
func Mean(n float64) string { return strconv.FormatFloat(math.Round(10*n)/10, 'f', -1, 64) }

// MistakesIn returns "3 wrong, 1 missing", means over trials.
func (s *Set) MistakesIn(c metrics.Counts) string {
	var parts []string
	for _, o := range metrics.Outcomes() {
		if n := c.Of(o); n > 0 && !o.Hit() {
			parts = append(parts, s.MeanOf(n)+" "+o.String())
		}
	}
	return strings.Join(parts, ", ")
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
