package diff

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Report is a comparison of two runs. Its JSON form has all of it.
type Report struct {
	Old []string `json:"old"` // names of the sources
	New []string `json:"new"`
	// Level is 1 minus the chance of any false alarm, and the level of intervals.
	Level     float64 `json:"level"`
	MaxDrop   float64 `json:"max_drop"`
	Resamples int     `json:"resamples"`
	Seed      uint64  `json:"seed"`
	// AllowChangedRules is as in the [Options].
	AllowChangedRules bool `json:"allow_changed_rules,omitzero"`
	// Tests is how many tests the families of all data sets have; see [Set].
	Tests int `json:"tests"`
	// Sets are sorted by package and name.
	Sets []Set `json:"sets"`
	// Warnings are the warnings that belong to no data set.
	Warnings []Warning `json:"warnings,omitzero"`
}

// Verdict says which way something went.
type Verdict string

const (
	Same        Verdict = ""            // no significant change: "~"
	Regressed   Verdict = "regressed"   // significantly worse
	Improved    Verdict = "improved"    // significantly better
	Disappeared Verdict = "disappeared" // in the old run only: a regression
	Appeared    Verdict = "appeared"    // in the new run only
)

// Set is one data set.
type Set struct {
	Package string `json:"package,omitzero"`
	Dataset string `json:"dataset"`
	// Repetition is 1: repetitions of go test -count and -cpu are trials of their run.
	Repetition int `json:"repetition"`
	// Labels are the labels of the old and the new run.
	Labels *[2]map[string]string `json:"labels,omitzero"`
	// Versions are the versions of the data set in the old and the new run, nil if neither states one. Both runs are
	// judged by the truths of the run that began last.
	Versions *[2]string `json:"versions,omitzero"`
	// Verdict is Disappeared or Appeared if only one run has the data set. Else it is Regressed if any row regressed or
	// disappeared or any case disappeared, and otherwise Improved if a row improved.
	Verdict Verdict `json:"verdict,omitzero"`
	// NotEvaluable says why nothing can be concluded, whatever the numbers: the new run
	// is not whole, the old one is broken, or more than a tenth of the cases cannot be
	// judged by one truth.
	NotEvaluable string `json:"not_evaluable,omitzero"`
	// Relabelled is the effect of changed labels on the run that began first, nil if labels did not change: both runs
	// are judged by the truths of the other run.
	Relabelled *runs.LabelChange `json:"relabelled,omitzero"`
	// Rules says how the rules of the two specs differ, nil if they do not: both runs are judged by the rules of the run
	// that began last.
	Rules *RuleChange `json:"rules,omitzero"`
	// Gate is the comparison by which the recorded gate of the new run judged it, nil unless that comparison was with the
	// old run.
	Gate *report.Baseline `json:"gate,omitzero"`
	// Frozen is what the comparison with a baseline left out, nil if the old run is not a baseline.
	Frozen *Frozen `json:"-"`
	// Cases is the number of cases that both runs asked for, without those that Relabelled leaves out. All fields below
	// are over these cases, except Disappeared and Appeared.
	Cases int `json:"cases"`
	// Trials is how many trials of these cases the old and the new run have.
	Trials [2]int `json:"trials"`
	// Micro and Macro are the averages over the fields that both runs judged.
	Micro Row `json:"micro"`
	Macro Row `json:"macro"`
	// Fields are in the order of the new spec, then of the old one, then by name; then come invented keys, then
	// classes, and invariants last.
	Fields []Row `json:"fields"`
	// P is the least adjusted p-value of the rows, adjusted by Holm's method for the number of data sets with any test.
	// A row is significant if its data set is significant, and the row is significant within the data set. P is
	// undefined without any test.
	P report.Ratio `json:"p,omitzero"`
	// Tests is how many tests the family of the data set has: those that can be
	// significant at all.
	Tests int `json:"tests,omitzero"`
	// Noise is the noise between trials, nil if no run has several.
	Noise *Noise `json:"noise,omitzero"`
	// PassRate is the share of cases that pass, the mean over their trials, with its test: one more hypothesis among the
	// fields, as in package report/internal/compare.
	PassRate Row `json:"pass_rate,omitzero"`
	// Passed is the share of trials with the verdict pass, the mean over cases. Failed is the share of trials with an
	// error of the extractor.
	Passed Rates `json:"passed"`
	Failed Rates `json:"failed"`
	// Measures are the numbers that both runs measured beside the fields, in the order of the new run.
	Measures []Row `json:"measures,omitzero"`
	// Usage is the spending of cases, if both runs report it.
	Usage []Row `json:"usage,omitzero"`
	// LatencyNote says what Usage leaves out and why, "" if nothing: times and spending from recordings are not
	// compared with those of models.
	LatencyNote string `json:"latency_note,omitzero"`
	// NewErrors is the number of cases in which the extractor fails in a greater share of trials than before.
	NewErrors int `json:"new_errors,omitzero"`
	// Every case that changed is in one list. A Broken case passes in a smaller share of its trials than before, a Fixed
	// case in a greater one: they are the cases that PassRate counts. The others pass as often as before, or by other rules,
	// or have a truth in only one run: a Regressed case has a field with more mistakes, such as an optional value that is missing, an
	// Improved case only fields with fewer. An error of the extractor counts as a mistake, like those in fields.
	Broken    Changes `json:"broken"`
	Regressed Changes `json:"regressed"`
	Fixed     Changes `json:"fixed"`
	Improved  Changes `json:"improved"`
	// Disappeared are the cases that only the old run asked for, Appeared those that only the new run asked for.
	Disappeared Names     `json:"disappeared"`
	Appeared    Names     `json:"appeared"`
	Warnings    []Warning `json:"warnings,omitzero"`
}

