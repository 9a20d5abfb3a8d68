package summarize

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Options are the conventions of a summary. [OptionsOf] returns the options of a data set. The zero value is the
// default.
type Options struct {
	Dataset       string         `json:"dataset"`
	Policy        metrics.Policy `json:"policy,omitzero"`
	SkipUndefined bool           `json:"skip_undefined,omitzero"`
	// Attributes and Invariants are the order of the spec.
	Attributes []string `json:"attributes,omitempty"`
	Invariants []string `json:"invariants,omitempty"`
	// OptionalInvariants names the Invariants that may apply to no case.
	OptionalInvariants []string `json:"optional_invariants,omitempty"`
	// Measures are the numbers that are measured beside the fields, in order.
	Measures []report.Measure `json:"measures,omitempty"`
	// Classes are the classes of the fields that have some.
	Classes []report.ClassList `json:"classes,omitempty"`
	// Level is the level of the intervals in (0,1). Default 0.95.
	Level float64 `json:"level"`
	// Resamples is the number of bootstrap resamples. Default 1000; none when negative.
	Resamples int `json:"resamples"`
	// WorstCases is how many cases are kept to look at. Default 10; none when negative.
	WorstCases int `json:"worst_cases"`
	// Slices are tags and their values, "vendor=acme", and computed slices, "rows of lines>=40", as [report.Limit] has them:
	// the cases of each are also summarized apart; see [report.Summary.Slice].
	Slices []string `json:"slices,omitempty"`
	// Distinct says that no case comes twice in a trial, as is sure after a join by
	// id. Then hashes of ids are not kept, and memory does not grow with the cases.
	Distinct bool `json:"distinct,omitzero"`
	// Cluster is the tag whose values join cases, see [report.Dataset].
	Cluster string `json:"cluster,omitzero"`
	// Usage asks for the spending of cases, see [report.Summary].Usage, even if cases report only their time.
	Usage bool `json:"usage,omitzero"`
	// Agreement is how far people agree, see [report.Dataset].
	Agreement *report.Agreement `json:"agreement,omitzero"`
	// OwnDrafts says that a limit judges how many truths are drafts of the system, see [report.Summary].OwnDraftsLimited.
	OwnDrafts bool `json:"own_drafts,omitzero"`
}

const defaultWorstCases = 10

// OptionsOf returns the conventions with which ds was recorded, and the slices of its gate.
func OptionsOf(ds *report.Dataset) Options {
	o := Options{
		Dataset: ds.Name, Policy: ds.Policy, SkipUndefined: ds.SkipUndefined, Attributes: ds.Attributes, Invariants: ds.Invariants, OptionalInvariants: ds.OptionalInvariants, Measures: ds.Measures,
		Cluster: ds.Cluster, Classes: ds.Classes, Agreement: ds.Agreement,
	}
	if ds.Gate != nil {
		o.Slices = slicesOf(*ds.Gate)
		o.OwnDrafts = slices.ContainsFunc(ds.Gate.Limits, func(l report.Limit) bool { return dataset.AllowsDrafts(l.Metric, l.Slice, string(l.Is)) })
		o.Usage = slices.ContainsFunc(ds.Gate.Limits, func(l report.Limit) bool { return usage.QuantityOf(l.Metric) != "" })
	}
	return o
}

// maxSums bounds the rows of a summary: it has one for every attribute, invariant and measure
// in every trial.
const maxSums = 1 << 20

// checkCase returns an error if there is no room for a case.
func (s *Summarizer) checkCase(c *report.Case) error {
	trials, attributes := len(s.trials), len(s.order)+len(s.rules)+len(s.measures)
	if (trials+1)*(attributes+len(c.Counts)+len(c.Invariants)+len(c.Measures)) <= maxSums {
		return nil // even if all of it is new
	}
	if s.trials[c.Trial] == nil {
		trials++
	}
	for i := range c.Counts {
		if _, found := s.order[c.Counts[i].Attribute]; !found {
			attributes++
		}
	}
	for i := range c.Invariants {
		if _, found := s.rules[c.Invariants[i].Name]; !found {
			attributes++
		}
	}
	for i := range c.Measures {
		if _, found := s.measures[c.Measures[i].Name]; !found {
			attributes++
		}
	}
	if err := s.checkRows(trials, attributes); err != nil {
		return fmt.Errorf("%w: case %q is left out", err, c.ID)
	}
	return nil
}

// fitsAll returns an error if s has no room for the sums of o.
func (s *Summarizer) fitsAll(o *Summarizer) error {
	return s.checkRows(union(s.trials, o.trials), union(s.order, o.order)+union(s.rules, o.rules)+union(s.measures, o.measures))
}

// union returns the number of keys in either of two maps.
func union[K comparable, V any](a, b map[K]V) int {
	n := len(a)
	for key := range b {
		if _, both := a[key]; !both {
			n++
		}
	}
	return n
}

func (s *Summarizer) checkRows(trials, attributes int) error {
	if trials*attributes <= maxSums {
		return nil
	}
	return fmt.Errorf("report: data set %q: %d attributes in %s are more than can be added up", s.o.Dataset, attributes, words.Plural(trials, "trial"))
}
