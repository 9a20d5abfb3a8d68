package redact

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// eachText calls visit for the strings and numbers of a document that a rule redacts,
// whether or not the spec compares them.
//
// An answer may have the redacted values in another shape than the rules name. So eachText also reads other forms: a
// list as each of its items, if no rule names items there; an object or a value as the only item of a list; and a key
// as each key of a rule that differs only in letter case. A string in place of an object may hold the object's values.
// A place that can be read in several ways is redacted if one of them redacts it.
func (r *ruleSet) eachText(v document.Value, visit func(string)) {
	readings{{node: &r.root}}.eachText(v, visit)
}

// readings lists the ways to read one place of a document.
type readings []reading

// reading is a place as a rule names it.
type reading struct {
	node     *node // nil where no rule goes on
	redacted bool  // by the longest rule so far
}

// enter returns the reading of a place below, where the rules go on at node to.
func (r reading) enter(child *node) reading {
	if child != nil && child.rule {
		r.redacted = child.mode != None
	}
	r.node = child
	return r
}

func (all readings) eachText(v document.Value, visit func(string)) {
	redacted, nested := false, false
	for _, r := range all {
		redacted = redacted || r.redacted
		nested = nested || r.node != nil && r.node.strictest != None
	}
	kind := v.Kind()
	switch {
	case len(all) == 0:
	case len(all) == 1 && all[0].node == nil:
		eachTextOf(v, false, visit)
	case kind == document.Object:
		all = all.eachItem()
		for key, member := range v.Members() {
			all.member(key).eachText(member, visit)
		}
	case kind == document.Array:
		all = all.items()
		for _, item := range v.Items() {
			all.eachText(item, visit)
		}
	case redacted || nested:
		eachTextOf(v, false, visit)
	}
}

// addReading adds a reading that may lead to something redacted.
func (all readings) addReading(r reading) readings {
	if r.node == nil && !r.redacted || slices.Contains(all, r) {
		return all
	}
	return append(all, r)
}

// items returns the ways to read the items of a list.
func (all readings) items() readings {
	var items readings
	for _, r := range all {
		if r.node != nil && r.node.items != nil {
			items = items.addReading(r.enter(r.node.items))
			if r.node.members == nil {
				continue
			}
		}
		items = items.addReading(r)
	}
	return items
}

// eachItem adds the ways to read an object that stands for the only item of a list.
func (all readings) eachItem() readings {
	all = slices.Clip(all)
	for i := 0; i < len(all); i++ {
		if r := all[i]; r.node != nil && r.node.items != nil {
			all = all.addReading(r.enter(r.node.items))
		}
	}
	return all
}

// member returns the ways to read a member of an object. A rule that keeps a value applies to
// the key only as it is written.
func (all readings) member(key string) readings {
	var members readings
	folded := compare.Fold(key)
	for _, r := range all {
		if r.node == nil {
			members = members.addReading(r)
			continue
		}
		for _, child := range r.node.folded[folded] {
			members = members.addReading(r.enter(child))
		}
		if r.node.any != nil {
			members = members.addReading(r.enter(r.node.any))
		}
		if r.node.members[key] == nil && r.node.any == nil {
			members = members.addReading(r.enter(nil))
		}
	}
	return members
}

// Leaves returns the leaves and the misses of a result as records keep them; want is its truth. Where r is not compiled,
// Leaves compiles it for this one result.
func (r Redaction) Leaves(res *eval.Result, want []byte) (fields []eval.FieldResult, misses []eval.Miss) {
	r = r.Prepared()
	modes := r.modes(res, want)
	if !r.Active() {
		return res.Fields, res.Misses
	}
	fields = slices.Clone(res.Fields)
	for i := range fields {
		f := &fields[i]
		f.Note, f.GotKeys = "", nil
		own := f.Path
		f.Path = r.redactKeys(f.Attribute, own)
		if modes[i] == None {
			continue
		}
		mode := r.withMode(modes[i])
		f.Path, f.Tag, f.Details = mode.redactPath(f.Attribute, f.Path), mode.redactTag(f.Tag), nil
		if _, ok := paths.Placed(f.Attribute, own); !ok && f.Attribute != metrics.InventedAttribute {
			f.Path = f.Attribute // the number of a page is a value
		}
		f.Got, f.Want = mode.value(f.Got), mode.value(f.Want)
	}
	return fields, r.redactMisses(res.Misses, res.Fields, modes)
}

// modes returns the mode of each leaf.
func (r Redaction) modes(res *eval.Result, want []byte) []Mode {
	if r.rules == nil {
		return slices.Repeat([]Mode{r.Mode}, len(res.Fields))
	}
	if r.rules.unmet.Load() > 0 {
		r.rules.matchValue(&r.rules.root, res.Answer)
		if truth, err := document.Parse(want); err == nil {
			r.rules.matchValue(&r.rules.root, truth)
		}
	}
	modes := make([]Mode, len(res.Fields))
	for i := range res.Fields {
		modes[i] = r.rules.leafMode(&res.Fields[i])
	}
	if !r.rules.redactMoved(res, modes, want) {
		return slices.Repeat([]Mode{r.rules.strictest}, len(modes))
	}
	return modes
}
