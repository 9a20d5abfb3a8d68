package preflight

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Compared counts the answers that the comparator of an attribute found right and wrong. Of the wrong ones it counts
// those that other comparators would have found right.
type Compared struct {
	Attribute string `json:"attribute"`
	Match     string `json:"match"` // the name of the comparator
	Right     int    `json:"right,omitzero"`
	Wrong     int    `json:"wrong,omitzero"`
	// Tried is the number of wrong values that other comparators compared, at most 64 in one run. Would maps another
	// comparator, "match: numeric", to the number of tried values that it found right. Lax maps it to the number of these
	// that differ from the truth in more than their form, or to 1 if it found two truths equal that differ so.
	Tried int            `json:"tried,omitzero"`
	Would map[string]int `json:"would,omitempty"`
	Lax   map[string]int `json:"lax,omitempty"`
	// Equal is what many wrong values have in common. Redacted evidence has none, since it may quote values.
	Equal *strictness.Proposal `json:"equal,omitempty"`
}

// otherwise lists the comparators that are tried on wrong values. If several would match, the finding proposes the first. A
// comparator is never proposed if a tried value would be right only because the comparator ignores the difference (see
// [strictness.PassedOver]): date ignores times of day, numeric takes 7 for 007, fuzzy another amount. It is not proposed
// either if truths of the attribute match each other under it; see [strictness.Confuses].
var otherwise = []compare.Comparator{compare.Numeric{}, compare.Date{}, compare.Time{}, compare.Auto{}, compare.Code{}, compare.Fuzzy{}}

const (
	maxCompared    = 500 // attributes
	maxTried       = 64  // wrong values of an attribute
	maxTriedBytes  = 400 // of a wrong value with its truth
	leastTried     = 3   // values of an attribute that is reported
	mostRightPart  = 20  // at most one value in 20 is right, for auto, code and fuzzy
	leastWrongPart = 4   // at least one value in 4 is wrong, for auto, code and fuzzy
	wouldOf        = 9   // of ten that are tried have to be right by auto, code or fuzzy

	leastFormPart = 20 // at least one value in 20 is wrong, for the comparators in forms
	wouldForm     = 5  // of ten that are tried have to be right by a comparator in forms
)

// forms names the difference of values that one of three comparators matches. These comparators rarely find a wrong
// value right, and ignore nothing but the form of values.
var forms = map[string]string{"numeric": "the format of the number", "date": "the format of the date", "time": "the format of the time"}

// agreement gathers the data of Compared for an attribute, with a sample of its mistakes for the other comparators. A
// hash chooses the sample, so that it does not depend on the order of the cases.
type agreement struct {
	match        compare.Comparator
	right, wrong int
	sample       arithmetic.First[disagreement]
	values       strictness.Values // none for redacted evidence
}

type disagreement struct {
	hash      uint64
	got, want string // JSON texts
}

func compareDisagreements(a, b disagreement) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.got, b.got), cmp.Compare(a.want, b.want))
}

// compared counts the judgements on the leaves that have a value on both sides.
func (c *Check) compared(r *eval.Result) {
	c.results++
	for i := range r.Fields {
		leaf := &r.Fields[i]
		if leaf.Outcome != metrics.Match && leaf.Outcome != metrics.Wrong {
			continue
		}
		owner := c.agreements[leaf.Attribute]
		if owner == nil {
			f := c.byName[leaf.Attribute]
			if f == nil && (c.evidence.Redacted || len(c.agreements) >= maxCompared) {
				continue
			}
			owner = &agreement{match: f.match(), sample: arithmetic.NewFirst(maxTried, compareDisagreements)}
			c.agreements[leaf.Attribute] = owner
		}
		if !c.evidence.Redacted {
			owner.values.Add(leaf.Got, leaf.Want, c.results, leaf.Outcome == metrics.Match)
		}
		if leaf.Outcome == metrics.Match {
			owner.right++
			continue
		}
		owner.wrong++
		if len(leaf.Got)+len(leaf.Want) > maxTriedBytes || bytes.Equal(leaf.Got, leaf.Want) { // a truth that the comparator cannot read
			continue
		}
		if d := (disagreement{hash: arithmetic.Hash(leaf.Got, leaf.Want)}); owner.sample.Takes(d) {
			d.got, d.want = string(leaf.Got), string(leaf.Want)
			owner.sample.Add(d)
		}
	}
}

