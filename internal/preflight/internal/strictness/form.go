package strictness

// This file finds answers that are right in another form than the spec reads: boxes in other units or coordinates, and
// documents that stand in one more object or in a list of one.

import (
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/spectext"
)

// Forms counts the answers of a data set, or of a part of it, that are right in another form.
type Forms struct {
	// Boxes has the attributes with boxes in another form, sorted.
	Boxes []Boxes `json:"boxes,omitempty"`
	// Answers is the number of answers that have hardly any field of their truths, so that the fields were looked for at other
	// paths. Right is the number of other answers. Under maps a path to the number of answers that have the fields below it.
	Answers int            `json:"answers,omitzero"`
	Right   int            `json:"right,omitzero"`
	Under   map[string]int `json:"under,omitempty"`
}

// Plus returns the evidence of two parts of a data set. It shares no memory with them.
func (e *Forms) Plus(o *Forms) *Forms {
	if e == nil {
		e = &Forms{}
	}
	if o == nil {
		o = &Forms{}
	}
	sum := Forms{
		Boxes: slices.Clone(e.Boxes), Answers: e.Answers + o.Answers, Right: e.Right + o.Right,
		Under: arithmetic.Sum(e.Under, o.Under, maxUnder),
	}
	for _, b := range o.Boxes {
		sum.boxes(b.Attribute, b.Format).add(b)
	}
	slices.SortFunc(sum.Boxes, func(a, b Boxes) int { return strings.Compare(a.Attribute, b.Attribute) })
	if len(sum.Boxes)+len(sum.Under) == 0 {
		return nil
	}
	return &sum
}

// boxes returns the counts of an attribute.
func (e *Forms) boxes(attribute, format string) *Boxes {
	i := slices.IndexFunc(e.Boxes, func(b Boxes) bool { return b.Attribute == attribute })
	if i < 0 {
		i = len(e.Boxes)
		e.Boxes = append(e.Boxes, Boxes{Attribute: attribute, Format: format})
	}
	return &e.Boxes[i]
}

// FormFinding is a form that nearly all answers have. Attribute is "" for whole documents.
type FormFinding struct{ Attribute, Text string }

// Findings returns the forms that nearly all answers have, each with its remedy in the notation of the spec.
func (e *Forms) Findings(notation spectext.Notation) (all []FormFinding) {
	if e == nil {
		return nil
	}
	if text := e.wrapped(notation); text != "" {
		all = append(all, FormFinding{Text: text})
	}
	for _, b := range e.Boxes {
		if text := b.finding(); text != "" {
			all = append(all, FormFinding{b.Attribute, text})
		}
	}
	return all
}

// mostOf returns the key with the highest number. Of several such keys it returns the first in order: of keys that begin
// alike, the shortest.
func mostOf(counts map[string]int) (most string) {
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if most == "" || counts[key] > counts[most] {
			most = key
		}
	}
	return most
}
