package internal_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/score"
)

// compareTexts compares two texts as files called old and new.
func compareTexts(t require.TestingT, dir, old, new string, spec *eval.Spec) (history.TruthLog, score.Problem) {
	files := make([]*dataset.File, 2)
	for i, text := range []string{old, new} {
		name := []string{"old", "new"}[i]
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		f, err := dataset.Open(name, path)
		require.NoError(t, err)
		defer f.Close()
		files[i] = f
	}
	log, bad, err := history.CompareTruths(files[0], files[1], score.Lines{}, spec)
	require.NoError(t, err)
	return log, bad
}

func TestChangesOfATruth(t *testing.T) {
	for _, tt := range []struct{ reason, old, new, want string }{
		{"a value", `{"total":30.5}`, `{"total":35.0}`, "total: 30.5 -> 35.0"},
		{"the printed digits of a number", `{"total":1}`, `{"total":1.0}`, "total: 1 -> 1.0"},
		{"a key that is added", `{"vendor":{}}`, `{"vendor":{"name":"x"}}`, `vendor.name:  -> "x"`},
		{"a key that is removed", `{"a":1,"b":2}`, `{"a":1}`, "b: 2 -> "},
		{"null is a value", `{"a":null}`, `{}`, "a: null -> "},
		{"another type", `{"a":[1]}`, `{"a":{"b":1}}`, `a: [1] -> {"b":1}`},
		{"a row in front", `{"lines":[{"sku":"x","n":1}]}`, `{"lines":[{"sku":"w","n":2},{"sku":"x","n":1}]}`, `lines[0]:  -> {"sku":"w","n":2}`},
		{"a row that is removed has its old index", `{"lines":[{"sku":"w","n":2},{"sku":"x","n":1}]}`, `{"lines":[{"sku":"x","n":3}]}`,
			"lines[0].n: 1 -> 3\n" + `lines[0]: {"sku":"w","n":2} -> `},
		{"rows within rows", `{"o":[{"id":"k","l":[{"sku":"x","n":1}]}]}`, `{"o":[{"id":"k","l":[{"sku":"y","n":5},{"sku":"x","n":1}]}]}`,
			`o[0].l[0]:  -> {"sku":"y","n":5}`},
		{"texts have no order", `{"tags":["r","g"]}`, `{"tags":["g","b"]}`, "tags[1]:  -> \"b\"\n" + `tags[0]: "r" -> `},
		{"numbers are paired in order", `{"box":[1,2,3]}`, `{"box":[1,2,4]}`, "box[2]: 3 -> 4"},
		{"a key with a dot", `{"a.b":1}`, `{"a.b":2}`, `["a.b"]: 1 -> 2`},
		{"a document that is a list", `[{"d":"one"}]`, `[{"d":"one"},{"d":"two"}]`, `[1]:  -> {"d":"two"}`},
		{"a document that is a text", `"x"`, `"y"`, `(document): "x" -> "y"`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			log, bad := compareTexts(t, t.TempDir(), `{"id":"a","want":`+tt.old+`}`, "\n"+`{"id":"a","want":`+tt.new+`}`, nil)
			assert.Zero(t, bad.N)
			require.Len(t, log.Changed, 1)
			assert.Equal(t, "old:1 new:2", log.Changed[0].Old+" "+log.Changed[0].New)
			var said []string
			for _, c := range log.Changed[0].Changes {
				said = append(said, fmt.Sprintf("%s: %s -> %s", c.Path, c.Old, c.New))
			}
			assert.Equal(t, tt.want, strings.Join(said, "\n"))
		})
	}
}

func TestCases(t *testing.T) {
	old := `{"id":"kept","want":{"a":1}}
{"id":"gone","want":{"a":2}}
{"id":"was","want":{"a":3,"b":4}}
{"id":"twin-1","want":{"a":9}}
{"id":"twin-2","want":{"a":9}}
{"id":"rewritten","want":{"a":5, "b":[{"x":1},{"x":2}]}}
{"id":"unlabelled","input":"u.pdf"}
{"id":"null","want":null}
{"want":{"a":7}}
{"id":"itself","a":7,"tags":{"b":"c"}}
`
	new := `{"id":"come","want":{"a":8}}
{"id":"is","want":{"b":4,"a":3}}
{"id":"kept","want":{"a":1},"tags":{"v":"x"}}
{"id":"twin-3","want":{"a":9}}
{"id":"rewritten","want":{"b":[{"x":2},{"x":1}], "a":5}}
{"id":"unlabelled","input":"u.pdf","want":{"a":6}}
{"id":"null","want":null}

{"want":{"a":8}}
{"id":"itself","a":7,"tags":{"b":"d"}}
`
	log, bad := compareTexts(t, t.TempDir(), old, new, nil)
	assert.Zero(t, bad.N)
	assert.Equal(t, []string{"come", "twin-3"}, log.Added, "of twins nobody knows which one was renamed")
	assert.Equal(t, []string{"gone", "twin-1", "twin-2"}, log.Removed)
	assert.Equal(t, []history.TruthRename{{Old: "was", New: "is"}}, log.Renamed)
	assert.Equal(t, []string{"rewritten"}, log.Rewritten)
	assert.Equal(t, 1, log.Same, "the case that is null in both, which is no truth")
	assert.Equal(t, 10, log.Old.Cases)
	assert.Equal(t, 8, log.Old.Truths)
	var said []string
	for _, c := range log.Changed {
		for _, change := range c.Changes {
			said = append(said, fmt.Sprintf("%s %s %s -> %s %t", c.ID, change.Path, change.Old, change.New, change.Beside))
		}
	}
	assert.Equal(t, []string{
		`kept tags  -> {"v":"x"} true`, `unlabelled (document)  -> {"a":6} false`, `line-9 a 7 -> 8 false`, `itself tags.b "c" -> "d" false`,
	}, said, "in a line without want everything is the truth")
}

