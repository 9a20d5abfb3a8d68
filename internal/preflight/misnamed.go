package preflight

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Misnamed is an attribute that answers lack, with the attributes under which they have its values. Their truths lack
// these other attributes.
type Misnamed struct {
	Attribute string `json:"attribute"`
	// Lack is the number of answers that lack the attribute, 0 in old records. Answers has, by another attribute, how
	// many of these answers have the values of their truths there, by the comparators of the spec.
	Lack    int            `json:"lack,omitzero"`
	Answers map[string]int `json:"answers,omitempty"`
	// Values has, by another attribute, the [distinctive] least hashes of different values that were found there.
	Values map[string][]uint32 `json:"values,omitempty"`
}

const (
	maxMisnamed = 100    // attributes of a Check
	maxName     = 200    // bytes of another attribute
	maxAlike    = 10_000 // comparisons in one document
	// distinctive is the number of different values that show that an attribute with an unlike name is meant: two
	// fields that are mostly true agree by chance.
	distinctive = 3
)

// misnamed looks in an answer for the values of attributes that no answer has had so far. It notes none if the data may
// not be quoted.
func (c *Check) misnamed(truth document.Value, r *eval.Result) {
	if c.evidence.Redacted || !r.Answer.Exists() {
		return
	}
	type pair struct{ own, other string }
	leaves, alike, values := map[pair]int{}, map[pair]int{}, map[pair][]uint32{}
	lacking, left := map[string]bool{}, maxAlike
	type target struct {
		pair
		path document.Path
	}
	targets := map[string][]target{} // by attribute: the other names, and where their values are
	for i := range r.Fields {
		leaf := &r.Fields[i]
		if leaf.Outcome != metrics.Missing || c.agreements[leaf.Attribute] != nil || left <= 0 {
			continue
		}
		path, err := paths.ParseAttribute(leaf.Attribute)
		if place, ok := paths.Placed(leaf.Attribute, leaf.Path); err != nil || !ok || len(place) != len(path) {
			continue // or of a section, which other sections may have
		}
		want := strictness.ValueOf(leaf.Want)
		others, known := targets[leaf.Attribute]
		if !known {
			looked := map[string]bool{}
			paths.Leads(r.Answer, path, "", func(other string) {
				own, place := ownName(path, other)
				if own == "" || looked[other] || c.hasField(c.root, other) || hasValue(truth, other) {
					return
				}
				looked[other] = true
				others = append(others, target{pair{own, other}, slices.Concat(place, path[len(place):])})
			})
			targets[leaf.Attribute] = others
		}
		match := c.byName[leaf.Attribute].match()
		for _, other := range others {
			names := other.pair
			lacking[names.own] = true
			leaves[names]++
			if paths.AnyValue(r.Answer, other.path, func(got document.Value) bool {
				left--
				return left >= 0 && strictness.Alike(match, got, want)
			}) {
				alike[names]++
				hash := fnv.New32a()
				_, _ = hash.Write(leaf.Want) // which never fails
				values[names] = least(values[names], []uint32{hash.Sum32()})
			}
		}
	}
	entry := func(own string) *Misnamed {
		m := c.otherNames[own]
		if m == nil && len(c.otherNames) < maxMisnamed {
			m = &Misnamed{Attribute: own, Values: map[string][]uint32{}}
			c.otherNames[own] = m
		}
		return m
	}
	for _, own := range slices.Sorted(maps.Keys(lacking)) {
		if m := entry(own); m != nil {
			m.Lack++
		}
	}
	for names, n := range alike {
		if m := entry(names.own); m != nil && 2*n > leaves[names] {
			count(&m.Answers, names.other, 1)
			if m.Answers[names.other] > 0 {
				m.Values[names.other] = least(m.Values[names.other], values[names])
			}
		}
	}
}

// formed looks for the other forms of an answer. It looks for no wrapper if the data may not be quoted.
func (c *Check) formed(truth document.Value, r *eval.Result) {
	c.forms.AddBoxes(r.Fields, func(attribute string) compare.Comparator { return c.byName[attribute].match() })
	var places []document.Path
	for _, f := range c.root {
		if !truth.At(f.want).Empty() {
			places = append(places, f.got)
		}
	}
	if !c.evidence.Redacted && (c.infers || places != nil) {
		c.forms.AddAnswer(r.Answer, truth, places)
	}
}

