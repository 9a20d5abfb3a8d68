package internal_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
)

// formed returns the lines of a file or a folder, each after its place.
func formed(t *testing.T, path string, form dataset.Form) (lines []string, err error) {
	t.Helper()
	f, err := dataset.OpenForm(filepath.Base(path), path, form)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for r := f.Lines(); ; {
		line, err := r.Next()
		if err == io.EOF {
			return lines, nil
		}
		require.NoError(t, err)
		lines = append(lines, filepath.Base(r.Where(line))+" "+string(line.Text))
	}
}

func TestFormsOfJSON(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		form       dataset.Form
		lines      []string
		err        string
	}{
		{"an array", "\uFEFF\n[\n  {\"id\": 1},\n  {\n    \"id\": 2\n  }\n]\n", dataset.Form{}, []string{`f:3, item 1 {"id":1}`, `f:4, item 2 {"id":2}`}, ""},
		{"objects over lines", "{\n\"id\": 1}\n\n{\"id\": 2}", dataset.Form{}, []string{`f:1 {"id":1}`, `f:4 {"id":2}`}, ""},
		{"documents by id", `{"a": {"total": 1}, "b": {"id": 7, "total": "x y"}}`, dataset.Form{}, []string{`f:1, item 1 {"id":"a","want":{"total":1}}`, `f:1, item 2 {"id":"b","want":{"id":7,"total":"x y"}}`}, ""},
		{"answers by id", `{"a": {"total": 1}, "b": {"id": 7, "error": "timeout"}}`, dataset.Form{Answers: true}, []string{`f:1, item 1 {"id":"a","got":{"total":1}}`, `f:1, item 2 {"id":"b","error":"timeout"}`}, ""},
		{"texts by id", `{"a": "{\"total\": 1}"}`, dataset.Form{Answers: true}, []string{`f:1, item 1 {"id":"a","got":"{\"total\": 1}"}`}, ""},
		{"one document by its line", `{"a": {"total": 1}}`, dataset.Form{ByLine: true}, []string{`f:1 {"a": {"total": 1}}`}, ""},
		{"a line is no object of documents", `{"id": {"total": 1}}`, dataset.Form{}, []string{`f:1 {"id": {"total": 1}}`}, ""},
		{"values beside documents", `{"a": {"total": 1}, "n": 1}`, dataset.Form{}, []string{`f:1 {"a": {"total": 1}, "n": 1}`}, ""},
		{"the items of a list", "{\"results\": {\"list\": [{\"id\": 1}, {\"id\": 2}]}}\n", dataset.Form{Rows: "results.list"}, []string{`f:1, item 1 {"id":1}`, `f:1, item 2 {"id":2}`}, ""},
		{"another list", "{\"results\": {\"list\": [{\"id\": 1}]}}\n", dataset.Form{Rows: "results"}, nil, `f:1: there is no list at "results", of which # would be the items; there is one at "results.list.#"`},
	} {
		path := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o666))
		lines, err := formed(t, path, tt.form)
		assert.Equal(t, tt.lines, lines, tt.name)
		if tt.err == "" {
			assert.NoError(t, err, tt.name)
		} else {
			assert.EqualError(t, err, tt.err, tt.name)
		}
	}
}

// A folder without pairs has a document in each file of JSON. An answer need not be JSON; a truth has to be.
func TestAFolderOfDocuments(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": "{\n \"total\": 1\n}", "b.json": `{"got": {"total": 2}, "stop": "max_tokens"}`, "c.json": "sorry", "d.txt": "no"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	lines, err := formed(t, dir, dataset.Form{Answers: true})
	require.NoError(t, err)
	assert.Equal(t, []string{`a.json {"id":"a","got":{"total":1}}`, `b.json {"id":"b","got":{"total":2},"stop":"max_tokens"}`, `c.json {"id":"c","got":"sorry"}`}, lines)
	_, err = formed(t, dir, dataset.Form{})
	assert.ErrorContains(t, err, "c.json: document: invalid JSON")
}

// Programs of Windows write a byte order mark before each file.
func TestByteOrderMarksInFolders(t *testing.T) {
	const mark = "\uFEFF"
	write := func(files map[string]string) (dir string) {
		dir = t.TempDir()
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(mark+text), 0o666))
		}
		return dir
	}
	documents := write(map[string]string{"a.json": `{"total": 1}`})
	for _, answers := range []bool{false, true} {
		lines, err := formed(t, documents, dataset.Form{Answers: answers})
		require.NoError(t, err)
		require.Len(t, lines, 1)
		assert.Contains(t, lines[0], `:{"total":1}}`)
	}
	pairs := write(map[string]string{"a.input.txt": "one", "a.want.json": `{"total": 1}`, "tags.json": `{"a": {"k": "v"}}`, "labels.json": `{"a": {"state": "draft"}}`})
	lines, err := formed(t, pairs, dataset.Form{})
	require.NoError(t, err)
	require.Len(t, lines, 1)
	for _, part := range []string{`"want":{"total": 1}`, `"k":"v"`, `"state":"draft"`} {
		assert.Contains(t, lines[0], part)
	}
}

// Lines without an id have different names, however the documents stand in their file.
func TestNamesOfLines(t *testing.T) {
	for _, tt := range []struct {
		text string
		rows string
		want []string
	}{
		{"{\"n\":1}\n\n{\"n\":2}\n", "", []string{"line-1", "line-3"}},
		{`[{"n":1},{"n":2}]`, "", []string{"item-1", "item-2"}},
		{"{\n\"n\":1}{\"n\":2}{\"n\":3}\n{\"n\":4}", "", []string{"line-1", "line-2", "item-3", "line-3"}},
		{`{"rows":[{"n":1},{"n":2}]}` + "\n" + `{"rows":[{"n":3}]}`, "rows", []string{"item-1", "item-2", "item-3"}},
	} {
		path := filepath.Join(t.TempDir(), "set.json")
		require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o666))
		f, err := dataset.OpenForm("set.json", path, dataset.Form{Rows: tt.rows})
		require.NoError(t, err)
		var names []string
		for line, err := range f.Lines().All() {
			require.NoError(t, err)
			names = append(names, line.Name())
		}
		assert.Equal(t, tt.want, names)
		require.NoError(t, f.Close())
	}
}

func TestLookup(t *testing.T) {
	const line = `{"a.b": 1, "a": {"b": 2, "c": [{"d": 3}]}, "t": "{\"e\": [4]}", "f": "` + "```json\\n[5]\\n```" + `"}`
	for key, want := range map[string]string{
		"a.b": "1", "a.c[0].d": "3", "a.c.0.d": "3", "t.e[0]": "4", "f[0]": "5",
		"a.c[1]": "", "a.c.d": "", "a[0]": "", "x": "", "a..b": "", "a.b.c": "", "t.e.-1": "",
	} {
		assert.Equal(t, want, dataset.Lookup([]byte(line), key).Raw, key)
	}
	assert.True(t, dataset.Shadowed([]byte(line), "a.b"))
	assert.False(t, dataset.Shadowed([]byte(line), "a.c[0].d"))

	last, repeated := dataset.LastKeys([]byte(`{"a": 1, "b": {"c": 1, "c": 2}, "\u0061": 2, "d": 0, "a": [3]}`), "truth")
	assert.Equal(t, `{"b":{"c": 1, "c": 2},"d":0,"a":[3]}`, string(last))
	assert.Equal(t, []string{`the line of the truth has the key "a" more than once: the last one counts`}, repeated)
}
