package evaltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// SpecFile reads a spec from a YAML or JSON file (see [eval.ParseSpec]), and the schemas that the file names, by paths
// relative to it. All mistakes in the file fail t at once, one per line as path:line:column. Later findings about a
// field name its line in the file. In a file of AgentV, settings other than evaluators of fields are logged and
// ignored. custom holds constructors of your own comparators, by their names in the file.
func SpecFile(t TB, path string, custom ...map[string]func(config json.RawMessage) (compare.Comparator, error)) eval.Spec {
	t.Helper()
	constructors := make(map[string]func(json.RawMessage) (compare.Comparator, error))
	for _, named := range custom {
		for name, construct := range named {
			if _, twice := constructors[name]; twice {
				t.Fatalf("evaltest: spec: two constructors for match: %s", name)
				return eval.Spec{}
			}
			constructors[name] = construct
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("evaltest: spec: %s: %s", path, files.Cause(err))
		return eval.Spec{}
	}
	if err := gotest.Tracked(path); err != nil {
		t.Fatalf("evaltest: spec: %s", plain(err))
		return eval.Spec{}
	}
	spec, source, err := eval.ParseSpecFile(path, data, constructors)
	if err != nil {
		t.Fatalf("evaltest: spec:\n%s", atPath(path, err))
	}
	if warning := source.Warning(); warning != "" {
		t.Logf("evaltest: %s", warning)
	}
	process.readSpec(spec, source)
	return spec
}

// readSpec stores the file from which a spec was read.
func (s *state) readSpec(spec eval.Spec, source eval.SpecSource) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range addressesOf(spec) {
		s.specs[key] = source
	}
}

// source returns the file from which a spec was read, the zero value for a spec
// made in Go.
func (s *state) source(spec eval.Spec) eval.SpecSource {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range addressesOf(spec) {
		if source, ok := s.specs[key]; ok {
			return source
		}
	}
	return eval.SpecSource{}
}

// addressesOf returns the addresses that identify a spec in state.specs.
func addressesOf(spec eval.Spec) (all []any) {
	if len(spec.Fields) > 0 {
		all = append(all, &spec.Fields[0])
	}
	if len(spec.Invariants) > 0 {
		all = append(all, &spec.Invariants[0])
	}
	return all
}

// atPath returns the mistakes in a file one per line, as path:line:column, a form
// that editors and terminals open.
func atPath(path string, err error) string {
	mistakes := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		mistakes = joined.Unwrap()
	}
	lines := make([]string, len(mistakes))
	for i, mistake := range mistakes {
		var specErr *eval.SpecError
		switch {
		case !errors.As(mistake, &specErr):
			lines[i] = mistake.Error()
		case specErr.Line == 0:
			lines[i] = fmt.Sprintf("%s: %s", path, specErr.Problem)
		default:
			lines[i] = fmt.Sprintf("%s:%d:%d: %s", path, specErr.Line, specErr.Column, specErr.Problem)
		}
	}
	return strings.Join(lines, "\n")
}

// SpecOf returns the spec of T's `eval` tags (see [eval.SpecOf]). Every mistake in
// them fails t.
func SpecOf[T any](t TB) eval.Spec {
	t.Helper()
	spec, err := eval.SpecOf[T]()
	if err != nil {
		t.Fatalf("evaltest: %s", plain(err))
	}
	return spec
}
