package preflight

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Misnamed is an attribute that answers lack, and the similar attributes that they have in its place and their truths do not.
type Misnamed struct {
	Attribute string         `json:"attribute"`
	Answers   map[string]int `json:"answers"` // by the similar attribute
}

const (
	maxMisnamed = 100 // attributes of a Check
	maxName     = 200 // bytes of a similar attribute
)

// misnamed looks in an answer for other names of the attributes that no answer has had so far. It notes none if the
// data may not be quoted.
func (c *Check) misnamed(truth document.Value, r *eval.Result) {
	if c.evidence.Redacted || !r.Answer.Exists() {
		return
	}
	looked := map[string]bool{}
	for i := range r.Fields {
		leaf := &r.Fields[i]
		if leaf.Outcome != metrics.Missing || c.agreements[leaf.Attribute] != nil || looked[leaf.Attribute] {
			continue
		}
		looked[leaf.Attribute] = true
		path, err := paths.ParseAttribute(leaf.Attribute)
		if place, ok := paths.Placed(leaf.Attribute, leaf.Path); err != nil || !ok || len(place) != len(path) {
			continue // or of a section, which other sections may have
		}
		paths.Leads(r.Answer, path, "", func(other string) {
			own := otherName(path, other)
			if own == "" || looked[own+"\n"+other] || c.hasField(c.root, other) || has(truth, other) {
				return
			}
			looked[own+"\n"+other] = true
			if names := c.otherNames[own]; names != nil || len(c.otherNames) < maxMisnamed {
				count(&names, other, 1)
				c.otherNames[own] = names
			}
		})
	}
}

// otherName returns the part of path that has the depth of the attribute other, if both end in similar keys, else "".
func otherName(path document.Path, other string) string {
	to, err := paths.ParseAttribute(other)
	if err != nil || len(other) > maxName || len(to) > len(path) || meant(path[len(to)-1].Key, []string{to[len(to)-1].Key}) == "" {
		return ""
	}
	own := ""
	for _, step := range path[:len(to)] {
		if step.AllItems() {
			own += document.Path{step}.String()
		} else {
			own = paths.Join(own, document.Path{step}.String())
		}
	}
	return own
}

// has reports whether a document has a value at an attribute.
func has(v document.Value, attribute string) bool {
	path, err := paths.ParseAttribute(attribute)
	return err == nil && paths.Leads(v, path, "", nil)
}

func (m Misnamed) plus(o Misnamed) Misnamed {
	m.Answers = added(m.Answers, o.Answers)
	return m
}

// misnamed returns the findings on attributes that no answer has under their name. Compared lists the attributes that
// answers have.
func (e Evidence) misnamed() (all []Finding) {
	for _, m := range e.Misnamed {
		given := slices.ContainsFunc(e.Compared, func(of Compared) bool {
			return paths.Covers(m.Attribute, of.Attribute)
		})
		other, most := "", 0
		for name, n := range m.Answers {
			if n > most || n == most && name < other {
				other, most = name, n
			}
		}
		if given || most == 0 {
			continue
		}
		have, their := "answers have", "their truths lack"
		if most == 1 {
			have, their = "answer has", "its truth lacks"
		}
		all = append(all, Finding{Attribute: m.Attribute, Text: fmt.Sprintf("%q: no answer has it, and %d %s %q, which %s: if it is the same field, give both the same name", m.Attribute, most, have, other, their)})
	}
	return all
}

// sortMisnamed sorts attributes by name.
func sortMisnamed(all []Misnamed) {
	slices.SortFunc(all, func(a, b Misnamed) int { return cmp.Compare(a.Attribute, b.Attribute) })
}
