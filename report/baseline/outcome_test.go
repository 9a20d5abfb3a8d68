package baseline_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// endings has a record with everything that a baseline keeps.
func endings(trial int) report.Case {
	return report.Case{
		ID: `a"b`, Trial: trial, Status: report.Error, Unreadable: true, Verdict: eval.Fail, Score: report.RatioOf(0.25, true),
		DataHash: "d", TextHash: "t", TruthHash: "w", DocumentHash: "c", ClusterHash: "k",
		Tags: map[string]string{"vendor": "acme"},
		Counts: []metrics.Row{
			{Attribute: "zeta", Counts: metrics.Counts{Match: 3}}, {Attribute: "alpha", Counts: metrics.Counts{Wrong: 1}}, {Attribute: "none"},
			{Attribute: "lines[].x", Counts: metrics.Counts{Match: 1, CorrectAbsence: 2, Wrong: 3, Missing: 4, Hallucinated: 5, Invented: 6, Errored: 7}},
			{Attribute: "lines[]", Counts: metrics.Counts{Missing: 2}, Items: true},
		},
		Classes:    []report.ClassPair{{Attribute: "type", Want: "invoice", Got: "letter", Values: 1}, {Attribute: "type", Want: "x", Got: "x", Rank: 2, Values: 0.5}},
		Invariants: []eval.InvariantResult{{Name: "adds_up", State: eval.Broken}, {Name: "a", State: eval.Holds}},
		Measures:   []report.Measured{{Name: "rqs", Sum: 0.5, Weight: 1}},
		Truth:      json.RawMessage(`{"zeta":1}`), Answer: json.RawMessage(`[2]`),
	}
}

// outcomesLine returns the line of a case in some trials.
func outcomesLine(t testing.TB, cluster string, answers bool, trials ...report.Case) []byte {
	t.Helper()
	var all verdict.Outcomes
	for i := range trials {
		one, err := verdict.OutcomesOf(&trials[i], cluster, answers)
		require.NoError(t, err)
		one.Trials = append(all.Trials, one.Trials...)
		all = one
	}
	line, err := all.Line()
	require.NoError(t, err)
	return line
}

func TestLinesKeepHowCasesEnded(t *testing.T) {
	first, second := endings(1), endings(7)
	second.Status, second.Counts, second.AnswerText, second.Answer = report.OK, second.Counts[:1], "{", nil
	var parser verdict.OutcomesParser
	for range 2 { // the second time from what the parser keeps
		read, err := parser.Parse(outcomesLine(t, "vendor", true, first, second))
		require.NoError(t, err)
		assert.Equal(t, []report.Case{first, second}, read)
	}

	line := outcomesLine(t, "", false, first)
	for _, value := range []string{"acme", "zeta\":1}", "[2]"} {
		assert.NotContains(t, string(line), value)
	}
	assert.Contains(t, string(line), `"fields":{"zeta":3,"alpha":"wrong","none":0,"lines[].x":"1 match, 2 absent, 3 wrong, 4 missing, 5 hallucinated, 6 invented, 7 errored"},"items":{"lines[]":"2 missing"}`)
}

// The line of a data set, of which an id or a tag is a part, is not kept in memory by what a baseline keeps.
func TestOutcomesShareNoMemoryWithTheRecord(t *testing.T) {
	c := endings(1)
	kept, err := verdict.OutcomesOf(&c, "vendor", true)
	require.NoError(t, err)
	assert.NotSame(t, unsafe.StringData(c.ID), unsafe.StringData(kept.ID))
	assert.NotSame(t, unsafe.StringData(c.Tags["vendor"]), unsafe.StringData(kept.Tags["vendor"]))
}

// A baseline has nothing of the process that wrote it, and no case that was skipped. A number that JSON cannot hold is an error.
func TestWhatABaselineLeavesOut(t *testing.T) {
	ds := report.Dataset{Name: "invoices"}
	head := artifact.NewRun("example.com/svc")
	head.PID, head.Repetition, head.Cacheable = 4711, 3, true
	r := baseline.New(head, ds)
	c, skipped, broken := endings(1), endings(1), endings(1)
	skipped.ID, skipped.Status = "skipped", report.Skipped
	broken.Measures = []report.Measured{{Name: "rqs", Sum: math.NaN(), Weight: 1}}
	require.NoError(t, r.Add(&c))
	require.NoError(t, r.Add(&skipped))
	assert.ErrorContains(t, r.Add(&broken), `baseline: case "a\"b": `)
	path := filepath.Join(t.TempDir(), "b.jsonl")
	_, err := r.Write(path, report.Summary{})
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"repetition":1,`)
	assert.Contains(t, string(text), `{"type":"end","cases":1}`)
	for _, key := range []string{"pid", "cacheable", "skipped"} {
		assert.NotContains(t, string(text), key)
	}
}

func TestReaderReadsAllTrialsOfALine(t *testing.T) {
	r := run{documents: 3, fields: three, trials: 4}
	text, err := artifact.Open(r.write(t))
	require.NoError(t, err)
	defer text.Close()
	reader, cases := artifact.NewReader(text, "b"), 0
	for reader.Scan() {
		switch record := reader.Record().(type) {
		case *report.Case:
			cases++
			assert.Equal(t, (cases-1)%4+1, record.Trial)
		case *artifact.SyntaxError:
			t.Error(record)
		}
	}
	assert.Equal(t, 12, cases)
}

// No text makes the reader panic, and what it reads is a case that summaries can add up.
func FuzzRead(f *testing.F) {
	f.Add(outcomesLine(f, "vendor", true, endings(1), endings(2)))
	for _, text := range []string{
		`{"type":"outcomes"}`, `{"type":"outcomes","id":"a","trials":[]}`, `{"type":"outcomes","id":"a","trials":[{"fields":{"x":-1}}]}`,
		`{"type":"outcomes","id":"a","trials":[{"fields":{"x":"2 match, 1 match"}}]}`, `{"type":"outcomes","id":1,"trials":[{}]}`, `{"type":"outcomes","id":"a","trials":[null]}`,
		`{"type":"outcomes","id":"a","trials":[{"classes":[["a"]]}]}`, `{"type":"outcomes","id":"a","trials":[{"trial":-3,"score":7}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for r := artifact.NewReader(bytes.NewReader(text), "fuzz"); r.Scan(); {
			if c, ok := r.Record().(*report.Case); ok {
				require.GreaterOrEqual(t, c.Trial, 1)
				for _, row := range c.Counts {
					require.GreaterOrEqual(t, row.Counts.Total(), 0)
				}
			}
		}
	})
}

