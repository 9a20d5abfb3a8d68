package report_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSetSpec: the hash equals sha256sum over the text.
func TestSetSpec(t *testing.T) {
	ds := report.Dataset{Name: "invoices"}
	evaluator, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "total"}}})
	require.NoError(t, err)
	require.NotNil(t, evaluator)
	assert.Equal(t, `{"fields":[{"path":"total"}]}`, string(ds.Spec))
	assert.Equal(t, "4fa5893edb388dab", ds.SpecHash)
	assert.Equal(t, []string{"total"}, ds.Attributes)

	before := ds
	_, err = ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "a["}}})
	assert.ErrorContains(t, err, "a[")
	assert.Equal(t, before, ds, "a spec that does not compile changes nothing")
}

func TestCaseRecord(t *testing.T) {
	c := report.NewCase(report.Observation{
		ID: "inv-1", Result: reporttest.Invoice(), Duration: 1500 * time.Microsecond,
		Tags: map[string]string{"vendor": "acme"}, Cost: map[string]float64{"usd": 0.25, "bad": math.NaN()},
	}, report.CaseOptions{})
	c.DataHash = ""
	want := `{"type":"case","id":"inv-1","trial":1,"status":"ok","score":0.25,"null_score":0,"verdict":"partial","reasoning":"1/4 fields matched",` +
		`"misses":["total (outside tolerance)","date (required, missing)","lines[1].sku (unexpected item)"],` +
		`"counts":[{"attribute":"number","counts":{"match":1}},{"attribute":"total","counts":{"wrong":1}},{"attribute":"date","counts":{"missing":1}},{"attribute":"lines[].sku","counts":{"invented":1}}],"shape":{"dates":"ymd"},` +
		`"fields":[` +
		`{"path":"number","attribute":"number","outcome":"match","score":1,"similarity":1,"weight":1,"got":"R-7 <b>","want":"R-7 <b>"},` +
		`{"path":"total","attribute":"total","outcome":"wrong","score":0,"similarity":0,"weight":1,"note":"|1889-1898| = 9 > 0.01","tag":"outside tolerance","error_class":"transposed","got":1889,"want":1898,"details":{"difference":9}},` +
		`{"path":"date","attribute":"date","outcome":"missing","score":0,"similarity":0,"weight":1,"tag":"required, missing","want":"2026-11-21"},` +
		`{"path":"lines[1].sku","attribute":"lines[].sku","got_index":[1],"outcome":"invented","score":0,"similarity":0,"weight":1,"tag":"unexpected item","got":"X"}],` +
		`"alignments":[{"path":"lines","paired":1,"only_got":1,"only_want":0,"pairs":[{"got":0,"want":0,"similarity":1}],"unmatched_got":[1]}],` +
		`"warnings":["got 0 for \"total\""],"duration_ns":1500000,"tags":{"vendor":"acme"},"cost":{"usd":0.25}}` + "\n"
	got := reporttest.Line(t, c)
	assert.Equal(t, want, got)
}

func TestCasePages(t *testing.T) {
	pages := []report.Page{{Number: 2, Image: "testdata/a-2.png", Width: 595, Height: 842.5}, {Image: "a.png"}, {Width: math.NaN(), Height: math.Inf(1)}}
	seen := report.Observation{ID: "a", Result: &eval.Result{}, Pages: pages}
	c := report.NewCase(seen, report.CaseOptions{})
	assert.Contains(t, reporttest.Line(t, c), `"pages":[{"number":2,"image":"testdata/a-2.png","width":595,"height":842.5},{"image":"a.png"},{}]}`)
	assert.True(t, math.IsNaN(pages[2].Width), "what was observed is as it was")

	c = report.NewCase(seen, report.CaseOptions{Redaction: redact.Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}}})
	assert.Equal(t, report.Page{Number: 2, Width: 595, Height: 842.5}, c.Pages[0], "a picture shows all values")

	seen.Pages = make([]report.Page, 1000)
	assert.Len(t, report.NewCase(seen, report.CaseOptions{}).Pages, 100)
}

func TestCaseStatus(t *testing.T) {
	for name, tt := range map[string]struct {
		seen report.Observation
		want string
	}{
		"an answer": {report.Observation{ID: "a", Result: &eval.Result{}}, `{"type":"case","id":"a","trial":1,"status":"ok","score":0,"null_score":0}`},
		"the extractor failed": {report.Observation{ID: "a", Trial: 2, Result: &eval.Result{Verdict: eval.Fail}, Err: errors.New("timeout")},
			`{"type":"case","id":"a","trial":2,"status":"error","error":"timeout","score":0,"null_score":0,"verdict":"fail"}`},
		"never asked": {report.Observation{ID: "a", Err: errors.New("-short")}, `{"type":"case","id":"a","trial":1,"status":"skipped","error":"-short"}`},
	} {
		t.Run(name, func(t *testing.T) {
			c := report.NewCase(tt.seen, report.CaseOptions{})
			c.DataHash = ""
			assert.Equal(t, tt.want+"\n", reporttest.Line(t, c))
		})
	}
}

