package invariant

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/extracteval/extracteval/metrics/document"
)

// Limits of the work of checking a document. A step is about the evaluation of a small subschema,
// some tenths of a microsecond.
const (
	maxWork         = 1_000_000
	maxWorkPerValue = 20
	maxNested       = 10_000 // evaluations within evaluations, which take room on the stack
)

// visitChildren calls f with each subschema that is evaluated for the same value as s.
func visitChildren(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, schema := range [...]*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else} {
		if schema != nil {
			f(schema)
		}
	}
	if s.DynamicRef != nil {
		f(s.DynamicRef.Ref)
	}
	for _, list := range [...][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, schema := range list {
			f(schema)
		}
	}
	for _, schema := range s.DependentSchemas {
		f(schema)
	}
	for _, dependency := range s.Dependencies {
		if sub, ok := dependency.(*jsonschema.Schema); ok {
			f(sub)
		}
	}
}

// below calls f with each subschema that is evaluated for the members or items of a value.
func below(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	add := func(v any) {
		switch v := v.(type) {
		case *jsonschema.Schema:
			if v != nil {
				f(v)
			}
		case []*jsonschema.Schema:
			for _, schema := range v {
				f(schema)
			}
		}
	}
	for _, schema := range s.Properties {
		f(schema)
	}
	for _, schema := range s.PatternProperties {
		f(schema)
	}
	for _, v := range [...]any{s.PropertyNames, s.AdditionalProperties, s.UnevaluatedProperties, s.Contains, s.Items, s.AdditionalItems,
		s.PrefixItems, s.Items2020, s.UnevaluatedItems} {
		add(v)
	}
}

// checkGraph walks all subschemas, and returns the cost of one evaluation of each.
func checkGraph(root *jsonschema.Schema) (own map[*jsonschema.Schema]int64, err error) {
	own = make(map[*jsonschema.Schema]int64)
	all := []*jsonschema.Schema{root}
	own[root] = 0
	for i := 0; i < len(all); i++ {
		s := all[i]
		if !strings.HasPrefix(s.Location, name) {
			return nil, fmt.Errorf("it refers to %s: references to other documents are not followed", s.Location)
		}
		add := func(schema *jsonschema.Schema) {
			if _, seen := own[schema]; !seen {
				own[schema] = 0
				all = append(all, schema)
			}
		}
		visitChildren(s, add)
		below(s, add)
		own[s] = ownCost(s)
	}
	// For the same value, no subschema may lead back to itself.
	const open, done = 1, 2
	state := make(map[*jsonschema.Schema]int, len(all))
	var visit func(s *jsonschema.Schema)
	visit = func(s *jsonschema.Schema) {
		state[s] = open
		visitChildren(s, func(schema *jsonschema.Schema) {
			switch {
			case err != nil || state[schema] == done:
			case state[schema] == open:
				location := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(schema.Location, name), "#"), "the top")
				err = fmt.Errorf("the schema at %s refers to itself for the same value, without end", location)
			default:
				visit(schema)
			}
		})
		state[s] = done
	}
	for _, s := range all {
		if state[s] == 0 && err == nil {
			visit(s)
		}
	}
	return own, err
}

func ownCost(s *jsonschema.Schema) int64 {
	cost := 1 + len(s.Required)
	if s.Enum != nil {
		for _, v := range s.Enum.Values {
			cost += 2 * sizeOf(v)
		}
	}
	if s.Const != nil {
		cost += 2 * sizeOf(*s.Const)
	}
	for _, names := range s.DependentRequired {
		cost += len(names)
	}
	for _, names := range s.Dependencies {
		if names, ok := names.([]string); ok {
			cost += len(names)
		}
	}
	return int64(cost)
}

func sizeOf(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n += sizeOf(item)
		}
	case map[string]any:
		for _, member := range v {
			n += sizeOf(member)
		}
	}
	return n
}

// measured is one value of a document, for the sums.
type measured struct {
	object bool
	keys   []string    // of an object
	parts  []*measured // members or items
	length int64       // of a text
	depth  int64
	total  int64 // values in it, itself included
}

// measure makes the tree of a document, or says which number cannot be read.
func measure(v any, depth int64) (*measured, *Violation) {
	n := &measured{depth: depth, total: 1}
	add := func(step document.Step, part any) *Violation {
		p, wrong := measure(part, depth+1)
		if wrong != nil {
			wrong.Path = append(document.Path{step}, wrong.Path...)
			return wrong
		}
		n.parts = append(n.parts, p)
		n.total += p.total
		return nil
	}
	switch v := v.(type) {
	case string:
		n.length = int64(len(v))
	case json.Number:
		if err := checkNumber(v); err != nil {
			return nil, &Violation{Problem: err.Error()}
		}
	case []any:
		for i, item := range v {
			if wrong := add(document.Item(i), item); wrong != nil {
				return nil, wrong
			}
		}
	case map[string]any:
		n.object = true
		for _, key := range slices.Sorted(maps.Keys(v)) {
			n.keys = append(n.keys, key)
			if wrong := add(document.Step{Key: key, Index: -1}, v[key]); wrong != nil {
				return nil, wrong
			}
		}
	}
	return n, nil
}

