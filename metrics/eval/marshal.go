package eval

import (
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
)

// MarshalJSON writes the spec as [ParseSpec] reads it, without zero values. The same spec always has the same text,
// from which hashes of specs are computed. A spec that states a default (a weight of 1) has another text than a spec
// that does not.
//
// MarshalJSON writes an invariant with a Func as its name and "func": true, which [ParseSpec] refuses, and a comparator
// in the form of [compare.Describe]. It is an error if a comparator cannot be described, if a field has more than one
// of Match, List, Set, Map and Sections, or if a number is not finite.
func (s Spec) MarshalJSON() ([]byte, error) {
	fields, err := writeFields(s.Fields, "")
	if err != nil {
		return nil, err
	}
	type rest Spec // its other keys
	return json.Marshal(struct {
		Fields     []json.RawMessage `json:"fields,omitempty"`
		Invariants []invariant.Text  `json:"invariants,omitempty"`
		rest
	}{fields, invariant.Texts(s.Invariants), rest(s)})
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
	place, err := json.Marshal(spectext.WrittenPlace{Path: f.Path, WantPath: f.WantPath})
	if err != nil {
		return nil, err
	}
	common, err := json.Marshal(spectext.WrittenKeys{Weight: f.Weight, Optional: f.Optional, Unscored: f.Unscored, ZeroIsEmpty: f.ZeroIsEmpty, Absent: f.Absent, AbsentWords: f.AbsentWords, Decides: f.Decides})
	if err != nil {
		return nil, fmt.Errorf("eval: field %q: %w", attribute, err)
	}
	return spectext.JoinObjects(place, rule, common), nil
}

// writeRule returns the object with the rule of a field: its match and the options.
func writeRule(f *Field, attribute string) ([]byte, error) {
	var written any
	each := func(m compare.Comparator) (json.RawMessage, error) {
		if m == nil {
			return nil, nil
		}
		return spectext.WriteComparator(m)
	}
	err := notOne(f)
	inner, mark := f.Items()
	if f.Map != nil {
		inner = f.Map.Fields
	}
	items, wrong := writeFields(inner, attribute+mark)
	switch {
	case wrong != nil:
		return nil, wrong
	case err != nil:
	case f.List != nil:
		written = spectext.WrittenList{Match: spectext.MatchList, By: f.List.By, Threshold: f.List.Threshold, Assign: string(f.List.Assign), Fields: items}
	case f.Map != nil:
		form := spectext.WrittenMap{Match: spectext.MatchMap, Fold: f.Map.Fold, Fields: items}
		form.Each, err = each(f.Map.Match)
		written = form
	case f.Set != nil:
		form := spectext.WrittenSet{Match: spectext.MatchSet, Assign: string(f.Set.Assign)}
		form.Each, err = each(f.Set.Match)
		written = form
	case f.Sections != nil:
		s := f.Sections
		form := spectext.WrittenSections{Match: spectext.MatchSections, ClassKey: s.Class, PagesKey: s.Pages, Classes: map[string]spectext.WrittenClass{}, Other: s.Other}
		for class, fields := range s.Classes {
			texts, err := writeFields(fields, paths.Join(attribute+paths.Items, s.Attribute(class, "")))
			if err != nil {
				return nil, err
			}
			form.Classes[class] = spectext.WrittenClass{Fields: texts}
		}
		written = form
	case f.Match == nil:
		return []byte("{}"), nil
	default:
		text, err := spectext.WriteMatch(f.Match)
		if err != nil {
			return nil, fmt.Errorf("eval: field %q: %w", attribute, err)
		}
		return text, nil
	}
	var text []byte
	if err == nil {
		text, err = json.Marshal(written)
	}
	if err != nil {
		return nil, fmt.Errorf("eval: field %q: %w", attribute, err)
	}
	return text, nil
}

// notOne returns an error if a field has more than one of Match, List, Set, Map and Sections.
func notOne(f *Field) error {
	return spectext.AtMostOne([5]bool{f.Match != nil, f.List != nil, f.Set != nil, f.Map != nil, f.Sections != nil})
}
