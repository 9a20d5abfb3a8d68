package report

import (
	"slices"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// Summary is the numbers of one data set, made by a summarize.Summarizer.
//
// With several trials each has its own table, in Trials; they are never pooled.
// Every [Estimate] is then the mean over the trials.
type Summary struct {
	Dataset string `json:"dataset"`
	// Policy and SkipUndefined are the conventions of all numbers below.
	Policy        metrics.Policy `json:"policy"`
	SkipUndefined bool           `json:"skip_undefined,omitzero"`
	// Level and Resamples say how intervals were made: by Wilson's method, with the effective number of values from a
	// Poisson bootstrap over documents. Resamples is 0 where the run made none, as for too many attributes; see
	// summarize.Summarizer.
	Level     float64 `json:"level"`
	Resamples int     `json:"resamples"`
	// DataHash identifies ids and truths of the cases of the first trial, in any
	// order: two runs with the same hash saw the same data.
	DataHash string  `json:"data_hash"`
	Trials   []Trial `json:"trials"`
	// Attributes come in spec order, then in order of the documents, invented keys last.
	Attributes []Attribute `json:"attributes"`
	// Invariants come in spec order.
	Invariants []Invariant `json:"invariants,omitzero"`
	// MicroPrecision, MicroRecall and MicroF1 are of the summed counts: every value
	// has the same say.
	MicroPrecision Estimate `json:"micro_precision,omitzero"`
	MicroRecall    Estimate `json:"micro_recall,omitzero"`
	MicroF1        Estimate `json:"micro_f1,omitzero"`
	// MacroF1 is the mean over attributes, WeightedF1 the mean by support.
	MacroF1    Estimate `json:"macro_f1,omitzero"`
	WeightedF1 Estimate `json:"weighted_f1,omitzero"`
	// Accuracy is the share of leaves that agree with the truth. NullAccuracy is the accuracy of an extractor that
	// returns nothing.
	Accuracy     Estimate `json:"accuracy,omitzero"`
	NullAccuracy Estimate `json:"null_accuracy,omitzero"`
	// MeanScore is the mean score of the cases that were asked for. MeanNullScore is the mean score of an extractor
	// that returns nothing.
	MeanScore     Estimate `json:"mean_score,omitzero"`
	MeanNullScore Estimate `json:"mean_null_score,omitzero"`
	// Ceiling holds the numbers of a perfect answer, nil where they are unknown.
	Ceiling *Ceiling `json:"ceiling,omitzero"`
	// Preflight holds the findings of the truths about the spec, nil where no preflight was made. A Summarizer does
	// not make it; see summarize.Summarizer.Adopt.
	Preflight *preflight.Evidence `json:"preflight,omitzero"`
	// Metrics are the numbers that a test measures beside the fields, such as the share of valid records, in the
	// order of Dataset.Measures. A Summarizer does not make the metrics over trials; see summarize.Summarizer.Adopt.
	Metrics []Metric `json:"metrics,omitzero"`
	// Stability says how far several trials agree, nil where there was one. A
	// Summarizer does not make it: it keeps no answers; see summarize.Summarizer.Adopt.
	Stability *Stability `json:"stability,omitzero"`
	// Usage is the spending of the cases. It is nil where all cases are silent about it, none was retried or timed
	// out, and the limits do not ask for it.
	Usage *Spending `json:"usage,omitzero"`
	// Documents says how much evidence the cases are, nil where each is a document of its own and no tag joins them.
	Documents *Documents `json:"documents,omitzero"`
	// Warnings are the oddities of cases, such as a key that no field compares or a tag that
	// may be a slip, the most frequent first and equally frequent ones by their letters. At most 100 texts are
	// kept, the first by their letters, each cut to 400 bytes: MoreWarnings counts
	// the others.
	Warnings     []Warning `json:"warnings,omitzero"`
	MoreWarnings int       `json:"more_warnings,omitzero"`
	// WorstCases are the cases with the lowest scores that are not passes, each with
	// its worst trial.
	WorstCases []WorstCase `json:"worst_cases,omitzero"`

	// Slices are the numbers over the cases with a tag, for the tags that somebody asked
	// for, see [Summary.Slice]. They are not recorded: the cases are.
	Slices []Summary `json:"-"`
}

// Estimate is one number with its uncertainty. The zero Estimate is undefined.
type Estimate struct {
	// Value is the mean over trials. A ratio of counts that is undefined in some of them counts 0
	// where anything is wrong, as in a macro average; every other number is undefined when it is so
	// in any trial.
	Value Ratio `json:"value,omitzero"`
	// Low and High are the interval of Summary.Level, undefined where none was made
	// and with fewer than two documents.
	Low  Ratio `json:"low,omitzero"`
	High Ratio `json:"high,omitzero"`
	// Approximate: so few documents have a value that the interval may hold less often
	// than Summary.Level says. It is printed behind "≈".
	Approximate bool `json:"approximate,omitzero"`
	// Min and Max are the lowest and highest value of the trials, when there are
	// several.
	Min Ratio `json:"min,omitzero"`
	Max Ratio `json:"max,omitzero"`
}

// Attribute is one row of the table.
type Attribute struct {
	Attribute string `json:"attribute"`
	// Items marks the row of whole items of a list, which enters no average.
	Items bool `json:"items,omitzero"`
	// Support is the mean over trials of [metrics.Counts.Support].
	Support   float64  `json:"support"`
	Precision Estimate `json:"precision,omitzero"`
	Recall    Estimate `json:"recall,omitzero"`
	F1        Estimate `json:"f1,omitzero"`
	// Origins counts the mistakes of all trials by origin.
	Origins Origins `json:"origins,omitzero"`
}

// Trial holds the counts of one trial.
type Trial struct {
	Trial int       `json:"trial"`
	Cases CaseCount `json:"cases"`
	// Counts has a row for each of Summary.Attributes, in that order.
	Counts []metrics.Row `json:"counts"`
	// Invariants has one entry for each of Summary.Invariants, in that order.
	Invariants []InvariantCounts `json:"invariants,omitzero"`
}

// CaseCount is the number of cases by status and by verdict.
type CaseCount struct {
	OK      int `json:"ok,omitzero"`
	Error   int `json:"error,omitzero"`
	Skipped int `json:"skipped,omitzero"`

	Pass    int `json:"pass,omitzero"`
	Partial int `json:"partial,omitzero"`
	Fail    int `json:"fail,omitzero"`

	// Unlabelled is how many of OK and Error have no truth.
	Unlabelled int `json:"unlabelled,omitzero"`
	// Broken is how many of Pass break an invariant or could not be judged by one.
	Broken int `json:"broken,omitzero"`
	// Unjudged is how many of Unlabelled could not be judged. They are not in Pass, Partial or Fail; see
	// [Case.Unjudged].
	Unjudged int `json:"unjudged,omitzero"`
}

// Total returns the number of cases, skipped ones included.
func (c CaseCount) Total() int { return c.OK + c.Error + c.Skipped }

// Scored returns the number of cases that were asked for.
func (c CaseCount) Scored() int { return c.OK + c.Error }

// Labelled returns the number of cases that were asked for and have a truth.
func (c CaseCount) Labelled() int { return c.Scored() - c.Unlabelled }

// Passing returns the number of cases that pass and break no invariant.
func (c CaseCount) Passing() int { return c.Pass - c.Broken }

// Warning is one text and the number of cases that have it, in their first trial.
type Warning struct {
	Text  string `json:"text"`
	Cases int    `json:"cases"`
}

// WorstCase is one of the cases to look at first.
type WorstCase struct {
	ID      string       `json:"id"`
	Trial   int          `json:"trial"`
	Status  Status       `json:"status"`
	Error   string       `json:"error,omitzero"`
	Score   float64      `json:"score"` // 0 where it is Unlabelled, which has none
	Verdict eval.Verdict `json:"verdict,omitzero"`
	// Unlabelled: the case has no truth.
	Unlabelled bool `json:"unlabelled,omitzero"`
	// Holding is the share of the invariants that hold, of those that apply; it is there
	// where one does not. A case is as bad as the lower of Holding and Score.
	Holding Ratio `json:"holding,omitzero"`
	// Broken are the first invariants that are broken or could not be judged, their notes
	// cut to 200 bytes, and MoreBroken how many more there are.
	Broken     []eval.InvariantResult `json:"broken,omitzero"`
	MoreBroken int                    `json:"more_broken,omitzero"`
	// Misses are the first ones, and MoreMisses how many more there are.
	Misses     []Miss `json:"misses,omitzero"`
	MoreMisses int    `json:"more_misses,omitzero"`
}

// Miss is one miss of a case.
type Miss struct {
	// Miss is the path with a short cause, or the cause alone.
	Miss string `json:"miss"`
	// Got and Want are JSON texts, cut to 200 bytes around their first difference, ""
	// where there is none.
	Got  string `json:"got,omitzero"`
	Want string `json:"want,omitzero"`
	// For an item that one side lacks, Got or Want has its values by path. Note is a cause that the values do not
	// show: the error of a comparison, the IoU of boxes, the nearest candidate of an item. It is cut to 200 bytes.
	Note string `json:"note,omitzero"`
	// GotWithheld and WantWithheld: there was a value, and redaction took it out.
	GotWithheld  bool `json:"got_withheld,omitzero"`
	WantWithheld bool `json:"want_withheld,omitzero"`
}

// Plus returns the sum of c and d.
func (c CaseCount) Plus(d CaseCount) CaseCount {
	return CaseCount{
		OK: c.OK + d.OK, Error: c.Error + d.Error, Skipped: c.Skipped + d.Skipped,
		Pass: c.Pass + d.Pass, Partial: c.Partial + d.Partial, Fail: c.Fail + d.Fail,
		Unlabelled: c.Unlabelled + d.Unlabelled, Broken: c.Broken + d.Broken, Unjudged: c.Unjudged + d.Unjudged,
	}
}

// Cases returns the sum over all trials.
func (s Summary) Cases() CaseCount {
	var sum CaseCount
	for _, t := range s.Trials {
		sum = sum.Plus(t.Cases)
	}
	return sum
}

// Interval returns the interval as text: "0.716–0.898", "≈0.566–1.000" for one that is
// approximate, "" where there is none.
func (e Estimate) Interval() string {
	text := between(e.Low, e.High)
	if text != "" && e.Approximate {
		return "≈" + text
	}
	return text
}

// CountsOf returns the counts of Attributes[i], added up over all trials.
func (s Summary) CountsOf(i int) metrics.Counts {
	var sum metrics.Counts
	for _, t := range s.Trials {
		if i < len(t.Counts) { // else not made by a Summarizer
			sum = sum.Plus(t.Counts[i].Counts)
		}
	}
	return sum
}

// Errors returns, over all trials, how many cases failed, how many comparisons could not be
// made, and how many invariants could not be judged.
func (s Summary) Errors() int {
	n := 0
	for _, t := range s.Trials {
		n += t.Cases.Error
		for _, r := range t.Counts {
			if !r.Items {
				n += r.Counts.Errored
			}
		}
		for _, i := range t.Invariants {
			n += i.Errored
		}
	}
	return n
}

// Attribute returns a row by name.
func (s Summary) Attribute(name string) (Attribute, bool) {
	return first(s.Attributes, func(a Attribute) bool { return a.Attribute == name })
}

// first returns the first element for which is returns true, else the zero value and false.
func first[T any](all []T, is func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return found, false
}

// CheckRedaction returns an error that lists the rules of a redaction without an attribute in the run, see
// [redact.Redaction.Check]. It returns nil when no case with a truth was scored.
func (s Summary) CheckRedaction(r redact.Redaction) error {
	if s.Cases().Labelled() == 0 {
		return nil
	}
	return r.Check(s.names())
}

func (s Summary) names() []string {
	var names []string
	for _, a := range s.Attributes {
		names = append(names, a.Attribute)
	}
	return names
}

// Slice returns the numbers over the cases with a tag, "vendor=acme", if they are
// among Slices. Their Dataset is that tag.
func (s Summary) Slice(name string) (Summary, bool) {
	return first(s.Slices, func(part Summary) bool { return part.Dataset == name })
}