// A document that stands alone, as in CSV, has nothing beside the truth.
func TestTruthsInAnotherForm(t *testing.T) {
	log, _ := compareTexts(t, t.TempDir(), `{"id":"a","a":7}`, `{"id":"a","want":{"a":7}}`, nil)
	assert.Equal(t, 1, log.Same)
	assert.Empty(t, log.Changed)
}

func TestLinesThatCannotBeUsed(t *testing.T) {
	_, bad := compareTexts(t, t.TempDir(), `{"id":"a","want":1}`+"\n"+`{"id":"a","want":2}`, `{"id":"a","want":}`+"\n"+`[1]`+"\n"+`{"id":7,"want":1}`+"\n"+`{"id":null,"want":1}`, nil)
	assert.Equal(t, []string{
		`old:2: the id "a" appears twice, first at old:1`,
		`new:1: document: invalid JSON at offset 18: invalid character '}' looking for beginning of value`,
		`new:2: it is a JSON array, want one JSON object per line`,
		`new:4: its id is null, want a text that is not empty, or a number`,
	}, bad.Examples)
}

// The data hash is the one of a run over the file.
func TestDataHash(t *testing.T) {
	text := `{"id":"a","want":{"x": 1}}` + "\n" + `{"id":"b","input":"b.pdf"}`
	log, _ := compareTexts(t, t.TempDir(), text, text, nil)
	assert.Equal(t, report.DataHash("a", []byte(`{"x": 1}`)), log.Old.DataHash, "of one truth it is its own")
	assert.Equal(t, log.Old.DataHash, log.New.DataHash)
}

// With a spec the fields have its names and its order, and fields that it does not name are told.
func TestFieldsOfASpec(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "total", WantPath: "amounts.gross"},
		{Path: "rows", WantPath: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "amount", WantPath: "qty"}}}},
		{Path: "address"},
	}}
	old := `{"id":"a","want":{"amounts":{"gross":1,"net":1},"lines":[{"sku":"x","qty":1},{"sku":"y","qty":2}]}}
{"id":"b","want":{"amounts":{"gross":1}}}`
	new := `{"id":"a","want":{"amounts":{"gross":2,"net":2},"lines":[{"sku":"x","qty":2},{"sku":"y","qty":3}],"addressee":"x"}}
{"id":"b","want":{"amounts":{"gross":3}}}`
	log, _ := compareTexts(t, t.TempDir(), old, new, &spec)
	assert.Equal(t, []history.TruthField{
		{Attribute: "total", Cases: 2, Changed: 2},
		{Attribute: "rows[].amount", Cases: 1, Changed: 2},
		{Attribute: "addressee", Cases: 1, Added: 1, Unnamed: true},
		{Attribute: "amounts.net", Cases: 1, Changed: 1, Unnamed: true},
	}, log.Fields)
}

// A truth has no change against itself. A truth with a new value at one place has that one change, with both values.
func TestOneChange(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Custom(func(t *rapid.T) any {
			return rapid.SampledFrom([]any{nil, true, 1, 2.5, "x", "", "a b"}).Draw(t, "value")
		})
		object := rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c.d", "é", "0"}), value, 1, 5)
		truth := map[string]any{}
		for key, leaf := range object.Draw(t, "truth") {
			truth[key] = leaf
		}
		truth["in"] = object.Draw(t, "in")
		old, err := json.Marshal(truth)
		require.NoError(t, err)
		line := func(truth []byte) string { return `{"id":"a","want":` + string(truth) + `}` }
		log, _ := compareTexts(t, dir, line(old), line(old), nil)
		assert.Empty(t, log.Changed)
		assert.Equal(t, 1, log.Same)

		in := truth["in"].(map[string]any)
		for key, was := range in {
			in[key] = "another"
			new, err := json.Marshal(truth)
			require.NoError(t, err)
			log, _ = compareTexts(t, dir, line(old), line(new), nil)
			require.Len(t, log.Changed, 1)
			require.Len(t, log.Changed[0].Changes, 1)
			before, err := json.Marshal(was)
			require.NoError(t, err)
			assert.Equal(t, string(before), string(log.Changed[0].Changes[0].Old))
			assert.Equal(t, `"another"`, string(log.Changed[0].Changes[0].New))
			in[key] = was
		}
	})
}
