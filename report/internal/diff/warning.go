package diff

import (
	"cmp"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/artifact"
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
	arithmetic.Map(&w.kinds)[kind]++
	if w.kinds[kind] <= maxOfKind {
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
// before everything else, whatever the numbers: a case without an answer has no wrong values, so F1 may rise. Then
// comes each data set whose runs are judged by two rules, see [RuleChange].Apart. Last
// comes the effect of changed labels, which is in none of the numbers, see [runs.LabelChange]. Names are as in the
// records.
func (r Report) Headline() []string {
	lines := r.verdicts()
	for i := range r.Sets {
		if rules := r.Sets[i].Rules; rules != nil && rules.Apart != "" {
			lines = append(lines, r.named(i, []string{"each run is judged by its own rules"})+"; "+firstOf(rules.Changed))
		}
	}
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
func firstOf(reasons []string) string { return words.List(reasons, maxReasons, "%d more") }

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

// enoughCases is the number of documents below which a warning says how many changed cases it takes to be significant.
const enoughCases = 30

// warnAboutRuns adds warnings about differences between the runs as a whole.
func (p *pair) warnAboutRuns() {
	for side, l := range p.sides {
		records := warningsIn(l)
		if oldPackage, newPackage := p.sides[0].Set.Package, p.sides[1].Set.Package; side == 1 && oldPackage != newPackage {
			records.addWarning(Unmatched, "the data set is of package %q in the old run and of %q in the new one: matched by name", oldPackage, newPackage)
		}
		p.warnings.list = append(p.warnings.list, records.listAll()...)
		if drafts := l.DraftsBy(l); drafts.Drafts > 0 {
			p.warnings.addWarning(Drafted, "the %s run: %s", sideNames[side], drafts)
		}
		if moved := l.Set.Moved.String(); side == p.truth.Newest && moved != "" { // its truths judge both runs
			p.warnings.addWarning(Moved, "the %s run: %s", sideNames[side], moved)
		}
		if n := l.Repetitions(); n > 1 {
			p.warnings.addWarning(Repeated, "the %s run has %d repetitions (go test -count or -cpu): they are compared as trials of it", sideNames[side], n)
		}
		switch l.State() {
		case artifact.Partial:
			p.warnings.addWarning(Partial, "the %s run is partial: not all cases were scored", sideNames[side])
		case artifact.Broken:
			p.warnings.addWarning(Incomplete, "the %s run is not evaluable: it broke off or is stale, or its records are lost or contradict each other", sideNames[side])
		default:
			if reason := l.Nonsense(); reason != "" {
				p.warnings.addWarning(Incomplete, "the %s run is not evaluable: %s", sideNames[side], reason)
			}
		}
	}
	old, new := p.sides[0].Dataset, p.sides[1].Dataset
	switch oldRun, newRun := &p.sides[0].Set.Run, &p.sides[1].Set.Run; {
	case !oldRun.Start.IsZero() && !newRun.Start.IsZero() && newRun.Start.Before(oldRun.Start) && maps.Equal(oldRun.Labels, newRun.Labels):
		p.warnings.addWarning(OrderOfRuns, "the old run began at %s, after the new one at %s: if the two were exchanged, an improvement is a regression",
			oldRun.Start.UTC().Format(time.RFC3339), newRun.Start.UTC().Format(time.RFC3339))
	case newRun.PID > 0 && newRun.PID == oldRun.PID && newRun.Start.Equal(oldRun.Start) && newRun.Rescored == oldRun.Rescored && old.SpecHash == new.SpecHash:
		p.warnings.addWarning(SameRun, "old and new are one run, of %s: nothing can have changed", newRun.Start.UTC().Format(time.RFC3339))
	}
	if old.SpecHash != new.SpecHash {
		p.warnings.addWarning(SpecChanged, "the spec has changed: %s", p.set.Rules.noteText())
		if dates := words.OtherDates(new.Spec, old.Spec, "the old run"); dates != "" {
			p.warnings.addWarning(SpecChanged, "dates are read otherwise: %s", dates)
		}
	}
	if oldPolicy, newPolicy := cmp.Or(old.Policy, metrics.WrongBoth), cmp.Or(new.Policy, metrics.WrongBoth); oldPolicy != newPolicy {
		p.warnings.addWarning(Conventions, "the old run counted wrong values as %s, the new one as %s: both are counted as the new one", oldPolicy, newPolicy)
	}
	if old.SkipUndefined != new.SkipUndefined {
		p.warnings.addWarning(Conventions, "only one run left undefined fields out of its macro average: both are counted as the new one")
	}
}

// warnAboutData warns about cases whose truth or input has changed, and about cases with a truth in only one run.
func (p *pair) warnAboutData(data *runs.Data, half int) {
	if half > 0 {
		p.warnings.addWarning(DataChanged, "%s a truth in one run only: of these the invariants alone are compared", agree(half, "has", "have"))
	}
	for _, text := range data.Warnings("has changed", p.sides[:]...) {
		p.warnings.addWarning(DataChanged, "%s", text)
	}
}

// warnAboutSize warns about different numbers of trials, fields that only one run judged, and too few cases.
func (p *pair) warnAboutSize() {
	if p.sample.Layout.Trials[0] != p.sample.Layout.Trials[1] && len(p.documents) > 0 {
		p.warnings.addWarning(TrialsDiffer, "the old run has %s, the new one %d", words.Plural(p.sample.Layout.Trials[0], "trial"), p.sample.Layout.Trials[1])
	}
	for i := range p.set.Fields {
		switch r := &p.set.Fields[i]; r.Verdict {
		case Disappeared:
			p.warnings.addWarning(FieldsDiffer, "%s is judged in the old run only: the averages are without it", r.Name)
		case Appeared:
			p.warnings.addWarning(FieldsDiffer, "%s is judged in the new run only: the averages are without it", r.Name)
		}
	}
	switch n := len(p.documents); {
	case n == 0 && p.truth != nil && len(p.truth.LeftOut) > 0:
		p.warnings.addWarning(FewCases, "every case that is in both runs is left out: nothing was compared")
	case n == 0:
		p.warnings.addWarning(FewCases, "no case is in both runs: nothing was compared")
	case n < enoughCases:
		p.warnings.addWarning(FewCases, "%s in both runs: with fewer than %d changed cases no field is significant", agree(n, "is", "are"), int(estimate.LeastBroken(1-p.o.Level)))
	}
}

// agree returns a number of cases with the verb that fits it.
func agree(n int, singular, several string) string {
	return words.Plural(n, "case") + " " + agreeing(n, singular, several)
}

// joinCopies finds the units of the cases in the run that began last, and warns if there are fewer units than cases.
func (p *pair) joinCopies() {
	p.weigh(p.truth.Units())
	if note := p.units.Note(); note != "" {
		p.warnings.addWarning(Copies, "%s in both runs, %s", words.Plural(len(p.documents), "case"), note)
	}
}

// weigh sets the units of the documents: the cases of one unit, such as copies of a document, count as evidence once.
func (p *pair) weigh(units *runs.Units) {
	p.units = units
	for i := range p.documents {
		d := &p.documents[i]
		d.unit, d.cluster = units.Of(d.number), units.Cluster(d.number)
	}
	each := units.Each()
	p.sample.Micro.Each, p.sample.Macro.Each = each, each
	for _, f := range p.fields {
		f.influence.Each = each
	}
}

// resampled returns the units for an interval: copies have equal values, but cases that a tag joins may have different
// ones.
func (p *pair) resampled() (u estimate.Units) {
	if p.units.Several() && !p.units.Tagged() {
		u.Different = 1 / p.units.Each()
	}
	return u
}

// unitCount counts the units of documents, which are sorted by unit.
type unitCount struct {
	n    int
	last uint64
}

func (c *unitCount) addUnit(d document) {
	if d.cluster == 0 || d.cluster != c.last {
		c.n++
	}
	c.last = d.cluster
}
