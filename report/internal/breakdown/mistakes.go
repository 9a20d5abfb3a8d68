package breakdown

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Classes returns the class of each of the case's fields: the recorded one, and
// where there is none that which the outcome and the values show.
func Classes(c *report.Case) []source.Class {
	leaves := make([]source.Leaf, len(c.Fields))
	for i := range c.Fields {
		f := &c.Fields[i]
		leaves[i] = source.Leaf{Attribute: f.Attribute, Outcome: f.Outcome, Got: f.Got, Want: f.Want, Cut: f.Cut, Details: f.Details}
		if f.ErrorClass != "" {
			leaves[i].Outcome = metrics.Errored // nothing is left to find out
		}
	}
	classes := source.Classify(leaves)
	for i := range c.Fields {
		if class := c.Fields[i].ErrorClass; class != "" {
			classes[i] = source.Class(class)
		}
	}
	return classes
}

// Mistakes counts classes of errors by attribute. The zero value is ready to use.
// Leaves that a record no longer holds are not counted. With several trials the
// counts are over all of them.
type Mistakes struct {
	found map[string]map[source.Class]*Mistake // by attribute
}

// Mistake counts one kind of mistake in one attribute.
type Mistake struct {
	Attribute string       `json:"attribute"`
	Class     source.Class `json:"class"`
	Count     int          `json:"count"`
	// Origins says where the values come from, in the order of [source.Origins]; nil where
	// no text of a document told.
	Origins []OriginCount `json:"origins,omitzero"`
	// Examples are from the cases that come first by id.
	Examples []Example `json:"examples,omitzero"`
	// Pairs is how many different pairs of got and want there are, maxPairs+1 where they are more. Largest is the pair that is there most
	// often, with its number, the first by its texts of several; it is 0 where the pairs are too many.
	Pairs        int     `json:"pairs"`
	Largest      Example `json:"largest,omitzero"`
	LargestCount int     `json:"largest_count,omitzero"`

	pairs map[[2]string]pairCount // of at most maxPairs+1
}

// pairCount is how often a pair of values is there, and the case with it that comes first by its id.
type pairCount struct {
	n  int
	id string
}

const maxPairs = 1000 // of a mistake that are told apart

// count counts the pair of values of a leaf.
func (m *Mistake) count(id string, f *report.Field) {
	if len(m.pairs) > maxPairs {
		return
	}
	if m.pairs == nil {
		m.pairs = map[[2]string]pairCount{}
	}
	key := [2]string{string(f.Got), string(f.Want)}
	pair := m.pairs[key]
	if pair.n == 0 || id < pair.id {
		pair.id = strings.Clone(id)
	}
	pair.n++
	m.pairs[key] = pair
}

// settle sets the numbers of the pairs.
func (m *Mistake) settle() {
	m.Pairs = len(m.pairs)
	if m.Pairs > maxPairs {
		return
	}
	for _, pair := range slices.SortedFunc(maps.Keys(m.pairs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		if c := m.pairs[pair]; c.n > m.LargestCount {
			m.LargestCount = c.n
			m.Largest = Example{Case: c.id, Got: json.RawMessage(pair[0]), Want: json.RawMessage(pair[1])}
		}
	}
}

// OriginCount is how many of some mistakes have one origin.
type OriginCount struct {
	Origin source.Origin `json:"origin"`
	Count  int           `json:"count"`
}

// OriginText returns origins in words, "3 misread, 1 made up"; "" for none.
func (m *Mistake) OriginText() string {
	var parts []string
	for _, o := range m.Origins {
		parts = append(parts, fmt.Sprintf("%d %s", o.Count, o.Origin))
	}
	return strings.Join(parts, ", ")
}

// HasOrigins reports whether the origin of any mistake is known.
func HasOrigins(all []Mistake) bool {
	return slices.ContainsFunc(all, func(m Mistake) bool { return len(m.Origins) > 0 })
}

// came counts an origin. One that no version of package source gives is not counted.
func (m *Mistake) came(from source.Origin) {
	rank := func(o source.Origin) int { return slices.Index(source.Origins(), o) }
	if rank(from) < 0 {
		return
	}
	at, found := slices.BinarySearchFunc(m.Origins, from, func(c OriginCount, o source.Origin) int { return cmp.Compare(rank(c.Origin), rank(o)) })
	if !found {
		m.Origins = slices.Insert(m.Origins, at, OriginCount{Origin: from})
	}
	m.Origins[at].Count++
}

// Example is one leaf of one case.
type Example struct {
	Case  string          `json:"case"`
	Trial int             `json:"trial"`
	Path  string          `json:"path"`
	Got   json.RawMessage `json:"got,omitzero"`
	Want  json.RawMessage `json:"want,omitzero"`
}

const maxExamples = 3 // of a mistake

// Add adds a case with the classes of its fields, as [Classes] returns them.
func (m *Mistakes) Add(c *report.Case, classes []source.Class) {
	for i, class := range classes {
		if class == "" {
			continue
		}
		f := &c.Fields[i]
		mistake := m.mistake(f.Attribute, class)
		mistake.Count++
		mistake.count(c.ID, f)
		mistake.came(source.Origin(f.Origin))
		mistake.keep(Example{Case: c.ID, Trial: c.Trial, Path: f.Path, Got: f.Got, Want: f.Want}, maxExamples)
	}
}

func (m *Mistakes) mistake(attribute string, class source.Class) *Mistake {
	of := m.found[attribute]
	if of == nil {
		if m.found == nil {
			m.found = map[string]map[source.Class]*Mistake{}
		}
		of = map[source.Class]*Mistake{}
		m.found[attribute] = of
	}
	if of[class] == nil {
		of[class] = &Mistake{Attribute: attribute, Class: class}
	}
	return of[class]
}

func (m *Mistake) keep(e Example, limit int) {
	at, _ := slices.BinarySearchFunc(m.Examples, e, compareExamples)
	if at >= limit {
		return
	}
	e.Path, e.Got, e.Want = strings.Clone(e.Path), bytes.Clone(e.Got), bytes.Clone(e.Want) // not the line they are in
	m.Examples = slices.Insert(m.Examples, at, e)
	m.Examples = m.Examples[:min(len(m.Examples), limit)]
}

func compareExamples(a, b Example) int {
	return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Path, b.Path))
}

// Mistakes returns the mistakes by count, the most frequent first; equal ones by
// attribute and in the order of the rules.
func (m *Mistakes) Mistakes() []Mistake {
	var all []Mistake
	for _, of := range m.found {
		for _, mistake := range of {
			one := *mistake
			one.Origins = slices.Clone(one.Origins)
			one.settle()
			one.pairs = nil
			all = append(all, one)
		}
	}
	rule := func(c source.Class) int { return slices.Index(source.Classes(), c) }
	slices.SortFunc(all, func(a, b Mistake) int {
		return cmp.Or(
			cmp.Compare(b.Count, a.Count), cmp.Compare(a.Attribute, b.Attribute),
			cmp.Compare(rule(a.Class), rule(b.Class)), cmp.Compare(a.Class, b.Class),
		)
	})
	return all
}
