package preflight

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/keep"
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
	// Tried is how many of the wrong values were compared otherwise, 64 at most in one run, and Would
	// has the right ones of these by the comparator, written as in "match: numeric".
	Tried int            `json:"tried,omitzero"`
	Would map[string]int `json:"would,omitempty"`
}

// otherwise are the comparators that are tried on wrong values. Of several that would do, the first
// is proposed.
var otherwise = []compare.Comparator{compare.Numeric{}, compare.Date{}, compare.Auto{}, compare.Code{}, compare.Fuzzy{}}

const (
	maxCompared    = 500 // attributes
	maxTried       = 64  // wrong values of an attribute
	maxTriedBytes  = 400 // of a wrong value with its truth
	leastTried     = 3   // values of an attribute that is reported
	mostRightPart  = 20  // one in so many values at most is right, for auto, code and fuzzy
	leastWrongPart = 4   // one in so many values at least is wrong, for numeric and date
	wouldOf        = 9   // of ten that are tried have to be right by the other comparator
)

// agreement is the result of Compared for an attribute, before the other comparators are tried on a sample of its
// mistakes. A hash chooses the sample, so that it does not depend on the order of the cases.
type agreement struct {
	match        compare.Comparator
	right, wrong int
	sample       keep.First[disagreement]
}

type disagreement struct {
	hash      uint64
	got, want string // JSON texts
}

func compareDisagreements(a, b disagreement) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.got, b.got), cmp.Compare(a.want, b.want))
}

// compared counts the judgements on the leaves of a result that both sides fill.
func (c *Check) compared(r *eval.Result) {
	for i := range r.Fields {
		leaf := &r.Fields[i]
		if leaf.Outcome != metrics.Match && leaf.Outcome != metrics.Wrong {
			continue
		}
		of := c.agreements[leaf.Attribute]
		if of == nil {
			f := c.byName[leaf.Attribute]
			if f == nil && (c.evidence.Redacted || len(c.agreements) >= maxCompared) {
				continue
			}
			of = &agreement{match: f.match(), sample: keep.NewFirst(maxTried, compareDisagreements)}
			c.agreements[leaf.Attribute] = of
		}
		if leaf.Outcome == metrics.Match {
			of.right++
			continue
		}
		of.wrong++
		if len(leaf.Got)+len(leaf.Want) > maxTriedBytes {
			continue
		}
		hash := fnv.New64a()
		_, _ = hash.Write(leaf.Got) // which never fails
		_, _ = hash.Write(leaf.Want)
		if one := (disagreement{hash: hash.Sum64()}); of.sample.Takes(one) {
			one.got, one.want = string(leaf.Got), string(leaf.Want)
			of.sample.Add(one)
		}
	}
}

// tried compares the sample otherwise.
func (of *agreement) tried(attribute string) Compared {
	c := Compared{Attribute: attribute, Match: compare.Name(of.match), Right: of.right, Wrong: of.wrong}
	for _, one := range of.sample.Sorted() {
		got, errGot := document.Parse([]byte(one.got))
		want, errWant := document.Parse([]byte(one.want))
		if errGot != nil || errWant != nil {
			continue
		}
		c.Tried++
		for _, other := range otherwise {
			if name := compare.Name(other); name != c.Match {
				if judged, err := other.Compare(context.Background(), got, want); err == nil && judged.Match {
					count(&c.Would, otherMatch+name, 1)
				}
			}
		}
	}
	return c
}

func (of Compared) plus(o Compared) Compared {
	of.Right += o.Right
	of.Wrong += o.Wrong
	of.Tried += o.Tried
	of.Would = added(of.Would, o.Would)
	return of
}

// finding proposes another comparator for an attribute that is hardly ever right, or for numbers and dates
// often wrong, although the values agree by the other one.
func (of *Compared) finding() (Finding, bool) {
	total := of.Right + of.Wrong
	if of.Tried < leastTried || of.Wrong*leastWrongPart < total {
		return Finding{}, false
	}
	for _, other := range otherwise {
		name := compare.Name(other)
		strict := name == "numeric" || name == "date" // which find few values right that are wrong
		if !strict && of.Right*mostRightPart > total {
			break
		}
		option := otherMatch + name
		if n := of.Would[option]; n*10 >= of.Tried*wouldOf {
			return Finding{
				Attribute: of.Attribute, Option: option,
				Text: fmt.Sprintf("%q: %s matches %d of %d answers; %s would match %d of %d that were tried: write %s, or let evalreport init propose a spec",
					of.Attribute, of.Match, of.Right, total, strings.TrimPrefix(option, otherMatch), n, of.Tried, option),
			}, true
		}
	}
	return Finding{}, false
}

// sortCompared sorts judgements by their attribute.
func sortCompared(all []Compared) {
	slices.SortFunc(all, func(a, b Compared) int { return cmp.Compare(a.Attribute, b.Attribute) })
}
