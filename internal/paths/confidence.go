package paths

import (
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
	w := walker{}
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

// walker takes the steps of paths. It knows the children of large arrays and
// objects, so that going to each of them costs no more than going through all.
type walker struct {
	items   map[document.Value][]document.Value
	members map[document.Value]map[string]document.Value
}

// few children are found as fast without a walker.
const few = 16

func (w *walker) step(v document.Value, s document.Step) document.Value {
	switch {
	case v.Len() <= few:
	case v.Kind() == document.Array && s.Index >= 0:
		return w.itemsOf(v)[min(s.Index, v.Len())]
	case v.Kind() == document.Object && !s.Bracket:
		return w.membersOf(v)[s.Key]
	}
	return v.Step(s)
}

// itemsOf returns the items of an array, and a missing Value behind them.
func (w *walker) itemsOf(v document.Value) []document.Value {
	items, known := w.items[v]
	if !known {
		items = make([]document.Value, 0, v.Len()+1)
		for _, item := range v.Items() {
			items = append(items, item)
		}
		items = append(items, document.Value{})
		if w.items == nil {
			w.items = map[document.Value][]document.Value{}
		}
		w.items[v] = items
	}
	return items
}

func (w *walker) membersOf(v document.Value) map[string]document.Value {
	members, known := w.members[v]
	if !known {
		members = make(map[string]document.Value, v.Len())
		for key, member := range v.Members() {
			members[key] = member // the last one of equal keys
		}
		if w.members == nil {
			w.members = map[document.Value]map[string]document.Value{}
		}
		w.members[v] = members
	}
	return members
}
