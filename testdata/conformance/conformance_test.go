package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var outcomes = []string{"match", "correct_absence", "wrong", "missing", "hallucinated", "invented", "errored"}

// TestRows compares the rows with their description in the README.
func TestRows(t *testing.T) {
	rows, err := Rows()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(rows), 300)
	for _, row := range rows {
		if row.Error != "" {
			assert.Contains(t, []string{"spec", "truth"}, row.Error, row.ID)
			assert.Len(t, row.given(), 1, row.ID)
		}
		leaves := make(map[string]int)
		for path, of := range row.Outcomes {
			assert.NotEmpty(t, of, "%s: %s", row.ID, path)
			for _, o := range of {
				assert.Contains(t, outcomes, o, row.ID)
				leaves[o]++
			}
		}
		counted := make(map[string]int)
		for attribute, counts := range row.Counts {
			for o, n := range counts {
				assert.Contains(t, outcomes, o, row.ID)
				assert.Positive(t, n, row.ID)
				if !isItemRow(row, attribute) {
					counted[o] += n
				}
			}
		}
		if row.Outcomes != nil && row.Counts != nil {
			assert.Equal(t, leaves, counted, "%s: the counts partition the leaves", row.ID)
		}
		if row.Score != nil {
			assert.True(t, *row.Score >= 0 && *row.Score <= 1, row.ID)
		}
		if row.Verdict != nil {
			assert.Contains(t, []string{"pass", "partial", "fail"}, *row.Verdict, row.ID)
		}
		for _, text := range []json.RawMessage{row.Spec, row.Got, row.Want} {
			assert.True(t, text == nil || json.Valid(text), row.ID)
		}
	}
}

// isItemRow reports whether an attribute counts the items of a list or map. The items of a set and of a map of scalars are
// leaves, and so is the absence of a whole list, set or map.
func isItemRow(row Row, attribute string) bool {
	of, err := document.ParseAttribute(attribute)
	if err != nil || !of[len(of)-1].AllItems() {
		return false
	}
	for path, outcomes := range row.Outcomes {
		at, err := document.ParsePath(path)
		whole := err == nil && len(at) == len(of)-1 && (slices.Equal(outcomes, Outcomes{"correct_absence"}) || slices.Equal(outcomes, Outcomes{"hallucinated"}))
		if err == nil && (len(at) == len(of) || whole) && slices.EqualFunc(at, of[:len(at)], leads) {
			return false
		}
	}
	return true
}

// leads reports whether a step of a path may stand for a step of an attribute.
func leads(step, of document.Step) bool {
	return of.AllMembers() && !step.Bracket || of.AllItems() && !of.AllMembers() && step.Bracket || !of.AllItems() && step.Key == of.Key
}

func TestParseRowRefuses(t *testing.T) {
	for _, tt := range []struct{ line, problem string }{
		{`{"id":"a","why":"w","spec":{},"got":1,"want":1}`, `row "a" expects nothing`},
		{`{"id":"a","why":"w","spec":{},"want":1,"score":1}`, `row "a" has got and got_text, or neither; give one of them`},
		{`{"id":"a","why":"w","spec":{},"got":1,"got_text":"1","want":1,"score":1}`, `row "a" has got and got_text, or neither; give one of them`},
		{`{"id":"a","why":"w","spec":{},"got":1,"score":1}`, `row "a" has no spec or no want`},
		{`{"id":"a","spec":{},"got":1,"want":1,"score":1}`, `row "a" does not say why`},
		{`{"why":"w","spec":{},"got":1,"want":1,"score":1}`, "the row has no id"},
		{`{"id":"a","why":"w","spec":{},"got":1,"want":1,"scores":1}`, `json: unknown field "scores"`},
		{`{"id":"a","why":"w","spec":{},"got":1,"want":1,"score":1}{}`, "there is text after the object"},
	} {
		_, err := parseRow([]byte(tt.line))
		assert.EqualError(t, err, tt.problem)
	}
}