// least returns the least of two lists of hashes, each once, sorted.
func least(a, b []uint32) []uint32 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), distinctive)]
}

// ownName returns the first steps of path, as many as the attribute other has, and the path of other. own is "" if path has
// fewer steps.
func ownName(path document.Path, other string) (own string, target document.Path) {
	target, err := paths.ParseAttribute(other)
	if err != nil || len(other) > maxName || len(target) > len(path) {
		return "", nil
	}
	for _, step := range path[:len(target)] {
		if step.AllItems() {
			own += document.Path{step}.String()
		} else {
			own = paths.Join(own, document.Path{step}.String())
		}
	}
	return own, target
}

// isAlike reports whether two attributes end in similar keys.
func isAlike(own, other string) bool {
	a, err := paths.ParseAttribute(own)
	b, wrong := paths.ParseAttribute(other)
	return err == nil && wrong == nil && len(a) > 0 && len(b) > 0 && words.NearestPath(a[len(a)-1].Key, []string{b[len(b)-1].Key}) != ""
}

// hasValue reports whether a document has a value at an attribute.
func hasValue(v document.Value, attribute string) bool {
	path, err := paths.ParseAttribute(attribute)
	return err == nil && paths.Leads(v, path, "", nil)
}

func (m Misnamed) merge(o Misnamed) Misnamed {
	m.Lack += o.Lack
	m.Answers = added(m.Answers, o.Answers)
	values := map[string][]uint32{}
	for _, side := range []map[string][]uint32{m.Values, o.Values} {
		for other, hashes := range side {
			values[other] = least(values[other], hashes)
		}
	}
	m.Values = values
	return m
}

// misnamed returns the findings on attributes that no answer has under their name, and whose values most answers have
// under another. Compared lists the attributes that answers have.
func (e Evidence) misnamed() (all []Finding) {
	for _, m := range e.Misnamed {
		given := slices.ContainsFunc(e.Compared, func(compared Compared) bool {
			return paths.Covers(m.Attribute, compared.Attribute)
		})
		other, most := "", 0
		for name, n := range m.Answers {
			shown := isAlike(m.Attribute, name) || len(m.Values[name]) >= distinctive
			if shown && (n > most || n == most && name < other) {
				other, most = name, n
			}
		}
		if given || 2*most <= m.Lack || m.Lack == 0 {
			continue
		}
		verb, their := "answers have its values", "their truths lack"
		if most == 1 {
			verb, their = "answer has its value", "its truth lacks"
		}
		remedy := cmp.Or(words.UnicodeForm(m.Attribute, other), ": if it is the same field, give both the same name"+e.writePaths(other, m.Attribute))
		all = append(all, Finding{Attribute: m.Attribute, Text: fmt.Sprintf("%q: no answer has it, and %d %s under %q, which %s%s", m.Attribute, most, verb, other, their, remedy)})
	}
	return all
}

// writePaths returns the end of a remedy: how a spec says in its notation that answers have a field of the truth under another name. It
// is "" for fields of different lists, and for an object whose fields the spec names.
func (e Evidence) writePaths(answer, truth string) string {
	const items = "[]."
	start := strings.LastIndex(answer, items) + len(items)
	if start < len(items) {
		start = 0
	}
	if len(e.Fields) > 0 && e.fieldOf(truth) == nil || strings.LastIndex(truth, items) != strings.LastIndex(answer, items) || !strings.HasPrefix(truth, answer[:start]) {
		return ""
	}
	answer, truth = answer[start:], truth[start:]
	switch e.Notation {
	case spectext.YAML:
		return fmt.Sprintf(", or write path: %s, expected_path: %s in a spec", answer, truth)
	case spectext.Tags:
		return fmt.Sprintf(", or write json:%q eval:%q", answer, "want="+truth)
	}
	return fmt.Sprintf(", or write Path: %q, WantPath: %q", answer, truth)
}
