package artifact_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// written are cases with each key of a case, and with values that are hard to write.
func written() []report.Case {
	everything := report.Case{
		ID: "inv <1> & \"2\"\\", Trial: 2, Status: report.Error, Error: "tab\tline\nfeed\r\x00\x7f \u2028\u2029 ä 猫 \U0001F600 </script>",
		Score: report.RatioOf(1.0/3, true), NullScore: report.RatioOf(1e-7, true), Verdict: eval.Partial, Unlabelled: true, Reasoning: "9/10",
		Misses: []string{"total (outside tolerance)", ""}, MoreMisses: 3,
		DataHash: "00", InputHash: "01", TextHash: "02", TruthHash: "03", DocumentHash: "04", ClusterHash: "05",
		Counts: []metrics.Row{
			{Attribute: "lines[].a", Counts: metrics.Counts{Match: 1, CorrectAbsence: 2, Wrong: 3, Missing: 4, Hallucinated: 5, Invented: 6, Errored: math.MaxInt32}},
			{Attribute: "lines[]", Items: true},
		},
		Origins:    []report.OriginRow{{Attribute: "a", Origins: report.Origins{Misread: 1, Picked: 2, MadeUp: 3, Overlooked: 4, NotInSource: 5}}, {Attribute: "b"}},
		Shape:      report.Shape{TextLength: 3000, InputSize: math.MaxInt, Pages: 250, Script: "Latin", Numbers: "1'889.00", Dates: "named month", Stop: "max_tokens"},
		Invariants: []invariant.Result{{Name: "adds_up", State: invariant.Broken, Note: "1 < 2", Paths: []string{"a", "b[0].c"}}, {Name: "x", State: invariant.NotApplicable}},
		Measures:   []report.Measured{{Name: "rqs", Sum: 0.7375, Weight: 1}, {Name: "boxes", Sum: 1234567, Weight: 1e10}},
		Fields: []report.Field{
			{Path: "total", Attribute: "total", Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 3,
				Got: json.RawMessage(`12.50`), Want: json.RawMessage(`1.25e1`)},
			{Path: "lines[0].a", Attribute: "lines[].a", GotIndex: []int{0, 12}, WantIndex: []int{}, Outcome: metrics.Wrong,
				Score: 0.125, Similarity: 1e-9, Weight: 1e21, Note: "a \"note\"\\", Tag: "outside tolerance", ErrorClass: "transposed", Origin: "made_up",
				Confidence: report.RatioOf(0.75, true), Got: json.RawMessage(`"a \"}],\\"`), Want: json.RawMessage(`null`), Cut: true,
				Details: json.RawMessage(`{"x": [1, {"y":"]}"}, "\\"],	"z":{}}`)},
			{Path: "ä\u2028<&", Attribute: `["a.b"].c`, Outcome: metrics.Errored, Score: 0.00001, Similarity: 123456789.125, Weight: 5e-324,
				Got: json.RawMessage(`[]`), Want: json.RawMessage(`[ 1,2 ]`)},
			{Outcome: metrics.Missing, Weight: math.MaxFloat64, Want: json.RawMessage(`12345678901234567890123.4500e-3`)},
			{Outcome: metrics.Hallucinated, Got: json.RawMessage(`{"b":1,"a":2,"b":{"b": "<\u005f\/\ud800\u2028` + "\u2028" + `>"}}`)},
			{Path: "m", Attribute: "m", Outcome: metrics.Invented, Got: json.RawMessage(`"\u005f"`), Want: json.RawMessage(`["\u005f", "\u005f"]`)},
			{Path: "n", Attribute: "n", Outcome: metrics.CorrectAbsence},
		},
		MoreFields: 4,
		Alignments: []report.Alignment{
			{Path: "lines", Paired: 2, OnlyGot: 1, OnlyWant: 3, Pairs: []eval.Pair{{Got: 1, Want: 2, Similarity: 0.5}, {}}, UnmatchedGot: []int{0}, UnmatchedWant: []int{},
				Ambiguous: true, NearestToWant: []eval.Nearest{{Got: 1, Want: 2, Similarity: 0.4, Least: 0.5, Taken: true, Differs: []string{"a", "b"}}}, NearestToGot: []eval.Nearest{{}}},
			{},
		},
		Warnings: []string{"got <1>"}, Duration: -5 * time.Second, Retries: 2, TimedOut: true, Replayed: true, Taken: "x.partial.jsonl",
		Tags:  map[string]string{"vendor": "acme", "a<b": "", "": "&", "b": "\u2029"},
		Pages: []report.Page{{Number: 1, Image: "scans/1.png", Width: 2480.5, Height: 3508}, {}},
		Cost:  map[string]float64{"usd": 0.0021, "input_tokens": 1830000, "calls": 1},
		Truth: json.RawMessage(`{"a":  1.0, "b": [ ]}`), Answer: json.RawMessage(` {"a": 1e2 } `),
	}
	empty := report.Case{
		ID: "b", Trial: 1, Status: report.OK, Misses: []string{}, Counts: []metrics.Row{}, Origins: []report.OriginRow{}, Invariants: []invariant.Result{},
		Measures: []report.Measured{}, Fields: []report.Field{}, Alignments: []report.Alignment{}, Warnings: []string{}, Tags: map[string]string{}, Pages: []report.Page{},
		Cost: map[string]float64{}, Score: report.RatioOf(0, true), Truth: json.RawMessage(`null`), AnswerText: "not JSON: <a>\n{",
	}
	usual := report.NewCase(report.Observation{ID: "inv-1", Trial: 1, Result: reporttest.Invoice(), Tags: map[string]string{"vendor": "acme"}}, report.CaseOptions{})
	return []report.Case{everything, empty, usual, {ID: "c", Trial: 1, Status: report.Skipped}}
}

