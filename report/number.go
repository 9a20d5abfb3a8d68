package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Number is one number of a data set. A [Summary] has all its numbers in one list, and everything that limits, compares or
// exports numbers loops over it.
type Number struct {
	// Name is the name that a [Limit] has for the number: "F1 of total", "recall of type=invoice", "rule adds_up".
	Name string `json:"name"`
	// Kind is the table in which reports show the number; numbers of other kinds are listed with the measures.
	Kind Kind `json:"kind,omitzero"`
	Estimate
	// Support is how many of Unit the number is about, the mean over trials; 0 where that is not known.
	Support float64 `json:"support,omitzero"`
	// Unit says what Support counts: "values" in truths, "documents" that people read, "cases" that were asked for or
	// measured, or "answers" to which an invariant applied or that say what they used.
	Unit string `json:"unit,omitzero"`
	// Better is "more" or "less". "" leaves that to the writer of a limit; comparisons then take more as better.
	Better string `json:"better,omitzero"`
	// Count: a number of things or an amount, not a ratio in [0,1].
	Count bool `json:"count,omitzero"`
	// Null is the value of an extractor that returns nothing. Attainable is the value of perfect answers, where that is not
	// 1. Both are undefined where they are unknown.
	Null       Ratio `json:"null,omitzero"`
	Attainable Ratio `json:"attainable,omitzero"`
	// OverTrials: it is measured over all trials of a case together, and no record of a case has it. It is known for all
	// cases together, and for no slice.
	OverTrials bool `json:"over_trials,omitzero"`
	// Secondary: comparisons of runs leave it out, as the precision of a field beside its F1.
	Secondary bool `json:"secondary,omitzero"`
	// Recognised: it is about classes that were recognised in the truths. Other truths may not have them, so no limit can be
	// on it.
	Recognised bool `json:"recognised,omitzero"`
	// Silent is how many answered cases do not say what they used, the mean over trials rounded up. Value is about the others.
	Silent int `json:"silent,omitzero"`
	// Reason says why Value is undefined, where that is known: "no match in 60 values". Unjudged: a limit on the undefined
	// value is not evaluable; else it fails.
	Reason   string `json:"reason,omitzero"`
	Unjudged bool   `json:"unjudged,omitzero"`
}

// Kind is the kind of a [Number].
type Kind string

const (
	KindAverage   Kind = "average"   // over all fields or cases: "micro F1", "accuracy"
	KindField     Kind = "field"     // of an attribute: "F1 of total"
	KindClass     Kind = "class"     // of a field with classes, or of one class: "macro F1 of type", "F1 of type=invoice"
	KindTruths    Kind = "truths"    // of the truths themselves: "drafts"
	KindUsage     Kind = "usage"     // what the extractor used: "cost per case"
	KindInvariant Kind = "invariant" // the rate at which answers keep an invariant: "rule adds_up"
	KindMeasure   Kind = "measure"   // declared by the test: "measure rqs"
	KindStability Kind = "stability" // how far trials agree: "driftRate"
)

// Number returns the number of a name. It has no name if s has no such number.
func (s Summary) Number(name string) Number {
	n, _ := first(s.Numbers, func(n Number) bool { return n.Name == name })
	return n
}

// Lookup returns a function that does what [Summary.Number] does, and is faster for many names.
func (s Summary) Lookup() func(name string) Number {
	positions := make(map[string]int, len(s.Numbers))
	for i, n := range slices.Backward(s.Numbers) {
		positions[n.Name] = i
	}
	return func(name string) Number {
		if i, ok := positions[name]; ok {
			return s.Numbers[i]
		}
		return Number{}
	}
}

// Put replaces the number of the same name, or appends n if s has none.
func (s *Summary) Put(n Number) {
	if i := slices.IndexFunc(s.Numbers, func(old Number) bool { return old.Name == n.Name }); i >= 0 {
		s.Numbers[i] = n
		return
	}
	s.Numbers = append(s.Numbers, n)
}

// F1Of returns the attribute, or the class, that n is the F1 of: "total", "type=invoice". ok is false for other numbers.
func (n Number) F1Of() (name string, ok bool) {
	name, ok = strings.CutPrefix(n.Name, "F1 of ")
	return name, ok && (n.Kind == KindField || n.Kind == KindClass)
}

// ofTruths reports whether the number is of cases with a truth alone.
func (n *Number) ofTruths() bool {
	switch n.Kind {
	case KindAverage, KindField, KindClass, KindTruths:
		return true
	}
	return false
}

// limited returns the numbers that a limit can be on.
func (s *Summary) limited() []Number {
	return slices.DeleteFunc(slices.Clone(s.Numbers), func(n Number) bool { return n.Recognised })
}

// findNumber returns the number that a limit names. The name of a class may be written with quotes or without.
func findNumber(all []Number, name string) (Number, bool) {
	if n, ok := first(all, func(n Number) bool { return n.Name == name }); ok {
		return n, true
	}
	plain := unquoted(name)
	if plain == "" {
		return Number{}, false
	}
	return first(all, func(n Number) bool { return n.Kind == KindClass && unquoted(n.Name) == plain })
}

// unquoted returns the name of a metric on a class without quotes, "" for other metrics.
func unquoted(metric string) string {
	measure, class, ok := strings.Cut(metric, "=")
	if !ok || !ofTruth(metric) {
		return ""
	}
	if text, err := strconv.Unquote(class); err == nil {
		class = text
	}
	return measure + "=" + class
}

// truths counts the truths of the cases of the first trial; other trials have the same truths.
func (s *Summary) truths() (count dataset.DraftCount) {
	if len(s.Trials) > 0 {
		c := s.Trials[0].Cases
		count = dataset.DraftCount{Truths: c.Labelled(), Drafts: c.Drafts, Own: c.OwnDrafts}
	}
	return count
}

// ownDrafts says that the system is judged by its own drafts, "" where it is not, or where a limit is on that.
func (s *Summary) ownDrafts() string {
	if s.OwnDraftsLimited {
		return ""
	}
	return s.truths().Trouble()
}

// Number returns the number of m, without a value.
func (m Measure) Number() Number {
	n := Number{Name: measurePrefix + m.Name, Kind: KindMeasure, Count: m.Count, Attainable: m.Attainable, OverTrials: m.OverTrials, Unit: "cases"}
	if m.LessIsBetter {
		n.Better = "less"
	}
	return n
}
