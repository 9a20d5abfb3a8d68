package cases

import (
	"encoding"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// pairs yields the cases of a folder, see [dataset.Pairs]. A case without an input is an error, and so is, unless
// how.PartlyLabelled is set, one without a truth.
func pairs(dir string, reading Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		pairs, wrong := dataset.Pairs(dir)
		for _, err := range wrong {
			if !yield(Case{}, err) {
				return
			}
		}
		for _, p := range pairs {
			if !yield(readPair(p, reading)) {
				return
			}
		}
	}
}

func readPair(p dataset.Pair, reading Reading) (Case, error) {
	c := Case{Given: Given{ID: p.ID, Input: reading.newInput()}, Where: Place{file: p.Where()}}
	switch {
	case p.Input == "":
		return c, p.ErrNoInput()
	case p.Want == "" && !reading.PartlyLabelled:
		return c, p.ErrNoTruth()
	case p.Err != nil:
		return c, p.Err
	}
	if p.Want != "" {
		truth, err := os.ReadFile(p.Want)
		if err != nil {
			return c, err
		}
		c.Want = truth
		if v, err := document.Parse(truth); err == nil && v.Kind() == document.Null { // else ready reports the error
			if c.Want, err = reading.fromFile(v); err != nil {
				return c, fmt.Errorf("%v: id %q: %w", c.Where, p.ID, err)
			}
		}
	}
	if p.Text != "" {
		text, err := os.ReadFile(p.Text)
		if err != nil {
			return c, err
		}
		c.Text = string(text)
	}
	data, err := os.ReadFile(p.Input)
	if err != nil {
		return c, err
	}
	c.input = data
	input := filepath.ToSlash(p.Input)
	switch strings.ToLower(filepath.Ext(input)) {
	case ".png", ".jpg", ".jpeg", ".gif":
		c.Pages = []report.Page{{Image: input}}
	}
	if err := readInput(data, filepath.Ext(input), c.Input); err != nil {
		return c, fmt.Errorf("%s: %w", input, reading.Quoting(err))
	}
	c.Tags, c.Label = p.Tags, p.Label
	return c.ready(reading)
}

// readInput stores the contents of a file in an extractor's input.
func readInput(data []byte, ext string, value any) error {
	v := reflect.ValueOf(value).Elem()
	switch u := value.(type) {
	case encoding.TextUnmarshaler:
		return u.UnmarshalText(data)
	case encoding.BinaryUnmarshaler:
		return u.UnmarshalBinary(data)
	}
	switch {
	case v.Kind() == reflect.String:
		v.SetString(string(data))
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes(data)
	case ext == ".json":
		return strictly(data, value)
	default:
		return fmt.Errorf("a %s file does not fit the input type %v: want []byte, string, a type with UnmarshalText or UnmarshalBinary, or a .json file", ext, v.Type())
	}
	return nil
}
