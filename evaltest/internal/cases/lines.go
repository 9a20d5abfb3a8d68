package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/condition"
	"github.com/extracteval/extracteval/internal/jsonl"
	"github.com/extracteval/extracteval/internal/labels"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// lines yields the cases of a JSONL file, one per line. Empty lines are
// skipped.
func lines(file string, how Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		f, err := os.Open(file)
		if err != nil {
			yield(Case{}, err)
			return
		}
		defer f.Close()
		name := filepath.ToSlash(file)
		r := jsonl.NewReader(name, f)
		for {
			line, err := r.Next()
			if err == io.EOF {
				err = r.Nothing()
				if err == nil {
					return
				}
				err = fmt.Errorf("the data set has no cases: %w", err)
			}
			if err != nil {
				yield(Case{}, err)
				return
			}
			if !yield(readLine(line.Text, Place{name, line.Number}, how)) {
				return
			}
		}
	}
}

func readLine(line []byte, at Place, how Reading) (Case, error) {
	c := Case{Given: Given{Input: how.newInput()}, Where: at}
	v, err := jsonl.Parse(line)
	if err == nil {
		err = words.CheckUTF8(line)
	}
	if err != nil {
		return c, fmt.Errorf("%v: %w", at, err)
	}
	if v.Kind() != document.Object {
		return c, fmt.Errorf("%v: it is a JSON %s, want an object with id, input, want, label, text, tags and pages", at, v.Kind())
	}
	var wrong jsonl.Problems
	fail := func(format string, args ...any) {
		wrong.Add(fmt.Errorf("%v: "+format, append([]any{at}, args...)...))
	}
	seen := map[string]bool{}
	for key, m := range v.Members() {
		if seen[key] {
			fail("key %q appears twice", key)
		}
		seen[key] = true
		switch key {
		case "id":
			if m.Kind() != document.String || m.Empty() {
				fail("id is %s, want a string that is not empty", briefly(m))
			}
			c.ID = m.Text()
		case "input":
			if err := strictly(m.Raw(), c.Input); err != nil {
				fail("input: %w", how.Quoting(err))
			}
			c.input = m.Raw()
		case "want":
			if c.Want, err = how.fromFile(m); err != nil {
				fail("%w", err)
			}
		case "pages":
			if err := strictly(m.Raw(), &c.Pages); err != nil {
				fail("pages: %w", how.Quoting(err))
			}
			for i := range c.Pages {
				if p := &c.Pages[i]; p.Image != "" {
					p.Image = path.Join(path.Dir(at.file), p.Image)
				}
			}
		case "text":
			if m.Kind() != document.String {
				fail("text is %s, want the text of the document", briefly(m))
			}
			c.Text = m.Text()
		case "tags":
			var err error
			if c.Tags, err = tagsOf(m); err != nil {
				fail("tags: %w", err)
			}
		case labels.Key:
			if c.Label, err = labels.Parse(m); err != nil {
				fail("%w", err)
			}
		default:
			fail("unknown key %q, want id, input, want, label, text, tags or pages", key)
		}
	}
	if !seen["input"] {
		fail(`no "input"`)
	}
	if !seen["want"] && !how.PartlyLabelled {
		fail(`no "want"; only a suite that is PartlyLabelled runs cases without a truth`)
	}
	if c.Label != nil && c.Want == nil {
		fail(`a "label" says where a truth comes from, and there is no "want"`)
	}
	if err := wrong.Err(); err != nil {
		return c, err
	}
	return c.ready(how)
}

// tagsOf reads tags. A tag that is null or appears twice is an error, since the case would be in the
// wrong slice.
func tagsOf(v document.Value) (map[string]string, error) {
	if v.Kind() == document.Null {
		return nil, nil
	}
	if v.Kind() != document.Object {
		return nil, fmt.Errorf(`it is %s, want an object of texts: {"language": "de"}`, briefly(v))
	}
	tags := make(map[string]string, v.Len())
	for key, value := range v.Members() {
		if _, twice := tags[key]; twice {
			return nil, fmt.Errorf("key %q appears twice", key)
		}
		if value.Kind() != document.String {
			return nil, fmt.Errorf("%q is %s, want a text", key, briefly(value))
		}
		if err := condition.CheckTag(key); err != nil {
			return nil, err
		}
		tags[key] = value.Text()
	}
	return tags, nil
}

// briefly returns the text of a scalar, and the kind of an object or array.
func briefly(v document.Value) string {
	if k := v.Kind(); k == document.Object || k == document.Array {
		return "an " + k.String()
	}
	return v.RawText()
}

// strictly decodes JSON. A key that the type lacks is an error, since the
// extractor would get an empty input.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.Decode(new(json.RawMessage)) != io.EOF {
		return errors.New("there is more after the JSON value")
	}
	return nil
}
