package strictness

// This file states an option of a comparator that a finding proposes.

import (
	"encoding/json"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
)

// AddOption returns a comparator with one more option, "order: dmy". It returns c itself if c has no such option.
func AddOption(c compare.Comparator, option string) compare.Comparator {
	key, value, _ := strings.Cut(option, ": ")
	if key == "order" && (c == nil || c == compare.Comparator(compare.Auto{})) {
		return compare.Date{Order: value}
	}
	if key == "match" {
		if other, err := compare.Parse(value, nil, nil); err == nil {
			return other
		}
		return c
	}
	name, text, err := compare.Describe(c)
	all := map[string]json.RawMessage{}
	if err != nil || json.Unmarshal(text, &all) != nil {
		return c
	}
	added := []byte(value)
	if !json.Valid(added) {
		if added, err = json.Marshal(value); err != nil {
			return c
		}
	}
	all[key] = added
	if key == "as" {
		delete(all, "decided") // the option states it
	}
	if text, err = json.Marshal(all); err != nil {
		return c
	}
	changed, err := compare.Parse(name, text, nil)
	if err != nil {
		return c
	}
	return changed
}