// A row keeps its numbers as they are written, so that 1e2 and 100 stay two texts.
func TestRowRoundTrip(t *testing.T) {
	const line = `{"id":"a","why":"w","spec":{"fields":["v"]},"got":{"v":1e2},"want":null,"outcomes":{"v":["match","invented"],"w":"wrong"},"counts":{"v":{"match":1}},"score":0,"verdict":"fail","misses":[],"measures":{"f1":null},"pending":"later"}`
	row, err := parseRow([]byte(line))
	require.NoError(t, err)
	text, err := json.Marshal(row)
	require.NoError(t, err)
	assert.Equal(t, line, string(text))
	assert.Equal(t, `{"v":1e2}`, string(row.Answer()))

	answer := "no JSON"
	unreadable := Row{ID: "b", GotText: &answer, Want: json.RawMessage("1")}
	assert.Equal(t, answer, string(unreadable.Answer()))

	want, got := row.ScoreLines()
	assert.Equal(t, "{\"id\":\"a\",\"want\":null}\n", string(want))
	assert.Equal(t, "{\"got\":{\"v\":1e2},\"id\":\"a\"}\n", string(got))
	_, got = unreadable.ScoreLines()
	assert.Equal(t, "{\"got\":\"no JSON\",\"id\":\"b\"}\n", string(got))
}

func p[T any](v T) *T { return &v }

func TestCompare(t *testing.T) {
	row := Row{ID: "a", Expected: Expected{
		Outcomes: map[string]Outcomes{"n": {"match"}, "lines[0]": {"missing", "invented"}},
		Counts:   map[string]map[string]int{"n": {"match": 1}},
		Score:    p(0.5), Verdict: p("partial"), Misses: []string{"n (null value)"},
		Measures: map[string]*float64{"f1": nil, "recall": p(1.0)},
	}}
	same := Expected{
		Outcomes: map[string]Outcomes{"n": {"match"}, "lines[0]": {"invented", "missing"}}, // in any order
		Counts:   map[string]map[string]int{"n": {"match": 1, "wrong": 0}, "x": {"wrong": 0}},
		Score:    p(0.5 + 1e-10), Verdict: p("partial"), Misses: []string{"n (null value)"},
		Measures: map[string]*float64{"f1": nil, "recall": p(1.0), "other": p(3.0)},
	}
	refused := Row{ID: "a", Expected: Expected{Error: "spec"}}
	for _, tt := range []struct {
		reason      string
		row         Row
		result      Expected
		differences []string
		notGiven    []string
	}{
		{"the same within the slack, zeros and other measures aside", row, same, nil, nil},
		{"what a row does not give is not compared", Row{ID: "a", Expected: Expected{Score: p(0.5)}}, same, nil, nil},
		{"what a result does not give is no difference", row, Expected{Score: p(0.5)}, nil, []string{"outcomes", "counts", "verdict", "misses", "f1", "recall"}},
		{"one measure of two", row, Expected{Measures: map[string]*float64{"recall": p(1.0)}}, nil, []string{"outcomes", "counts", "score", "verdict", "misses", "f1"}},
		{"leaves more and less", row, Expected{Outcomes: map[string]Outcomes{"n": {"match"}, "lines[1]": {"missing"}}},
			[]string{"outcomes of lines[0]: got none, want invented, missing", "outcomes of lines[1]: got missing, want none"},
			[]string{"counts", "score", "verdict", "misses", "f1", "recall"}},
		{"everything else", row, Expected{
			Outcomes: row.Outcomes, Counts: map[string]map[string]int{"n": {"wrong": 2, "match": 1}, "x": {"wrong": 1}},
			Score: p(0.5 + 1e-8), Verdict: p("pass"), Misses: []string{}, Measures: map[string]*float64{"f1": p(0.0), "recall": nil},
		}, []string{
			"counts of n: got 1 match, 2 wrong, want 1 match", "counts of x: got 1 wrong, want none",
			"score: got 0.50000001, want 0.5", "verdict: got pass, want partial", `misses: got none, want "n (null value)"`,
			"f1: got 0, want undefined", "recall: got undefined, want 1",
		}, nil},
		{"an error where none belongs", row, Expected{Error: "spec"}, []string{"error: got spec, want none"}, nil},
		{"no error where one belongs", refused, same, []string{"error: got none, want spec"}, nil},
		{"another error", refused, Expected{Error: "truth"}, []string{"error: got truth, want spec"}, nil},
		{"the error", refused, Expected{Error: "spec"}, nil, nil},
		{"nothing where an error belongs", refused, Expected{}, nil, []string{"error"}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			differences, notGiven := Compare(tt.row, Result{"a", tt.result})
			var texts []string
			for _, d := range differences {
				texts = append(texts, d.String())
			}
			assert.Equal(t, tt.differences, texts)
			assert.Equal(t, tt.notGiven, notGiven)
		})
	}
}

