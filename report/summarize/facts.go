package summarize

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// factsSchema names the form that [Summarizer.MarshalJSON] writes.
const factsSchema = "extracteval/facts/v2"

type summaryFacts struct {
	Schema     string             `json:"schema"`
	Options    Options            `json:"options"`
	Attributes map[string]place   `json:"attributes"`
	Trials     []trialFacts       `json:"trials"`
	Warnings   []report.Warning   `json:"warnings,omitempty"`
	More       int                `json:"more_warnings,omitzero"`
	Errors     []report.Warning   `json:"errors,omitempty"`
	Tags       []report.Warning   `json:"tags,omitempty"`
	Usage      *taken             `json:"usage,omitzero"`
	WorstCases []report.WorstCase `json:"worst_cases"`
	Seen       []byte             `json:"seen,omitempty"`
	Sums       []byte             `json:"sums,omitempty"`
	Held       []byte             `json:"held,omitempty"`
	Units      units              `json:"units"`
	Slices     []*summaryFacts    `json:"slices,omitempty"`
}

type trialFacts struct {
	Trial     int                                `json:"trial"`
	Cases     report.CaseCount                   `json:"cases"`
	Score     scoreSum                           `json:"score"`
	NullScore scoreSum                           `json:"null_score"`
	Data      string                             `json:"data"`
	Counts    []rowFacts                         `json:"counts"`
	Rules     map[string]*report.InvariantCounts `json:"invariants,omitempty"`
	Measures  map[string]*measureSums            `json:"measures,omitempty"`
	Classes   []classFacts                       `json:"classes,omitempty"`
}

type rowFacts struct {
	metrics.Row
	Origins report.Origins `json:"origins,omitzero"`
}

// MarshalJSON returns the sums of s, for merging on another machine. It takes 32 bytes for each attribute, trial and resample, and
// 11 for each case (none with [Options].Distinct), and with "held" some 30 for each of the first 65,536 cases.
//
// The sums are a commutative monoid under Merge, with a new Summarizer as its neutral element, and made of integers
// alone: the facts of the same documents have the same bytes, in whatever order and grouping they were added and
// merged, on one machine or on many. A change that readers of this version cannot read gets another schema.
//
// The form is an object that begins with "schema", which is "extracteval/facts/v2". Its other keys:
//
//   - "options": the conventions.
//   - "attributes": where each attribute was first seen, by its name.
//   - "trials": for each trial, in order, the "cases", the exact sums of "score" and "null_score" (n, and the sum as
//     32 hex digits in units of 2^-53), the sum of the hashes of the data ("data", modulo 2^64), the "counts" by
//     attribute in order of its name, with the "origins" of mistakes where any is known, the counts of the
//     "invariants" by name, and the exact sums of the "measures" by name (sum and weight as [estimate.ExactSum]
//     writes them), and the cells of the confusion tables of "classes" in order of
//     the attributes, each as the number of the truth's class, the number of the answer's, and how often: classes count
//     from 0 as the options name them, then come other values and missing ones; where they have scores, "top" counts for each
//     k of [report.ClassList.TopK] the truths whose rank is k or less, and the others. A trial without invariants, measures or
//     classes lacks the key.
//   - "warnings": the kept warnings, by their letters, with the number of cases; "more_warnings" counts the others.
//   - "errors": likewise the causes of errors, with the number of cases in all trials.
//   - "tags": likewise the keys of tags, one a line, with the number of cases that have them together.
//   - "usage": the spending of cases, absent where all are silent.
//   - "worst_cases": sorted, the worst first.
//   - "seen": base64 of the sorted 64-bit hashes of id and trial, big-endian, absent with Distinct.
//   - "sums": base64 of a [stats.Accumulator]. Its columns are TP, FP and FN of each row of each trial, in their order.
//     After the rows of a trial come its measures, each with the right part, the wrong part, in units of 2^-20, and 0.
//     Then come the classes of each field, as the cells number them, and each k of its top, if all fields together have
//     at most 1,000 of both. It is absent when no intervals are made, as for more than 2^14 rows.
//   - "held": base64 of the cases that are not in "sums", since hashes may join them with others: first those that an
//     input, a text or a key of the truths joins, then those that only their truth tells apart. For both there is a byte,
//     which is 1 if there were more than 65,536 of the first kind and "sums" have them, the number of cases as a uvarint,
//     and for each case, in order, two hashes, big-endian, of its document and of its id, the length of what follows, and
//     for each count other than 0 how many columns were left out, as a uvarint, and the count, as a varint.
//   - "units": "all" units of the bootstrap, and with a tag as cluster the "documents", as traits.Census writes them,
//     and how many cases are "tagged".
//   - "slices": the same for each of the slices of the options, in their order.
func (s *Summarizer) MarshalJSON() ([]byte, error) {
	f, err := s.facts()
	if err != nil {
		return nil, err
	}
	return json.Marshal(f)
}

