package report

import (
	"fmt"
	"strings"
)

// Stability says how far several trials of the same cases agree, whether they are
// right or wrong. A trial is one more answer to a document, never one more
// document: every number is made of the trials of one case and then averaged
// over cases.
type Stability struct {
	// Trials is how often each case was tried.
	Trials int `json:"trials"`
	// Cases is the number of cases that were tried so often.
	Cases int `json:"cases"`
	// DriftRate is the share of cases whose answer is not the same in all trials, of
	// those that were answered in any. It is undefined with one trial and where nothing
	// was answered, as are the numbers of the fields.
	DriftRate Ratio `json:"drift_rate,omitzero"`
	// Agreement and FlipRate are the means over Fields.
	Agreement Ratio `json:"agreement,omitzero"`
	FlipRate  Ratio `json:"flip_rate,omitzero"`
	// PassAtK[k-1] is the probability that at least one of k trials of a case is a
	// pass, PassHatK[k-1] that all of them are (see stats.PassAtK and PassHatK): the
	// means over cases.
	PassAtK  []Ratio `json:"pass_at_k,omitzero"`
	PassHatK []Ratio `json:"pass_hat_k,omitzero"`
	// Fields has one entry per attribute, in the order of the summary.
	Fields []FieldStability `json:"fields,omitzero"`
	// FlakyCases is how many cases pass in some trials and not in others, Flaky the
	// first 50 of them, those that fail most often first.
	FlakyCases int         `json:"flaky_cases"`
	Flaky      []FlakyCase `json:"flaky,omitzero"`
}

// FieldStability says how far trials agree on one attribute.
type FieldStability struct {
	Attribute string `json:"attribute"`
	// Agreement is the mean over cases of the share of pairs of trials with the same
	// value; for the values of a list, the same ones in any order.
	Agreement Ratio `json:"agreement,omitzero"`
	// FlipRate is the share of cases whose value is not the same in all trials.
	FlipRate Ratio `json:"flip_rate,omitzero"`
	// Jaccard is, for lists and sets, the mean over cases of the mean Jaccard index of
	// all pairs of trials: how much of the lists is the same.
	Jaccard Ratio `json:"jaccard,omitzero"`
}

// FlakyCase is a case that passes in some trials and not in others.
type FlakyCase struct {
	ID     string `json:"id"`
	Failed int    `json:"failed"` // trials that were not a pass
	Trials int    `json:"trials"`
}

// String returns "invoice-7 fails in 1 of 5 trials".
func (c FlakyCase) String() string {
	return fmt.Sprintf("%s fails in %d of %d trials", c.ID, c.Failed, c.Trials)
}

// whyUndefined says why a number is undefined, if one is.
func (s *Stability) whyUndefined() string {
	switch {
	case s.Trials < 2:
		return "it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS"
	case s.Cases > 0:
		return "no case was answered in any trial"
	}
	return ""
}

// Metrics returns the numbers by the names that a [Limit] has for them:
//
//   - driftRate, flakyRate (the share of flaky cases) and flipRate: less is better;
//   - agreement;
//   - pass@K and pass^K for K from 1 to the number of trials;
//   - "agreement of FIELD", "flipRate of FIELD" and, for lists, "jaccard of FIELD".
func (s *Stability) Metrics() []Metric {
	flaky := Ratio{}
	if s.Trials > 1 && s.Cases > 0 {
		flaky = RatioOf(float64(s.FlakyCases)/float64(s.Cases), true)
	}
	all := []Metric{
		{Name: "driftRate", Value: s.DriftRate, LessIsBetter: true},
		{Name: "flakyRate", Value: flaky, LessIsBetter: true},
		{Name: "agreement", Value: s.Agreement},
		{Name: "flipRate", Value: s.FlipRate, LessIsBetter: true},
	}
	for k := range s.PassAtK {
		all = append(all, Metric{Name: fmt.Sprintf("pass@%d", k+1), Value: s.PassAtK[k]})
	}
	for k := range s.PassHatK {
		all = append(all, Metric{Name: fmt.Sprintf("pass^%d", k+1), Value: s.PassHatK[k]})
	}
	for _, f := range s.Fields {
		all = append(all,
			Metric{Name: "agreement of " + f.Attribute, Value: f.Agreement},
			Metric{Name: "flipRate of " + f.Attribute, Value: f.FlipRate, LessIsBetter: true})
		if f.Jaccard.Defined || strings.Contains(f.Attribute, "[]") {
			all = append(all, Metric{Name: "jaccard of " + f.Attribute, Value: f.Jaccard})
		}
	}
	return all
}
