package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
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
	// Classes are the numbers of the fields that have classes, in the order of Dataset.Classes.
	Classes []Classes `json:"classes,omitzero"`
	// Invariants come in spec order.
	Invariants []Invariant `json:"invariants,omitzero"`
	// MicroPrecision, MicroRecall and MicroF1 are of the summed counts: every value
	// counts the same.
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
	// OwnDraftsLimited: a limit of the gate is on "own drafts". It judges them, in place of [Summary.Nonsense].
	OwnDraftsLimited bool `json:"own_drafts_limited,omitzero"`
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

	// Moved are the truths that have changed since, where whoever made the summary looked for them. They are not recorded.
	Moved labels.Moved `json:"-"`
	// Slices are the numbers over the cases with a tag, for the tags that somebody asked
	// for, see [Summary.Slice]. They are not recorded: the cases are.
	Slices []Summary `json:"-"`
}

func (Summary) Type() string { return "summary" }

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
	// Packets are lines of text on the first packets that the answer divides otherwise than the truth: the sections of the
	// truth, those of the answer, and the mistakes.
	Packets []string `json:"packets,omitzero"`
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

// Ceiling holds the numbers of a perfect answer: the truths evaluated as their own answers.
type Ceiling struct {
	Accuracy  Ratio `json:"accuracy,omitzero"`
	MeanScore Ratio `json:"mean_score,omitzero"`
}

// Cases returns the sum over all trials.
func (s Summary) Cases() CaseCount {
	var sum CaseCount
	for _, t := range s.Trials {
		sum = sum.Plus(t.Cases)
	}
	return sum
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

// Slice returns the numbers over the cases with a tag, "vendor=acme", if they are
// among Slices. Their Dataset is that tag.
func (s Summary) Slice(name string) (Summary, bool) {
	return first(s.Slices, func(part Summary) bool { return part.Dataset == name })
}

// first returns the first element for which is returns true, else the zero value and false.
func first[T any](all []T, is func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return found, false
}

// SetPreflight records the findings of the truths about the spec, and the ceiling that follows.
func (s *Summary) SetPreflight(e preflight.Evidence) {
	s.Preflight, s.Ceiling = &e, nil
	if accuracy, score, ok := e.Ceiling(); ok {
		s.Ceiling = &Ceiling{Accuracy: RatioOf(accuracy, true), MeanScore: RatioOf(score, true)}
	}
}

// Findings returns the findings of the truths about the spec, where a preflight was made (see
// [preflight.Evidence.Findings]), the cases that share a document with others, the truths that are drafts, and those that have
// changed since.
func (s Summary) Findings() (all []preflight.Finding) {
	if s.Preflight != nil {
		all = s.Preflight.Findings()
	}
	all = append(all, documentFindings(s.Documents)...)
	for _, text := range []string{s.truths().String(), s.Moved.String()} {
		if text != "" {
			all = append(all, preflight.Finding{Text: text})
		}
	}
	return all
}

// Nonsense returns why no gate can judge the numbers of a whole data set, "" where it can:
//
//   - the spec asks for values that the truths do not have;
//   - no answer was judged: the run compared no field, applied no invariant, and measured
//     no number;
//   - an invariant that is not Optional applied to no answer: it may name a value by another name
//     than the answers do, and this would go unnoticed;
//   - truths are drafts of the system that is judged, which is right by itself then, and no limit is on how many.
//
// The first holds of a part of a data set, too. Where every case failed, that is for the number
// of errors to say.
func (s Summary) Nonsense() string {
	const most = 3
	wrong := preflight.Errors(s.Findings())
	var texts []string
	for _, f := range wrong[:min(len(wrong), most)] {
		texts = append(texts, f.Text)
	}
	if more := len(wrong) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %s more", words.Plural(more, "error")))
	}
	if len(texts) == 0 {
		return words.Visible(cmp.Or(s.undecided(), s.ownDrafts()))
	}
	return words.Visible(strings.Join(texts, "; "))
}

// undecided returns that no answer was judged, or that an invariant applied to no answer: see Nonsense.
func (s *Summary) undecided() string {
	c := s.Cases()
	answers := c.OK
	if answers == 0 {
		return ""
	}
	if !s.decided() {
		of := "any of " + words.Plural(answers, "case")
		if answers == 1 {
			of = "the only case"
		}
		text := "nothing judged " + of + ": no field was compared"
		if len(s.Invariants) > 0 {
			text += ", and no invariant applied"
		}
		if c.Labelled() == 0 {
			text = strings.Replace(text, "no field was compared", "none has a truth", 1)
		}
		for i := range s.Invariants {
			if why := s.misnamed(i); why != "" {
				text += "; " + why
				break
			}
		}
		return text
	}
	for i, one := range s.Invariants {
		if one.Optional || one.NotApplicable == 0 || s.applied(i) > 0 {
			continue
		}
		text := fmt.Sprintf("the invariant %q applied to none of %s", one.Name, words.Plural(answers, "case"))
		if why := s.misnamed(i); why != "" {
			text += "; " + why
		}
		return text + "; if that may be so, mark it optional"
	}
	return ""
}

// decided reports whether a field was compared, an invariant applied, or anything was measured.
func (s *Summary) decided() bool {
	if c := s.Cases(); c.Pass+c.Partial > 0 {
		return true
	}
	for i := range s.Attributes {
		if s.CountsOf(i) != (metrics.Counts{}) {
			return true
		}
	}
	for i := range s.Invariants {
		if s.applied(i) > 0 {
			return true
		}
	}
	for _, m := range s.Metrics {
		if m.Value.Defined {
			return true
		}
	}
	return false
}

// applied returns to how many answers Invariants[i] applied, over all trials.
func (s *Summary) applied(i int) (n int) {
	for _, t := range s.Trials {
		if i < len(t.Invariants) {
			n += t.Invariants[i].Holds + t.Invariants[i].Broken + t.Invariants[i].Errored
		}
	}
	return n
}

// misnamed returns the finding that Invariants[i] uses a name that answers do not have, "" where there is no such
// finding.
func (s *Summary) misnamed(i int) string {
	for _, f := range s.Findings() {
		if f.Invariant == s.Invariants[i].Name {
			return f.Text
		}
	}
	return ""
}

// Class returns the row of a class of a field, the zero Attribute where there is none.
func (s *Summary) Class(attribute, class string) Attribute {
	c, _ := first(s.Classes, func(c Classes) bool { return c.Attribute == attribute })
	row, _ := first(c.Classes, func(a Attribute) bool { return a.Attribute == class })
	return row
}
