package evaltest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// The README's spec in YAML is the spec that a reader expects, and fits the README's example
// of a document.
func TestTheSpecOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	assert.LessOrEqual(t, strings.Count(string(text), "\n"), 150, "lines of the README")
	code := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code { // the width that GitHub shows without scrolling
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")), 96, line)
		}
	}
	_, section, _ := strings.Cut(string(text), "\n## What is compared, and how\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := codeBlocks(section, "yaml")
	require.Len(t, blocks, 1)
	file := filepath.Join(t.TempDir(), "spec.yaml")
	require.NoError(t, os.WriteFile(file, []byte(blocks[0]), 0o600))
	spec := evaltest.SpecFile(t, file)
	assert.Equal(t, eval.Spec{Threshold: 0.9, Fields: []eval.Field{
		{Path: "number", Match: compare.Exact{}},
		{Path: "date", Match: compare.Date{Order: "dmy"}},
		{Path: "total", Match: compare.Numeric{Tolerance: 0.01}, Weight: 3},
		{Path: "lines", List: &eval.List{By: []string{"description"}, Fields: []eval.Field{
			{Path: "description", Match: compare.Fuzzy{}}, {Path: "amount", Match: compare.Numeric{}},
		}}},
	}, Invariants: []eval.Invariant{{Name: "adds_up", Rule: "total == sum(lines, .amount)", Tolerance: 0.01}}}, spec)

	_, section, _ = strings.Cut(string(text), "\n## In Go\n")
	data := codeBlocks(section, "json")
	require.NotEmpty(t, data)
	var line struct{ Want json.RawMessage }
	require.NoError(t, json.NewDecoder(strings.NewReader(data[0])).Decode(&line))
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), line.Want, line.Want)
	require.NoError(t, err)
	assert.Equal(t, eval.Pass, r.Verdict)
}

// A newcomer finds the rules in the files that CONTRIBUTING.md names.
func TestTheRulesAreWhereTheDocumentationSays(t *testing.T) {
	text, err := os.ReadFile("../CONTRIBUTING.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## Where the rules are written\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\nSuites,")
	section = strings.ReplaceAll(section, "\n  ", " ")
	files := regexp.MustCompile(`(?:(\w+) in )?([\w/]+/\w+\.go)`).FindAllStringSubmatch(section, -1)
	require.Greater(t, len(files), 20)
	for _, file := range files {
		code, err := os.ReadFile("../" + file[2])
		if assert.NoError(t, err) && file[1] != "" {
			assert.Regexp(t, `(?m)^(func (\(.*\) )?|const )`+file[1]+`\b`, string(code), "%s", file[0])
		}
	}
}

// What one needs first stands first, and is short.
func TestTheDocumentationBeginsWithAFirstTest(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	first, rest, found := strings.Cut(string(text), "//\n// # ")
	require.True(t, found)
	assert.LessOrEqual(t, strings.Count(first, "\n"), 30)
	for _, part := range []string{"evaltest.Suite[", "Gate:", "evaltest.Main(m)", `prints only "ok"`, "go tool evalreport test ./..."} {
		assert.Contains(t, first, part)
	}
	assert.LessOrEqual(t, strings.Count(rest, "\n"), 240)
}

// The table of Go types in the documentation names types that TestKindsOfFields tests.
func TestTheTableOfTypesIsTested(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(text), "your Go type")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "//	struct ")
	tests, err := os.ReadFile("types_test.go")
	require.NoError(t, err)
	types := regexp.MustCompile(`\b[a-z]+\.[A-Z]\w+|\[\]byte|an enum with MarshalText`).FindAllString(table, -1)
	require.Greater(t, len(types), 12)
	for _, name := range types {
		assert.Contains(t, string(tests), `fieldOf("`+name+`"`)
	}
}
