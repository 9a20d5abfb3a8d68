package cases

import (
	"encoding"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

const inputMark, wantSuffix, tagsFile = ".input.", ".want.json", "tags.json"

// pairs yields the cases of a folder of NAME.input.EXT and NAME.want.json, sorted by name. tags.json has their tags by
// name, labels.json the labels of their truths, and NAME.txt is the text of a document. Other files are ignored. A
// truth without an input is an error. So are tags and labels of a case that does not exist and, unless
// how.PartlyLabelled is set, an input without a truth.
func pairs(dir string, how Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			yield(Case{}, err)
			return
		}
		tags, err := byName(filepath.Join(dir, tagsFile), `{"language": "de"}`, tagsOf)
		if err != nil && !yield(Case{}, err) {
			return
		}
		sources, err := byName(filepath.Join(dir, labels.File), labels.Example, labels.Parse)
		if err != nil && !yield(Case{}, err) {
			return
		}
		inputs, wants := map[string][]string{}, map[string]bool{}
		var others []string
		for _, e := range entries {
			name := e.Name()
			if id, ok := strings.CutSuffix(name, wantSuffix); ok {
				wants[id] = true
			} else if i := strings.LastIndex(name, inputMark); i > 0 && !e.IsDir() {
				inputs[name[:i]] = append(inputs[name[:i]], name)
			} else {
				others = append(others, name)
			}
		}
		names := make([]string, 0, len(inputs))
		for id := range inputs {
			names = append(names, id)
		}
		for id := range wants {
			if inputs[id] == nil {
				names = append(names, id)
			}
		}
		slices.Sort(names)
		for _, id := range names {
			c, err := readPair(dir, id, inputs[id], wants[id], how)
			if err == nil && !wants[id] {
				err = mistyped(dir, id, others)
			}
			if c.Tags, c.Label = tags[id], sources[id]; err == nil {
				err = c.checkLabel()
			}
			delete(tags, id)
			delete(sources, id)
			if !yield(c, err) {
				return
			}
		}
		missing := func(file string, ids iter.Seq[string]) bool {
			for _, id := range slices.Sorted(ids) {
				if !yield(Case{}, fmt.Errorf("%s: the file %s%s is missing beside it", filepath.ToSlash(filepath.Join(dir, file)), id, wantSuffix)) {
					return false
				}
			}
			return true
		}
		_ = missing(tagsFile, maps.Keys(tags)) && missing(labels.File, maps.Keys(sources))
	}
}

// mistyped returns an error if a file looks like the missing truth of a pair. With
// PartlyLabelled, a misspelt file name would otherwise go unnoticed.
func mistyped(dir, id string, others []string) error {
	for _, name := range others {
		if strings.HasPrefix(name, id+".") && strings.HasSuffix(name, ".json") {
			return fmt.Errorf("%s: is it the truth of %q? That is called %s%s", filepath.ToSlash(filepath.Join(dir, name)), id, id, wantSuffix)
		}
	}
	return nil
}

// byName reads a file of the folder, such as tags.json: a JSON object whose keys are the names of pairs. A missing file
// has no entries.
func byName[T any](file, example string, parse func(document.Value) (T, error)) (all map[string]T, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		all, err = parseByName(text, parse)
	}
	if err != nil {
		return nil, fmt.Errorf(`%s: %w; want {"NAME": %s}`, filepath.ToSlash(file), err, example)
	}
	return all, nil
}

func parseByName[T any](text []byte, parse func(document.Value) (T, error)) (map[string]T, error) {
	v, err := document.Parse(text)
	if err == nil && v.Kind() != document.Object && v.Kind() != document.Null {
		err = fmt.Errorf("it is %s", briefly(v))
	}
	if err != nil {
		return nil, err
	}
	all := make(map[string]T, v.Len())
	for name, m := range v.Members() {
		if _, twice := all[name]; twice {
			return nil, fmt.Errorf("%q appears twice", name)
		}
		if all[name], err = parse(m); err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
	}
	return all, nil
}

func readPair(dir, id string, inputs []string, hasWant bool, how Reading) (Case, error) {
	want := filepath.Join(dir, id+wantSuffix)
	c := Case{Given: Given{ID: id, Input: how.newInput()}, Where: Place{file: filepath.ToSlash(want)}}
	switch {
	case len(inputs) == 0:
		return c, fmt.Errorf("%v: a file %s%s* is missing beside it", c.Where, id, inputMark)
	case !hasWant && !how.PartlyLabelled:
		return c, fmt.Errorf("%s: the file %s%s is missing beside it", filepath.ToSlash(filepath.Join(dir, inputs[0])), id, wantSuffix)
	case len(inputs) > 1:
		return c, fmt.Errorf("%v: it has %d inputs: %s", c.Where, len(inputs), strings.Join(inputs, ", "))
	}
	if hasWant {
		truth, err := os.ReadFile(want)
		if err != nil {
			return c, err
		}
		c.Want = truth
		if v, err := document.Parse(truth); err == nil && v.Kind() == document.Null { // else ready reports the error
			if c.Want, err = how.fromFile(v); err != nil {
				return c, fmt.Errorf("%v: id %q: %w", c.Where, id, err)
			}
		}
	}
	var err error
	if c.Text, err = readText(dir, id); err != nil {
		return c, err
	}
	input := filepath.Join(dir, inputs[0])
	data, err := os.ReadFile(input)
	if err != nil {
		return c, err
	}
	c.input = data
	switch strings.ToLower(filepath.Ext(input)) {
	case ".png", ".jpg", ".jpeg", ".gif":
		c.Pages = []report.Page{{Image: filepath.ToSlash(input)}}
	}
	if err := readInput(data, filepath.Ext(input), c.Input); err != nil {
		return c, fmt.Errorf("%s: %w", filepath.ToSlash(input), how.Quoting(err))
	}
	return c.ready(how)
}

// readInput stores the contents of a file in an extractor's input.
func readInput(data []byte, ext string, in any) error {
	v := reflect.ValueOf(in).Elem()
	switch u := in.(type) {
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
		return strictly(data, in)
	default:
		return fmt.Errorf("a %s file does not fit the input type %v: want []byte, string, a type with UnmarshalText or UnmarshalBinary, or a .json file", ext, v.Type())
	}
	return nil
}
