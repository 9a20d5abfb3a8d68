package evaltest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

type page struct {
	Text string `json:"text"`
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	t.Chdir(dir)
	return dir
}

func pointer[In any](in In) *In { return &in }

func listed(all []cases.Given) iter.Seq2[cases.Given, error] {
	return func(yield func(cases.Given, error) bool) {
		for _, g := range all {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// walk lists the cases of a source as "id: want".
func walk(t *testing.T, s cases.Source) (got []string) {
	t.Helper()
	for c, err := range s.Cases {
		require.NoError(t, err)
		got = append(got, fmt.Sprintf("%s: %v -> %s", c.ID, reflect.ValueOf(c.Input).Elem(), c.Truth))
	}
	return got
}

func TestSourceFile(t *testing.T) {
	write(t, map[string]string{"set.jsonl": "\uFEFF" +
		`{"id":"a","input":{"text":"x"},"want":{"total":1.10},"tags":{"lang":"de"}}` + "\r\n\n" +
		`{"input":{"text":"y"},"want":null}`})
	s, err := cases.Open("set.jsonl", cases.Reading{Input: reflect.TypeFor[page](), NullTruths: true})
	require.NoError(t, err)
	assert.Equal(t, 2, s.Count)
	assert.Equal(t, "set.jsonl", s.Name)
	assert.Equal(t, []string{`a: {x} -> {"total":1.10}`, `line-3: {y} -> null`}, walk(t, s))
	for c := range s.Cases {
		assert.Equal(t, map[string]string{"lang": "de"}, c.Tags)
		break
	}
}

// A suite reads the forms that the command reads, with the same ids and truths.
func TestSourceForms(t *testing.T) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, err := zip.Write([]byte(`{"id":"1","input":"x","want":{"total":1.5,"name":"A, B"},"tags":{"lang":"de"}}` + "\n" + `{"id":"b","input":"y","want":{"total":2,"name":null}}`))
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	write(t, map[string]string{
		"set.jsonl.gz": packed.String(),
		"set.csv":      "\uFEFFid,input,want.total,want.name,tags.lang\r\n1,x,1.5,\"A, B\",de\r\nb,y,2,,en\r\n",
		"set.tsv":      "id\tinput\twant.total\twant.name\n1\tx\t1.5\tA, B\nb\ty\t2\t\n",
		"wrong.csv":    "id,input,want.total\n1,x,1,5\n",
		"empty.csv":    "",
	})
	for _, name := range []string{"set.jsonl.gz", "set.csv", "set.tsv"} {
		s, err := cases.Open(name, cases.Reading{Input: reflect.TypeFor[string]()})
		require.NoError(t, err, name)
		assert.Equal(t, []string{`1: x -> {"total":1.5,"name":"A, B"}`, `b: y -> {"total":2,"name":null}`}, walk(t, s), name)
	}
	for name, want := range map[string]string{
		"wrong.csv": `wrong.csv:2: the row has 4 values, and the header 3; put a value with separators in quotes: "1,234.50"`,
		"empty.csv": "the data set has no cases: empty.csv is empty; want one JSON object per line, UTF-8",
	} {
		_, err := cases.Open(name, cases.Reading{Input: reflect.TypeFor[string]()})
		assert.EqualError(t, err, want)
	}
}

// A null in a file is a truth under NullTruths, no truth under PartlyLabelled, and else an error with
// its line. In Go, null is a truth, since the author wrote it.
func TestSourceNullTruths(t *testing.T) {
	write(t, map[string]string{
		"set.jsonl":       `{"id":"a","input":"","want":{}}` + "\n" + `{"id":"b","input":"","want":null}` + "\n" + `{"id":"c","input":"","want": null}`,
		"set/a.input.txt": "", "set/a.want.json": "{}", "set/b.input.txt": "", "set/b.want.json": " null\n",
	})
	const why = "want is null, as where a label is missing; NullTruths of the suite, or null_truths: true of its spec, says that such a document has no value, and PartlyLabelled that it has no label"
	for _, tt := range []struct {
		file string
		how  cases.Reading
		want []string // ids with their truths, or the error
	}{
		{"set.jsonl", cases.Reading{}, []string{"set.jsonl:2: " + why + "\nset.jsonl:3: " + why}},
		{"set.jsonl", cases.Reading{NullTruths: true}, []string{"a {}", "b null", "c null"}},
		{"set.jsonl", cases.Reading{PartlyLabelled: true}, []string{"a {}", "b ", "c "}},
		{"set.jsonl", cases.Reading{PartlyLabelled: true, NullTruths: true}, []string{"a {}", "b null", "c null"}},
		{"set", cases.Reading{}, []string{`set/b.want.json: id "b": ` + why}},
		{"set", cases.Reading{NullTruths: true}, []string{"a {}", "b null"}},
		{"set", cases.Reading{PartlyLabelled: true}, []string{"a {}", "b "}},
	} {
		tt.how.Input = reflect.TypeFor[string]()
		s, err := cases.Open(tt.file, tt.how)
		var got []string
		if err != nil {
			got = []string{err.Error()}
		} else {
			for c := range s.Cases {
				assert.Equal(t, c.Truth.Exists(), c.Labelled())
				got = append(got, c.ID+" "+c.Truth.RawText())
			}
		}
		assert.Equal(t, tt.want, got, "%s %+v", tt.file, tt.how)
	}
	s, err := cases.Of(listed([]cases.Given{{ID: "a", Input: pointer(1), Want: json.RawMessage("null")}}), true, cases.Reading{PartlyLabelled: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"a: 1 -> null"}, walk(t, s))
}

func TestSourceFileListsEveryProblem(t *testing.T) {
	write(t, map[string]string{"set.jsonl": `{"id":"a","input":{"text":"x"},"want":{}}
{"id":"a","input":{"text":"x"},"want":{}}
{"id":"b","inputs":{},"want":{}}
{"id":"c","input":{"text":5},"want":{}}
{"id":"","input":{"text":""},"want":{}}
["d"]
{"id":"e","input":{"text":""}}
{"id":"f","input":{"text":""},"want":{"bad":1}}
{"id":"g","input":{"text":""},"want":{},"tags":["x"]}
{"id":"g2","input":{"txt":""},"want":{}}
{"id":"h","input":{"te`})
	check := func(v document.Value, _ any) (document.Value, error) {
		if v.Get("bad").Exists() {
			return v, errors.New(`unknown key "bad"`)
		}
		return v, nil
	}
	_, err := cases.Open("set.jsonl", cases.Reading{Input: reflect.TypeFor[page](), Check: check})
	assert.EqualError(t, err, `set.jsonl:2: the id "a" appears twice, first at set.jsonl:1
set.jsonl:3: unknown key "inputs", want id, input, want, label, text, tags or pages
set.jsonl:3: no "input"
set.jsonl:4: input: json: cannot unmarshal number into Go struct field page.text of type string
set.jsonl:5: its id is "", want a text that is not empty, or a number
set.jsonl:6: it is a JSON array, want one JSON object per line
set.jsonl:7: no "want"; only a suite that is PartlyLabelled runs cases without a truth
set.jsonl:8: id "f": want: unknown key "bad"
set.jsonl:9: tags: it is an array, want an object of texts: {"language": "de"}
set.jsonl:10: input: json: unknown field "txt"
set.jsonl:11: document: invalid JSON at offset 22: unexpected end of JSON input`)
}

func TestSourceTruthsInLatin1AreErrors(t *testing.T) {
	write(t, map[string]string{
		"set.jsonl":       "{\"id\":\"a\",\"input\":\"\",\"want\":{\"city\":\"K\u00f6ln\"}}\n{\"id\":\"b\",\"input\":\"\",\"want\":{\"city\":\"K\xf6ln\"}}",
		"set/a.want.json": "{\"city\":\"K\xf6ln\"}", "set/a.input.txt": "",
	})
	_, err := cases.Open("set.jsonl", cases.Reading{Input: reflect.TypeFor[string]()})
	assert.EqualError(t, err, "set.jsonl:2: document: invalid JSON at offset 38: byte 0xF6 is not UTF-8, which JSON has to be: write the file as UTF-8, in Python by open(name, \"w\", encoding=\"utf-8\")")
	_, err = cases.Open("set", cases.Reading{Input: reflect.TypeFor[string]()})
	assert.EqualError(t, err, `set/a.want.json: id "a": want: document: invalid JSON at offset 10: byte 0xF6 is not UTF-8, which JSON has to be`)
}

func TestSourceTruthsThatDoNotFitAType(t *testing.T) {
	write(t, map[string]string{"set.jsonl": `{"id":"a","input":"","want":{"numbr":"1","total":"2"}}`})
	type invoice struct {
		Number string  `json:"number"`
		Total  float64 `json:"total"`
	}
	check := func(v document.Value, _ any) (document.Value, error) {
		return spectext.CheckTruth(v, reflect.TypeFor[invoice]())
	}
	_, err := cases.Open("set.jsonl", cases.Reading{Input: reflect.TypeFor[string](), Check: check})
	assert.EqualError(t, err, `set.jsonl:1: id "a": want: numbr: unknown key; did you mean "number" (field Number of evaltest_test.invoice)? Correct the truth, or the json tag
set.jsonl:1: id "a": want: total: got string "2", want a number`)
}

// secretive is an input whose error quotes the text that it cannot read.
type secretive struct{}

func (*secretive) UnmarshalJSON(text []byte) error { return fmt.Errorf("cannot read %s", text) }
func (*secretive) UnmarshalText(text []byte) error { return fmt.Errorf("cannot read %s", text) }

func TestSourcePrivate(t *testing.T) {
	write(t, map[string]string{
		"set.jsonl":    `{"id":"a","input":"SECRET","want":{}}` + "\n" + `{"id":{"b":"SECRET"},"input":"","want":{}}`,
		"a.input.json": `"SECRET"`, "a.want.json": `{}`,
	})
	for _, tt := range []struct {
		name string
		open func(cases.Reading) error
		want string
	}{
		{"file", func(how cases.Reading) error { _, err := cases.Open("set.jsonl", how); return err },
			`set.jsonl:1: input: the error is withheld, since values are redacted
set.jsonl:2: its id is an object, want a text that is not empty, or a number
set.jsonl:2: input: the error is withheld, since values are redacted`},
		{"folder", func(how cases.Reading) error { _, err := cases.Open(".", how); return err },
			`a.input.json: the error is withheld, since values are redacted`},
		{"cases", func(how cases.Reading) error {
			_, err := cases.Of(listed([]cases.Given{{ID: "a", Want: unreadable{}}}), true, how)
			return err
		}, `case 1: id "a": want: the error is withheld, since values are redacted`},
		{"iterator", func(how cases.Reading) error {
			s, err := cases.Of(func(yield func(cases.Given, error) bool) { yield(cases.Given{}, errors.New("SECRET")) }, false, how)
			for _, e := range s.Cases {
				err = e
			}
			return err
		}, `case 1: the error is withheld, since values are redacted`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.EqualError(t, tt.open(cases.Reading{Input: reflect.TypeFor[secretive](), Private: true}), tt.want)
			assert.ErrorContains(t, tt.open(cases.Reading{Input: reflect.TypeFor[secretive]()}), "SECRET")
		})
	}
}

// unreadable cannot be marshalled, and quotes why.
type unreadable struct{}

func (unreadable) MarshalJSON() ([]byte, error) { return nil, errors.New("SECRET") }

func TestSourceFolder(t *testing.T) {
	dir := write(t, map[string]string{
		"b.input.txt": "bee", "b.want.json": `{"n":2}` + "\r\n",
		"a.x.input.txt": "ay", "a.x.want.json": `{"n":1}`,
		"tags.json": `{"a.x":{"language":"de"}}`,
		"README.md": "not a case",
	})
	s, err := cases.Open(dir, cases.Reading{Input: reflect.TypeFor[[]byte]()})
	require.NoError(t, err)
	assert.Equal(t, 2, s.Count)
	assert.Equal(t, []string{`a.x: [97 121] -> {"n":1}`, `b: [98 101 101] -> {"n":2}`}, walk(t, s))
	var tags []map[string]string
	for c := range s.Cases {
		tags = append(tags, c.Tags)
	}
	assert.Equal(t, []map[string]string{{"language": "de"}, nil}, tags)

	write(t, map[string]string{"a.input.txt": "", "a.want.json": "{}", "tags.json": "null"}) // as a program writes no tags
	_, err = cases.Open(".", cases.Reading{Input: reflect.TypeFor[[]byte]()})
	assert.NoError(t, err)
}

func TestSourceFolderWithByteOrderMarks(t *testing.T) {
	write(t, map[string]string{"a.input.json": "\uFEFF{\"Page\":1}", "a.want.json": "\uFEFF{\"n\":1}"})
	s, err := cases.Open(".", cases.Reading{Input: reflect.TypeFor[struct{ Page int }]()})
	require.NoError(t, err)
	assert.Equal(t, []string{`a: {1} -> {"n":1}`}, walk(t, s))
}

func TestItemsOfAnArrayOnOneLineAreCases(t *testing.T) {
	write(t, map[string]string{"set.jsonl": `[{"input":"x","want":{"n":1}},{"input":"y","want":{"n":2}}]`})
	s, err := cases.Open("set.jsonl", cases.Reading{Input: reflect.TypeFor[string]()})
	require.NoError(t, err)
	assert.Equal(t, []string{`item-1: x -> {"n":1}`, `item-2: y -> {"n":2}`}, walk(t, s))
}

func TestSourcePages(t *testing.T) {
	write(t, map[string]string{
		"set/cases.jsonl": `{"id":"a","input":"","want":{},"pages":[{"number":1,"image":"pages/a.png"},{"number":2,"width":595,"height":842.5}]}` + "\n" +
			`{"id":"b","input":"","want":{}}`,
		"scans/a.input.PNG": "", "scans/a.want.json": "{}", "scans/b.input.pdf": "", "scans/b.want.json": "{}",
		"wrong.jsonl": `{"id":"a","input":"","want":{},"pages":[{"picture":"a.png"}]}`,
	})
	pages := func(file string) (all [][]report.Page) {
		s, err := cases.Open(file, cases.Reading{Input: reflect.TypeFor[string]()})
		require.NoError(t, err)
		for c := range s.Cases {
			all = append(all, c.Pages)
		}
		return all
	}
	assert.Equal(t, [][]report.Page{{{Number: 1, Image: "set/pages/a.png"}, {Number: 2, Width: 595, Height: 842.5}}, nil}, pages("set/cases.jsonl"))
	assert.Equal(t, [][]report.Page{{{Image: "scans/a.input.PNG"}}, nil}, pages("scans"))
	_, err := cases.Open("wrong.jsonl", cases.Reading{Input: reflect.TypeFor[string]()})
	assert.EqualError(t, err, `wrong.jsonl:1: pages: json: unknown field "picture"`)
}

func TestSourceFolderProblems(t *testing.T) {
	write(t, map[string]string{
		"a.input.txt": "", "b.want.json": "{}", "c.input.txt": "", "c.input.png": "", "c.want.json": "{}", "d.input.txt": "", "d.want.json": "{",
	})
	_, err := cases.Open(".", cases.Reading{Input: reflect.TypeFor[string]()})
	assert.EqualError(t, err, `a.input.txt: the file a.want.json is missing beside it
b.want.json: a file b.input.* is missing beside it
c.want.json: it has 2 inputs: c.input.png, c.input.txt
d.want.json: id "d": want: document: invalid JSON at offset 1: unexpected end of JSON input`)

	for _, tt := range []struct{ tags, want string }{
		{`{"a":{"language":"de"},"b":{"language":"en"}}`, "tags.json: the file b.want.json is missing beside it"},
		{`{"a":{"page":1}}`, `tags.json: "a": "page" is 1, want a text; want {"NAME": {"language": "de"}}`},
		{`{"a":`, `tags.json: document: invalid JSON at offset 5: unexpected end of JSON input; want {"NAME": {"language": "de"}}`},
		{`{"a":{"language":"de"},"a":{}}`, `tags.json: "a" appears twice; want {"NAME": {"language": "de"}}`},
		{`{"a":{"language":"de","language":"en"}}`, `tags.json: "a": key "language" appears twice; want {"NAME": {"language": "de"}}`},
		{`{"a":{"language":null}}`, `tags.json: "a": "language" is null, want a text; want {"NAME": {"language": "de"}}`},
		{`["a"]`, `tags.json: it is an array; want {"NAME": {"language": "de"}}`},
	} {
		write(t, map[string]string{"a.input.txt": "", "a.want.json": "{}", "tags.json": tt.tags})
		_, err := cases.Open(".", cases.Reading{Input: reflect.TypeFor[string]()})
		assert.EqualError(t, err, tt.want)
	}
}

func TestSourceFolderLabels(t *testing.T) {
	for _, tt := range []struct{ labels, state, err string }{
		{`{"a":{"state":"reviewed","by":"ann"}}`, "reviewed", ""},
		{`{}`, "", ""},
		{`{"a":{"state":"seen"}}`, "", `labels.json: "a": label: unknown state "seen" (valid: draft, reviewed, adjudicated); want {"NAME": ` + dataset.LabelExample + `}`},
		{`{"a":{"state":"draft"},"b":{"state":"draft"}}`, "", "labels.json: the file b.want.json is missing beside it"},
		{`[]`, "", `labels.json: it is an array; want {"NAME": ` + dataset.LabelExample + `}`},
	} {
		write(t, map[string]string{"a.input.txt": "", "a.want.json": "{}", "labels.json": tt.labels})
		s, err := cases.Open(".", cases.Reading{Input: reflect.TypeFor[string]()})
		if tt.err != "" {
			assert.EqualError(t, err, tt.err)
			continue
		}
		require.NoError(t, err)
		for c := range s.Cases {
			assert.Equal(t, tt.state != "", c.Label != nil)
			if c.Label != nil {
				assert.EqualValues(t, tt.state, c.Label.State)
			}
		}
	}
	write(t, map[string]string{"a.input.txt": "", "labels.json": `{"a":{"state":"draft"}}`})
	_, err := cases.Open(".", cases.Reading{Input: reflect.TypeFor[string](), PartlyLabelled: true})
	assert.EqualError(t, err, `a.input.txt: id "a": there is a label and no truth: remove the label, or give the truth`)
}

func TestSourceInputTypes(t *testing.T) {
	open := func(file, text string, input reflect.Type) (cases.Source, error) {
		write(t, map[string]string{file: text, "a.want.json": "{}"})
		return cases.Open(".", cases.Reading{Input: input})
	}
	s, err := open("a.input.txt", "x", reflect.TypeFor[string]())
	require.NoError(t, err)
	assert.Equal(t, []string{"a: x -> {}"}, walk(t, s))
	s, err = open("a.input.json", `{"text":"x"}`, reflect.TypeFor[page]())
	require.NoError(t, err)
	assert.Equal(t, []string{"a: {x} -> {}"}, walk(t, s))
	_, err = open("a.input.pdf", "", reflect.TypeFor[page]())
	assert.EqualError(t, err,
		"a.input.pdf: a .pdf file does not fit the input type evaltest_test.page: want []byte, string, a type with UnmarshalText or UnmarshalBinary, or a .json file")
}

func TestSourceCases(t *testing.T) {
	s, err := cases.Of(listed([]cases.Given{{Input: pointer(1), Want: map[string]int{"a": 1}}, {ID: "two", Input: pointer(2), Want: `{}`}}), true, cases.Reading{})
	require.NoError(t, err)
	assert.Equal(t, 2, s.Count)
	assert.Equal(t, []string{`case-1: 1 -> {"a":1}`, `two: 2 -> {}`}, walk(t, s))

	_, err = cases.Of(listed([]cases.Given{{ID: "a", Want: `{}`}, {ID: "a", Want: `{}`}, {ID: "b"}, {ID: "c", Want: "{"}}), true, cases.Reading{})
	assert.EqualError(t, err, `case 2: the id "a" appears twice, first at case 1
case 3: id "b": no truth; for a document without any value, want is json.RawMessage("null")
case 4: id "c": want: document: invalid JSON at offset 1: unexpected end of JSON input`)
}

func TestSourceIterator(t *testing.T) {
	seq := func(yield func(cases.Given, error) bool) {
		_ = yield(cases.Given{Input: pointer(1), Want: `{}`}, nil) && yield(cases.Given{}, errors.New("disk on fire")) && yield(cases.Given{Input: pointer(3), Want: `{}`}, nil)
	}
	s, err := cases.Of(seq, false, cases.Reading{})
	require.NoError(t, err)
	assert.Equal(t, -1, s.Count)
	var got []string
	for c, err := range s.Cases {
		got = append(got, fmt.Sprint(c.ID, " ", err))
	}
	assert.Equal(t, []string{"case-1 <nil>", " case 2: disk on fire", "case-3 <nil>"}, got)
}

func TestSourceNowhere(t *testing.T) {
	_, err := cases.Open("nowhere.jsonl", cases.Reading{Input: reflect.TypeFor[int]()})
	assert.ErrorContains(t, err, "data set: nowhere.jsonl: no such file or directory")
}
