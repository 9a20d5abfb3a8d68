package verdict

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Reasons returns the reasons of the verdict, one sentence each.
func (j Judgement) Reasons() []string {
	switch j.Verdict {
	case NotEvaluable:
		return append([]string{j.Why}, j.differs()...)
	case NoGate:
		return []string{"no gate: " + j.Passing()}
	case Passed:
		return slices.Concat([]string{keptText(j.Gate)}, j.unread(), j.Baseline())
	}
	return slices.Concat(arithmetic.Each(j.Gate.Failed(), report.Check.String), j.Baseline(), j.differs(), j.unread())
}

// Checked returns the result of each limit and the other findings of the gate, one sentence each.
func (j Judgement) Checked() []string {
	if j.Gate == nil {
		return nil
	}
	return slices.Concat(arithmetic.Each(j.Gate.Checks, report.Check.String), j.Baseline(), j.differs(), j.unread())
}

// Baseline returns the comparison with the baseline in lines, none without one.
func (j Judgement) Baseline() []string {
	if j.Gate == nil || j.Gate.Baseline == nil {
		return nil
	}
	return j.Gate.Baseline.Lines()
}

// differs returns the sentence that the record of the gate gives another verdict, nil if it does not.
func (j Judgement) differs() []string {
	if j.Differs == "" {
		return nil
	}
	return []string{j.Differs}
}

// unread says how many answers could not be read: no limit passes without a word on them.
func (j Judgement) unread() []string {
	if j.Gate.Unreadable == 0 {
		return nil
	}
	return []string{words.Unread(j.Gate.Unreadable)}
}

// keptText says "all 2 limits are kept, no errors, over 60 cases". The check for errors is always made, so it does not
// count as a limit.
func keptText(g *report.GateResult) string {
	limits, chance, part, errors := 0, 0, 0, "no errors"
	for _, c := range g.Checks {
		if c.WithinChance() {
			chance++
		}
		if BasisOf(c).Some(g.Cases) {
			part++
		}
		switch {
		case c.Metric != words.Errors:
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
	switch {
	case limits == 1 && part > 0:
		kept += ", over some of the cases"
	case part > 0:
		kept += fmt.Sprintf(", %d of %d over some of the cases", part, limits)
	}
	return kept + ", " + errors + remark
}

// BasisOf returns the cases and values on which the value of a check rests.
func BasisOf(c report.Check) words.Basis {
	return words.Basis{Slice: c.Slice, Cases: c.Cases, Silent: c.Silent, Values: c.Values}
}