func TestDataHashIsOfIDAndTruth(t *testing.T) {
	hash := func(id, want string, o report.CaseOptions) string {
		return report.NewCase(report.Observation{ID: id, Want: []byte(want)}, o).DataHash
	}
	// printf '\x01a{}' | sha256sum
	assert.Equal(t, "250f1d8fcedcd9b3", hash("a", "{}", report.CaseOptions{}))
	assert.NotEqual(t, hash("a", "1", report.CaseOptions{}), hash("a1", "", report.CaseOptions{}), "id and truth are told apart")
	keyed := report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Omit, Key: []byte("k")}}
	assert.NotEqual(t, hash("a", "{}", report.CaseOptions{}), hash("a", "{}", keyed), "a redacted truth cannot be guessed from the hash")
	assert.Equal(t, hash("a", "{}", keyed), hash("a", "{}", keyed))
}

// A file of truths that jq or an editor writes anew has the same truths.
func TestHashesOfATruthHoldWhateverItsLayout(t *testing.T) {
	record := func(want, text string) report.Case {
		return report.NewCase(report.Observation{ID: "a", Want: []byte(want), Text: text}, report.CaseOptions{Cluster: "vendor"})
	}
	truth := `{"vendor":{"name":"Müller","city":"Bonn"},"rows":[{"sku":"x","n":1.50},{"sku":"y","n":2}]}`
	for _, text := range []string{"", "Rechnung"} {
		assert.Equal(t, record(truth, text), record(`{"rows": [{"n": 1.50, "sku": "x"}, {"n": 2, "sku": "y"}],
			"vendor": {"city": "Bonn", "name": "M\u00fcller"}}`, text))
		for _, other := range []string{
			`{"vendor":{"name":"Müller","city":"Bonn"},"rows":[{"sku":"y","n":2},{"sku":"x","n":1.50}]}`,
			`{"vendor":{"name":"Müller","city":"Köln"},"rows":[{"sku":"x","n":1.50},{"sku":"y","n":2}]}`,
		} {
			assert.NotEqual(t, record(truth, text).DataHash, record(other, text).DataHash, other)
		}
	}
}

func TestCaseIsBounded(t *testing.T) {
	effort.OneGoroutine(t)
	const n = 100_000
	r := &eval.Result{Alignments: []eval.Alignment{{Path: "lines"}}}
	for i := range n {
		o := metrics.Match
		if i%50_000 == 1 {
			o = metrics.Wrong
		}
		r.Fields = append(r.Fields, eval.FieldResult{Path: "p", Attribute: "p", Outcome: o, Got: json.RawMessage(`"` + strings.Repeat("ü", 300) + `"`)})
		r.Table.Add("p", o)
		r.Misses = append(r.Misses, eval.Miss{Path: "p"})
		r.Alignments[0].Pairs = append(r.Alignments[0].Pairs, eval.Pair{Got: i, Want: i, Similarity: 1})
	}
	c := report.NewCase(report.Observation{ID: "a", Result: r}, report.CaseOptions{MaxFields: 3, MaxExamples: 2, MaxValueBytes: 100})
	assert.Equal(t, n, c.Counts[0].Counts.Total(), "counts are never cut")
	assert.Equal(t, n-3, c.MoreFields)
	require.Len(t, c.Fields, 3)
	assert.Equal(t, []metrics.Outcome{metrics.Match, metrics.Wrong, metrics.Wrong}, []metrics.Outcome{c.Fields[0].Outcome, c.Fields[1].Outcome, c.Fields[2].Outcome},
		"hits make room for the others")
	assert.Equal(t, n-2, c.MoreMisses)
	assert.Len(t, c.Misses, 2)
	assert.Len(t, c.Alignments[0].Pairs, 2)
	assert.Equal(t, n, c.Alignments[0].Paired)
	var got string
	require.NoError(t, json.Unmarshal(c.Fields[0].Got, &got))
	assert.Equal(t, `"`+strings.Repeat("ü", 48)+"…", got, "100 bytes, and no half character")
	assert.True(t, c.Fields[0].Cut)
	reporttest.Line(t, c)
}

