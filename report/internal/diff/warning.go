package diff

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Kind is the subject of a [Warning].
type Kind string

const (
	FewCases     Kind = "few_cases"     // too few for intervals or tests
	Copies       Kind = "copies"        // cases of one document, or cluster, count once
	SpecChanged  Kind = "spec_changed"  // the runs were made with different specs
	DataChanged  Kind = "data_changed"  // cases have another truth or input, or records do not tell
	Conventions  Kind = "conventions"   // different policies or macro averages
	TrialsDiffer Kind = "trials_differ" // different numbers of trials, or too many
	Repeated     Kind = "repeated"      // repetitions that are compared as trials
	Partial      Kind = "partial"       // a run says that not all cases were scored
	Incomplete   Kind = "incomplete"    // a run is not evaluable: it broke off, say
	BadRecord    Kind = "bad_record"    // bad lines, cases recorded twice
	Errored      Kind = "errored"       // comparisons that could not be made
	FieldsDiffer Kind = "fields_differ" // fields that only one run judged
	Bounded      Kind = "bounded"       // intervals are left out to bound memory
	Drafted      Kind = "drafted"       // truths are drafts that nobody has reviewed
	Moved        Kind = "moved"         // truths have changed since the run
	Unmatched    Kind = "unmatched"     // a data set was matched by name alone, or not at all
	OrderOfRuns  Kind = "order_of_runs" // the old run is younger than the new one
	SameRun      Kind = "same_run"      // the old run is the new one
)

// Warning says why a reader may doubt the numbers. It stops nothing.
type Warning struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
}

// Error returns the message.
func (w Warning) Error() string { return w.Message }

// warnings are the warnings about one thing, at most maxOfKind of a kind.
type warnings struct {
	list  []Warning
	kinds map[Kind]int
}

const maxOfKind = 10

func (w *warnings) addWarning(kind Kind, format string, args ...any) {
	if arithmetic.Map(&w.kinds)[kind]++; w.kinds[kind] <= maxOfKind {
		w.list = append(w.list, Warning{kind, fmt.Sprintf(format, args...)})
	}
}

// listAll returns the warnings and, for each kind with more than maxOfKind, how many more there were.
func (w *warnings) listAll() []Warning {
	list := w.list
	for _, first := range w.list {
		if more := w.kinds[first.Kind] - maxOfKind; more > 0 {
			list = append(list, Warning{first.Kind, fmt.Sprintf("… and %d more of this kind", more)})
			w.kinds[first.Kind] = maxOfKind // once
		}
	}
	return list
}

// WarningsOf returns the problems in the records of a data set. It is for package compare.
func WarningsOf(c *runs.Cases) []Warning {
	w := warningsIn(c)
	if drafts := c.DraftsBy(c); drafts.Drafts > 0 {
		w.addWarning(Drafted, "%s", drafts)
	}
	return w.listAll()
}

func warningsIn(c *runs.Cases) (w warnings) {
	for _, place := range c.Beyond {
		w.addWarning(TrialsDiffer, "%s: only the first %d trials are compared", place, runs.MaxTrials)
	}
	if c.MoreBeyond > 0 {
		w.kinds[TrialsDiffer] += c.MoreBeyond
	}
	for _, set := range c.Sets() {
		for _, err := range set.Problems.First {
			w.addWarning(BadRecord, "%s", err)
		}
		if n := set.Problems.More; n > 0 {
			w.addWarning(BadRecord, "… and %d more problems", n)
		}
		if err := set.Lacking(); err != nil {
			w.addWarning(Partial, "%s", err)
		}
	}
	return w
}

// NoChange is the headline of a report without a significant change or a disappearance.
const NoChange = "no significant change"

const maxReasons = 5 // of a data set in the headline