// tried compares the sample with the other comparators.
func (a *agreement) tried(attribute string) Compared {
	c := Compared{Attribute: attribute, Match: compare.Name(a.match), Right: a.right, Wrong: a.wrong, Equal: a.values.Proposal()}
	var answers, truths []document.Value
	for _, disagreement := range a.sample.Sorted() {
		got, want := strictness.ValueOf([]byte(disagreement.got)), strictness.ValueOf([]byte(disagreement.want))
		c.Tried++
		answers, truths = append(answers, got), append(truths, want)
		for _, other := range otherwise {
			if name := compare.Name(other); name != c.Match {
				if judged, err := other.Compare(context.Background(), got, want); err != nil || !judged.Match {
					continue
				}
				count(&c.Would, otherMatch+name, 1)
				if strictness.PassedOver(other, got, want) != "" {
					count(&c.Lax, otherMatch+name, 1)
				}
			}
		}
	}
	for _, other := range otherwise {
		option := otherMatch + compare.Name(other)
		if n := c.Would[option]; n >= leastTried && n*10 >= c.Tried*wouldForm && c.Lax[option] == 0 && strictness.Confuses(other, answers, truths) {
			count(&c.Lax, option, 1)
		}
	}
	return c
}

func (c Compared) merge(o Compared) Compared {
	c.Right += o.Right
	c.Wrong += o.Wrong
	c.Tried += o.Tried
	c.Would = added(c.Would, o.Would)
	c.Lax = added(c.Lax, o.Lax)
	c.Equal = c.Equal.Plus(o.Equal)
	return c
}

// finding proposes another comparator. For an attribute that is hardly ever right, it must find nearly all of the
// sample right. Numeric, date and time are proposed if half of the sample differs from the truth only in the format.
// Without such a comparator, finding says what many wrong values have in common.
func (c *Compared) finding(e Evidence) (Finding, bool) {
	total := c.Right + c.Wrong
	for _, other := range otherwise {
		name := compare.Name(other)
		option, form := otherMatch+name, forms[name]
		n, wouldBe := c.Would[option], c.Tried*wouldOf
		switch {
		case form != "":
			wouldBe = c.Tried * wouldForm
			if c.Wrong*leastFormPart < total {
				continue
			}
		case c.Right*mostRightPart > total, c.Wrong*leastWrongPart < total, name == "auto" && c.Equal.Means():
			continue
		}
		if c.Tried < leastTried || n < leastTried || n*10 < wouldBe || c.Lax[option] > 0 {
			continue
		}
		would := fmt.Sprintf("%s would match %d of %d that were tried", name, n, c.Tried)
		if form != "" {
			would = fmt.Sprintf("%d of %d wrong ones that were tried differ only in %s, and %s would match them", n, c.Tried, form, name)
		}
		return Finding{Attribute: c.Attribute, Option: option, Text: fmt.Sprintf("%q: %s matches %d of %d answers; %s: write %s, or let evalreport init propose a spec",
			c.Attribute, c.Match, c.Right, total, would, e.write(e.fieldOf(c.Attribute), option))}, true
	}
	if c.Equal == nil {
		return Finding{}, false
	}
	f := Finding{Attribute: c.Attribute, Text: fmt.Sprintf("%q: %s", c.Attribute, c.Equal)}
	kind := ""
	if owner := e.fieldOf(c.Attribute); owner != nil {
		kind = owner.Kind
	}
	if rule := c.Equal.Rule(e.Notation, c.Match, kind, strictness.MaxListed); rule != "" {
		f.Rule, f.Explained, f.Examined = ": "+rule, c.Equal.Explained, c.Equal.Wrong
		f.Text += f.Rule
	}
	return f, true
}
