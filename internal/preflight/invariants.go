package preflight

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Invariant holds the evidence about one invariant of a spec.
type Invariant struct {
	Name string `json:"name"`
	// Optional is set if the truths need not have the names of the invariant.
	Optional bool `json:"optional,omitzero"`
	// Judged counts the truths for which it holds or is broken, and Broken the truths for which it
	// is broken. Examples are some of these; Why of an example is the note, and its Value is not set.
	Judged   int       `json:"judged,omitzero"`
	Broken   int       `json:"broken,omitzero"`
	Examples []Example `json:"examples,omitempty"`
	// Names are the values that its rule or its paths name, but neither the spec nor the Go type
	// of the answers has, each with the number of truths that have it. Answers has the same
	// values with the number of answers that have each.
	Names   map[string]int `json:"names,omitempty"`
	Answers map[string]int `json:"answers,omitempty"`
	// Near is the most similar name that a document has in the place of one of Names.
	Near map[string]string `json:"near,omitempty"`
	// Impossible has the values that the invariant names but the Go type of the answers cannot hold,
	// each with the name that was probably meant, or "".
	Impossible map[string]string `json:"impossible,omitempty"`
}

func (v Invariant) merge(o Invariant) Invariant {
	v.Judged += o.Judged
	v.Broken += o.Broken
	v.Examples, v.Names, v.Answers = firstOf(v.Examples, o.Examples...), added(v.Names, o.Names), added(v.Answers, o.Answers)
	v.Near = maps.Clone(v.Near)
	for name, suggestion := range o.Near {
		v.addNear(name, suggestion)
	}
	if v.Impossible == nil {
		v.Impossible = o.Impossible
	}
	return v
}

// checkInvariants counts the results of the invariants on a truth, and the names that the truth has. results are
// the results for answer; if the spec reads answers at other places than truths, checkInvariants takes the truth
// as the answer instead.
func (c *Check) checkInvariants(location string, answer, truth document.Value, results []invariant.Result) {
	if len(c.evidence.Invariants) == 0 {
		return
	}
	if v, err := c.asAnswer(truth); c.moved && err == nil {
		answer, results = v, invariantsOf(c.itself, v, "")
	}
	c.countNames(answer, func(v *Invariant) *map[string]int { return &v.Names })
	c.countResults(location, results)
}

// Stands checks the InSource invariants on a truth, with the text of its document. [Check.Add] has no text and does not
// check them.
func (c *Check) Stands(location string, truth document.Value, text string) {
	if c.sourced == nil || text == "" || !truth.Exists() {
		return
	}
	if answer, err := c.asAnswer(truth); err == nil { // Add reports an error
		c.countResults(location, invariantsOf(c.sourced, answer, text))
	}
}

// Broken returns the invariants that a truth breaks as an answer. It skips invariants that
// are a function or InSource.
func (c *Check) Broken(truth document.Value) []invariant.Result {
	answer, err := c.asAnswer(truth)
	if err != nil || !truth.Exists() {
		return nil
	}
	return slices.DeleteFunc(invariantsOf(c.itself, answer, ""), func(r invariant.Result) bool { return r.State != invariant.Broken })
}

// invariantsOf returns the results of the invariants of an answer, without a truth.
func invariantsOf(e *eval.Evaluator, answer document.Value, text string) []invariant.Result {
	r, _ := e.EvaluateDocument(context.Background(), eval.Document{Got: answer, Text: text}) // there is no error without a Want
	return r.Invariants
}

// asAnswer returns a truth in the form of an answer: each value at the place where the spec reads it, and
// all else unchanged.
func (c *Check) asAnswer(truth document.Value) (document.Value, error) {
	if !c.moved {
		return truth, nil
	}
	whole := answerIn(c.root, truth)
	addRest(whole, c.root, nil, truth)
	return document.Of(whole)
}

// countResults adds the results to the evidence about the invariants of their names.
func (c *Check) countResults(location string, results []invariant.Result) {
	for _, r := range results {
		i := slices.IndexFunc(c.evidence.Invariants, func(v Invariant) bool { return v.Name == r.Name })
		v := &c.evidence.Invariants[i]
		switch r.State {
		case invariant.Broken:
			v.Broken++
			v.Judged++
			v.Examples = firstOf(v.Examples, Example{Where: location, Why: r.Note})
		case invariant.Holds:
			v.Judged++
		}
	}
}

// addRest adds to an answer the other values of the truth, since rules and schemas may need them. It leaves out keys
// that hold only the truth of a field that answers have under another key. An answer is an object with fields, or a
// list whose items have ofItems.
func addRest(answer any, fields, ofItems []*field, truth document.Value) {
	switch answer := answer.(type) {
	case []any:
		for i, item := range truth.Items() {
			if i < len(answer) {
				addRest(answer[i], ofItems, nil, item)
			}
		}
	case map[string]any:
		for key, member := range truth.LastMembers() {
			var items []*field
			moved := false
			for _, f := range fields {
				moved = moved || len(f.want) == 1 && f.want[0].Key == key && !slices.Equal(f.want, f.got)
				if len(f.got) == 1 && f.got[0].Key == key {
					items = f.items
				}
			}
			part, found := answer[key]
			switch {
			case moved:
			case found:
				addRest(part, nil, items, member)
			default:
				answer[key] = member.Raw()
			}
		}
	}
}

// invariants returns the findings about the invariants.
func (e Evidence) invariants() []Finding {
	var all []Finding
	for i := range e.Invariants {
		v := &e.Invariants[i]
		if v.Broken > 0 {
			all = append(all, Finding{Text: v.broken()})
		}
		for _, name := range slices.Sorted(maps.Keys(v.Impossible)) {
			text := fmt.Sprintf("the invariant %q names %q, which the type of the answers does not have", v.Name, name)
			if suggestion := v.Impossible[name]; suggestion != "" {
				text += fmt.Sprintf("; did you mean %q?", suggestion)
			}
			all = append(all, Finding{Text: text, Invariant: v.Name, Error: true})
		}
		for _, name := range slices.Sorted(maps.Keys(v.Names)) {
			if f, found := e.unknownName(v, name); found {
				all = append(all, f)
			}
		}
	}
	return all
}

func (v *Invariant) broken() string {
	text := fmt.Sprintf("%d of %s break the invariant %q: their labels are suspect", v.Broken, words.Plural(v.Judged, "truth"), v.Name)
	if v.Broken == 1 {
		text = fmt.Sprintf("1 of %s breaks the invariant %q: its label is suspect", words.Plural(v.Judged, "truth"), v.Name)
	}
	examples := arithmetic.Each(v.Examples, func(x Example) string { return x.describe(x.Why) })
	if len(examples) > 0 {
		text += "; " + strings.Join(examples, ", ")
	}
	return text
}
