package paths

import (
	"maps"
	"strconv"

	"github.com/extracteval/extracteval/metrics/document"
)

// ConfidenceKey is where an answer says how sure its extractor is.
const ConfidenceKey = "confidence"

// ConfidenceBeside returns a function that finds how sure an extractor is of the
// value at a path of its answer, where the answer says it under the key
// "confidence" beside the value:
//
//	{"total": {"value": 12.5, "confidence": 0.93}}                        of total.value: 0.93
//	{"lines": [{"sku": "A-1", "amount": 3, "confidence": 0.8}]}           of lines[0].amount: 0.8
//	{"total": 12.5, "lines": [{"sku": "A-1"}],
//	 "confidence": {"total": 0.93, "lines": [{"sku": 0.7}]}}              of lines[0].sku: 0.7
//
// The rule: of the objects around the value, the innermost one that says
// something about it counts. A number under "confidence" is about all that is in
// its object; an object or array there is about the values that stand in the
// same places. Nothing else is a confidence, not even a text of digits.
//
// A comparison that counts every key that the truth lacks (eval.Spec.Strict, or
// no fields at all) counts this one, too; a field with match "ignore" leaves it out.
//
// ok is false where the answer says nothing. The number is as the answer has it:
// it need not be in [0,1]. The function may not be called concurrently.
func ConfidenceBeside(answer document.Value) func(path string) (confidence float64, ok bool) {
	of := ConfidencesIn(answer)
	return func(path string) (confidence float64, ok bool) {
		steps, err := document.ParsePath(path)
		if err != nil {
			return 0, false
		}
		return of(steps)
	}
}

// ConfidencesIn is [ConfidenceBeside] by paths that are read.
func ConfidencesIn(answer document.Value) func(document.Path) (confidence float64, ok bool) {
	w := Walker{}
	return func(path document.Path) (confidence float64, ok bool) {
		at := answer
		for i, step := range path {
			if at.Kind() == document.Object {
				said := w.step(at, document.Key(ConfidenceKey))
				for _, inner := range path[i:] {
					if said.Kind() == document.Number {
						break
					}
					said = w.step(said, inner)
				}
				if c, err := strconv.ParseFloat(said.RawText(), 64); said.Kind() == document.Number && err == nil {
					confidence, ok = c, true
				}
			}
			at = w.step(at, step)
		}
		return confidence, ok
	}
}

// Walker takes the steps of paths in one document. It knows the members of large objects, so that going to each of them costs
// no more than going through all. It is made by Walker{}.
type Walker map[document.Value]map[string]document.Value

// At is [document.Value.At].
func (w Walker) At(v document.Value, path document.Path) document.Value {
	for _, step := range path {
		v = w.step(v, step)
	}
	return v
}

// few members are found as fast without a Walker.
const few = 16

func (w Walker) step(v document.Value, s document.Step) document.Value {
	if v.Len() <= few || v.Kind() != document.Object || s.Bracket {
		return v.Step(s)
	}
	members, known := w[v]
	if !known {
		members = maps.Collect(v.Members()) // the last one of equal keys
		w[v] = members
	}
	return members[s.Key]
}
