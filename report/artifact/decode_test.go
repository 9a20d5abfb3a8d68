package artifact_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// readBoth reads one line briefly and in full, and requires that both see the same:
// no record, a bad line, or one case.
func readBoth(t require.TestingT, line string) (brief, full report.Record) {
	read := func(brief bool) report.Record {
		r := artifact.NewReader(strings.NewReader(line), "f")
		r.Brief = brief
		if !r.Scan() {
			require.NoError(t, r.Err())
			return nil
		}
		record := r.Record()
		require.False(t, r.Scan())
		return record
	}
	brief, full = read(true), read(false)
	a, isCase := brief.(*report.Case)
	if !isCase {
		require.Equal(t, brief, full)
		return brief, full
	}
	require.IsType(t, brief, full, "%v", full)
	b := full.(*report.Case)
	for _, v := range [][2]any{
		{a.ID, b.ID}, {a.Trial, b.Trial}, {a.Status, b.Status}, {a.Error, b.Error}, {a.Score, b.Score}, {a.NullScore, b.NullScore},
		{a.Verdict, b.Verdict}, {a.Misses, b.Misses}, {a.MoreMisses, b.MoreMisses}, {a.DataHash, b.DataHash}, {a.Counts, b.Counts}, {a.Tags, b.Tags},
		{a.Invariants, b.Invariants}, {a.Unlabelled, b.Unlabelled},
		{a.Measures, b.Measures},
	} {
		require.Equal(t, v[0], v[1])
	}
	var decoded report.Case
	require.NoError(t, artifact.DecodeCase([]byte(strings.TrimSpace(strings.TrimPrefix(line, "\uFEFF"))), &decoded))
	require.Equal(t, *b, decoded, "DecodeCase reads what a Reader reads")
	return brief, full
}