// read reads the lines of cases.
func read(t require.TestingT, text []byte) (all []report.Case) {
	r := artifact.NewReader(bytes.NewReader(text), "f")
	for r.Scan() {
		require.IsType(t, &report.Case{}, r.Record(), "%v", r.Record())
		all = append(all, *r.Record().(*report.Case))
	}
	require.NoError(t, r.Err())
	return all
}

// asRead returns cases as they are after writing and reading: blanks around a value are lost.
func asRead(all ...report.Case) []report.Case {
	for i := range all {
		c := &all[i]
		if c.Answer = bytes.TrimSpace(c.Answer); len(c.Answer) == 0 {
			c.Answer = nil
		}
	}
	return all
}

func TestWhatIsWrittenReadsEqual(t *testing.T) {
	var text []byte
	for _, c := range written() {
		before := len(text)
		var err error
		text, err = artifact.AppendRecord(text, c)
		require.NoError(t, err)
		line := text[before:]
		assert.Equal(t, 1, bytes.Count(line, []byte("\n")))
		for _, f := range c.Fields {
			for _, value := range []json.RawMessage{f.Got, f.Want, f.Details} {
				assert.Contains(t, string(line), string(value), "a value keeps its text")
			}
		}
		assert.Contains(t, string(line), string(c.Truth))
		assert.Contains(t, string(line), string(c.Answer))
		again, err := artifact.AppendRecord(nil, &c)
		require.NoError(t, err)
		assert.Equal(t, line, again, "a pointer is written as its case")
	}
	assert.Equal(t, asRead(written()...), read(t, text))
}

// former.jsonl has the cases of written as a codec of our own wrote them before encoding/json
// did. They read equal, and are written with the same text but for the characters that HTML
// escapes, and for numbers below 1e-4 or from 1e6, which had the form of strconv's 'g'.
func TestWhatTheFormerCodecWroteReadsEqual(t *testing.T) {
	former, err := os.ReadFile("testdata/former.jsonl")
	require.NoError(t, err)
	then := func() []report.Case {
		all := written()
		for i := range all {
			all[i].Shape = report.Shape{} // came later
		}
		return all
	}
	assert.Equal(t, asRead(then()...), read(t, former))

	var text []byte
	for _, c := range then() {
		text, err = artifact.AppendRecord(text, c)
		require.NoError(t, err)
	}
	same := strings.NewReplacer(
		`\u003c`, `<`, `\u003e`, `>`, `\u0026`, `&`,
		`1.234567e+06`, `1234567`, `1e+10`, `10000000000`, `1e-09`, `1e-9`, `1e-05`, `0.00001`, `1e-07`, `1e-7`,
		`1.23456789125e+08`, `123456789.125`, `1.83e+06`, `1830000`,
	)
	assert.Equal(t, same.Replace(string(former)), string(text))
}

func TestValuesOfARecordAreOnOneLine(t *testing.T) {
	c := report.Case{ID: "a", Trial: 1, Status: report.OK, Answer: json.RawMessage("{\r\n\t\"a\": \"\\u005f\"\n}"), Fields: []report.Field{
		{Outcome: metrics.Match, Got: json.RawMessage("[1,\n 2]"), Want: json.RawMessage(`"\u005f"`)},
	}}
	text, err := artifact.AppendRecord(nil, c)
	require.NoError(t, err)
	assert.Equal(t, `{"type":"case","id":"a","trial":1,"status":"ok","fields":[{"path":"","attribute":"","outcome":"match","score":0,"similarity":0,"weight":0,`+
		`"got":[1,2],"want":"\u005f"}],"answer":{"a":"\u005f"}}`+"\n", string(text))
	assert.Equal(t, "[1,\n 2]", string(c.Fields[0].Got), "the case itself is as it was")
}

