package report

import (
	"cmp"
	"sort"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// worstField returns the first of [Gate.WorstFields]; an undefined F1 is the zero Ratio.
func (g Gate) worstField(s Summary) (name string, f1 Ratio) {
	worst := g.WorstFields(s, 1)
	if len(worst) == 0 {
		return "", Ratio{}
	}
	return worst[0].Attribute, worst[0].F1.Value
}

// widestField returns the attribute whose interval of F1 reaches furthest below its F1, "" unless the
// lower end of the macro F1, which itself keeps its limit, is all that failed.
func widestField(s Summary, failed []Check) (name string, f1 Estimate) {
	for _, c := range failed {
		if c.Metric != macroMetric || c.Bound != BoundLow || c.Slice != "" || !s.MacroF1.Value.Reaches(c.Limit) {
			return "", Estimate{}
		}
	}
	if len(failed) == 0 {
		return "", Estimate{}
	}
	for _, a := range s.Attributes {
		if a.Items || a.Attribute == metrics.InventedAttribute || !a.F1.Value.Defined || !a.F1.Low.Defined {
			continue
		}
		if name == "" || a.F1.Value.Value-a.F1.Low.Value > f1.Value.Value-f1.Low.Value {
			name, f1 = a.Attribute, a.F1
		}
	}
	return name, f1
}

// WorstFields returns the n attributes to look at first of those that anything went wrong
// with: those below their limit of FieldF1 before others, then by F1, the lowest first, in
// their order where it is equal. An undefined F1 is taken as 0. Item rows and invented
// keys are not fields.
func (g Gate) WorstFields(s Summary, n int) []Attribute {
	var bad []Attribute
	for i, a := range s.Attributes {
		if !a.Items && a.Attribute != metrics.InventedAttribute && s.CountsOf(i).Mistakes() > 0 {
			bad = append(bad, a)
		}
	}
	kept := func(a Attribute) int {
		if limit, ok := g.FieldF1[a.Attribute]; ok && !a.F1.Value.Reaches(limit) {
			return 0
		}
		return 1
	}
	sort.SliceStable(bad, func(i, j int) bool {
		a, b := bad[i], bad[j]
		return cmp.Or(cmp.Compare(kept(a), kept(b)), cmp.Compare(a.F1.Value.Value, b.F1.Value.Value)) < 0
	})
	return bad[:min(n, len(bad))]
}

// whyUndefined says why the F1 of a field is undefined. It returns "" when a trial has a match or a comparison failed
// with an error.
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
