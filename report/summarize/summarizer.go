package summarize

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Summarizer adds up cases. Memory grows with the attributes and trials, and by 19 to 38 bytes for each case, unless
// [Options].Distinct is set. With intervals it also holds the counts of up to 2^16 cases that hashes tell apart, and as many that
// only their truths do. Cases of one document are one unit of the bootstrap, see package traits. Above 2^14 rows
// of counts, over all trials, there are no intervals. Above 2^20 attributes times trials, Add and Merge fail.
//
// All sums are of integers: cases and other summarizers may be added in any
// order and grouping and give the same [report.Summary], byte by byte. It is not safe
// for concurrent use.
type Summarizer struct {
	o        Options
	seen     map[uint64]struct{} // hashes of id and trial
	trials   map[int]*trialSums
	order    map[string]place    // where attributes were first seen, by the order of ids
	rules    map[string]struct{} // names of invariants
	measures map[string]struct{} // names of measures
	classes  map[string]*classes // of the options, by attribute
	worst    worstCases
	remarks
	usage     taken
	resamples resamples
	units     units
	recorded  []report.Summary   // adopted
	preflight preflight.Evidence // adopted
	moved     dataset.Moved
	slices    []slice // one for each of the options

	classSlots bool // the numbers of classes have intervals
}

type trialSums struct {
	cases     report.CaseCount
	score     scoreSum
	nullScore scoreSum
	data      uint64 // sum of data hashes
	rows      []*attributeSums
	index     map[string]int
	rules     map[string]*report.InvariantCounts
	measures  map[string]*measureSums
	classes   map[string]*classSums
}

type attributeSums struct {
	metrics.Row
	origins report.Origins
	slot    int // in the resamples
}

// New returns a Summarizer without cases.
func New(o Options) *Summarizer {
	if !(o.Level > 0 && o.Level < 1) {
		o.Level = estimate.DefaultLevel
	}
	o.Resamples = cmp.Or(o.Resamples, 1000)
	o.WorstCases = max(cmp.Or(o.WorstCases, defaultWorstCases), 0)
	s := &Summarizer{
		o:         o,
		trials:    map[int]*trialSums{},
		order:     map[string]place{},
		seen:      map[uint64]struct{}{},
		rules:     map[string]struct{}{},
		measures:  map[string]struct{}{},
		worst:     worstCases{arithmetic.NewFirst(o.WorstCases, compareWorst)},
		resamples: newResamples(o),
		slices:    newSlices(o),
	}
	s.classes, s.classSlots = newClasses(o.Classes)
	return s
}

// Add adds one case. A skipped case is counted, and enters no other number. Add returns an error, and adds nothing, if
// its Trial is below 1, if the same case was added in the same trial before ([artifact.ErrTwice]), unless all are
// Distinct, or if there would be too many attributes.
func (s *Summarizer) Add(c *report.Case) error {
	if c.Trial < 1 {
		return fmt.Errorf("report: data set %q: case %q has trial %d, want 1 or more", s.o.Dataset, c.ID, c.Trial)
	}
	document := stats.DocumentHash(c.ID)
	key := document + uint64(c.Trial)*0x9e3779b97f4a7c15
	if _, twice := s.seen[key]; twice {
		return fmt.Errorf("report: data set %q: case %q %w in trial %d", s.o.Dataset, c.ID, artifact.ErrTwice, c.Trial)
	}
	if err := s.checkCase(c); err != nil {
		return err
	}
	if !s.o.Distinct {
		s.seen[key] = struct{}{}
	}
	t := s.trial(c.Trial)
	count(&t.cases, c)
	t.data += traits.HashNumber(c.DataHash)
	s.addRemarks(c)
	if c.Status == report.Skipped {
		return nil
	}
	s.usage.addCase(c)
	t.score.addRatio(c.Score)
	t.nullScore.addRatio(c.NullScore)
	for i := range c.Counts {
		row := &c.Counts[i]
		s.placed(row.Attribute, c.ID, i)
		a := t.rowSums(i, row, &s.resamples)
		a.Counts = a.Counts.Plus(row.Counts)
		s.resamples.count(a.slot, row.Counts.Confusion(s.o.Policy))
	}
	s.addOrigins(t, c.Origins)
	for _, r := range c.Invariants {
		countInvariant(s.ruleCounts(t, r.Name), r.State)
	}
	s.addMeasures(t, c)
	s.addClasses(t, c)
	unit := s.units.addCase(c, s.o.Cluster)
	s.resamples.decided(s.units.ofDocuments().Decided())
	if !c.Unlabelled || len(c.Counts)+len(c.Measures) > 0 { // else the case says nothing about a document
		s.resamples.addUnit(unit)
	}
	s.worst.offer(c)
	return s.addToSlices(c)
}

