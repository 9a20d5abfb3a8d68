package artifact

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// DecodeCase reads the line of a case, as encoding/json does: unknown keys are skipped. Bytes that are not UTF-8 become
// U+FFFD.
//
// An error in a detail, which a summarize.Summarizer does not need, does not reject the case: if Fields, Alignments,
// Warnings, Pages or Cost cannot be read, DecodeCase leaves it empty, and adds a warning.
func DecodeCase(text []byte, c *report.Case) error {
	if !json.Valid(text) {
		return notJSON(text)
	}
	line := textOf(text)
	if !gjson.Parse(line).IsObject() {
		return errNoObject
	}
	return decodeCase(line, c, false)
}

// notJSON returns the error of a text that is not valid JSON.
func notJSON(text []byte) error {
	var v any
	return plainJSON(json.Unmarshal(text, &v))
}

var errNoObject = errors.New("a record is a JSON object")

// textOf copies a line. Bytes that are not UTF-8 become U+FFFD.
func textOf(line []byte) string {
	return strings.ToValidUTF8(string(line), "\uFFFD")
}

// kindOf returns the value of "type" in a line that is valid JSON.
func kindOf(line string) (string, error) {
	top := gjson.Parse(line)
	if !top.IsObject() {
		return "", errNoObject
	}
	kind := top.Get("type")
	if kind.Type != gjson.String || kind.Str == "" {
		return "", noRecord(top)
	}
	return kind.Str, nil
}

// noRecord returns the error about a line without a type. Lines of truths and answers are mostly meant for evalreport
// score.
func noRecord(line gjson.Result) error {
	switch {
	case line.Get("want").Exists():
		return errors.New(`it is a truth (it has the key "want"), not a record of an artifact`)
	case line.Get("got").Exists():
		return errors.New(`it is an answer (it has the key "got"), not a record of an artifact`)
	}
	return errors.New(`it has no "type", as each record of an artifact has`)
}

// detailKeys are the keys of the values of a case that may be lost, or that keep their text.
var detailKeys = []string{"fields", "alignments", "pages", "warnings", "cost", "truth", "answer"}

// decodeCase reads a case from a line that is a JSON object. With brief it leaves Fields, Alignments, Pages, Truth and
// Answer empty, and adds no warnings about lost details.
func decodeCase(line string, c *report.Case, brief bool) error {
	details := map[string]string{}
	core := append(make([]byte, 0, len(line)/2), '{') // the line without details
	gjson.Parse(line).ForEach(func(key, value gjson.Result) bool {
		if slices.Contains(detailKeys, key.Str) {
			details[key.Str] = value.Raw
			return true
		}
		if len(core) > 1 {
			core = append(core, ',')
		}
		core = append(append(append(core, key.Raw...), ':'), value.Raw...)
		return true
	})
	*c = report.Case{}
	if err := json.Unmarshal(append(core, '}'), c); err != nil {
		return plainJSON(err)
	}
	lost := slices.Concat(decodeDetail("warnings", details, &c.Warnings), decodeDetail("cost", details, &c.Cost))
	if brief {
		c.Line = line
		return nil
	}
	lost = slices.Concat(lost, decodeDetail("fields", details, &c.Fields), decodeDetail("alignments", details, &c.Alignments),
		decodeDetail("pages", details, &c.Pages), decodeDetail("truth", details, &c.Truth), decodeDetail("answer", details, &c.Answer))
	c.Warnings = append(c.Warnings, lost...)
	return nil
}

// decodeDetail reads a detail. After an error the value is empty, and decodeDetail returns a warning.
func decodeDetail[T any](key string, details map[string]string, value *T) (lost []string) {
	text, found := details[key]
	if !found {
		return nil
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		*value = *new(T)
		lost = append(lost, fmt.Sprintf("%s of this record cannot be read: %v", key, plainJSON(err)))
	}
	return lost
}

// decodeAs reads a record that is not a case.
func decodeAs[T any](line []byte) (*T, error) {
	record := new(T)
	if err := json.Unmarshal(line, record); err != nil {
		return nil, plainJSON(err)
	}
	return record, nil
}

// plainJSON rewords an error of encoding/json without the names of Go types.
func plainJSON(err error) error {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		text := fmt.Sprintf("a JSON %s does not fit", wrong.Value)
		if wrong.Field != "" {
			text = wrong.Field + ": " + text
		}
		return errors.New(text)
	}
	if wrong := (*json.UnsupportedValueError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("a number is %s, which JSON cannot hold", wrong.Str)
	}
	if wrong := (*json.MarshalerError)(nil); errors.As(err, &wrong) {
		err = wrong.Err
	}
	if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("not JSON: %w", err)
	}
	return err
}