func TestCheck(t *testing.T) {
	expects := Expected{Score: p(1.0)}
	rows := []Row{
		{ID: "right", Expected: expects}, {ID: "wrong", Expected: expects}, {ID: "waits", Expected: expects, Pending: "later"},
		{ID: "early", Expected: expects, Pending: "later"}, {ID: "absent", Expected: expects},
		{ID: "measured", Expected: Expected{Measures: map[string]*float64{"f1": nil, "recall": nil}}}, {ID: "other", Expected: expects},
		{ID: "refused", Expected: Expected{Error: "spec"}},
	}
	findings := Check(rows, []Result{
		{"waits", Expected{Score: p(0.0)}}, {"right", expects}, {"wrong", Expected{Score: p(0.0)}}, {"early", expects},
		{"measured", Expected{Measures: map[string]*float64{"f1": nil}}}, {"other", Expected{Verdict: p("pass")}}, {"unknown", expects},
	})
	var got []string
	for _, f := range findings {
		got = append(got, fmt.Sprintf("%s: %s", f.Row.ID, f.Status))
	}
	assert.Equal(t, []string{
		"right: passed", "wrong: failed", "waits: pending", "early: early", "absent: not given", "measured: passed", "other: not given",
		"refused: not given",
	}, got)
	assert.Equal(t, map[Status]int{Passed: 2, Failed: 1, Pending: 1, Early: 1, NotGiven: 3}, Tally(findings))
}

func TestReadResults(t *testing.T) {
	rows := []Row{{ID: "a"}, {ID: "b"}}
	text := "\uFEFF{\"id\":\"a\",\"score\":1,\"reasoning\":\"\"}\r\n\r\n" +
		`{"id":"c"}` + "\n" + `{"id":"a","score":0}` + "\n[1]\n" + `{"score":1}` + "\n" + `{"id":"b","outcomes":{"x":["match","invented"],"y":"wrong"},"misses":[]}`
	results, problems, err := ReadResults(strings.NewReader(text), "theirs.jsonl", rows)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff([]Result{
		{"a", Expected{Score: p(1.0)}},
		{"b", Expected{Outcomes: map[string]Outcomes{"x": {"match", "invented"}, "y": {"wrong"}}, Misses: []string{}}},
	}, results))
	var told []string
	for _, problem := range problems {
		told = append(told, problem.Error())
	}
	assert.Equal(t, []string{
		`theirs.jsonl:3: no row has the id "c"`,
		`theirs.jsonl:4: the id "a" is on line 1, too`,
		"theirs.jsonl:5: not a result: json: cannot unmarshal array into Go value of type conformance.Result",
		"theirs.jsonl:6: the result has no id",
	}, told)

	_, _, err = ReadResults(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text))), "theirs.jsonl", rows)
	assert.EqualError(t, err, "theirs.jsonl:1: timeout")
}

func TestOfRecord(t *testing.T) {
	result, err := OfRecord([]byte(`{"type":"case","id":"a","trial":1,"status":"ok","score":0.5,"verdict":"partial","misses":["b"],
		"counts":[{"attribute":"a","counts":{"match":1}},{"attribute":"lines[]","counts":{"match":1},"items":true}],
		"fields":[{"path":"a","attribute":"a","outcome":"match","score":1},{"path":"a","attribute":"a","outcome":"invented","origin":"made_up"}]}`))
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(Result{"a", Expected{
		Outcomes: map[string]Outcomes{"a": {"match", "invented"}},
		Counts:   map[string]map[string]int{"a": {"match": 1}, "lines[]": {"match": 1}},
		Score:    p(0.5), Verdict: p("partial"), Misses: []string{"b"}, Origins: map[string]string{"a": "made_up"},
	}}, result))

	_, err = OfRecord([]byte(`{"id":1}`))
	assert.ErrorContains(t, err, "conformance: not the record of a case: ")
}