// agree reports whether sums made with both options mean the same. An unnamed policy is the default. Attributes (an
// order) and WorstCases (a number to show) may differ.
func (o *Options) agree(p *Options) bool {
	return o.Dataset == p.Dataset && cmp.Or(o.Policy, metrics.WrongBoth) == cmp.Or(p.Policy, metrics.WrongBoth) &&
		o.SkipUndefined == p.SkipUndefined && o.Level == p.Level && o.Resamples == p.Resamples && o.Distinct == p.Distinct && o.Cluster == p.Cluster &&
		slices.Equal(o.Slices, p.Slices) && slices.EqualFunc(o.Classes, p.Classes, func(a, b report.ClassList) bool {
		return a.Attribute == b.Attribute && a.Declared == b.Declared && a.Scores == b.Scores && slices.Equal(a.Names, b.Names) && maps.EqualFunc(a.Aliases, b.Aliases, slices.Equal[[]string])
	})
}

// Merge adds the cases of o to s, and does not change o. It returns an error, and changes nothing, if both have the
// same case in the same trial, if their conventions differ, or if there would be too many attributes.
func (s *Summarizer) Merge(o *Summarizer) error {
	if !s.o.agree(&o.o) {
		return fmt.Errorf("report: data set %q: summaries of different conventions cannot be merged", s.o.Dataset)
	}
	overlap := 0
	for key := range o.seen {
		if _, twice := s.seen[key]; twice {
			overlap++
		}
	}
	if overlap > 0 {
		return fmt.Errorf("report: data set %q: both parts have %s", s.o.Dataset, words.Plural(overlap, "case"))
	}
	if err := s.fitsAll(o); err != nil {
		return err
	}
	maps.Copy(s.seen, o.seen)
	for name, p := range o.order {
		s.placed(name, p.ID, p.Row)
	}
	slots := map[int]int{} // o's to s's
	for n, theirs := range o.trials {
		s.trial(n).merge(theirs, &s.resamples, slots)
		s.mergeInvariants(s.trial(n), theirs)
		s.mergeMeasures(s.trial(n), theirs, slots)
		s.mergeClasses(s.trial(n), theirs, slots)
	}
	s.units.merge(&o.units)
	s.resamples.decided(s.units.ofDocuments().Decided())
	s.resamples.merge(&o.resamples, slots)
	for _, w := range o.worst.Sorted() {
		s.worst.add(w)
	}
	s.mergeRemarks(&o.remarks)
	s.usage.merge(&o.usage)
	s.recorded = append(s.recorded, o.recorded...)
	s.preflight = s.preflight.Plus(o.preflight)
	for i := range s.slices {
		if err := s.slices[i].sums.Merge(o.slices[i].sums); err != nil {
			return err
		}
	}
	return nil
}

func (s *Summarizer) trial(n int) *trialSums {
	t := s.trials[n]
	if t == nil {
		t = &trialSums{index: map[string]int{}}
		s.trials[n] = t
	}
	return t
}

func (t *trialSums) merge(o *trialSums, r *resamples, slots map[int]int) {
	t.cases = t.cases.Plus(o.cases)
	t.score.merge(o.score)
	t.nullScore.merge(o.nullScore)
	t.data += o.data
	for i, theirs := range o.rows {
		own := t.rowSums(i, &theirs.Row, r)
		own.Counts = own.Counts.Plus(theirs.Counts)
		own.origins = plusOrigins(own.origins, theirs.origins)
		slots[theirs.slot] = own.slot
	}
}

// rowSums returns the sums of an attribute. The attribute is a row of items if any case says so: without a spec cases may
// differ, and their order must not matter. Cases mostly have the same rows in the same order, so the place of the row
// in its case is tried first.
func (t *trialSums) rowSums(hint int, r *metrics.Row, resamples *resamples) *attributeSums {
	i, ok := hint, hint < len(t.rows) && t.rows[hint].Attribute == r.Attribute
	if !ok {
		i, ok = t.index[r.Attribute]
	}
	if !ok {
		i = len(t.rows)
		a := &attributeSums{
			Row:  metrics.Row{Attribute: strings.Clone(r.Attribute)},
			slot: resamples.newSlot(),
		}
		t.rows = append(t.rows, a)
		t.index[a.Attribute] = i
	}
	t.rows[i].Items = t.rows[i].Items || r.Items
	return t.rows[i]
}

func count(c *report.CaseCount, record *report.Case) {
	switch record.Status {
	case report.OK:
		c.OK++
	case report.Error:
		c.Error++
	case report.Skipped:
		c.Skipped++
		return
	}
	if record.Unlabelled {
		c.Unlabelled++
	}
	if record.Unreadable {
		c.Unreadable++
	}
	if record.Label.Drafted() {
		c.Drafts++
	}
	if record.OwnDraft {
		c.OwnDrafts++
	}
	if record.Unjudged() {
		c.Unjudged++ // older records say that the case passes
		return
	}
	switch record.Verdict {
	case eval.Pass:
		c.Pass++
		if len(record.Broken()) > 0 {
			c.Broken++
		}
	case eval.Partial:
		c.Partial++
	case eval.Fail:
		c.Fail++
	}
}