func TestAllReadersSeeTheSameCase(t *testing.T) {
	const head = `{"type":"case","id":"a","trial":1,"status":"ok","score":1,"counts":[{"attribute":"x","counts":{"match":1}}]`
	for _, tt := range []struct{ name, line, want string }{
		{"a row that is none", `{"type":"case","id":"a","trial":1,"status":"ok","counts":[1]}`, `counts: a JSON number does not fit`},
		{"counts of a row that are none", strings.Replace(head, `{"match":1}`, `[1]`, 1) + `}`, `counts.counts: a JSON array does not fit`},
		{"items that are not a boolean", strings.Replace(head, `"attribute"`, `"items":"yes","attribute"`, 1) + `}`, `counts.items: a JSON string does not fit`},
		{"a count below zero", strings.Replace(head, `"match":1`, `"match":-1`, 1) + `}`, `case "a": match of "x" is -1, want 0 to 2^31-1`},
		{"a count that is too large", strings.Replace(head, `"match":1`, `"match":2147483648`, 1) + `}`, `case "a": match of "x" is 2147483648, want 0 to 2^31-1`},
		{"a score that is not a number", strings.Replace(head, `"score":1`, `"score":1e999`, 1) + `}`, `score: a JSON number 1e999 does not fit`},
		{"a trial with a point", strings.Replace(head, `"trial":1`, `"trial":1.0`, 1) + `}`, `trial: a JSON number 1.0 does not fit`},
		{"a trial with an exponent", strings.Replace(head, `"trial":1`, `"trial":1e0`, 1) + `}`, `trial: a JSON number 1e0 does not fit`},
		{"a trial that is too large", strings.Replace(head, `"trial":1`, `"trial":2147483648`, 1) + `}`, `case "a": trial is 2147483648, want 0 to 2^31-1`},
		{"pages below zero", head + `,"shape":{"pages":-1}}`, `case "a": a number of its shape is below 0`},
		{"misses below zero", head + `,"more_misses":-1}`, `case "a": more_misses is -1, want 0 to 2^31-1`},
		{"retries beyond int", head + `,"retries":9223372036854775808}`, `retries: a JSON number 9223372036854775808 does not fit`},
		{"a duration that is none", head + `,"duration_ns":1.5}`, `duration_ns: a JSON number 1.5 does not fit`},
		{"invariants that are not a list", head + `,"invariants":{}}`, `invariants: a JSON object does not fit`},
		{"an invariant that is none", head + `,"invariants":[1]}`, `invariants: a JSON number does not fit`},
		{"an invariant without a name", head + `,"invariants":[{"state":"holds"}]}`, `case "a": an invariant has no name`},
		{"an invariant of an unknown state", head + `,"invariants":[{"name":"x","state":"fine"}]}`, `case "a": invariant "x": unknown state "fine"`},
		{"a path that is not a text", head + `,"invariants":[{"name":"x","state":"holds","paths":[1]}]}`, `invariants.paths: a JSON number does not fit`},
		{"unlabelled that is not a boolean", head + `,"unlabelled":1}`, `unlabelled: a JSON number does not fit`},
		{"measures that are not a list", head + `,"measures":{}}`, `measures: a JSON object does not fit`},
		{"a measure that is none", head + `,"measures":[1]}`, `measures: a JSON number does not fit`},
		{"a measure without a name", head + `,"measures":[{"sum":1,"weight":1}]}`, `case "a": a measure has no name`},
		{"a measure twice", head + `,"measures":[{"name":"rqs"},{"name":"rqs"}]}`, `case "a": measure "rqs" appears twice`},
		{"a measure of a weight below zero", head + `,"measures":[{"name":"rqs","sum":0.5,"weight":-1}]}`, `case "a": measure "rqs": got 0.5 of weight -1, want a sum from -1099511627776 to 1099511627776 and a weight from 0`},
		{"a measure that is too large", head + `,"measures":[{"name":"rqs","sum":1,"weight":1e13}]}`, `case "a": measure "rqs": got 1 of weight 1e+13, want a sum from -1099511627776 to 1099511627776 and a weight from 0`},
		{"a measure beyond numbers", head + `,"measures":[{"name":"rqs","sum":1e999}]}`, `measures.sum: a JSON number 1e999 does not fit`},
		{"a tag that is not a text", head + `,"tags":{"vendor":1}}`, `tags: a JSON number does not fit`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strconv.IntSize == 32 && strings.Contains(tt.line, "2147483648") {
				t.Skip("the number does not fit an int, which is another message")
			}
			_, full := readBoth(t, tt.line)
			assert.Equal(t, &artifact.SyntaxError{File: "f", Line: 1, Message: tt.want}, full)
		})
	}
	for _, tt := range []struct{ name, line string }{
		{"nothing special", head + `}`},
		{"unknown keys, also twice", head + `,"later":1,"later":2,"Later":{"id":"b","ID":"c"}}`},
		{"an outcome of later", strings.Replace(head, `"match"`, `"doubted":1,"match"`, 1) + `}`},
		{"another order", `{"counts":[{"counts":{"match":1},"items":false,"attribute":"x"}],"score":1,"status":"ok","trial":1,"id":"a","type":"case"}`},
		{"invariants", head + `,"invariants":[{"name":"x","state":"broken","note":"1 < 2","paths":["a","b[0].c"],"later":1},{"name":"y","state":"not_applicable"}]}`},
		{"no truth", head + `,"unlabelled":true,"invariants":[{"name":"x","state":"errored"}]}`},
		{"measures", head + `,"measures":[{"name":"rqs","sum":0.7375,"weight":1,"later":2},{"weight":3,"name":"boxes","sum":2}]}`},
		{"no ratio", head + `,"null_score":null}`},
		{"null for tags, an error and fields", head + `,"tags":null,"error":null,"fields":null}`},
		{"a duration below zero", head + `,"duration_ns":-5}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, full := readBoth(t, tt.line)
			require.IsType(t, &report.Case{}, full, "%v", full)
			c := full.(*report.Case)
			assert.Equal(t, "a", c.ID)
			assert.Equal(t, report.RatioOf(1, true), c.Score)
			assert.Equal(t, []metrics.Row{{Attribute: "x", Counts: metrics.Counts{Match: 1}}}, c.Counts)
			assert.Empty(t, c.Warnings)
		})
	}
}

func TestACaseWithoutReadableDetailsIsACase(t *testing.T) {
	const field = `{"path":"x","attribute":"x","outcome":"match","score":1,"similarity":1,"weight":1}`
	for _, tt := range []struct{ name, rest, want string }{
		{"an outcome of later", `"fields":[{"outcome":"doubted"}]`, `fields of this record cannot be read: metrics: unknown outcome "doubted"`},
		{"a field that is none", `"fields":[` + field + `,1]`, `fields of this record cannot be read: a JSON number does not fit`},
		{"a score that is none", `"fields":[{"path":"x","score":"1"}]`, `fields of this record cannot be read: score: a JSON string does not fit`},
		{"a warning that is not a text", `"warnings":[1]`, `warnings of this record cannot be read: a JSON number does not fit`},
		{"fields that are not a list", `"fields":{}`, `fields of this record cannot be read: a JSON object does not fit`},
		{"a cost that is not an object", `"cost":[]`, `cost of this record cannot be read: a JSON array does not fit`},
		{"a cost that is not a number", `"cost":{"usd":"1"}`, `cost of this record cannot be read: a JSON string does not fit`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, full := readBoth(t, `{"type":"case","id":"a","trial":1,"status":"ok","score":1,"reasoning":"r",`+tt.rest+`}`)
			assert.Equal(t, &report.Case{
				ID: "a", Trial: 1, Status: report.OK, Score: report.RatioOf(1, true), Reasoning: "r", Warnings: []string{tt.want},
			}, full)
		})
	}
}

// Null in a detail is an empty value, as encoding/json has it.
func TestNullInDetails(t *testing.T) {
	_, full := readBoth(t, `{"type":"case","id":"a","trial":1,"status":"ok","fields":[{"outcome":"match","note":null,"got":null,"got_index":null}],`+
		`"alignments":[{"path":null,"pairs":[null]}],"warnings":[null],"pages":[{"image":null}],"cost":{"usd":null},"truth":null}`)
	assert.Equal(t, &report.Case{
		ID: "a", Trial: 1, Status: report.OK, Fields: []report.Field{{Outcome: metrics.Match, Got: json.RawMessage("null")}},
		Alignments: []report.Alignment{{Pairs: []eval.Pair{{}}}}, Warnings: []string{""}, Pages: []report.Page{{}}, Cost: map[string]float64{"usd": 0}, Truth: json.RawMessage("null"),
	}, full)
}

// TestReadersAgree reads lines that are nearly the line of a case, with keys in several letters,
// twice, and with values of all kinds.
func TestReadersAgree(t *testing.T) {
	keys := rapid.SampledFrom([]string{
		"type", "id", "trial", "status", "error", "score", "null_score", "verdict", "misses", "more_misses", "data_hash", "counts", "tags",
		"reasoning", "fields", "more_fields", "alignments", "warnings", "duration_ns", "pages", "cost", "ID", "Trial", "SCORE", "ſcore", "Counts", "later",
	})
	values := rapid.SampledFrom([]string{
		`null`, `true`, `"a"`, `"ok"`, `"\ud800\u0041"`, `"` + "\xff" + `"`, `0`, `1`, `-0`, `-1`, `1.0`, `1e0`, `1e999`, `1e-400`, `0.5`, `2147483648`, `9223372036854775808`,
		`[]`, `{}`, `[null]`, `[1]`, `["a"]`, `[{}]`, `{"a":"b","a":"c"}`, `{"a":1}`, `{"a":null}`,
		`[{"attribute":"x","counts":{"match":1}}]`, `[{"attribute":"x","Counts":{"match":1}}]`, `[{"attribute":"x","counts":{"match":1,"match":2}}]`,
		`[{"attribute":"x","counts":{"Match":1}}]`, `[{"attribute":"x","items":"yes"}]`, `[{"attribute":"x","items":true}]`, `[{"attribute":"x","counts":null}]`,
		`[{"path":"x","outcome":"match"}]`, `[{"path":"x","outcome":"none"}]`,
	})
	rapid.Check(t, func(t *rapid.T) {
		members := []string{`"type":"case"`, `"id":"a"`, `"trial":1`, `"status":"ok"`}
		members = members[:rapid.SampledFrom([]int{4, 4, 4, 3}).Draw(t, "usual")]
		for range rapid.IntRange(0, 4).Draw(t, "more") {
			members = append(members, fmt.Sprintf("%q:%s", keys.Draw(t, "key"), values.Draw(t, "value")))
		}
		members = rapid.Permutation(members).Draw(t, "order")
		readBoth(t, "{"+strings.Join(members, ",")+"}")
	})
}

func FuzzReadersAgree(f *testing.F) {
	text, err := artifact.AppendRecord(nil, report.NewCase(report.Observation{ID: "inv-1", Result: reporttest.Invoice(), Tags: map[string]string{"vendor": "acme"}}, report.CaseOptions{}))
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte(caseLine))
	f.Add([]byte(`{"type":"case","id":"\ud800a","trial":1,"status":"ok","tags":{"a":"b","a":"c"},"fields":[{}],"cost":{"usd":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		line, _, _ := bytes.Cut(text, []byte("\n"))
		readBoth(t, string(line))
	})
}
