package words

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// OtherRules compares the recorded specs of two runs. It names each rule that differs, by its attribute and option, with
// the values in both: "total: tolerance unset → 5", "total: new", "total: left out", "rule sums: rule a == b → a >= b".
// Keys that change no comparison are left out, so OtherRules returns nothing for two specs that judge alike. It also
// returns nothing if a spec is not recorded or is not JSON.
func OtherRules(spec, other json.RawMessage) (changed []string) {
	newer, older := specRules(spec), specRules(other)
	if newer == nil || older == nil {
		return nil
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(newer)), maps.Keys(older))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		now, old := newer[name], older[name]
		switch {
		case old == nil:
			changed = append(changed, name+": new")
			continue
		case now == nil:
			changed = append(changed, name+": left out")
			continue
		}
		for _, option := range otherKeys(now, old) {
			text := fmt.Sprintf("%s %s → %s", option, cmp.Or(old[option], "unset"), cmp.Or(now[option], "unset"))
			changed = append(changed, strings.TrimPrefix(name+": "+text, ": "))
		}
	}
	return changed
}

// ChangedRules returns the names of the fields and invariants of both specs whose values are judged otherwise, as [OtherRules] names
// them. The name "" stands for all fields. Changes that affect no outcome do not count: weights, for example, change only the score of a
// case. A field that spec ignores counts as left out. Where an item field decides which rows of a list are paired, its rule is the rule
// of the list, even if only one of the specs has the field. ChangedRules also returns nothing if a spec is not recorded or is not JSON.
func ChangedRules(spec, other json.RawMessage) (names []string) {
	newer, older := specRules(spec), specRules(other)
	if newer == nil || older == nil {
		return nil
	}
	both := maps.Clone(older)
	maps.Copy(both, newer)
	for name := range both {
		now, old, ruled := newer[name], older[name], newer.ruled(name)
		if now == nil || old == nil || now["match"] == "ignore" {
			if ruled != name && older[ruled] != nil {
				names = append(names, ruled)
			}
			continue
		}
		for _, option := range otherKeys(now, old) {
			switch items := strings.ContainsAny(name, "[{"); {
			case option == "weight", option == "optional", option == "unscored" && !items:
			case name == "" && (option == "threshold" || option == "aggregation"):
			case name == "" && option == "date_orders":
				names = append(names, otherKeys(dateRules(spec), dateRules(other))...)
			default:
				names = append(names, ruled)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ruled returns the name of what a changed rule concerns: the list, if the rule of an item field decides which rows are paired.
func (r rules) ruled(name string) string {
	for i := range name {
		item, found := strings.CutPrefix(name[i:], "[].")
		if list := r[name[:i]]; found && list["match"] == "list" {
			item, _, _ = strings.Cut(item, "[")
			if by := list["by"]; by == "" || strings.Contains(by, strconv.Quote(item)) {
				return name[:i]
			}
		}
	}
	return name
}

// RuledBy reports whether an attribute, a class or an invariant is judged by one of the rules with these names, see [ChangedRules].
func RuledBy(attribute string, rules []string) bool {
	return slices.ContainsFunc(rules, func(rule string) bool {
		rest, ok := strings.CutPrefix(attribute, rule)
		return ok && (rule == "" || rest == "" || strings.ContainsAny(rest[:1], ".[{="))
	})
}

// otherKeys returns the keys whose texts differ in two maps, sorted.
func otherKeys(a, b map[string]string) (keys []string) {
	for key := range a {
		if a[key] != b[key] {
			keys = append(keys, key)
		}
	}
	for key := range b {
		if _, found := a[key]; !found && b[key] != "" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// rules are the options of the fields and invariants of a spec, by their names; those of the whole spec are under "".
type rules map[string]map[string]string

// withoutEffect are the keys of a spec that change no comparison.
var withoutEffect = []string{"absent", "cluster", "decides", "null_truths"}

// specRules returns the rules of a recorded spec, nil if it cannot be read.
func specRules(text json.RawMessage) rules {
	var spec map[string]json.RawMessage
	if json.Unmarshal(text, &spec) != nil || spec == nil {
		return nil
	}
	all := rules{"": {}}
	all.addObject("", "", spec)
	return all
}

// addObject adds the options of an object, and of the objects in it that have a path or a name. The mark stands between
// the name of the object and the paths in it.
func (r rules) addObject(name, mark string, object map[string]json.RawMessage) {
	for key, value := range object {
		var parts []map[string]json.RawMessage
		var classes map[string]struct{ Fields []map[string]json.RawMessage } // of sections
		switch {
		case slices.Contains(withoutEffect, key) || name != "" && (key == "path" || key == "name"):
		case (key == "fields" || key == "invariants") && json.Unmarshal(value, &parts) == nil:
			for _, part := range parts {
				r.addPart(name+mark, part)
			}
		case key == "classes" && json.Unmarshal(value, &classes) == nil:
			r[name][key] = strings.Join(slices.Sorted(maps.Keys(classes)), ", ")
			for class, own := range classes {
				for _, part := range own.Fields {
					r.addPart(name+mark+"."+document.Path{{Key: class, Index: -1}}.String(), part)
				}
			}
		default:
			r[name][key] = ruleValue(value)
		}
	}
}

// addPart adds a field or an invariant below a prefix.
func (r rules) addPart(prefix string, part map[string]json.RawMessage) {
	name, mark := strings.Trim(prefix+"."+ruleValue(part["path"]), "."), "[]"
	if rule := ruleValue(part["name"]); rule != "" {
		name = "rule " + rule
	}
	if ruleValue(part["match"]) == "map" {
		mark = "{}"
	}
	name = cmp.Or(name, "(all)")
	r[name] = map[string]string{}
	r.addObject(name, mark, part)
}

// ruleValue returns a text without quotes, a number as short as it can be, any other value as JSON, "" for none.
func ruleValue(value json.RawMessage) string {
	var text string
	var number float64
	switch {
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Unmarshal(value, &number) == nil:
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	var short bytes.Buffer
	if json.Compact(&short, value) != nil {
		return ""
	}
	return short.String()
}