func dataText(n uint64) string { return fmt.Sprintf("%016x", n) }

// Summary returns the numbers over all cases that were added. More may be added
// afterwards.
func (s *Summarizer) Summary() report.Summary { return s.summary(s.units.ofDocuments().Decide()) }

// summary returns the numbers. truthsTell says that equal truths are one document. Slices use the same documents as the
// whole.
func (s *Summarizer) summary(truthsTell bool) report.Summary {
	all := s.evidence(truthsTell)
	sum := report.Summary{
		Dataset:       s.o.Dataset,
		Policy:        cmp.Or(s.o.Policy, metrics.WrongBoth),
		SkipUndefined: s.o.SkipUndefined,
		Level:         s.o.Level,
		Resamples:     max(s.o.Resamples, 0),
		Trials:        []report.Trial{},
		Attributes:    []report.Attribute{},
		WorstCases:    s.worst.Sorted(),
	}
	if !s.resamples.wanted {
		sum.Resamples = 0
	}
	sum.Documents = s.documents(truthsTell)
	sum.OwnDraftsLimited = s.o.OwnDrafts
	names := s.attributes()
	numbers := slices.Sorted(maps.Keys(s.trials))
	trials := make([]*trialView, len(numbers))
	for i, n := range numbers {
		t := s.trials[n]
		trials[i] = newTrialView(t, names, s.o)
		sum.Trials = append(sum.Trials, report.Trial{Trial: n, Cases: t.cases, Counts: slices.Clone(trials[i].table.Attributes)})
		if i == 0 {
			sum.DataHash = dataText(t.data)
		}
	}
	s.warnings.putWarnings(&sum, s.errors, s.tags.slips(s.trials[1]))
	sum.Usage = s.usage.summary(s.o.Usage)
	s.putNumbers(&sum, estimator{trials: trials, names: names, evidence: &all})
	for _, part := range s.slices {
		sum.Slices = append(sum.Slices, part.sums.summary(truthsTell))
	}
	return sum
}

// slicesOf returns the slices of limits, each once, in order.
func slicesOf(g report.Gate) []string {
	var all []string
	for _, l := range g.Limits {
		if l.Slice != "" {
			all = append(all, l.Slice)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// addOrigins adds the origins of one case to the attributes that it has counts of.
func (s *Summarizer) addOrigins(t *trialSums, rows []report.OriginRow) {
	for i := range rows {
		if index, found := t.index[rows[i].Attribute]; found {
			a := t.rows[index]
			a.origins = plusOrigins(a.origins, rows[i].Origins)
		}
	}
}

// origins returns the origins of the mistakes in an attribute in a trial.
func (t *trialView) origins(attribute string) report.Origins {
	if index, found := t.sums.index[attribute]; found {
		return t.sums.rows[index].origins
	}
	return report.Origins{}
}

// plusOrigins returns the sum of o and p.
func plusOrigins(o, p report.Origins) report.Origins {
	return report.Origins{
		Misread: o.Misread + p.Misread, Picked: o.Picked + p.Picked, MadeUp: o.MadeUp + p.MadeUp,
		Overlooked: o.Overlooked + p.Overlooked, NotInSource: o.NotInSource + p.NotInSource,
	}
}

// slice adds up the cases of one slice.
type slice struct {
	traits.Condition
	sums *Summarizer
}

func newSlices(o Options) []slice {
	var all []slice
	names := o.Slices
	// The summarizer of all cases has looked for cases that come twice.
	o.Slices, o.WorstCases, o.Distinct = nil, -1, true
	for _, name := range names {
		condition, _ := traits.Parse(name) // no case is in a slice that cannot be read
		o.Dataset = name
		all = append(all, slice{condition, New(o)})
	}
	return all
}

func (s *Summarizer) addToSlices(c *report.Case) error {
	for _, part := range s.slices {
		if part.Holds(c) {
			if err := part.sums.Add(c); err != nil {
				return err
			}
			continue
		}
		value, tagged := c.Tags[part.Name]
		if tagged && !part.Computed && c.Trial <= 1 && strings.EqualFold(strings.TrimSpace(value), strings.TrimSpace(part.Text)) && !slices.Contains(s.o.Slices, part.Name+"="+value) {
			s.warnings.count(words.Cut(fmt.Sprintf("tag %q is %q: such a case is not in the slice %s of the gate, where case and blanks count", part.Name, value, part), maxWarningBytes), 1)
			s.warnings.total++
		}
	}
	return nil
}
