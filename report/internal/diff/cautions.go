package diff

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

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
	for _, text := range data.Warnings("has changed", len(p.documents)-half, p.sides[:]...) {
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
	case n == 0:
		p.warnings.addWarning(FewCases, "no case is in both runs: nothing was compared")
	case n < enoughCases && !slices.ContainsFunc(p.set.Fields, func(r Row) bool { return r.Verdict == Regressed || r.Verdict == Improved }):
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
