package evaltest

import (
	"os"

	"github.com/extracteval/extracteval/metrics/eval"
)

// SpecFile reads a spec from a YAML or JSON file (see [eval.ParseSpec]). Every
// mistake in it fails t, with file, line and column.
func SpecFile(t TB, path string) eval.Spec {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("evaltest: spec: %v", err)
		return eval.Spec{}
	}
	spec, err := eval.ParseSpec(data, nil)
	if err != nil {
		t.Fatalf("evaltest: spec %s:\n%v", path, err)
	}
	return spec
}

// SpecOf returns the spec of T's `eval` tags (see [eval.SpecOf]). Every mistake in
// them fails t.
func SpecOf[T any](t TB) eval.Spec {
	t.Helper()
	spec, err := eval.SpecOf[T]()
	if err != nil {
		t.Fatalf("evaltest: %v", err)
	}
	return spec
}
