package preflight

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Add examines one more truth; location names it in messages: "invoices.jsonl:7". Add returns an error if
// [eval.Evaluator.Evaluate] refuses the truth, if the spec scores fields and the truth has none of them, or if the
// truth has a value that the JSON of an answer cannot have.
func (c *Check) Add(location string, truth document.Value) error {
	answer := truth
	if c.moved {
		var err error
		if answer, err = document.Of(answerIn(c.root, truth)); err != nil {
			return err
		}
	}
	result, err := c.itself.Evaluate(context.Background(), answer, truth)
	if err != nil {
		return err
	}
	if c.scores && len(result.Hits) == 0 && len(result.Misses) == 0 {
		return errors.New("eval: no field of the spec is scored in it: whatever the answer, the case would fail")
	}
	c.evidence.Truths++
	if key, repeated := truth.RepeatedKey(); repeated {
		first := Key{key, 1, location}
		if c.evidence.Redacted {
			first = Key{Truths: 1}
		}
		c.evidence.Repeated = c.evidence.Repeated.plus(first)
	}
	for _, f := range c.root {
		f.inspect(truth)
	}
	c.orders.Add(location, truth)
	c.apart(truth)
	clear(c.seen)
	if !c.infers {
		c.others("", truth, location)
	}
	c.conflicts = nil
	c.grade(&result, truth, location)
	c.checkInvariants(location, answer, truth, result.Invariants)
	if len(c.conflicts) > 0 {
		return errors.New("eval: " + strings.Join(c.conflicts, "; "))
	}
	return nil
}

// inspect counts the places that could have a field, and the places that have it.
func (f *field) inspect(value document.Value) {
	v := value.At(f.want)
	f.Places++
	if !v.Exists() {
		return
	}
	f.Had++
	if !f.words.Empty(v) && (v.Len() > 0 || v.Kind() != document.Array && !(v.Kind() == document.Object && f.Kind == "map")) {
		f.Filled++
	}
	for _, item := range paths.Inside(v, f.suffix()) {
		if item.Kind() != document.Object && item.Kind() != document.Array {
			continue
		}
		for _, inner := range f.among(item) {
			inner.inspect(item)
		}
	}
}

// others records the keys of a truth that the spec does not name.
func (c *Check) others(prefix string, v document.Value, location string) {
	if prefix != "" && c.named[prefix] == covers {
		return
	}
	switch v.Kind() {
	case document.Object:
		keyed := c.named[prefix+paths.Members] != 0
		for key, member := range v.Members() {
			if keyed {
				c.others(prefix+paths.Members, member, location)
			} else {
				c.others(paths.Member(prefix, key), member, location)
			}
		}
		return
	case document.Array:
		if items := prefix + "[]"; c.named[items] != 0 {
			for _, item := range v.Items() {
				c.others(items, item, location)
			}
			return
		}
	}
	if prefix == "" || c.seen[prefix] || v.Empty() && c.named[prefix] == descends {
		return
	}
	c.seen[prefix] = true
	if c.evidence.Redacted {
		prefix, _ = levelOf(prefix)
		location = ""
	}
	k, found := c.unnamed[prefix]
	if !found && len(c.unnamed) > maxUnnamed {
		return
	}
	c.unnamed[prefix] = k.plus(Key{prefix, 1, location})
}

// grade counts the results of a truth as its own answer.
func (c *Check) grade(r *eval.Result, truth document.Value, location string) {
	for i := range r.Fields {
		leaf := &r.Fields[i]
		if leaf.Attribute == metrics.InventedAttribute {
			continue
		}
		f := c.byName[leaf.Attribute]
		if f != nil {
			c.addLeaf(f, leaf, truth, location)
		}
		if f != nil || !c.evidence.Redacted {
			if f == nil || !f.words.Names(leaf.Want) { // else the spec states it
				c.absences.Add(leaf.Attribute, leaf.Want, leaf.Outcome == metrics.CorrectAbsence)
			}
			c.truths.Add(leaf.Attribute, f.match(), leaf.Want)
		}
		c.evidence.Leaves++
		if leaf.Outcome.Hit() {
			c.evidence.Right++
		}
	}
	c.evidence.Score += int64(math.Round(r.Score * scoreUnit))
}

// addLeaf counts whether the comparator can read one value, and whether the value matches itself.
func (c *Check) addLeaf(f *field, leaf *eval.FieldResult, truth document.Value, location string) {
	readable := true
	if leaf.Want != nil && f.omission != nil {
		want := f.wanted(leaf, truth)
		if f.omission.Plain && paths.AcceptsZero(want) {
			f.Omitted = f.omission
			f.Zeros++
		}
		if conflict := f.omission.Conflict(want); conflict != "" {
			c.conflicts = append(c.conflicts, leaf.Path+": "+conflict)
		}
	}
	if leaf.Want != nil && f.comparator != nil && leaf.Outcome != metrics.CorrectAbsence {
		want := f.wanted(leaf, truth)
		if r, ok := compare.Read(f.comparator, want); ok {
			readable = r.OK
			c.addReading(f, r, leaf, want, location)
		}
	}
	if readable && !leaf.Outcome.Hit() && leaf.Outcome != metrics.Invented {
		if f.Missed++; f.Missed == 1 || before(location, f.MissedAt.Where) {
			f.MissedNote = leaf.Note
			f.MissedAt = Example{Where: location, Value: words.Excerpt(string(leaf.Want), maxValue)}
		}
	}
}

// wanted returns the truth's value of a leaf.
func (f *field) wanted(leaf *eval.FieldResult, truth document.Value) document.Value {
	if leaf.WantIndex == nil && f.page == nil && f.Kind == "leaf" {
		return truth.At(f.want) // without parsing it again
	}
	return strictness.ValueOf(leaf.Want)
}

const maxValue = 80 // characters of a value in an example

func (c *Check) addReading(f *field, r compare.Reading, leaf *eval.FieldResult, want document.Value, location string) {
	f.Asked++
	if r.TimeOfDay {
		f.Timed++
	}
	switch {
	case !r.OK:
		f.Unread++
		f.Examples = firstOf(f.Examples, Example{Where: location, Value: words.Excerpt(string(leaf.Want), maxValue), Why: strings.TrimSuffix(r.Why, "; "+r.Advice+" reads it")}) // the finding says so
		if advice := cmp.Or(r.Advice, strictness.OtherFormat(f.match(), want)); advice != "" {
			count(&f.Advice, advice, 1)
		}
		for _, other := range [...]compare.Comparator{compare.Date{}, compare.Time{}, compare.Numeric{}} {
			if r, ok := compare.Read(other, want); ok && r.OK && strictness.PassedOver(other, want, want) == "" {
				count(&f.Advice, otherMatch+compare.Name(other), 1)
			}
		}
	case r.Ambiguous:
		f.Ambiguous++
		if r.Advice != "" {
			count(&f.Other, r.Advice, 1)
		}
		for _, option := range r.Fits {
			if option != r.Advice {
				count(&f.Default, option, 1)
			}
		}
	case len(r.Fits) > 0:
		f.Clear++
		for _, option := range r.Fits {
			count(&f.Fits, option, 1)
		}
	}
}
