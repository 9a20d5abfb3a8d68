package eval

import (
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
)

// MarshalJSON writes the spec as [ParseSpec] reads it, without zero values. The same spec always has the same text,
// from which hashes of specs are computed. A spec that states a default (a weight of 1) has another text than a spec
// that does not.
//
// MarshalJSON writes an invariant with a Func as its name and "func": true, which [ParseSpec] refuses, and a comparator
// in the form of [compare.Describe]. It is an error if a comparator cannot be described, if a field has more than one
// of Match, List, Set and Sections, or if a number is not finite.
func (s Spec) MarshalJSON() ([]byte, error) {
	fields, err := writeFields(s.Fields, "")
	if err != nil {
		return nil, err
	}
	return json.Marshal(specText{fields, invariant.Texts(s.Invariants), s.Aggregation, s.Threshold, s.EmptyCollections, s.Strict, s.Lenient, s.LenientPaths, s.Unlabelled, s.NullTruths, s.DateOrders, s.Cluster})
}

type specText struct {
	Fields           []json.RawMessage `json:"fields,omitempty"`
	Invariants       []invariant.Text  `json:"invariants,omitempty"`
	Aggregation      Aggregation       `json:"aggregation,omitzero"`
	Threshold        float64           `json:"threshold,omitzero"`
	EmptyCollections bool              `json:"empty_collections,omitzero"`
	Strict           bool              `json:"strict,omitzero"`
	Lenient          bool              `json:"lenient,omitzero"`
	LenientPaths     bool              `json:"lenient_paths,omitzero"`
	Unlabelled       Unlabelled        `json:"unlabelled,omitzero"`
	NullTruths       bool              `json:"null_truths,omitzero"`
	DateOrders       map[string]string `json:"date_orders,omitempty"`
	Cluster          string            `json:"cluster,omitzero"`
}

// writeField writes a field in three parts: its place, its rule (a list, a set, sections, or a comparator with its
// options), and the keys common to all fields.

type placeText struct {
	Path     string `json:"path"`
	WantPath string `json:"expected_path,omitzero"`
}

type listText struct {
	Match     string            `json:"match"`
	By        []string          `json:"by,omitempty"`
	Threshold float64           `json:"threshold,omitzero"`
	Assign    Assign            `json:"assign,omitzero"`
	Fields    []json.RawMessage `json:"fields,omitempty"`
}

type setText struct {
	Match  string          `json:"match"`
	Each   json.RawMessage `json:"each,omitempty"`
	Assign Assign          `json:"assign,omitzero"`
}

type sectionsText struct {
	Match    string               `json:"match"`
	ClassKey string               `json:"class_key,omitzero"`
	PagesKey string               `json:"pages_key,omitzero"`
	Classes  map[string]classText `json:"classes"`
	Other    string               `json:"other,omitzero"`
}

type classText struct {
	Fields []json.RawMessage `json:"fields,omitempty"`
}

type commonText struct {
	Weight      float64  `json:"weight,omitzero"`
	Optional    bool     `json:"optional,omitzero"`
	Unscored    bool     `json:"unscored,omitzero"`
	ZeroIsEmpty bool     `json:"zero_is_empty,omitzero"`
	Absent      bool     `json:"absent,omitzero"`
	Decides     []string `json:"decides,omitempty"`
}

func writeFields(fields []Field, prefix string) ([]json.RawMessage, error) {
	texts := make([]json.RawMessage, len(fields))
	for i := range fields {
		attribute := paths.Join(prefix, fields[i].Path)
		text, err := writeField(&fields[i], attribute)
		if err != nil {
			return nil, err
		}
		texts[i] = text
	}
	return texts, nil
}

func writeField(f *Field, attribute string) (json.RawMessage, error) {
	rule, err := writeRule(f, attribute)
	if err != nil {
		return nil, err
	}
	place, err := json.Marshal(placeText{f.Path, f.WantPath})
	if err != nil {
		return nil, err
	}
	common, err := json.Marshal(commonText{f.Weight, f.Optional, f.Unscored, f.ZeroIsEmpty, f.Absent, f.Decides})
	if err != nil {
		return nil, fmt.Errorf("eval: field %q: %w", attribute, err)
	}
	return spectext.JoinObjects(place, rule, common), nil
}

// writeRule returns the object with the rule of a field: its match and the options.
func writeRule(f *Field, attribute string) ([]byte, error) {
	var text []byte
	var err error
	switch {
	case f.Match == nil && f.isLeaf():
		return []byte("{}"), nil
	case f.isLeaf():
		text, err = spectext.WriteMatch(f.Match)
	case f.Match == nil && f.Set == nil && f.Sections == nil:
		var items []json.RawMessage
		if items, err = writeFields(f.List.Fields, attribute+"[]"); err != nil {
			return nil, err
		}
		text, err = json.Marshal(listText{spectext.MatchList, f.List.By, f.List.Threshold, f.List.Assign, items})
	case f.Match == nil && f.List == nil && f.Sections == nil:
		var each json.RawMessage
		if f.Set.Match != nil {
			each, err = spectext.WriteComparator(f.Set.Match)
		}
		if err == nil {
			text, err = json.Marshal(setText{spectext.MatchSet, each, f.Set.Assign})
		}
	case f.Match == nil && f.List == nil && f.Set == nil:
		s := f.Sections
		classes := make(map[string]classText, len(s.Classes))
		for class, fields := range s.Classes {
			of, err := writeFields(fields, paths.Join(attribute+"[]", s.Attribute(class, "")))
			if err != nil {
				return nil, err
			}
			classes[class] = classText{of}
		}
		text, err = json.Marshal(sectionsText{spectext.MatchSections, s.Class, s.Pages, classes, s.Other})
	default:
		err = fmt.Errorf("it has more than one of Match, List, Set and Sections")
	}
	if err != nil {
		return nil, fmt.Errorf("eval: field %q: %w", attribute, err)
	}
	return text, nil
}
