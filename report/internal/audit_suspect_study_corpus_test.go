package internal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// invoice is a document of the corpus.
type studied struct {
	name  string
	text  string
	truth any              // as encoding/json decodes it, with json.Number
	found map[string][]any // in the text, by find
}

func readCorpus(folder string) ([]studied, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.want.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no NAME.want.json", folder)
	}
	var docs []studied
	for _, file := range files {
		stem := strings.TrimSuffix(file, ".want.json")
		text, err := os.ReadFile(stem + ".input.txt")
		if err != nil {
			return nil, err
		}
		want, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		d := studied{name: filepath.Base(stem), text: string(text), found: map[string][]any{}}
		if d.truth, err = decode(want); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		docs = append(docs, d)
	}
	return docs, nil
}

func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// encode returns the JSON text of a value from decode.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // it was JSON before
	}
	return text
}

// leaf is a value of a truth that is not empty.
type leaf struct {
	path      document.Path
	attribute string // "lines[].amount"
	value     any    // a string or a json.Number
}

// leaves returns the values of a truth in the order of their paths.
func leaves(truth any) []leaf {
	var all []leaf
	var walk func(v any, path document.Path, attribute string)
	walk = func(v any, path document.Path, attribute string) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key], append(slices.Clone(path), document.Key(key)), strings.TrimPrefix(attribute+"."+key, "."))
			}
		case []any:
			for i, item := range v {
				walk(item, append(slices.Clone(path), document.Item(i)), attribute+"[]")
			}
		case string, json.Number:
			if v != "" {
				all = append(all, leaf{path, attribute, v})
			}
		}
	}
	walk(truth, nil, "")
	return all
}

// with returns a copy of a truth with another value at a path.
func with(truth any, path document.Path, value any) any {
	if len(path) == 0 {
		return value
	}
	switch v := truth.(type) {
	case map[string]any:
		v, key := maps.Clone(v), path[0].Key
		v[key] = with(v[key], path[1:], value)
		return v
	case []any:
		v, i := slices.Clone(v), path[0].Index
		v[i] = with(v[i], path[1:], value)
		return v
	}
	panic("a path that the truth does not have")
}