func TestAppendRecordRejects(t *testing.T) {
	for want, c := range map[string]report.Case{
		"report: case record: a number is NaN, which JSON cannot hold":                        {ID: "a", Fields: []report.Field{{Outcome: metrics.Match, Score: math.NaN()}}},
		"report: case record: a number is -Inf, which JSON cannot hold":                       {ID: "a", Cost: map[string]float64{"usd": math.Inf(-1)}},
		"report: case record: not JSON: invalid character 'o' looking for beginning of value": {ID: "a", Answer: json.RawMessage(`oops \`)},
		"report: case record: not JSON: unexpected end of JSON input":                         {ID: "a", Fields: []report.Field{{Outcome: metrics.Match, Got: json.RawMessage{}}}},
		"report: case record: metrics: 0 is not an outcome":                                   {ID: "a", Fields: []report.Field{{}}},
	} {
		line, err := artifact.AppendRecord([]byte("before"), c)
		assert.EqualError(t, err, want)
		assert.Equal(t, "before", string(line))
	}
}

func TestAppendRecordOfTextThatIsNotUTF8(t *testing.T) {
	text, err := artifact.AppendRecord(nil, report.Case{ID: "\xff", Trial: 1, Status: report.OK, Answer: json.RawMessage("\"\x80 <\"")})
	require.NoError(t, err)
	assert.Equal(t, []report.Case{{ID: "\uFFFD", Trial: 1, Status: report.OK, Answer: json.RawMessage("\"\uFFFD <\"")}}, read(t, text))
}

// values are JSON texts, with and without blanks, escapes and large numbers.
func values() *rapid.Generator[json.RawMessage] {
	blank := rapid.SampledFrom([]string{"", "", " ", "\t", "  "})
	text := rapid.Custom(func(t *rapid.T) string {
		s, err := json.Marshal(rapid.String().Draw(t, "text"))
		require.NoError(t, err)
		return string(s)
	})
	leaf := rapid.OneOf(text, rapid.SampledFrom([]string{"null", "true", "1.50", "-0", "1e999", "12345678901234567890", `"\u005f"`, `"\ud800<\/"`, `"` + "\u2028" + `"`}))
	return rapid.Custom(func(t *rapid.T) json.RawMessage {
		if rapid.Bool().Draw(t, "absent") {
			return nil
		}
		b, v := blank.Draw(t, "blank"), leaf.Draw(t, "leaf")
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			return json.RawMessage("[" + b + v + b + "," + leaf.Draw(t, "leaf") + "]")
		case 1:
			return json.RawMessage("{" + text.Draw(t, "key") + b + ":" + v + b + "}")
		}
		return json.RawMessage(v)
	})
}

func TestAnyCaseReadsEqual(t *testing.T) {
	number := rapid.OneOf(rapid.Float64Range(-1e300, 1e300), rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 1, 1e-7, 1e6, 1e21, 5e-324}))
	text := rapid.String()
	field := rapid.Custom(func(t *rapid.T) report.Field {
		return report.Field{
			Path: text.Draw(t, "path"), Attribute: text.Draw(t, "attribute"), Outcome: rapid.SampledFrom(metrics.Outcomes()).Draw(t, "outcome"),
			GotIndex: rapid.SliceOfN(rapid.IntRange(0, 99), 1, 3).Draw(t, "index"), Score: number.Draw(t, "score"), Similarity: number.Draw(t, "similarity"), Weight: number.Draw(t, "weight"),
			Note: text.Draw(t, "note"), Got: values().Draw(t, "got"), Want: values().Draw(t, "want"), Details: values().Draw(t, "details"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		c := report.Case{
			ID: "a" + text.Draw(t, "id"), Trial: rapid.IntRange(1, math.MaxInt32).Draw(t, "trial"), Status: report.OK, Error: text.Draw(t, "error"),
			Score: report.RatioOf(rapid.Float64Range(0, 1).Draw(t, "score"), rapid.Bool().Draw(t, "scored")),
			Tags:  rapid.MapOfN(text, text, 1, 3).Draw(t, "tags"), Cost: rapid.MapOfN(text, number, 1, 3).Draw(t, "cost"),
			Fields: rapid.SliceOfN(field, 1, 3).Draw(t, "fields"), Truth: values().Draw(t, "truth"), Answer: values().Draw(t, "answer"), AnswerText: text.Draw(t, "text"),
		}
		line, err := artifact.AppendRecord(nil, c)
		require.NoError(t, err)
		require.Equal(t, []report.Case{c}, read(t, line))
	})
}
