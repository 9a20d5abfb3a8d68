package words

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// OtherDates compares the recorded specs of two runs. It names the attributes whose dates the runs have read differently:
// `"date" is read by order: dmy, and by the default order in old.jsonl`, `"depart" is read by as: day, and by as: instant
// in old.jsonl`. location names the run of the other spec. OtherDates returns "" without such an attribute.
func OtherDates(spec, other json.RawMessage, location string) string {
	newer, older := dateRules(spec), dateRules(other)
	texts := arithmetic.Each(otherKeys(newer, older), func(attribute string) string {
		return fmt.Sprintf("%q is read by %s, and by %s in %s", attribute, ruleText(newer[attribute], older[attribute]), ruleText(older[attribute], newer[attribute]), location)
	})
	return strings.Join(texts, "; ")
}

// dateRules returns what truths may decide about dates, by attribute.
func dateRules(text json.RawMessage) map[string]string {
	var spec struct {
		DateOrders map[string]string `json:"date_orders"`
		Fields     []timeField       `json:"fields"`
	}
	if json.Unmarshal(text, &spec) != nil {
		return nil // a file may say anything
	}
	rules := map[string]string{}
	for attribute, order := range spec.DateOrders {
		rules[attribute] = "order: " + order
	}
	addTimes(rules, spec.Fields, "")
	return rules
}

// timeField is what the text of a spec says about a field that may have points in time.
type timeField struct {
	Path   string      `json:"path"`
	Match  string      `json:"match"`
	As     string      `json:"as"`
	Each   any         `json:"each"`
	Fields []timeField `json:"fields"`
}

func addTimes(rules map[string]string, fields []timeField, prefix string) {
	for _, f := range fields {
		attribute, form, mark := strings.Trim(prefix+"."+f.Path, "."), f.As, "[]"
		if f.Match == "map" {
			mark = "{}"
		}
		if each, ok := f.Each.(map[string]any); ok && each["match"] == "time" {
			attribute += mark
			form, _ = each["as"].(string)
		} else if f.Match != "time" {
			form = ""
		}
		if form != "" {
			rules[attribute] = strings.TrimPrefix(rules[attribute]+", as: "+form, ", ")
		}
		addTimes(rules, f.Fields, attribute+mark)
	}
}

func ruleText(rule, other string) string {
	switch {
	case rule != "":
		return rule
	case strings.HasPrefix(other, "as: "):
		return "the rule of each truth"
	}
	return "the default order"
}