// affordable adds up the work of checking a document, and returns an error when it exceeds the limits.
func (s *Schema) affordable(doc *measured) error {
	limit := maxWork + maxWorkPerValue*doc.total
	w := work{own: s.own, limit: limit, costs: make(map[pair]cost, 2*doc.total)}
	if c := w.costOf(s.root, doc, 0); w.tooDeep || c.nested > maxNested {
		return errors.New("checking this document needs more nested evaluations than are done; the schema is too deep for it")
	} else if c.steps > limit || w.exceeded {
		return fmt.Errorf("checking this document takes more than %d steps; the schema evaluates the same values too often", limit)
	}
	return nil
}

type pair struct {
	schema *jsonschema.Schema
	value  *measured
}

type cost struct{ steps, nested int64 }

type work struct {
	own      map[*jsonschema.Schema]int64
	limit    int64
	costs    map[pair]cost
	exceeded bool // the limit is passed: sums are no longer exact
	tooDeep  bool
}

// costOf returns the cost of evaluating a subschema for a value, with all evaluations that follow from
// it. Each pair is added up once.
func (w *work) costOf(s *jsonschema.Schema, v *measured, nested int64) cost {
	if s.Bool != nil {
		return cost{1, 1}
	}
	key := pair{s, v}
	if c, ok := w.costs[key]; ok {
		return c
	}
	w.tooDeep = w.tooDeep || nested > maxNested
	w.exceeded = w.exceeded || int64(len(w.costs)) > w.limit
	if w.exceeded || w.tooDeep {
		return cost{}
	}
	c := cost{steps: w.own[s] + v.depth/4 + int64(len(v.parts))}
	deepest := int64(0)
	add := func(schema *jsonschema.Schema, part *measured) {
		sub := w.costOf(schema, part, nested+1)
		c.steps += sub.steps
		deepest = max(deepest, sub.nested)
		w.exceeded = w.exceeded || c.steps > w.limit
	}
	visitChildren(s, func(schema *jsonschema.Schema) { add(schema, v) })
	if p, ok := s.Pattern.(pattern); ok {
		c.steps += v.length * int64(p.instructions) / 256
	}
	switch {
	case v.object:
		w.members(s, v, add, &c)
	case len(v.parts) > 0:
		if s.UniqueItems {
			c.steps += 20 * v.total
		}
		items(s, v, add)
	}
	c.nested = deepest + 1
	w.exceeded = w.exceeded || c.steps > w.limit
	w.costs[key] = c
	return c
}

// members adds the evaluations for the members of an object.
func (w *work) members(s *jsonschema.Schema, v *measured, add func(*jsonschema.Schema, *measured), c *cost) {
	additional, _ := s.AdditionalProperties.(*jsonschema.Schema)
	for i, key := range v.keys {
		part := v.parts[i]
		schema, named := s.Properties[key]
		if named {
			add(schema, part)
		}
		for p, item := range s.PatternProperties {
			if p, ok := p.(pattern); ok {
				c.steps += 1 + int64(len(key))*int64(p.instructions)/256
			}
			add(item, part)
		}
		if additional != nil && !named {
			add(additional, part)
		}
		if s.UnevaluatedProperties != nil {
			add(s.UnevaluatedProperties, part)
		}
		if s.PropertyNames != nil {
			add(s.PropertyNames, &measured{length: int64(len(key)), depth: v.depth, total: 1})
		}
		if w.exceeded {
			return
		}
	}
}

// items adds the evaluations for the items of an array.
func items(s *jsonschema.Schema, v *measured, add func(*jsonschema.Schema, *measured)) {
	var each []*jsonschema.Schema
	prefix := s.PrefixItems
	switch old := s.Items.(type) {
	case *jsonschema.Schema:
		each = append(each, old)
	case []*jsonschema.Schema:
		prefix = old
	}
	additional, _ := s.AdditionalItems.(*jsonschema.Schema)
	for _, schema := range [...]*jsonschema.Schema{s.Contains, s.Items2020, s.UnevaluatedItems, additional} {
		if schema != nil {
			each = append(each, schema)
		}
	}
	for i, part := range v.parts {
		for _, schema := range each {
			add(schema, part)
		}
		if i < len(prefix) {
			add(prefix[i], part)
		}
	}
}
