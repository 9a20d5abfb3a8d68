package diff

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
)

// RuleChange says what changed rules do to a comparison. The new rules are the spec of the run that began last, the old
// ones the spec of the other run. All numbers of the [Set] are under the new rules. The two runs are compared a second
// time with both under the old rules, with the same truths, options and families of tests; this second comparison has a
// chance of a false alarm of its own, 1 - Level. Fields that only one of the specs has are in neither comparison.
type RuleChange struct {
	// Changed are the rules that differ: "total: tolerance unset → 5".
	Changed []string `json:"changed"`
	// Apart says why the run that began first cannot be judged under the new rules, so that each run is judged under its
	// own; "" if it is.
	Apart string `json:"apart,omitzero"`
	// NotApplied says why the run that began last cannot be judged under the old rules, "" if it is.
	NotApplied string `json:"not_applied,omitzero"`
	// Hidden are the rows that got worse under the old rules, beyond chance and MaxDrop, and not under the new ones, with
	// their change under the old rules: these pass by the changed rules alone. Made are the rows that got worse under the
	// new rules alone, again with their change under the old rules. Fields come before averages.
	Hidden []string `json:"hidden,omitzero"`
	Made   []string `json:"made,omitzero"`

	notes []string // about cases that are left out
}

// compareRules sets what the changed rules hide, given the same data set under the old rules.
func (s *Set) compareRules(old *Set, maxDrop float64) {
	if s.Rules == nil {
		return
	}
	var w warnings
	for _, note := range slices.Concat(s.Rules.notes, old.Rules.notes) {
		w.addWarning(SpecChanged, "%s", note)
	}
	if s.Rules.NotApplied = old.Rules.Apart; s.Rules.NotApplied != "" {
		w.addWarning(SpecChanged, "the old rules could not be applied to the later run, so a fall that the changed rules hide is not seen: %s", s.Rules.NotApplied)
	}
	s.Warnings = append(s.Warnings, w.listAll()...)
	if s.Rules.NotApplied != "" {
		return
	}
	rows, oldRows := s.Rows(), old.Rows()
	for _, former := range slices.Concat(oldRows[2:], oldRows[:2]) { // averages last
		index := slices.IndexFunc(rows, func(r *Row) bool { return r.Name == former.Name && r.Items == former.Items && r.Kind == former.Kind })
		switch {
		case index < 0:
		case former.fellBeyond(maxDrop) && !rows[index].fellBeyond(maxDrop):
			p, _ := former.P()
			s.Rules.Hidden = append(s.Rules.Hidden, former.change()+" at p "+words.PValue(p))
		case !former.fellBeyond(maxDrop) && rows[index].fellBeyond(maxDrop):
			s.Rules.Made = append(s.Rules.Made, fmt.Sprintf("%s %s → %s", former.Name, former.Old(), former.New()))
		}
	}
}

// noteText returns the end of a footnote, "the spec has changed: …". It may be called for nil.
func (c *RuleChange) noteText() string {
	switch {
	case c == nil:
		return "differences may come from the rules"
	case c.Apart != "":
		return fmt.Sprintf("differences may come from the rules (%s), since the new rules could not be applied to the earlier run: %s", firstOf(c.Changed), c.Apart)
	}
	return "both runs are judged by the new rules (" + firstOf(c.Changed) + ")"
}

// ruleLines returns the lines of the headline on what the changed rules hide in a data set, or make worse.
func (r Report) ruleLines(set int) (lines []string) {
	s := &r.Sets[set]
	if s.Rules == nil {
		return nil
	}
	hidden := "passes by the changed rules alone: "
	if len(s.regressions(r.MaxDrop)) > 0 {
		hidden = "hidden by the changed rules: " // the data set does not pass
	}
	for _, part := range []struct {
		lead string
		rows []string
	}{{hidden, s.Rules.Hidden}, {"regressed by the changed rules alone: ", s.Rules.Made}} {
		if len(part.rows) > 0 {
			rows := slices.Clone(part.rows)
			rows[0] = "under the old rules " + rows[0]
			lines = append(lines, part.lead+r.named(set, rows)+"; "+firstOf(s.Rules.Changed))
		}
	}
	return lines
}
