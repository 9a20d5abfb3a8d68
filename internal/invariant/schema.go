package invariant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/extracteval/extracteval/metrics/document"
)

// Schema is a compiled schema. It does not change and is safe for concurrent use.
type Schema struct{ root *jsonschema.Schema }

// name is the address given to a schema. Relative references lead from here to nowhere.
const name = "schema:///schema"

// nowhere loads no document: a result must not depend on the network, nor on files.
type nowhere struct{}

func (nowhere) Load(string) (any, error) {
	return nil, errors.New("references to other documents are not followed")
}

// CompileSchema reads a JSON Schema. The error names the problem in one line: the text is not a schema, has a number
// that is too long, refers to another document, or refers to itself for the same value.
func CompileSchema(text []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if wrong := findBadNumber(doc); wrong != nil {
		return nil, errors.New(wrong.Problem)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(nowhere{})
	if err := c.AddResource(name, doc); err != nil {
		return nil, compileError(err)
	}
	root, err := c.Compile(name)
	if err != nil {
		return nil, compileError(err)
	}
	return &Schema{root}, checkReferences(root)
}

// findBadNumber returns the first number of a document that is too long to calculate with, nil without one.
func findBadNumber(v any) *Violation {
	var step document.Step
	var wrong *Violation
	switch v := v.(type) {
	case json.Number:
		if err := checkNumber(v); err != nil {
			return &Violation{Problem: err.Error()}
		}
	case []any:
		for i := 0; i < len(v) && wrong == nil; i++ {
			step, wrong = document.Item(i), findBadNumber(v[i])
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if wrong == nil {
				step, wrong = document.Step{Key: key, Index: -1}, findBadNumber(v[key])
			}
		}
	}
	if wrong != nil {
		wrong.Path = append(document.Path{step}, wrong.Path...)
	}
	return wrong
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
// JSON, or ctx has ended.
func (s *Schema) Check(ctx context.Context, doc []byte) ([]Violation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, err
	}
	if wrong := findBadNumber(v); wrong != nil {
		return []Violation{*wrong}, nil
	}
	err = s.root.Validate(v)
	var broken *jsonschema.ValidationError
	if errors.As(err, &broken) {
		return violations(broken, v), nil
	}
	return nil, err
}
