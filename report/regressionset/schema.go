package regressionset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// nowhere loads no document: a test must not depend on the network, nor on files
// beside the set.
type nowhere struct{}

func (nowhere) Load(url string) (any, error) {
	return nil, fmt.Errorf("references to other documents are not followed")
}

// schemaName is where a schema is said to be. Relative references lead from here to
// nowhere.
const schemaName = "schema:///targetSchema"

// compileSchema reads a JSON Schema, of draft 2020-12 unless its $schema says
// another one.
func compileSchema(text []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := checkNumbers(doc); err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(nowhere{})
	if err := c.AddResource(schemaName, doc); err != nil {
		return nil, schemaError(err)
	}
	s, err := c.Compile(schemaName)
	return s, schemaError(err)
}

// schemaError says in one line why a schema cannot be compiled.
func schemaError(err error) error {
	var invalid *jsonschema.SchemaValidationError
	var load *jsonschema.LoadURLError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return validationError(invalid.Err)
	case errors.As(err, &load):
		return fmt.Errorf("it refers to %s: %w", strings.TrimPrefix(load.URL, "schema:///"), load.Err)
	}
	text := strings.ReplaceAll(err.Error(), schemaName, "")
	return errors.New(strings.Join(strings.Fields(text), " "))
}

// validate holds an answer against a schema.
func validate(s *jsonschema.Schema, answer []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
	if err != nil {
		return err
	}
	if err := checkNumbers(v); err != nil {
		return err
	}
	return validationError(s.Validate(v))
}

// checkNumbers refuses numbers that nobody can calculate with: the library makes
// fractions of them, with all their digits.
func checkNumbers(v any) error {
	switch v := v.(type) {
	case json.Number:
		const most = 4096
		if _, exponent, ok := strings.Cut(strings.ToLower(v.String()), "e"); ok && len(strings.TrimLeft(exponent, "+-0")) > 3 {
			return fmt.Errorf("number %.20s has an exponent of more than three digits", v.String())
		}
		if _, ok := new(big.Rat).SetString(v.String()); !ok || len(v) > most {
			return fmt.Errorf("number %.20s… has more than %d characters", v.String(), most)
		}
	case []any:
		for _, item := range v {
			if err := checkNumbers(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, member := range v {
			if err := checkNumbers(member); err != nil {
				return err
			}
		}
	}
	return nil
}

// validationError says in one line what a schema found, by its first causes.
func validationError(err error) error {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	const shown = 3
	causes := leaves(invalid, nil)
	texts := make([]string, 0, shown)
	for _, c := range causes[:min(len(causes), shown)] {
		texts = append(texts, fmt.Sprintf("at %s: %s", pointer(c.InstanceLocation), c.ErrorKind.LocalizedString(english)))
	}
	text := strings.Join(texts, "; ")
	if more := len(causes) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return errors.New(text)
}

var english = message.NewPrinter(language.English)

// leaves returns the errors that have no cause but themselves.
func leaves(e *jsonschema.ValidationError, to []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return append(to, e)
	}
	for _, cause := range e.Causes {
		to = leaves(cause, to)
	}
	return to
}

// pointer returns a JSON Pointer (RFC 6901), "the top" for the whole document.
func pointer(steps []string) string {
	if len(steps) == 0 {
		return "the top"
	}
	var b strings.Builder
	for _, s := range steps {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(s))
	}
	return b.String()
}
