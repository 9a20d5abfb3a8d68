package invariant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Limits of a schema, far beyond any real one.
const (
	MaxSchema = 256 << 10 // bytes of text

	maxValues       = 10_000 // JSON values in it
	maxDepth        = 200    // nested objects and arrays
	maxInstructions = 50_000 // of its regular expressions, compiled
)

// Schema is a compiled schema. It does not change and is safe for concurrent use.
type Schema struct {
	root *jsonschema.Schema
	own  map[*jsonschema.Schema]int64 // the cost of one evaluation, but for its value
}

// name is the address given to a schema. Relative references lead from here to nowhere.
const name = "schema:///schema"

// nowhere loads no document: a result must not depend on the network, nor on files.
type nowhere struct{}

func (nowhere) Load(string) (any, error) {
	return nil, errors.New("references to other documents are not followed")
}

// CompileSchema reads a JSON Schema. The error names the problem in one line: the text is not a schema, exceeds the limits,
// refers to another document, or refers to itself for the same value.
func CompileSchema(text []byte) (*Schema, error) {
	if len(text) > MaxSchema {
		return nil, fmt.Errorf("the schema has %d bytes, want at most %d", len(text), MaxSchema)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	scan := scan{anchors: map[string]int{}}
	if err := scan.value(doc, 0); err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(nowhere{})
	c.UseRegexpEngine(new(patterns).compile)
	if err := c.AddResource(name, doc); err != nil {
		return nil, compileError(err)
	}
	root, err := c.Compile(name)
	if err != nil {
		return nil, compileError(err)
	}
	own, err := checkGraph(root)
	if err != nil {
		return nil, err
	}
	return &Schema{root: root, own: own}, nil
}

// scan looks at the text of a schema before the library does.
type scan struct {
	values  int
	anchors map[string]int
}

func (s *scan) value(v any, depth int) error {
	if s.values++; s.values > maxValues {
		return fmt.Errorf("the schema has more than %d values", maxValues)
	}
	if depth > maxDepth {
		return fmt.Errorf("the schema is nested deeper than %d levels", maxDepth)
	}
	switch v := v.(type) {
	case json.Number:
		return checkNumber(v)
	case []any:
		for _, item := range v {
			if err := s.value(item, depth+1); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, key := range [...]string{"$dynamicAnchor", "$recursiveAnchor"} {
			anchor, ok := v[key]
			if !ok || anchor == false {
				continue
			}
			// If there are several, the target of a reference depends on how the reference was reached.
			location := fmt.Sprintf("%s %v", key, anchor)
			if s.anchors[location]++; s.anchors[location] > 1 {
				return fmt.Errorf("%s appears twice; where a reference to it leads must not depend on how it was reached", location)
			}
		}
		for _, member := range v {
			if err := s.value(member, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkNumber refuses numbers that are too long to calculate with: the library makes fractions of
// them, with all their digits.
func checkNumber(n json.Number) error {
	const most = 4096
	if _, exponent, ok := strings.Cut(strings.ToLower(n.String()), "e"); ok && len(strings.TrimLeft(exponent, "+-0")) > 3 {
		return fmt.Errorf("number %.20s has an exponent of more than three digits", n.String())
	}
	if len(n) > most {
		return fmt.Errorf("number %.20s… has more than %d characters", n.String(), most)
	}
	if _, ok := new(big.Rat).SetString(n.String()); !ok {
		return fmt.Errorf("number %.20s cannot be read", n.String())
	}
	return nil
}

// pattern is a regular expression that knows its size.
type pattern struct {
	*regexp.Regexp
	instructions int
}

// patterns compiles the regular expressions of a schema.
type patterns struct {
	cache        map[string]pattern
	instructions int
}

func (p *patterns) compile(s string) (jsonschema.Regexp, error) {
	if cached, ok := p.cache[s]; ok { // the library asks when it checks the schema, too
		return cached, nil
	}
	parsed, err := syntax.Parse(s, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	if p.instructions += len(program.Inst); p.instructions > maxInstructions {
		return nil, fmt.Errorf("the patterns of the schema are too large, with more than %d instructions", maxInstructions)
	}
	compiled, err := regexp.Compile(s)
	if err != nil {
		return nil, err
	}
	entry := pattern{compiled, len(program.Inst)}
	arithmetic.Map(&p.cache)[s] = entry
	return entry, nil
}

// compileError says in one line why a schema cannot be compiled.
func compileError(err error) error {
	var invalid *jsonschema.SchemaValidationError
	var load *jsonschema.LoadURLError
	var broken *jsonschema.ValidationError
	switch {
	case errors.As(err, &invalid):
		if errors.As(invalid.Err, &broken) {
			return errors.New(ViolationText(violations(broken, nil)))
		}
		return invalid.Err
	case errors.As(err, &load):
		return fmt.Errorf("it refers to %s: %w", strings.TrimPrefix(load.URL, "schema:///"), load.Err)
	}
	text := strings.ReplaceAll(err.Error(), name, "")
	return errors.New(strings.Join(strings.Fields(text), " "))
}

// Check validates the JSON text of a document against the schema. It returns the violations, nearest to the root of the
// document first, and none if the document is valid. The error says why the document could not be checked: it is not
// JSON, it would take more than a million steps and twenty more for each of its values, its evaluations would be nested
// too deeply, or ctx has ended.
func (s *Schema) Check(ctx context.Context, doc []byte) ([]Violation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, err
	}
	tree, wrong := measure(v, 0)
	if wrong != nil {
		return []Violation{*wrong}, nil
	}
	if err := s.affordable(tree); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err = s.root.Validate(v)
	var broken *jsonschema.ValidationError
	if errors.As(err, &broken) {
		return violations(broken, v), nil
	}
	return nil, err
}
