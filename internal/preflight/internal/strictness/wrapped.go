package strictness

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

const (
	maxUnder  = 20  // paths
	maxPath   = 200 // bytes
	maxDepth  = 3   // objects and lists around the fields
	maxLooked = 100 // objects in one answer
)

// AddAnswer looks for the fields of a truth in its answer. fields are the paths in answers of the fields that the truth has; nil
// stands for the members of the truth.
func (e *Forms) AddAnswer(answer, truth document.Value, fields []document.Path) {
	if fields == nil {
		for key, value := range truth.Members() {
			if !value.Empty() {
				fields = append(fields, document.Path{document.Key(key)})
			}
		}
	}
	if answer.Len() == 0 || len(fields) == 0 {
		return // an answer that says nothing
	}
	if held(answer, fields)*10 > len(fields) {
		e.Right++
		return
	}
	e.Answers++
	left := maxLooked
	e.look(answer, truth, nil, fields, &left)
}

func held(v document.Value, fields []document.Path) (n int) {
	for _, path := range fields {
		if v.At(path).Exists() {
			n++
		}
	}
	return n
}

// look counts the paths below v at which half of the fields stand. It does not look below such a path.
func (e *Forms) look(v, truth document.Value, path document.Path, fields []document.Path, left *int) {
	inner := func(step document.Step, value document.Value) {
		*left--
		place := append(path[:len(path):len(path)], step)
		if *left < 0 || value.Len() == 0 || truth.At(place).Exists() {
			return
		}
		if name := place.String(); value.Kind() == document.Object && held(value, fields)*2 >= len(fields) {
			if len(name) <= maxPath {
				arithmetic.Count(&e.Under, name, 1, maxUnder)
			}
		} else if len(place) < maxDepth {
			e.look(value, truth, place, fields, left)
		}
	}
	switch v.Kind() {
	case document.Object:
		for key, value := range v.Members() {
			inner(document.Key(key), value)
		}
	case document.Array:
		if v.Len() == 1 {
			inner(document.Item(0), v.Index(0))
		}
	}
}

// wrapped names the path below which nine of ten answers have the fields of their truths.
func (e *Forms) wrapped(notation spectext.Notation) string {
	path := mostOf(e.Under)
	n, total := e.Under[path], e.Answers+e.Right
	if path == "" || n*10 < total*9 {
		return ""
	}
	place := fmt.Sprintf("under %q", path)
	if path == "[0]" {
		place = "in a list of one item"
	}
	remedy := fmt.Sprintf("nearly all fields are missing, and %d of %d answers have them %s: take what stands there as the answer (evalreport score: -got %s)", n, total, place, paths.Join("got", path))
	switch notation {
	case spectext.YAML:
		remedy += fmt.Sprintf(", or write path: %s, expected_path: NAME for each field", paths.Join(path, "NAME"))
	case spectext.Go:
		remedy += fmt.Sprintf(", or write Path: %q, WantPath: \"NAME\" for each field", paths.Join(path, "NAME"))
	}
	return remedy
}
