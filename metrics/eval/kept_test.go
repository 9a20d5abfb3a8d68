package eval_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/conformance"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestKept(t *testing.T) {
	field := func(path string) eval.Field { return eval.Field{Path: path, Match: compare.Exact{}} }
	ignore := func(path, want string) eval.Field {
		return eval.Field{Path: path, WantPath: want, Match: compare.Ignore{}}
	}
	plain := eval.Spec{Fields: []eval.Field{field("a")}}
	lenient := plain
	lenient.Lenient = true
	nested := eval.Spec{Lenient: true, Fields: []eval.Field{
		field("a"), ignore("b.c", "x"), ignore("d[1]", ""),
		{Path: "lines", List: &eval.List{Fields: []eval.Field{field("sku"), ignore("note", "")}}},
	}}
	type typed struct {
		A float64 `json:"a"`
	}
	for _, tt := range []struct {
		name         string
		spec         eval.Spec
		got          any
		answer, text string
		ok           bool
	}{
		{"JSON", plain, `{"a": 1}`, `{"a": 1}`, "", true},
		{"it is one line, and each value stays as it is", plain, "{\n  \"a\": [1, 2],\r\n\t\"b\": \"x\\ny\"\n}", `{"a": [1, 2],"b": "x\ny"}`, "", true},
		{"a struct", plain, typed{1.5}, `{"a":1.5}`, "", true},
		{"what JSON cannot hold", plain, typed{math.NaN()}, `{"a":"NaN"}`, "", true},
		{"not JSON", plain, "Sorry, no.", "", "Sorry, no.", true},
		{"blank", plain, "\n", "", " ", true},
		{"null", plain, nil, "null", "", true},
		{"missing", plain, document.Value{}, "", " ", true},
		{"of another kind", plain, `[1]`, `[1]`, "", true},
		{"JSON to a lenient spec", lenient, `{"a": 1}`, `{"a": 1}`, "", true},
		{"prose around it", lenient, `It is {"a": 1}.`, "", `It is {"a": 1}.`, true},
		{"cannot be marshalled", plain, func() {}, "", "", false},
		{"the extractor failed", plain, errors.New("busy"), "", "", false},
		{
			"without what is ignored", nested,
			`{"a": 1, "b": {"c": "secret", "d": 2}, "d": [1, "secret", 3], "lines": [{"sku": "x", "note": "secret"}, {"note": "secret"}, 7], "c": 5}`,
			`{"a":1,"b":{"d":2},"d":[1,3],"lines":[{"sku":"x"},{},7],"c":5}`, "", true,
		},
		{"prose may say what is ignored", nested, `secret: {"a": 1, "b": {"c": "secret"}}`, `{"a":1,"b":{}}`, "", true},
		{"so may what cannot be read", nested, `secret`, "", "", false},
		{"all is ignored", eval.Spec{Fields: []eval.Field{{Path: "", Match: compare.Ignore{}}}, LenientPaths: true}, `{"a": 1}`, "", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := tt.spec.Compile()
			require.NoError(t, err)
			r, err := e.Evaluate(t.Context(), tt.got, `{"a": 1, "x": "secret", "b": {"c": 3}}`)
			require.NoError(t, err)
			answer, text, truth := r.Kept()
			assert.Equal(t, tt.answer, string(answer))
			assert.Equal(t, tt.text, text)
			assert.Equal(t, tt.ok, len(answer)+len(text) > 0)
			switch {
			case len(tt.spec.Ignored()) > 1:
				assert.Equal(t, `{"a":1,"b":{"c": 3}}`, string(truth), "where the truth has it")
			case len(tt.spec.Ignored()) == 0:
				assert.Equal(t, `{"a": 1, "x": "secret", "b": {"c": 3}}`, string(truth))
			}
			checked, err := e.EvaluateDocument(t.Context(), eval.Document{Got: tt.got})
			require.NoError(t, err)
			again, text2, none := checked.Kept()
			assert.Equal(t, string(answer)+text, string(again)+text2, "of a document without a truth, too")
			assert.Nil(t, none)
		})
	}
	assert.Equal(t, []string{"b.c", "d[1]", "lines[].note"}, nested.Ignored())
}

// The kept parts of answer and truth evaluate to the same result as the whole, for every row of the
// conformance vectors, also written over several lines.
func TestKeptEvaluatesAlike(t *testing.T) {
	rows, err := conformance.Rows()
	require.NoError(t, err)
	n := 0
	for _, row := range effort.Some(len(rows)/3, rows) {
		spec, err := eval.ParseSpec(row.Spec, nil)
		if err != nil {
			continue
		}
		e, err := spec.Compile()
		if err != nil {
			continue
		}
		for _, printed := range []bool{false, true} {
			answer, want := row.Answer(), []byte(row.Want)
			if printed {
				answer, want = onLines(answer), onLines(want)
			}
			first, err := e.EvaluateDocument(t.Context(), eval.Document{Got: answer, Want: want, Text: row.Text})
			if err != nil {
				continue
			}
			kept, keptText, truth := first.Kept()
			if len(kept)+len(keptText) == 0 {
				continue
			}
			require.NotNil(t, truth, row.ID)
			var got any = keptText
			if keptText == "" {
				got, err = document.Parse(kept)
				require.NoError(t, err, row.ID)
			}
			second, err := e.EvaluateDocument(t.Context(), eval.Document{Got: got, Want: truth, Text: row.Text})
			require.NoError(t, err, row.ID)
			assert.Equal(t, comparable(&first), comparable(&second), row.ID)
			n++
		}
	}
	assert.Greater(t, n, effort.Size(180, 600))
}

// onLines prints JSON over several lines, and returns other texts unchanged.
func onLines(text []byte) []byte {
	var to bytes.Buffer
	if json.Indent(&to, text, "", "  ") != nil {
		return text
	}
	return to.Bytes()
}

// comparable returns the findings of an evaluation, with values on one line.
func comparable(r *eval.Result) any {
	type leaf struct {
		eval.FieldResult
		got, want string
	}
	var leaves []leaf
	for _, f := range r.Fields {
		l := leaf{f, compact(f.Got), compact(f.Want)}
		l.Got, l.Want = nil, nil
		leaves = append(leaves, l)
	}
	return []any{r.Score, r.NullScore, r.Verdict, r.Hits, r.Misses, r.Unreadable, r.Reasoning, leaves, r.Table, r.Alignments, r.Invariants, r.Warnings}
}

func compact(text []byte) string {
	var to bytes.Buffer
	if json.Compact(&to, text) != nil {
		return string(text)
	}
	return to.String()
}
