package evaltest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestSpecFile(t *testing.T) {
	var fifty strings.Builder
	for i := range 50 {
		fmt.Fprintf(&fifty, "FILE:1:%d: got number 1, want a field: a path, or an object that has one\n", 10+2*i)
	}
	for _, tt := range []struct{ name, text, log string }{
		{"no mistake", "fields: [total]", ``},
		{"a file of AgentV's", "target: x\nassertions: [{type: field-accuracy, fields: [total]}, {type: cost, budget: 1}]\ntests: []\n",
			"evaltest: FILE: an AgentV file, of which only the evaluators of fields are read; left out: target, tests (line 1); evaluator of type cost (line 2)"},
		{"one mistake", "fields:\n  - {path: total, weight: x}\n", `FATAL evaltest: spec:
FILE:2:27: field "total": weight: got string "x", want a number`},
		{"all mistakes", "fields: [{path: total, weight: x}]\nstrikt: true\n", `FATAL evaltest: spec:
FILE:1:32: field "total": weight: got string "x", want a number
FILE:2:1: unknown key "strikt"; did you mean "strict"?`},
		{"not YAML", "fields: [a\nb: 1", `FATAL evaltest: spec:
FILE:2:2: not YAML: while parsing a flow sequence: did not find expected ',' or ']'`},
		{"a mistake of the whole file", strings.Repeat("#", 1<<20+1), `FATAL evaltest: spec:
FILE: the file has 1048577 bytes, more than the 1048576 that a spec may have`},
		{"more mistakes than are listed", "fields: [" + strings.Repeat("1,", 51) + "a]", "FATAL evaltest: spec:\n" + fifty.String() + "eval: and 1 more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "spec.yaml")
			require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o600))
			f := &fake{}
			var spec eval.Spec
			log := f.run(func() { spec = SpecFile(f, path) })
			assert.Equal(t, tt.log, strings.ReplaceAll(log, path, "FILE"))
			assert.Equal(t, !strings.HasPrefix(tt.log, "FATAL"), len(spec.Fields) == 1)
		})
	}
}

// The schemas that a spec names stand beside it.
func TestSpecFileWithASchema(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "spec.yaml")
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("schema.json", `{"required":["total"]}`)
	write("spec.yaml", "fields: [total]\ninvariants: [{name: shape, schema: schema.json}]\n")
	f := &fake{}
	var spec eval.Spec
	assert.Empty(t, f.run(func() { spec = SpecFile(f, path) }))
	assert.Equal(t, []eval.Invariant{{Name: "shape", Schema: []byte(`{"required":["total"]}`)}}, spec.Invariants)

	write("schema.json", `{"type":"strng"}`)
	log := strings.ReplaceAll(f.run(func() { SpecFile(f, path) }), path, "FILE")
	assert.Equal(t, `FATAL evaltest: spec:
FILE:2:21: invariant "shape": schema: at /type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'`, log)
}

func TestSpecOf(t *testing.T) {
	type invoice struct {
		Number string `json:"number"`
		Total  int    `json:"total" eval:"-"`
	}
	f := &fake{}
	var spec eval.Spec
	assert.Empty(t, f.run(func() { spec = SpecOf[invoice](f) }))
	require.Len(t, spec.Fields, 2)
	assert.Equal(t, "number", spec.Fields[0].Path)

	type wrong struct {
		Total int `json:"total" eval:"numerik"`
	}
	log := f.run(func() { SpecOf[wrong](f) })
	assert.True(t, strings.HasPrefix(log, "FATAL evaltest: "), log)
	assert.Contains(t, log, `did you mean "numeric"?`)
}

// A file may name comparators whose constructors are given.
func TestSpecFileWithComparatorsOfYours(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spec.yaml")
	require.NoError(t, os.WriteFile(path, []byte("fields: [{path: vendor, match: edlib, algorithm: dice}]\n"), 0o600))
	read := func(custom ...map[string]func(json.RawMessage) (compare.Comparator, error)) (spec eval.Spec, log string) {
		f := &fake{}
		log = f.run(func() { spec = SpecFile(f, path, custom...) })
		return spec, log
	}
	spec, log := read(edlib.Custom())
	assert.Empty(t, log)
	assert.Equal(t, []eval.Field{{Path: "vendor", Match: edlib.Comparator{Algorithm: "dice"}}}, spec.Fields)
	_, log = read()
	assert.Contains(t, log, path+`:1:32: field "vendor": Invalid match type: edlib; valid are `)
	_, log = read(edlib.Custom(), edlib.Custom())
	assert.Equal(t, "FATAL evaltest: spec: two constructors for match: edlib", log)
}
