package invariant

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemasAt returns the subschemas that are evaluated for the same value as s.
func schemasAt(s *jsonschema.Schema) []*jsonschema.Schema {
	all := schemasIn(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.AllOf, s.AnyOf, s.OneOf)
	if s.DynamicRef != nil {
		all = append(all, s.DynamicRef.Ref)
	}
	for _, schema := range s.DependentSchemas {
		all = append(all, schema)
	}
	for _, dependency := range s.Dependencies {
		all = append(all, schemasIn(dependency)...)
	}
	return all
}

// schemasBelow returns the subschemas that are evaluated for the members or items of a value.
func schemasBelow(s *jsonschema.Schema) []*jsonschema.Schema {
	all := schemasIn(s.PropertyNames, s.AdditionalProperties, s.UnevaluatedProperties, s.Contains, s.Items, s.AdditionalItems,
		s.PrefixItems, s.Items2020, s.UnevaluatedItems)
	for _, schema := range s.Properties {
		all = append(all, schema)
	}
	for _, schema := range s.PatternProperties {
		all = append(all, schema)
	}
	return all
}

// schemasIn returns the subschemas among the values of keywords: a schema, or a list of them.
func schemasIn(values ...any) (all []*jsonschema.Schema) {
	for _, v := range values {
		switch v := v.(type) {
		case *jsonschema.Schema:
			if v != nil {
				all = append(all, v)
			}
		case []*jsonschema.Schema:
			all = append(all, v...)
		}
	}
	return all
}

// checkReferences returns an error when a subschema is in another document, or leads back to itself for the same value.
func checkReferences(root *jsonschema.Schema) (err error) {
	const open, done = 1, 2
	state := map[*jsonschema.Schema]int{}
	left := []*jsonschema.Schema{root}
	var visit func(s *jsonschema.Schema)
	visit = func(s *jsonschema.Schema) {
		switch {
		case err != nil || state[s] == done:
			return
		case !strings.HasPrefix(s.Location, name):
			err = fmt.Errorf("it refers to %s: references to other documents are not followed", s.Location)
			return
		case state[s] == open:
			location := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(s.Location, name), "#"), "the top")
			err = fmt.Errorf("the schema at %s refers to itself for the same value, without end", location)
			return
		}
		state[s] = open
		for _, schema := range schemasAt(s) {
			visit(schema)
		}
		state[s] = done
		left = append(left, schemasBelow(s)...)
	}
	for len(left) > 0 && err == nil {
		s := left[0]
		left = left[1:]
		visit(s)
	}
	return err
}
