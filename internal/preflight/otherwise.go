package preflight

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Compared says how often the comparator of an attribute found answers right, and how many of the
// others each comparator that was not asked for would have found right.
type Compared struct {
	Attribute string `json:"attribute"`
	Match     string `json:"match"` // the name of the comparator
	Right     int    `json:"right,omitzero"`
	Wrong     int    `json:"wrong,omitzero"`
	// Would has the wrong values by the comparator, written as in "match: numeric".
	Would map[string]int `json:"would,omitempty"`
}

// otherwise are the comparators that are tried on wrong values. Of several that would do, the first
// is proposed.
var otherwise = []compare.Comparator{compare.Numeric{}, compare.Date{}, compare.Auto{}, compare.Code{}, compare.Fuzzy{}}

const (
	maxCompared   = 500 // attributes
	leastWrong    = 3   // values of an attribute that is reported
	mostRightPart = 20  // one in so many values at most is right
	wouldOf       = 9   // of ten wrong values have to be right by the other comparator
)

// compared counts the judgements on the leaves of a result that both sides fill.
func (c *Check) compared(r *eval.Result) {
	for i := range r.Fields {
		leaf := &r.Fields[i]
		if leaf.Outcome != metrics.Match && leaf.Outcome != metrics.Wrong {
			continue
		}
		f := c.byName[leaf.Attribute]
		if f == nil && (c.evidence.Redacted || len(c.agreement) >= maxCompared && c.agreement[leaf.Attribute] == nil) {
			continue
		}
		of := c.agreement[leaf.Attribute]
		if of == nil {
			of = &Compared{Attribute: leaf.Attribute, Match: compare.Name(f.match())}
			c.agreement[leaf.Attribute] = of
		}
		if leaf.Outcome == metrics.Match {
			of.Right++
			continue
		}
		of.Wrong++
		of.try(leaf)
	}
}

// try counts the comparators by which a wrong value would be right.
func (of *Compared) try(leaf *eval.FieldResult) {
	got, errGot := document.Parse(leaf.Got)
	want, errWant := document.Parse(leaf.Want)
	if errGot != nil || errWant != nil {
		return
	}
	for _, other := range otherwise {
		name := compare.Name(other)
		if name == of.Match {
			continue
		}
		if c, err := other.Compare(context.Background(), got, want); err == nil && c.Match {
			count(&of.Would, otherMatch+name, 1)
		}
	}
}

func (of Compared) plus(o Compared) Compared {
	of.Right += o.Right
	of.Wrong += o.Wrong
	of.Would = added(of.Would, o.Would)
	return of
}

// finding proposes another comparator for an attribute that is hardly ever right, although the
// values agree by the other one.
func (of *Compared) finding() (Finding, bool) {
	total := of.Right + of.Wrong
	if of.Wrong < leastWrong || of.Right*mostRightPart > total {
		return Finding{}, false
	}
	for _, other := range otherwise {
		option := otherMatch + compare.Name(other)
		if n := of.Would[option]; n*10 >= of.Wrong*wouldOf {
			return Finding{
				Attribute: of.Attribute, Option: option,
				Text: fmt.Sprintf("%q: %s matches %d of %d answers; %s would match %d more: write %s, or let evalreport init propose a spec",
					of.Attribute, of.Match, of.Right, total, strings.TrimPrefix(option, otherMatch), n, option),
			}, true
		}
	}
	return Finding{}, false
}

// sortCompared sorts judgements by their attribute.
func sortCompared(all []Compared) {
	slices.SortFunc(all, func(a, b Compared) int { return cmp.Compare(a.Attribute, b.Attribute) })
}
