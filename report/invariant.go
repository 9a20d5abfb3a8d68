package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Invariant is how often the answers of a data set keep one invariant of the spec.
// Invariants enter no precision, recall, F1 or score.
type Invariant struct {
	Name string `json:"name"`
	// Holds, Broken, NotApplicable and Errored are the numbers of answers by
	// [eval.InvariantState], each the mean over trials.
	Holds         float64 `json:"holds"`
	Broken        float64 `json:"broken"`
	NotApplicable float64 `json:"not_applicable"`
	Errored       float64 `json:"errored"`
	// Optional: it may apply to no case; see [Summary.Nonsense].
	Optional bool `json:"optional,omitzero"`
	// Rate is Holds / (Holds + Broken), the mean over trials, undefined when it is so in any
	// trial: nothing was applicable.
	Rate Ratio `json:"rate,omitzero"`
	// Low and High are Wilson's interval of Summary.Level over the documents to which the invariant applies; several
	// trials of a document count as one document. They are undefined when the run made no intervals and with fewer
	// than two documents.
	Low         Ratio `json:"low,omitzero"`
	High        Ratio `json:"high,omitzero"`
	Approximate bool  `json:"approximate,omitzero"` // see FewDocuments of package stats
	// Min and Max are the lowest and highest rate of the trials, when there are several.
	Min Ratio `json:"min,omitzero"`
	Max Ratio `json:"max,omitzero"`
}

// Estimate returns the rate with its interval.
func (i Invariant) Estimate() Estimate {
	return Estimate{Value: i.Rate, Low: i.Low, High: i.High, Approximate: i.Approximate, Min: i.Min, Max: i.Max}
}

// InvariantCounts are the numbers of answers of one trial by [eval.InvariantState].
type InvariantCounts struct {
	Holds         int `json:"holds"`
	Broken        int `json:"broken"`
	NotApplicable int `json:"not_applicable"`
	Errored       int `json:"errored"`
}

// RuleMetric returns the metric of a [Limit] on an invariant: "rule adds_up".
func RuleMetric(name string) string { return rulePrefix + name }

const rulePrefix = "rule "

// whyNotApplicable says why the rate of an invariant is undefined.
func (s *Summary) whyNotApplicable() string {
	if len(s.Trials) > 1 {
		return "it applies to no answer of a trial"
	}
	return "it applies to none of " + words.Plural(s.Cases().Scored(), "case")
}

// unlabelled reports whether there are cases and all lack a truth.
func (s *Summary) unlabelled() bool {
	c := s.Cases()
	return c.Scored() > 0 && c.Labelled() == 0
}

// needTruths returns an error for each limit that needs truths, when all cases lack one.
func (g Gate) needTruths(s *Summary) (errs []error) {
	if !s.unlabelled() {
		return nil
	}
	wrong := func(metric string) {
		errs = append(errs, fmt.Errorf("report: gate: limit on %s: no case of data set %q has a truth; limit an invariant: %q", metric, s.Dataset, rulePrefix+"NAME"))
	}
	for _, l := range g.usual() {
		wrong(l.Metric)
	}
	all := s.quantities()
	for _, l := range g.Limits {
		if q, ok := find(all, l.Metric); ok && q.truth || !ok && ofTruth(l.Metric) {
			wrong(l.where())
		}
	}
	return errs
}

// Broken returns the invariants of a case that are broken or could not be judged, in the
// order of the spec.
func (c *Case) Broken() []eval.InvariantResult {
	var all []eval.InvariantResult
	for _, r := range c.Invariants {
		if breaks(r) {
			all = append(all, r)
		}
	}
	return all
}

func breaks(r eval.InvariantResult) bool {
	return r.State == eval.Broken || r.State == invariant.Errored
}

// Passes reports whether the case is one that go test would pass without a gate: there was
// an answer, its verdict is [eval.Pass], and it breaks no invariant.
func (c *Case) Passes() bool {
	return c.Status == OK && c.Verdict == eval.Pass && !slices.ContainsFunc(c.Invariants, breaks) && !c.Unjudged()
}

// Unjudged reports whether the answer could not be judged: the case has no truth, and the invariants do not apply to
// the answer. Such a case neither passes nor fails.
func (c *Case) Unjudged() bool {
	return c.Status == OK && c.Unlabelled && !slices.ContainsFunc(c.Invariants, decides)
}

func decides(r eval.InvariantResult) bool { return r.State != eval.NotApplicable }

// invariants returns the recorded invariants of a result: all states, with notes and paths bounded. A note is free
// text and may quote any value, so it is withheld where anything is redacted. So is a path that is not in the spec or
// the truth.
func (o CaseOptions) invariants(r *eval.Result) []eval.InvariantResult {
	if len(r.Invariants) == 0 {
		return nil
	}
	kept := make([]eval.InvariantResult, len(r.Invariants))
	for i, one := range r.Invariants {
		kept[i] = eval.InvariantResult{Name: one.Name, State: one.State, Note: o.Redaction.Text(words.Cut(one.Note, o.MaxValueBytes))}
		for _, path := range one.Paths[:min(len(one.Paths), o.MaxExamples)] {
			if !o.Redaction.Active() || namedByField(path, r.Fields) {
				kept[i].Paths = append(kept[i].Paths, words.Cut(path, o.MaxValueBytes))
			}
		}
	}
	return kept
}

// namedByField reports whether a path belongs to a field, or to an object or list that holds one. The record has such
// paths anyway, except for invented keys, whose names come from the answer.
func namedByField(path string, fields []eval.FieldResult) bool {
	return slices.ContainsFunc(fields, func(f eval.FieldResult) bool {
		below, ok := strings.CutPrefix(f.Path, path)
		return ok && f.Attribute != metrics.InventedAttribute && (below == "" || below[0] == '.' || below[0] == '[')
	})
}

// verdictWithout returns the verdict on a case without a truth: its invariants decide, "" where
// none of them does.
func verdictWithout(seen *Observation) eval.Verdict {
	switch all := seen.Result.Invariants; {
	case seen.Err != nil || slices.ContainsFunc(all, breaks):
		return eval.Fail
	case slices.ContainsFunc(all, decides):
		return eval.Pass
	}
	return ""
}
