package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// Cases returns the sum over all trials.
func (s Summary) Cases() CaseCount {
	var sum CaseCount
	for _, t := range s.Trials {
		sum = sum.Plus(t.Cases)
	}
	return sum
}

// fewest returns the number of scored cases in the trial with the fewest, and how many of these have no truth.
func (s *Summary) fewest() (scored, unlabelled int) {
	for i, t := range s.Trials {
		if n := t.Cases.Scored(); i == 0 || n < scored {
			scored, unlabelled = n, t.Cases.Unlabelled
		}
	}
	return scored, unlabelled
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

func (s *Summary) attribute(name string) (Attribute, bool) {
	return first(s.Attributes, func(a Attribute) bool { return a.Attribute == name })
}

// Slice returns the numbers over the cases with a tag, "vendor=acme", if they are
// among Slices. Their Dataset is that tag.
func (s Summary) Slice(name string) (Summary, bool) {
	return first(s.Slices, func(part Summary) bool { return part.Dataset == name })
}

// first returns the first element for which is returns true, else the zero value and false.
func first[T any](all []T, match func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(all, match); i >= 0 {
		return all[i], true
	}
	return found, false
}

// SetPreflight records the findings of the truths about the spec, and the accuracy and mean score that follow for perfect
// answers.
func (s *Summary) SetPreflight(e preflight.Evidence) {
	s.Preflight = &e
	accuracy, score, ok := e.Ceiling()
	for name, ceiling := range map[string]float64{"accuracy": accuracy, "mean score": score} {
		if i := slices.IndexFunc(s.Numbers, func(n Number) bool { return n.Name == name }); i >= 0 {
			s.Numbers[i].Attainable = RatioOf(ceiling, ok)
		}
	}
}

// Findings returns the findings of the truths about the spec, where a preflight was made (see
// [preflight.Evidence.Findings]), the cases that share a document with others, the truths that are drafts, and those that have
// changed since.
func (s Summary) Findings() (all []preflight.Finding) {
	if s.Preflight != nil {
		all = s.Preflight.Findings()
		for i := range all {
			if f := &all[i]; f.Explained > 0 {
				f.Text = strings.TrimSuffix(f.Text, f.Rule) + s.higherF1(f) + f.Rule
			}
		}
	}
	all = append(all, documentFindings(s.Documents)...)
	for _, text := range []string{s.truths().String(), s.Moved.String()} {
		if text != "" {
			all = append(all, preflight.Finding{Text: text})
		}
	}
	return all
}

// higherF1 returns the F1 of the field of a finding, and what it would be if the wrong values that the finding explains
// were right: " (F1 0.000 → 1.000)". It is "" if one of the two is undefined.
func (s *Summary) higherF1(f *preflight.Finding) string {
	i := slices.IndexFunc(s.Attributes, func(a Attribute) bool { return a.Attribute == f.Attribute })
	if i < 0 {
		return ""
	}
	counts := s.CountsOf(i)
	before, defined := metrics.InMean(metrics.Confusion.F1, counts.Confusion(s.Policy), s.SkipUndefined)
	right := counts.Wrong * min(f.Explained, f.Examined) / max(f.Examined, 1)
	counts.Match, counts.Wrong = counts.Match+right, counts.Wrong-right
	after, stillDefined := metrics.InMean(metrics.Confusion.F1, counts.Confusion(s.Policy), s.SkipUndefined)
	if !defined || !stillDefined {
		return ""
	}
	return fmt.Sprintf(" (F1 %.3f → %.3f)", before, after)
}

// Nonsense returns why no gate can judge the numbers of a whole data set, "" where it can:
//
//   - the spec asks for values that the truths do not have;
//   - no answer was judged: the run compared no field, applied no invariant, and measured no number, or no truth and no
//     answer has a value;
//   - an invariant that is not Optional applied to no answer: it may name a value by another name
//     than the answers do, and this would go unnoticed;
//   - truths are drafts of the system that is judged, which then agrees with itself, and no limit says how many may be.
//
// The first reason also applies to a part of a data set. If every case failed, it is the number of errors that says so.
func (s Summary) Nonsense() string {
	const most = 3
	wrong := preflight.Errors(s.Findings())
	texts := arithmetic.Each(wrong[:min(len(wrong), most)], func(f preflight.Finding) string { return f.Text })
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
	noun := "case"
	if len(s.Trials) > 1 {
		noun = "answer"
	}
	if !s.decided() {
		subject := "any of " + words.Plural(answers, noun)
		if answers == 1 {
			subject = "the only case"
		}
		text := "nothing judged " + subject + ": no field was compared"
		if len(s.Invariants) > 0 {
			text += ", and no invariant applied"
		}
		switch {
		case c.Labelled() == 0:
			text = strings.Replace(text, "no field was compared", "none has a truth", 1)
		case s.absent():
			text = strings.Replace(text, "no field was compared", "no truth and no answer has a value, and an extractor that never answers would be right, too: add documents that have values", 1)
		}
		for i := range s.Invariants {
			if reason := s.misnamed(i); reason != "" {
				text += "; " + reason
				break
			}
		}
		return text
	}
	for i, inv := range s.Invariants {
		if inv.Optional || inv.NotApplicable == 0 || s.applied(i) > 0 {
			continue
		}
		text := fmt.Sprintf("the invariant %q applied to none of %s", inv.Name, words.Plural(answers, noun))
		if reason := s.misnamed(i); reason != "" {
			text += "; " + reason
		}
		return text + "; if that may be so, mark it optional"
	}
	return ""
}

// decided reports whether a value was compared, an invariant applied, or anything was measured. If no truth and no answer
// has a value, an extractor that never answers would also be right.
func (s *Summary) decided() bool {
	if c := s.Cases(); c.Pass+c.Partial > 0 && len(s.Attributes) == 0 {
		return true
	}
	for i := range s.Attributes {
		if c := s.CountsOf(i); c.Total() > c.CorrectAbsence {
			return true
		}
	}
	for i := range s.Invariants {
		if s.applied(i) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(s.Numbers, func(n Number) bool { return n.Kind == KindMeasure && n.Value.Defined })
}

// absent reports whether a value is rightly absent.
func (s *Summary) absent() bool {
	for i := range s.Attributes {
		if s.CountsOf(i).CorrectAbsence > 0 {
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