func (s *Summarizer) facts() (*summaryFacts, error) {
	f := &summaryFacts{
		Schema:     factsSchema,
		Options:    s.o,
		Attributes: s.order,
		Trials:     []trialFacts{},
		Warnings:   s.warnings.kept,
		More:       s.warnings.moreCount(),
		Errors:     s.errors.kept,
		Tags:       s.tags.kept,
		Usage:      s.usage.facts(),
		WorstCases: append([]report.WorstCase{}, s.worst.Sorted()...),
	}
	var slots []int
	for _, n := range slices.Sorted(maps.Keys(s.trials)) {
		t := s.trials[n]
		facts := trialFacts{
			Trial: n, Cases: t.cases, Score: t.score, NullScore: t.nullScore, Data: dataText(t.data), Counts: []rowFacts{}, Rules: t.rules, Measures: t.measures,
		}
		for _, name := range slices.Sorted(maps.Keys(t.index)) {
			row := t.rows[t.index[name]]
			facts.Counts = append(facts.Counts, rowFacts{row.Row, row.origins})
			slots = append(slots, row.slot)
		}
		for _, name := range slices.Sorted(maps.Keys(t.measures)) {
			slots = append(slots, t.measures[name].slot)
		}
		var classSlots []int
		facts.Classes, classSlots = t.classFacts()
		slots = append(slots, classSlots...)
		f.Trials = append(f.Trials, facts)
	}
	for _, hash := range slices.Sorted(maps.Keys(s.seen)) {
		f.Seen = binary.BigEndian.AppendUint64(f.Seen, hash)
	}
	if err := s.resamples.encode(f, slots); err != nil {
		return nil, err
	}
	f.Units = s.units
	for _, part := range s.slices {
		facts, err := part.sums.facts()
		if err != nil {
			return nil, err
		}
		f.Slices = append(f.Slices, facts)
	}
	return f, nil
}

// UnmarshalJSON replaces s with the sums that MarshalJSON wrote. On an error, which says why data is invalid, s is
// unchanged.
func (s *Summarizer) UnmarshalJSON(data []byte) error {
	var f summaryFacts
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("report: facts: %w", err)
	}
	if f.Schema != factsSchema {
		return fmt.Errorf("report: facts of schema %q cannot be read, want %q", f.Schema, factsSchema)
	}
	read, err := f.summarizer()
	if err != nil {
		return fmt.Errorf("report: facts of data set %q: %w", f.Options.Dataset, err)
	}
	*s = *read
	return nil
}