// Test is one test of the family.
type Test = estimate.Test

// The methods of tests.
const (
	McNemar  = estimate.McNemar
	SignFlip = estimate.SignFlip
)

// Rates is a rate in both runs.
type Rates struct {
	Old Rate `json:"old,omitzero"`
	New Rate `json:"new,omitzero"`
}

// Rate is Count of Of, undefined if Of is 0, with Wilson's interval. With several trials Count is the mean over trials,
// which need not be whole.
type Rate struct {
	Count float64      `json:"count"`
	Of    int          `json:"of"`
	Low   report.Ratio `json:"low,omitzero"`
	High  report.Ratio `json:"high,omitzero"`
}

// Names are names of cases in order: the first ones, and how many more there are.
type Names struct {
	Names []string `json:"names,omitzero"`
	More  int      `json:"more,omitzero"`
}

// Total returns how many there are.
func (n Names) Total() int { return len(n.Names) + n.More }

// Changes are the cases of one kind, those with the most worse fields first, then with the most better ones, and how
// many more there are.
type Changes struct {
	Cases []CaseChange `json:"cases,omitzero"`
	More  int          `json:"more,omitzero"`
}

// Total returns how many there are.
func (c Changes) Total() int { return len(c.Cases) + c.More }

// CaseChange is one case that changed.
type CaseChange struct {
	ID string `json:"id"`
	// Old and New are from the first trial with a new error, else from the Trial of the first of Fields. The zero
	// CaseState says that the record could not be fetched.
	Old CaseState `json:"old"`
	New CaseState `json:"new"`
	// Fields are the fields whose number of mistakes changed, worse ones first, at most 10. MoreFields is how many more
	// there are.
	Fields     []FieldChange `json:"fields,omitzero"`
	MoreFields int           `json:"more_fields,omitzero"`
}

// Approximate reports whether the interval of any row that changed is approximate.
func (s *Set) Approximate() bool {
	return slices.ContainsFunc(s.Rows(), func(r *Row) bool { return r.Approximate && r.Changed() })
}

// CaseState is how a case ended.
type CaseState struct {
	Status report.Status `json:"status,omitzero"`
	Error  string        `json:"error,omitzero"` // cut to 200 bytes
	Score  report.Ratio  `json:"score,omitzero"`

	unkept bool // the record has no values, as one of a baseline
}

// FieldChange is one field of a case that has more or fewer mistakes than before.
type FieldChange struct {
	Field string `json:"field"`
	Worse bool   `json:"worse,omitzero"`
	// Trial is the first trial of both runs in which the field changed, 0 for none. Values are from this trial.
	Trial int `json:"trial,omitzero"`
	// Values are the leaves whose outcome changed, at most 3. MoreValues is how many more there are.
	Values     []ValueChange `json:"values,omitzero"`
	MoreValues int           `json:"more_values,omitzero"`
}

// ValueChange is one leaf that changed. Texts are JSON, cut to 200 bytes around their first difference. A text is "" if
// the document had no value, or if the record leaves it out (see redact.Redaction). The outcome says which: see
// [metrics.Outcome].
type ValueChange struct {
	Path string `json:"path"`
	Old  Value  `json:"old"`
	New  Value  `json:"new"`
	Want string `json:"want,omitzero"`
}