func TestBadLines(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"outcomes","trials":[{}]}`:                                           "a case has an id",
		`{"type":"outcomes","id":"a"}`:                                                `case "a" has no trial`,
		`{"type":"outcomes","id":"a","trials":[{"fields":{"x":-1}}]}`:                 `match of "x" is -1`,
		`{"type":"outcomes","id":"a","trials":[{"fields":{"x":"2 match, 1 match"}}]}`: "match appears twice",
		`{"type":"outcomes","id":"a","trials":[{"fields":{"x":"fine"}}]}`:             `"fine" is not an outcome`,
		`{"type":"outcomes","id":"a","trials":[{"fields":{"x":1,"x":1}}]}`:            `"x" appears twice`,
		`{"type":"outcomes","id":"a","trials":[{"rules":{"adds_up":"maybe"}}]}`:       `unknown state "maybe"`,
		`{"type":"outcomes","id":"a","trials":[{"classes":[["type","a"]]}]}`:          "a pair of classes has 2 cells, want 5",
		`{"type":"outcomes","id":"a","trials":[{"score":7}]}`:                         "score 7 is outside [0,1]",
		`{"type":"outcomes","id":7,"trials":[{}]}`:                                    "id: a JSON number does not fit",
	} {
		r := artifact.NewReader(strings.NewReader(text+"\n"), "b")
		require.True(t, r.Scan())
		bad, ok := r.Record().(*artifact.SyntaxError)
		if assert.True(t, ok, text) {
			assert.Contains(t, bad.Message, want)
		}
	}
}

// What a baseline and the result of a gate with one hold is what the JSON Schema of artifacts says.
func TestSchemaOfBaselines(t *testing.T) {
	r := run{documents: 20, fields: three, trials: 2, wrong: broken(1, 3), gate: report.Gate{NoWorseThan: "b", MaxFall: 0.01}}
	path := r.write(t)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	reporttest.RequireValid(t, text)
	reporttest.RequireValid(t, outcomesLine(t, "vendor", true, endings(1), endings(7)))

	result := report.GateResult{Dataset: "invoices", Passed: true}
	path = run{documents: 200, fields: three}.write(t)
	result.Add(run{documents: 203, fields: three, wrong: broken(1, 90)}.recorded(t).Judge(path))
	require.False(t, result.Passed)
	line, err := artifact.AppendRecord(nil, result)
	require.NoError(t, err)
	ds, err := artifact.AppendRecord(nil, report.Dataset{Name: "a", Gate: &report.Gate{NoWorseThan: "b", MaxFall: -1, KeepAnswers: true}})
	require.NoError(t, err)
	reporttest.RequireValid(t, append(line, ds...))
}

// A line that is no line of a baseline says why.
func TestLinesThatAreNone(t *testing.T) {
	trial := func(text string) string { return `{"type":"outcomes","id":"a","trials":[` + text + `]}` }
	for line, want := range map[string]string{
		`{"type":"outcomes","id":"a","trials":[]}`:      `case "a" has no trial`,
		trial(`{"fields":[]}`):                          "it is not an object",
		trial(`{"fields":{"x":1,"x":2}}`):               `"x" appears twice`,
		trial(`{"fields":{"x":1.5}}`):                   `outcomes of "x": `,
		trial(`{"fields":{"x":"0 wrong"}}`):             `outcomes of "x": "0 wrong" is not a count`,
		trial(`{"fields":{"x":"many wrong"}}`):          `outcomes of "x": "many wrong" is not a count`,
		trial(`{"fields":{"x":"2147483648 wrong"}}`):    `outcomes of "x": "2147483648 wrong" is not a count`,
		trial(`{"fields":{"x":"bad"}}`):                 `outcomes of "x": "bad" is not an outcome`,
		trial(`{"fields":{"x":"1 wrong, 1 wrong"}}`):    `outcomes of "x": wrong appears twice`,
		trial(`{"rules":{"sums":"holds","sums":"no"}}`): `"sums" appears twice`,
		trial(`{"classes":[["a","b","c",1]]}`):          "a pair of classes has 4 cells, want 5",
		trial(`{"classes":[{}]}`):                       "cannot unmarshal object",
	} {
		var parser verdict.OutcomesParser
		_, err := parser.Parse([]byte(line))
		assert.ErrorContains(t, err, want, line)
	}
	var parser verdict.OutcomesParser
	all, err := parser.Parse([]byte(trial(`{"fields":{"x":"2147483647 wrong"}}`)))
	require.NoError(t, err)
	assert.Equal(t, 1<<31-1, all[0].Counts[0].Counts.Wrong)
}
