package report

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/internal/words"
)

// worstField returns the attribute with the lowest F1 of those that anything
// went wrong with, where F1 is undefined taken as 0; the first of equal ones.
// Item rows and invented keys are no fields.
func (s Summary) worstField() (name string, f1 Ratio) {
	worst := s.WorstFields(1)
	if len(worst) == 0 {
		return "", Ratio{}
	}
	return worst[0].Attribute, worst[0].F1.Value
}

// WorstFields returns the n attributes with the lowest F1 of those that anything went
// wrong with, the worst first. An undefined F1 is taken as 0. Item rows and invented
// keys are no fields.
func (s Summary) WorstFields(n int) []Attribute {
	var bad []Attribute
	for i, a := range s.Attributes {
		if !a.Items && a.Attribute != metrics.InventedAttribute && s.CountsOf(i).Mistakes() > 0 {
			bad = append(bad, a)
		}
	}
	slices.SortStableFunc(bad, func(a, b Attribute) int {
		return cmp.Compare(a.F1.Value.Value, b.F1.Value.Value)
	})
	return bad[:min(n, len(bad))]
}

// whyUndefined says why the F1 of a field is undefined: "" when comparisons that
// could not be made are all there is, or not all trials lack a match.
func (s Summary) whyUndefined(attribute string) string {
	n := 0
	for i, a := range s.Attributes {
		if a.Attribute != attribute || a.Items {
			continue
		}
		c := s.CountsOf(i)
		if c.Match+c.Errored > 0 {
			return ""
		}
		n = c.Mistakes()
	}
	if n == 0 {
		return "no value in any truth or answer"
	}
	return "no match in " + words.Plural(n, "value")
}
