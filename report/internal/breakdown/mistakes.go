package breakdown

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// classesOf returns the class of each of the case's fields: the recorded class or, if there is none, the class that the
// outcome and the values show.
func classesOf(c *report.Case) []source.Class {
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

// Mistakes counts classes of errors by attribute. The zero value is ready to use. A record lists at most
// [report.CaseOptions].MaxFields leaves: mistakes that it does not list have no kind, and are counted apart. The counts
// are over all trials.
//
// A missing value is cut off if the model says that it stopped for a limit of tokens, or if the JSON ends in the middle:
// see [Classes]. All cases together tell whether a list ends early where no model says so. An answer to the list ends
// early if the truth has rows after its last row, and each of its rows is paired with the row of the truth at the same
// place or neither has a partner. An answer of n rows that skips rows at one place ends early by chance with probability
// 1/(n+1), and less often if it skips rows at several places.
//
// The list ends early if at least 3 answers do, and chance does as much to any list in at most one report of twenty
// (Holm's method over the lists). An answer counts only if it lacks several rows, or if it lacks one and has as many
// rows as the longest answer: an answer that lacks the last of three rows says nothing. The finding is a [Pattern]; the
// values remain missing.
//
// One case of the first trial stands for each unit, as in [Causes]. There is no such evidence for lists in lists, for
// lists whose items are paired by their index, and in records that do not list the rows without a partner
// ([report.CaseOptions].MaxExamples).
type Mistakes struct {
	// Dataset has the spec, and the cluster. Default: none.
	Dataset *report.Dataset

	found map[mistakeKey]*Mistake
	cut   cutOffs
	split splits

	unlisted, unlistedCases int
}

// Mistake counts one kind of mistake in one attribute.
type Mistake struct {
	Attribute string       `json:"attribute"`
	Class     source.Class `json:"class"`
	Count     int          `json:"count"`
	// Origins says where the values come from, in the order of [source.Origins]; nil if no text of a document tells.
	Origins []OriginCount `json:"origins,omitzero"`
	// Examples are from the cases that come first by id.
	Examples []Example `json:"examples,omitzero"`
	// Pairs is the number of different pairs of got and want; maxPairs+1 stands for all greater numbers. Largest is the
	// most frequent pair, of several the first by text, and LargestCount is how often it occurs. If there are more than
	// maxPairs pairs, both are zero.
	Pairs        int     `json:"pairs"`
	Largest      Example `json:"largest,omitzero"`
	LargestCount int     `json:"largest_count,omitzero"`

	pairs map[[2]string]pairCount // at most maxPairs+1
}

// pairCount is how often a pair of values occurs, and the first case with it, by id.
type pairCount struct {
	n  int
	id string
}

const maxPairs = 1000 // of a mistake, counted one by one

// count counts a pair of values of a case.
func (m *Mistake) count(values [2]string, id string) {
	pair := m.pairs[values]
	if pair.n == 0 || id < pair.id {
		pair.id = strings.Clone(id)
	}
	pair.n++
	arithmetic.Map(&m.pairs)[values] = pair
}

// settle sets Pairs, Largest and LargestCount.
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

// OriginCount is the number of mistakes with one origin.
type OriginCount struct {
	Origin source.Origin `json:"origin"`
	Count  int           `json:"count"`
}

// OriginText returns origins in words, "3 misread, 1 made up"; "" for none.
func (m *Mistake) OriginText() string {
	parts := arithmetic.Each(m.Origins, func(o OriginCount) string { return fmt.Sprintf("%d %s", o.Count, o.Origin) })
	return strings.Join(parts, ", ")
}

// HasOrigins reports whether the origin of any mistake is known.
func HasOrigins(all []Mistake) bool {
	return slices.ContainsFunc(all, func(m Mistake) bool { return len(m.Origins) > 0 })
}

// addOrigin counts a mistake with an origin. It ignores an origin that package source does not know.
func (m *Mistake) addOrigin(origin source.Origin) {
	rank := func(o source.Origin) int { return slices.Index(source.Origins(), o) }
	if rank(origin) < 0 {
		return
	}
	index, found := slices.BinarySearchFunc(m.Origins, origin, func(c OriginCount, o source.Origin) int { return cmp.Compare(rank(c.Origin), rank(o)) })
	if !found {
		m.Origins = slices.Insert(m.Origins, index, OriginCount{Origin: origin})
	}
	m.Origins[index].Count++
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
	m.cut.addCase(c, m.Dataset, classes)
	m.split.addCase(c)
	if n := unlisted(c); n > 0 {
		m.unlisted += n
		m.unlistedCases++
	}
	for i, class := range classes {
		if class == "" {
			continue
		}
		f := &c.Fields[i]
		mistake := m.mistake(f.Attribute, class)
		mistake.Count++
		if len(mistake.pairs) <= maxPairs {
			mistake.count([2]string{string(f.Got), string(f.Want)}, c.ID)
		}
		mistake.addOrigin(source.Origin(f.Origin))
		mistake.keepExample(Example{Case: c.ID, Trial: c.Trial, Path: f.Path, Got: f.Got, Want: f.Want}, maxExamples)
	}
}

// unlisted returns how many mistakes the record of a case counts but does not list.
func unlisted(c *report.Case) (n int) {
	for _, row := range c.Counts {
		if !row.Items {
			n += row.Counts.Mistakes()
		}
	}
	for i := range c.Fields {
		switch c.Fields[i].Outcome {
		case metrics.Wrong, metrics.Missing, metrics.Hallucinated, metrics.Invented:
			n--
		}
	}
	return n
}

func (m *Mistakes) mistake(attribute string, class source.Class) *Mistake {
	found := arithmetic.Entry(&m.found, mistakeKey{attribute, class})
	found.Attribute, found.Class = attribute, class
	return found
}

type mistakeKey struct {
	attribute string
	class     source.Class
}

func (m *Mistake) keepExample(e Example, limit int) {
	index, _ := slices.BinarySearchFunc(m.Examples, e, compareExamples)
	if index >= limit {
		return
	}
	e.Path, e.Got, e.Want = strings.Clone(e.Path), bytes.Clone(e.Got), bytes.Clone(e.Want) // else the whole line stays in memory
	m.Examples = slices.Insert(m.Examples, index, e)
	m.Examples = m.Examples[:min(len(m.Examples), limit)]
}

func compareExamples(a, b Example) int {
	return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Path, b.Path))
}