// Headline returns a line for each data set that regressed. It names the fields with the value before and after and the
// change, and disappearances: "regressed: total 0.990 → 0.750 (-0.240)". A data set that passes or regresses by changed
// rules alone has another line, see [RuleChange]. If every data set is evaluable and none
// regressed beyond MaxDrop, there is one line about drops within MaxDrop if any is significant; else a line "improved"
// with the improved fields for each data set that improved; else [NoChange]. So if [Report.Regressed] is true, Headline
// says why. Data sets that are not evaluable come first. New errors of the extractor come after the regressions and
// before everything else, whatever the numbers: a case without an answer has no wrong values, so F1 may rise. Last
// comes the effect of changed labels, which is in none of the numbers, see [runs.LabelChange]. Names are as in the
// records.
func (r Report) Headline() []string {
	lines := r.verdicts()
	for i := range r.Sets {
		if change := r.Sets[i].Relabelled; change != nil {
			lines = append(lines, r.named(i, []string{change.Text()}))
		}
	}
	return lines
}

// verdicts returns the lines of the headline on regressions and improvements.
func (r Report) verdicts() []string {
	var lines []string
	for i := range r.Sets {
		if s := &r.Sets[i]; s.NotEvaluable != "" {
			lines = append(lines, "not evaluable: "+s.Dataset+": "+s.NotEvaluable)
		}
	}
	for i := range r.Sets {
		if reasons := r.Sets[i].regressions(r.MaxDrop); len(reasons) > 0 {
			lines = append(lines, "regressed: "+r.named(i, reasons))
		}
	}
	for i := range r.Sets {
		lines = append(lines, r.ruleLines(i)...)
	}
	bad := len(lines) > 0
	for i := range r.Sets {
		if n := r.Sets[i].NewErrors; n > 0 {
			lines = append(lines, r.named(i, []string{words.Plural(n, "new error")})+" of the extractor")
		}
	}
	if bad {
		return lines
	}
	errors := len(lines)
	// All remaining drops are at most MaxDrop.
	dropped := false
	for i := range r.Sets {
		var reasons []string
		for _, row := range r.Sets[i].Rows() {
			dropped = dropped || row.Verdict == Regressed
			if row.Verdict == Improved {
				reasons = append(reasons, row.change())
			}
		}
		if len(reasons) > 0 {
			lines = append(lines, "improved: "+r.named(i, reasons))
		}
	}
	switch {
	case dropped:
		return append(lines[:errors], "no drop beyond "+strconv.FormatFloat(r.MaxDrop, 'f', -1, 64))
	case len(lines) > errors:
		return lines
	}
	return append(lines, NoChange)
}

// named returns the first reasons, after the name of the data set if there are several data sets.
func (r Report) named(set int, reasons []string) string {
	text := firstOf(reasons)
	if len(r.Sets) > 1 {
		text = r.Sets[set].Dataset + ": " + text
	}
	return text
}

// firstOf returns the first of some reasons, and how many more there are.
func firstOf(reasons []string) string {
	if more := len(reasons) - maxReasons; more > 0 {
		reasons = append(reasons[:maxReasons:maxReasons], fmt.Sprintf("%d more", more))
	}
	return strings.Join(reasons, ", ")
}

// LabelText names the systems that were compared, and the versions of their data: "model=x, prompt=v2 → model=x,
// prompt=v3; data 2026-10 → data 2026-11". It returns "" if neither run has labels or a version.
func (s *Set) LabelText() string {
	var parts []string
	add := func(none string, side func(i int) string) {
		parts = append(parts, cmp.Or(side(0), none)+" → "+cmp.Or(side(1), none))
	}
	if s.Labels != nil {
		add("no labels", func(i int) string { return words.Labels(s.Labels[i]) })
	}
	switch v := s.Versions; {
	case v == nil:
	case v[0] == v[1]:
		parts = append(parts, terminal.DataVersion(v[0]))
	default:
		add("data without a version", func(i int) string {
			if v[i] == "" {
				return ""
			}
			return terminal.DataVersion(v[i])
		})
	}
	return strings.Join(parts, "; ")
}

// OldSystem returns the labels that all data sets of the old run have: "model=x, prompt=v2". It returns "" if they have
// no labels, or different ones, as in a run that asks several systems.
func (r *Report) OldSystem() string {
	first, text := true, ""
	for i := range r.Sets {
		s := &r.Sets[i]
		if s.Verdict == Appeared {
			continue
		}
		labels := ""
		if s.Labels != nil {
			labels = words.Labels(s.Labels[0])
		}
		if !first && labels != text {
			return ""
		}
		first, text = false, labels
	}
	return text
}
