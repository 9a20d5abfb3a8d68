package spectext

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A field is written in three parts: its place, its rule (a list, a set, a map, sections, or a comparator with its
// options), and the keys common to all fields.

// WrittenPlace is the place of a field.
type WrittenPlace struct {
	Path     string `json:"path"`
	WantPath string `json:"expected_path,omitzero"`
}

// The similarity from which two items of a list without a threshold may be paired. Authors of a spec
// with By rely on StatedThreshold. Where the match fields were chosen, some of them are wrong in an
// item, and the threshold is the one that pairs simulated lists of known correspondence best (see
// BenchmarkPairing of package eval).
const (
	StatedThreshold = 0.8
	ChosenThreshold = 0.5
)

// WrittenList is the rule of a list.
type WrittenList struct {
	Match     string            `json:"match"`
	By        []string          `json:"by,omitempty"`
	Threshold float64           `json:"threshold,omitzero"`
	Assign    string            `json:"assign,omitzero"`
	Fields    []json.RawMessage `json:"fields,omitempty"`
}

// WrittenSet is the rule of a set.
type WrittenSet struct {
	Match  string          `json:"match"`
	Each   json.RawMessage `json:"each,omitempty"`
	Assign string          `json:"assign,omitzero"`
}

// WrittenMap is the rule of a map.
type WrittenMap struct {
	Match  string            `json:"match"`
	Each   json.RawMessage   `json:"each,omitempty"`
	Fold   bool              `json:"fold,omitzero"`
	Fields []json.RawMessage `json:"fields,omitempty"`
}

// WrittenSections is the rule of a packet.
type WrittenSections struct {
	Match    string                  `json:"match"`
	ClassKey string                  `json:"class_key,omitzero"`
	PagesKey string                  `json:"pages_key,omitzero"`
	Classes  map[string]WrittenClass `json:"classes"`
	Other    string                  `json:"other,omitzero"`
}

// WrittenClass holds the fields of a class of sections.
type WrittenClass struct {
	Fields []json.RawMessage `json:"fields,omitempty"`
}

// WrittenKeys are the keys that every field may have.
type WrittenKeys struct {
	Weight      float64  `json:"weight,omitzero"`
	Optional    bool     `json:"optional,omitzero"`
	Unscored    bool     `json:"unscored,omitzero"`
	ZeroIsEmpty bool     `json:"zero_is_empty,omitzero"`
	Absent      bool     `json:"absent,omitzero"`
	AbsentWords []string `json:"absent_words,omitzero"` // not nil: an empty list says something
	Decides     []string `json:"decides,omitempty"`
}

// AtMostOne returns an error if more than one kind of a field is given: a Match, a List, a Set, a Map, Sections.
func AtMostOne(given [5]bool) error {
	var found []string
	for i, kind := range [...]string{"Match", "List", "Set", "Map", "Sections"} {
		if given[i] {
			found = append(found, kind)
		}
	}
	if len(found) > 1 {
		return fmt.Errorf("it has %s; give at most one of Match, List, Set, Map and Sections", strings.Join(found, " and "))
	}
	return nil
}