// Value is the value of a leaf in one run. The zero Value says that the record of the run has no such leaf.
type Value struct {
	Outcome metrics.Outcome `json:"outcome,omitzero"`
	Got     string          `json:"got,omitzero"`
}

// NotEvaluable reports whether nothing can be concluded for a data set.
func (r Report) NotEvaluable() bool {
	return slices.ContainsFunc(r.Sets, func(s Set) bool { return s.NotEvaluable != "" })
}

// Regressed reports whether anything got worse beyond chance and MaxDrop, or disappeared: a data set, a case, a field.
// Without AllowChangedRules, it also reports whether anything passes only by changed rules, see [RuleChange]. The exit
// status follows from it. All cases that a partial new run was not asked for have disappeared.
func (r Report) Regressed() bool {
	return slices.ContainsFunc(r.Sets, func(s Set) bool {
		return len(s.regressions(r.MaxDrop)) > 0 || !r.AllowChangedRules && s.Rules != nil && len(s.Rules.Hidden) > 0
	})
}

// Worse reports whether any row got worse beyond chance and MaxDrop.
func (r Report) Worse() bool {
	return slices.ContainsFunc(r.Sets, func(s Set) bool {
		return slices.ContainsFunc(s.Rows(), func(row *Row) bool { return row.fellBeyond(r.MaxDrop) })
	})
}

// regressions lists in short the regressions beyond maxDrop.
func (s *Set) regressions(maxDrop float64) (all []string) {
	if s.Verdict == Disappeared {
		return []string{"the data set disappeared"}
	}
	for _, r := range s.Rows() {
		switch {
		case r.Verdict == Disappeared:
			all = append(all, r.Name+" disappeared")
		case r.fellBeyond(maxDrop):
			all = append(all, r.change())
		}
	}
	if n := s.Disappeared.Total(); n > 0 {
		all = append(all, fmt.Sprintf("%s disappeared", words.Plural(n, "case")))
	}
	return all
}

// Rows returns the averages, the fields and the pass rate.
func (s *Set) Rows() []*Row {
	rows := []*Row{&s.Micro, &s.Macro}
	for i := range s.Fields {
		rows = append(rows, &s.Fields[i])
	}
	return append(rows, &s.PassRate)
}

// Index returns the rows by their keys.
func (s *Set) Index() map[runs.Key]*Row {
	rows := map[runs.Key]*Row{}
	for _, r := range s.Rows() {
		rows[r.Key()] = r
	}
	return rows
}

// judge sets the verdicts of the rows and of the set, after all tests are adjusted.
func (s *Set) judge() {
	improved := false
	for _, r := range s.Rows() {
		for _, t := range r.Tests {
			switch {
			case t.Significant && t.Delta < 0:
				r.Verdict = Regressed
			case t.Significant && t.Delta > 0 && r.Verdict == Same:
				r.Verdict = Improved
			}
		}
		improved = improved || r.Verdict == Improved
		if r.Verdict == Regressed || r.Verdict == Disappeared {
			s.Verdict = Regressed
		}
	}
	switch {
	case s.Verdict == Same && s.Disappeared.Total() > 0:
		s.Verdict = Regressed
	case s.Verdict == Same && improved:
		s.Verdict = Improved
	}
}

// RuleChange says what changed rules do to a comparison. The new rules are the spec of the run that began last, the old
// ones the spec of the other run. All numbers of the [Set] are under the new rules. A second comparison judges both
// runs under the old rules, with the same truths, options and families of tests. It has its own chance of a false
// alarm, 1 - Level. Fields that only one of the specs has are in neither comparison.
type RuleChange struct {
	// Changed are the rules that differ: "total: tolerance unset → 5".
	Changed []string `json:"changed"`
	// Apart says why the run that began first cannot be judged under the new rules, "" if it is. Each run is then judged
	// under its own rules.
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
	}{{hidden, s.Rules.Hidden}, {"regressed beyond chance by the changed rules alone: ", s.Rules.Made}} {
		if len(part.rows) > 0 {
			rows := slices.Clone(part.rows)
			rows[0] = "under the old rules " + rows[0]
			lines = append(lines, part.lead+r.named(set, rows)+"; "+firstOf(s.Rules.Changed))
		}
	}
	return lines
}
