package paths

import (
	"maps"
	"strconv"

	"github.com/extracteval/extracteval/metrics/document"
)

// ConfidenceKey is the key under which an answer has the confidence of its extractor.
const ConfidenceKey = "confidence"

// ConfidenceBeside returns a function that finds the confidence of an extractor in the value at a path of its answer,
// if the answer has it under the key "confidence" beside the value:
//
//	{"total": {"value": 12.5, "confidence": 0.93}}                        of total.value: 0.93
//	{"lines": [{"sku": "A-1", "amount": 3, "confidence": 0.8}]}           of lines[0].amount: 0.8
//	{"total": 12.5, "lines": [{"sku": "A-1"}],
//	 "confidence": {"total": 0.93, "lines": [{"sku": 0.7}]}}              of lines[0].sku: 0.7
//
// The innermost object around the value with a confidence for it counts. A number under "confidence" is the confidence
// in every value of its object. An object or array there has the confidences of the values at the same places. Any
// other value is not a confidence, not even a text of digits.
//
// A comparison that counts every key that the truth lacks (eval.Spec.Strict, or a spec without fields) also counts this
// key; a field with match "ignore" leaves it out.
//
// ok is false if the answer has no confidence in the value. The number is the answer's: it need not be in [0,1]. The
// function must not be called concurrently.
func ConfidenceBeside(answer document.Value) func(path string) (confidence float64, ok bool) {
	lookup := ConfidencesIn(answer)
	return func(path string) (confidence float64, ok bool) {
		steps, err := document.ParsePath(path)
		if err != nil {
			return 0, false
		}
		return lookup(steps)
	}
}

// ConfidencesIn is [ConfidenceBeside] for parsed paths.
func ConfidencesIn(answer document.Value) func(document.Path) (confidence float64, ok bool) {
	w := Walker{}
	return func(path document.Path) (confidence float64, ok bool) {
		value := answer
		for i, step := range path {
			if value.Kind() == document.Object {
				stated := w.stepTo(value, document.Key(ConfidenceKey))
				for _, inner := range path[i:] {
					if stated.Kind() == document.Number {
						break
					}
					stated = w.stepTo(stated, inner)
				}
				if c, err := strconv.ParseFloat(stated.RawText(), 64); stated.Kind() == document.Number && err == nil {
					confidence, ok = c, true
				}
			}
			value = w.stepTo(value, step)
		}
		return confidence, ok
	}
}

// Walker takes the steps of paths in one document. It remembers the members of large objects, so that visits to all
// members cost no more than one pass over the object. Make it with Walker{}.
type Walker map[document.Value]map[string]document.Value

// At is [document.Value.At].
func (w Walker) At(v document.Value, path document.Path) document.Value {
	for _, step := range path {
		v = w.stepTo(v, step)
	}
	return v
}

// few is the number of members up to which a search is as fast without a Walker.
const few = 16

func (w Walker) stepTo(v document.Value, s document.Step) document.Value {
	if v.Len() <= few || v.Kind() != document.Object || s.Bracket {
		return v.Step(s)
	}
	members, found := w[v]
	if !found {
		members = maps.Collect(v.Members()) // the last one of equal keys
		w[v] = members
	}
	return members[s.Key]
}
