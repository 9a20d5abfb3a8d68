package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
)

// lines yields the cases of a file of JSON Lines or CSV, see [dataset.Open]. Empty lines are skipped.
func lines(file string, reading Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		name := filepath.ToSlash(file)
		f, err := dataset.Open(name, file)
		if err != nil {
			yield(Case{}, err)
			return
		}
		defer f.Close()
		r := f.Lines()
		for line, err := range r.All() {
			if err != nil {
				yield(Case{}, err)
				return
			}
			if !yield(readLine(line, Place{name, line.Number}, reading)) {
				return
			}
		}
		if err := r.Nothing(); err != nil {
			yield(Case{}, fmt.Errorf("the data set has no cases: %w", err))
		}
	}
}

func readLine(line dataset.Line, position Place, reading Reading) (Case, error) {
	c := Case{Given: Given{ID: line.Name(), Input: reading.newInput()}, Where: position}
	text := line.Text
	v, err := dataset.Parse(text)
	if err != nil {
		return c, fmt.Errorf("%v: %w", position, err)
	}
	var wrong dataset.Problems
	fail := func(format string, args ...any) {
		wrong.Add(fmt.Errorf("%v: "+format, append([]any{position}, args...)...))
	}
	if text, c.Warnings = dataset.LastKeys(text, "truth"); c.Warnings != nil {
		if v, err = dataset.Parse(text); err != nil {
			return c, fmt.Errorf("%v: %w", position, err)
		}
	}
	seen := map[string]bool{}
	for key, m := range v.Members() {
		seen[key] = true
		switch key {
		case "id":
			c.ID = m.Text()
			if m.Kind() == document.Number {
				c.ID = string(m.Raw())
			} else if m.Kind() != document.String || m.Empty() {
				fail("its id is %s, want a text that is not empty, or a number", dataset.Brief(m))
			}
		case "input":
			if err := strictly(m.Raw(), c.Input); err != nil {
				fail("input: %w", reading.Quoting(err))
			}
			c.input = m.Raw()
		case "want":
			if c.Want, err = reading.fromFile(m); err != nil {
				fail("%w", err)
			}
		case "pages":
			if err := strictly(m.Raw(), &c.Pages); err != nil {
				fail("pages: %w", reading.Quoting(err))
			}
			for i := range c.Pages {
				if p := &c.Pages[i]; p.Image != "" {
					p.Image = path.Join(path.Dir(position.file), p.Image)
				}
			}
		case "text":
			if m.Kind() != document.String {
				fail("text is %s, want the text of the document", dataset.Brief(m))
			}
			c.Text = m.Text()
		case "tags":
			var err error
			if c.Tags, err = dataset.Tags(m); err != nil {
				fail("tags: %w", err)
			}
		case dataset.LabelKey:
			if c.Label, err = dataset.ParseLabel(m); err != nil {
				fail("%w", err)
			}
		default:
			fail("unknown key %q, want id, input, want, label, text, tags or pages", key)
		}
	}
	if !seen["input"] {
		fail(`no "input"`)
	}
	if !seen["want"] && !reading.PartlyLabelled {
		fail(`no "want"; only a suite that is PartlyLabelled runs cases without a truth`)
	}
	if c.Label != nil && c.Want == nil {
		fail(`a "label" says where a truth comes from, and there is no "want"`)
	}
	if err := wrong.Err(); err != nil {
		return c, err
	}
	return c.ready(reading)
}

// strictly decodes JSON. A key that the type lacks is an error, since the
// extractor would get an empty input.
func strictly(text []byte, target any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(target); err != nil {
		return err
	}
	if d.Decode(new(json.RawMessage)) != io.EOF {
		return errors.New("there is more after the JSON value")
	}
	return nil
}