// Mistakes returns the mistakes by count, the most frequent first; equal ones by attribute, then in the order of
// [source.Classes].
func (m *Mistakes) Mistakes() []Mistake {
	var all []Mistake
	for _, mistake := range m.found {
		result := *mistake
		result.settle()
		result.pairs = nil
		all = append(all, result)
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

// Unlisted says how many mistakes have no kind because no record lists them; "" for none.
func (m *Mistakes) Unlisted() string {
	if m.unlisted == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s have no kind here: records list the first mistakes of a case only.", words.Plural(m.unlisted, "mistake"), words.Plural(m.unlistedCases, "case"))
}

// Patterns returns a pattern for each list that ends early, for answers that are cut off as a whole, and for packets
// whose sections are cut or joined, or have a wrong class together with other mistakes. They are in no order.
func (m *Mistakes) Patterns() []Pattern { return slices.Concat(m.cut.patterns(), m.split.patterns()) }

// Kind is one kind of mistake over all attributes.
type Kind struct {
	Class             source.Class
	Count, Attributes int
	Attribute         string // the attribute with the most such mistakes
}

// MostFrequent returns the kind with the most mistakes over all attributes. Of kinds with the same number, it returns
// the first in all, which is sorted by count. Mistakes of no kind, [source.Other], come last. It reports false without
// mistakes.
func MostFrequent(all []Mistake) (most Kind, ok bool) {
	var kinds []Kind
	for _, m := range all {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Class == m.Class })
		if i < 0 {
			i = len(kinds)
			kinds = append(kinds, Kind{Class: m.Class, Attribute: m.Attribute})
		}
		kinds[i].Count += m.Count
		kinds[i].Attributes++
	}
	for _, k := range kinds {
		if k.Count > most.Count && (k.Class != source.Other || len(kinds) == 1) {
			most = k
		}
	}
	return most, len(kinds) > 0
}