func TestCaseKeepsWhereLongValuesDiffer(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	wrong := func(got, want string) report.Field {
		r := &eval.Result{Fields: []eval.FieldResult{{Path: "p", Attribute: "p", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)}}}
		return report.NewCase(report.Observation{ID: "a", Result: r}, report.CaseOptions{MaxValueBytes: 20}).Fields[0]
	}
	for _, tt := range []struct{ name, got, want, keptGot, keptWant string }{
		{"at their ends", `"` + long + `1"`, `"` + long + `2"`, `"…xxxxxxxxxxxxxxx1\""`, `"…xxxxxxxxxxxxxxx2\""`},
		{"at their beginnings", `"1` + long + `"`, `"2` + long + `"`, `"\"1xxxxxxxxxxxxxxx…"`, `"\"2xxxxxxxxxxxxxxx…"`},
		{"one is short", `5`, `"` + long + `"`, `5`, `"\"xxxxxxxxxxxxxxxx…"`},
	} {
		f := wrong(tt.got, tt.want)
		assert.Equal(t, tt.keptGot, string(f.Got), tt.name)
		assert.Equal(t, tt.keptWant, string(f.Want), tt.name)
		assert.True(t, f.Cut)
	}
}

func TestCaseSurvivesWhatIsNoJSON(t *testing.T) {
	c := report.NewCase(report.Observation{ID: "\xff", Result: &eval.Result{
		Score:  math.NaN(),
		Fields: []eval.FieldResult{{Path: "p", Attribute: "p", Outcome: metrics.Wrong, Similarity: math.Inf(1), Details: json.RawMessage(`{"a":`), Got: json.RawMessage("\"\xff\"")}},
	}}, report.CaseOptions{})
	c.DataHash = ""
	assert.Equal(t, `{"type":"case","id":"\ufffd","trial":1,"status":"ok","null_score":0,"fields":[{"path":"p","attribute":"p","outcome":"wrong","score":0,"similarity":0,"weight":0,"got":"`+"\uFFFD"+`","details":"{\"a\":"}]}`+"\n", reporttest.Line(t, c))
}

func TestRatioJSON(t *testing.T) {
	type record struct {
		F1 report.Ratio `json:"f1,omitzero"`
	}
	for text, value := range map[string]record{
		`{}`:         {},
		`{"f1":0}`:   {report.RatioOf(0, true)},
		`{"f1":0.5}`: {report.RatioOf(0.5, true)},
	} {
		got, err := json.Marshal(value)
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
		var back record
		require.NoError(t, json.Unmarshal([]byte(text), &back))
		assert.Equal(t, value, back)
	}
	assert.Equal(t, report.Ratio{}, report.RatioOf(math.NaN(), true))
	assert.Equal(t, "-", report.Ratio{}.String())
}

func TestCaseIsEncodedAsItsTagsSay(t *testing.T) {
	full := report.NewCase(report.Observation{
		ID: "inv-1", Trial: 3, Result: reporttest.Invoice(), Err: errors.New("late \u2028 <&> \x00"), Want: []byte("{}"), Duration: time.Second,
		Tags: map[string]string{"b": "2", "a": "1"}, Cost: map[string]float64{"usd": 1e-9, "tokens": 1e21},
	}, report.CaseOptions{MaxExamples: 1})
	full.MoreFields = 7
	full.Counts[0].Items = true
	full.Counts[1].Counts = metrics.Counts{Match: 1, CorrectAbsence: 2, Wrong: 3, Missing: 4, Hallucinated: 5, Invented: 6, Errored: 7}
	full.Fields[0].ErrorClass, full.Fields[0].Confidence, full.Fields[0].Cut = "sign", report.RatioOf(0.5, true), true
	full.Fields[0].Origin = "made_up"
	full.Origins = []report.OriginRow{{Attribute: "total <1>", Origins: report.Origins{Misread: 1, Picked: 2, MadeUp: 3, Overlooked: 4, NotInSource: 5}}, {Attribute: "b"}}
	full.Fields[0].WantIndex = []int{0, 1}
	full.Fields[0].Got = json.RawMessage("[1,\n 2]")
	full.Alignments[0].Ambiguous, full.Alignments[0].UnmatchedWant = true, []int{}
	for _, c := range []report.Case{{ID: "a", Trial: 1, Status: report.OK}, full} {
		want, err := json.Marshal(c)
		require.NoError(t, err)
		got, err := artifact.AppendRecord(nil, c)
		require.NoError(t, err)
		pointer, err := artifact.AppendRecord(nil, &c)
		require.NoError(t, err)
		assert.Equal(t, got, pointer)
		assert.JSONEq(t, `{"type":"case",`+string(want[1:]), string(got))
		assert.Equal(t, 1, strings.Count(string(got), "\n"))
		var back report.Case
		require.NoError(t, artifact.DecodeCase(got, &back))
		back.Fields, c.Fields = nil, nil // their JSON texts are compacted
		assert.Equal(t, c, back)
	}
	full.Fields[0].Got = json.RawMessage("{")
	_, err := artifact.AppendRecord(nil, full)
	assert.EqualError(t, err, `report: case record: not JSON: unexpected end of JSON input`)
}