func (f *summaryFacts) summarizer() (*Summarizer, error) {
	o := f.Options
	if err := o.Policy.Validate(); err != nil {
		return nil, err
	}
	if !(o.Level > 0 && o.Level < 1) || o.Resamples == 0 || o.WorstCases < 0 {
		return nil, fmt.Errorf("level %v, %d resamples, %d worst cases", o.Level, o.Resamples, o.WorstCases)
	}
	o.WorstCases = cmp.Or(o.WorstCases, -1)
	s := New(o)
	if len(f.Seen)%8 != 0 || o.Distinct && len(f.Seen) > 0 {
		return nil, fmt.Errorf("%d bytes of hashes of cases", len(f.Seen))
	}
	for offset := 0; offset < len(f.Seen); offset += 8 {
		s.seen[binary.BigEndian.Uint64(f.Seen[offset:])] = struct{}{}
	}
	for name, first := range f.Attributes {
		if name == "" || first.Row < 0 {
			return nil, fmt.Errorf("attribute %q in row %d", name, first.Row)
		}
		s.order[name] = first
	}
	for i := range f.Trials {
		if err := s.addTrial(&f.Trials[i]); err != nil {
			return nil, fmt.Errorf("trial %d: %w", f.Trials[i].Trial, err)
		}
	}
	for _, w := range f.Warnings {
		if w.Cases < 1 || f.More < 0 {
			return nil, fmt.Errorf("warning %q: %d cases, %d beyond", w.Text, w.Cases, f.More)
		}
		s.warnings.count(w.Text, w.Cases)
		s.warnings.total += w.Cases
	}
	s.warnings.total += f.More
	if err := s.errors.readAll("error", f.Errors, keyOf); err != nil {
		return nil, err
	}
	if err := s.tags.readAll("tag", f.Tags, func(text string) string { return text }); err != nil {
		return nil, err
	}
	if f.Usage != nil {
		if err := f.Usage.check(); err != nil {
			return nil, err
		}
		s.usage = *f.Usage
	}
	if len(f.WorstCases) > s.o.WorstCases {
		return nil, fmt.Errorf("%d worst cases, want at most %d", len(f.WorstCases), s.o.WorstCases)
	}
	for _, w := range f.WorstCases {
		s.worst.add(w)
	}
	if len(f.Slices) != len(s.slices) {
		return nil, fmt.Errorf("%d slices, want %d", len(f.Slices), len(s.slices))
	}
	for i, facts := range f.Slices {
		if facts == nil || facts.Options.Dataset != o.Slices[i] || len(facts.Options.Slices) > 0 || !facts.Options.Distinct {
			return nil, fmt.Errorf("slice %q is missing or another one", o.Slices[i])
		}
		part, err := facts.summarizer()
		if err != nil {
			return nil, fmt.Errorf("slice %q: %w", o.Slices[i], err)
		}
		s.slices[i].sums = part
	}
	s.units = f.Units
	s.units.Tagged = max(s.units.Tagged, 0)
	s.resamples.decided(s.units.ofDocuments().Decided())
	return s, s.resamples.decode(f)
}

func (s *Summarizer) addTrial(f *trialFacts) error {
	if _, repeated := s.trials[f.Trial]; repeated || f.Trial < 1 {
		return errors.New("trial numbers must be 1 or more, each once")
	}
	t := s.trial(f.Trial)
	var err error
	t.cases, t.score, t.nullScore = f.Cases, f.Score, f.NullScore
	t.data, err = strconv.ParseUint(f.Data, 16, 64)
	if err := errors.Join(err, f.Score.check(), f.NullScore.check()); err != nil {
		return err
	}
	for i := range f.Counts {
		r := &f.Counts[i]
		if err := r.check(); err != nil {
			return err
		}
		if _, found := s.order[r.Attribute]; !found {
			return fmt.Errorf("counts of %q, which is not among the attributes", r.Attribute)
		}
		row := t.rowSums(i, &r.Row, &s.resamples)
		row.Counts, row.origins = row.Counts.Plus(r.Counts), r.Origins
	}
	if len(t.rows) != len(f.Counts) {
		return errors.New("an attribute has counts twice")
	}
	for name, counts := range f.Rules {
		if name == "" || counts == nil || min(counts.Holds, counts.Broken, counts.NotApplicable, counts.Errored) < 0 {
			return fmt.Errorf("counts of invariant %q: want a name, and counts of 0 or more", name)
		}
		*s.ruleCounts(t, name) = *counts
	}
	for _, name := range slices.Sorted(maps.Keys(f.Measures)) { // in the order of their slots
		m := f.Measures[name]
		if name == "" || m == nil || m.Cases < 0 {
			return fmt.Errorf("measure %q: want a name, and 0 cases or more", name)
		}
		m.slot = s.measure(t, name).slot
		t.measures[name] = m
	}
	return s.addClassFacts(t, f.Classes)
}

// check returns an error for a row that no cases have.
func (r *rowFacts) check() error {
	if r.Attribute == "" {
		return errors.New("counts without attribute")
	}
	for o := metrics.Match; o <= metrics.Errored; o++ {
		if n := r.Counts.Of(o); n < 0 {
			return fmt.Errorf("%s of %q is %d", o, r.Attribute, n)
		}
	}
	for _, o := range source.Origins() {
		if n := r.Origins.Of(o); n < 0 {
			return fmt.Errorf("%s of %q is %d", o, r.Attribute, n)
		}
	}
	return nil
}
