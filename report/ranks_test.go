package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// ranked returns the record of an answer whose field type has scores at kinds.
func ranked(t testing.TB, got, want any) (report.Case, report.Dataset) {
	ds := report.Dataset{Name: "letters"}
	e, err := ds.SetSpec(eval.Spec{Strict: true, Lenient: true, Fields: []eval.Field{
		{Path: "type", Match: compare.Class{Classes: []string{"invoice", "credit note", "receipt", "7"}, Aliases: map[string][]string{"receipt": {"bon"}}, Scores: "kinds"}},
		{Path: "lines", List: &eval.List{By: []string{"id"}, Assign: eval.ByKey, Fields: []eval.Field{{Path: "id"}, {Path: "kind", Match: compare.Class{Classes: []string{"item", "gift"}, Scores: "of.kind"}}}}},
	}})
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, want)
	require.NoError(t, err)
	c := report.NewCase(report.Observation{ID: "a", Result: &r}, report.CaseOptions{Classes: ds.Classes})
	return c, ds
}

func TestRanks(t *testing.T) {
	const none, left = "type: the answer has no scores at kinds", "type: the scores at kinds are not a number for each class, and are left out"
	for _, tt := range []struct {
		name, scores string
		rank         int
		warning      string
	}{
		{"first", `{"invoice":0.7,"receipt":0.2,"credit note":0.1}`, 1, ""},
		{"second", `{"invoice":0.2,"receipt":0.7,"credit note":0.1}`, 2, ""},
		{"last, in logits", `{"invoice":-3,"receipt":-0.5,"credit note":-2.5e0}`, 3, ""},
		{"a list", `[{"class":"receipt","score":9},{"class":"invoice","score":8}]`, 2, ""},
		{"a list of labels, in any order, with more keys", `[{"label":"invoice","score":8,"box":[1]},{"score":9,"label":"receipt"}]`, 2, ""},
		{"names as they are compared", `{"INVOICE ":2,"Receipt":1}`, 1, ""},
		{"an alias is its class", `{"invoice":0.4,"BON":0.5,"receipt":0.1}`, 2, ""},
		{"a truth comes after equal scores", `{"invoice":0.5,"receipt":0.5,"credit note":0.5}`, 3, ""},
		{"scores beyond doubles are equal", `{"invoice":0.10000000000000000002,"receipt":0.10000000000000000001}`, 2, ""},
		{"a class that is not declared has its place", `{"invoice":0.2,"memo":0.7,"(other)":0.6}`, 3, ""},
		{"of two scores of a class the greatest counts", `{"invoice":0.2,"receipt":0.3,"Invoice":0.4,"RECEIPT":0.1}`, 1, ""},
		{"and of one name", `[{"class":"receipt","score":0.3},{"class":"invoice","score":0.4},{"class":"invoice","score":0.1}]`, 1, ""},
		{"without a score of the truth", `{"receipt":0.7}`, 0, ""},
		{"null is no score", `{"invoice":null,"receipt":0.1}`, 0, ""},
		{"of another class, too", `{"invoice":0.1,"receipt":null}`, 1, ""},
		{"nothing", ``, 0, none},
		{"null", `null`, 0, none},
		{"empty", `{}`, 0, ""},
		{"no item", `[]`, 0, ""},
		{"text", `{"invoice":"0.9","receipt":0.1}`, 0, left},
		{"text of another class", `{"invoice":0.9,"receipt":"NaN"}`, 0, left},
		{"a bool", `{"invoice":true}`, 0, left},
		{"out of range", `{"invoice":1e999}`, 0, left},
		{"a number", `0.9`, 0, left},
		{"numbers alone", `[0.9,0.1]`, 0, left},
		{"an item without a class", `[{"score":0.9},{"class":"invoice","score":0.1}]`, 0, left},
		{"a class that is none", `[{"class":{"name":"invoice"},"score":0.1}]`, 0, left},
		{"objects as scores", `{"invoice":{"score":0.9}}`, 0, left},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := `{"type":"receipt"}`
			if tt.scores != "" {
				got = `{"type":"receipt","kinds":` + tt.scores + `}`
			}
			c, _ := ranked(t, got, `{"type":"invoice"}`)
			reporttest.Line(t, c)
			assert.Equal(t, report.ClassPair{Attribute: "type", Want: "invoice", Got: "receipt", Rank: tt.rank, Values: 1}, c.Classes[0])
			assert.Equal(t, tt.warning, strings.Join(c.Warnings, "\n"))
			assert.Zero(t, c.MoreMisses+len(c.Misses)-1, "nothing is invented: %v", c.Misses)
		})
	}
}

// Each value of a list has the scores of its own item. Values with the same classes and ranks are counted together.
func TestRanksInLists(t *testing.T) {
	c, _ := ranked(t,
		`{"type":7,"kinds":{"7":1},"lines":[
			{"id":3,"kind":"item","of":{"kind":{"item":2,"gift":1}}},{"id":1,"kind":"item","of":{"kind":{"item":1,"gift":2}}},
			{"id":2,"of":{"kind":{"item":1,"gift":0}}},{"id":5,"kind":"item"},{"id":6,"kind":"item","of":{"kind":{"item":7}}},{"id":9,"kind":"gift","of":{"kind":{"gift":1}}}]}`,
		`{"type":7,"lines":[{"id":1,"kind":"item"},{"id":2,"kind":"item"},{"id":3,"kind":"item"},{"id":4,"kind":"item"},{"id":5,"kind":"item"},{"id":6,"kind":"item"},{"id":7,"kind":"gift"}]}`)
	reporttest.Line(t, c)
	var pairs []string
	for _, p := range c.Classes {
		pairs = append(pairs, fmt.Sprintf("%s %s %s %d: %v", p.Attribute, p.Want, p.Got, p.Rank, p.Values))
	}
	assert.Equal(t, []string{
		"type 7 7 1: 1",
		"lines[].kind item item 2: 1", // by the index of the answer, not of the truth
		"lines[].kind item (empty) 1: 1", "lines[].kind item item 1: 2", "lines[].kind item (empty) 0: 1", "lines[].kind item item 0: 1",
		"lines[].kind gift (empty) 0: 1", "lines[].kind (empty) gift 0: 1",
	}, pairs)
	assert.Equal(t, []string{"lines[].kind: the answer has no scores at of.kind"}, c.Warnings, "each once in a case")
}

// Answers that cannot be read, Go values with NaN, and a truth of no class have no rank, and nothing of it is told twice.
func TestRanksOfOddAnswers(t *testing.T) {
	type letter struct {
		Type  string             `json:"type"`
		Kinds map[string]float64 `json:"kinds"`
	}
	c, _ := ranked(t, letter{"invoice", map[string]float64{"invoice": 0.5, "receipt": 0.25}}, `{"type":"invoice"}`)
	assert.Equal(t, 1, c.Classes[0].Rank)
	c, _ = ranked(t, letter{"invoice", map[string]float64{"invoice": 0.5, "receipt": math.NaN()}}, `{"type":"invoice"}`)
	assert.Equal(t, 0, c.Classes[0].Rank)
	assert.Equal(t, []string{"type: the scores at kinds are not a number for each class, and are left out"}, c.Warnings)
	c, _ = ranked(t, "Here it is: {\"type\":\"x\",\"kinds\":{\"invoice\":1}}", `{"type":"invoice"}`)
	assert.Equal(t, report.ClassPair{Attribute: "type", Want: "invoice", Got: report.ClassOther, Rank: 1, Values: 1}, c.Classes[0])
	c, _ = ranked(t, `{"type":"memo","kinds":{"memo":1}}`, `{"type":"memo"}`)
	assert.Equal(t, 0, c.Classes[0].Rank, "the truth is of no class")
	c, _ = ranked(t, "no JSON", `{"type":"invoice"}`)
	assert.Equal(t, report.ClassPair{Attribute: "type", Want: "invoice", Got: report.ClassEmpty, Values: 1}, c.Classes[0])
	assert.Len(t, c.Warnings, 1)
	c, _ = ranked(t, fmt.Errorf("timeout"), `{"type":"invoice"}`)
	assert.Empty(t, c.Warnings)
}

// Whatever an extractor gives as scores, the rank is among them.
func FuzzRanks(f *testing.F) {
	f.Add(`{"invoice":1,"receipt":1e400}`)
	f.Add(`[{"class":[],"label":"invoice","score":-0.0},{"class":"","score":null},3]`)
	f.Add(`{"a":1,"a":{"a":[[[{}]]]}}`)
	f.Fuzz(func(t *testing.T, scores string) {
		c, _ := ranked(t, `{"type":"invoice","kinds":`+scores+`}`, `{"type":"invoice"}`)
		assert.LessOrEqual(t, c.Classes[0].Rank, 1+strings.Count(scores, ":"))
		assert.GreaterOrEqual(t, c.Classes[0].Rank, 0)
	})
}

// The rank of a truth in 1 to 4: once, twice, 3 times and 4 times.
func tenLetters(t *testing.T) report.Summary {
	var cases []*report.Case
	for i, scores := range []string{"9,1,1,1", "5,9,1,1", "5,9,1,1", "5,9,8,1", "5,9,8,1", "5,9,8,1", "5,9,8,7", "5,9,8,7", "5,9,8,7", "5,9,8,7"} {
		var s [4]int
		_, err := fmt.Sscanf(scores, "%d,%d,%d,%d", &s[0], &s[1], &s[2], &s[3])
		require.NoError(t, err)
		c, _ := ranked(t, fmt.Sprintf(`{"type":"invoice","kinds":{"invoice":%d,"receipt":%d,"credit note":%d,"7":%d}}`, s[0], s[1], s[2], s[3]), `{"type":"invoice"}`)
		c.ID = fmt.Sprint(i)
		cases = append(cases, &c)
	}
	_, ds := ranked(t, "{}", "{}")
	return reporttest.Summarize(t, summarize.OptionsOf(&ds), cases...)
}

func TestLimitsOnTopK(t *testing.T) {
	limit := func(metric string, least float64) report.Gate {
		return report.Gate{Limits: []report.Limit{{Metric: metric, Is: report.AtLeast, Value: least}}}
	}
	s := tenLetters(t)
	for metric, share := range map[string]float64{"top-1 accuracy of type": 0.1, "top-2 accuracy of type": 0.3, "top-3 accuracy of type": 0.6} {
		kept, err := limit(metric, share).Check(s)
		require.NoError(t, err)
		assert.True(t, kept.Passed, metric)
		broken, err := limit(metric, share+0.01).Check(s)
		require.NoError(t, err)
		assert.False(t, broken.Passed, metric)
		assert.Contains(t, broken.String(), fmt.Sprintf("%s %.3f is below %.3f", metric, share, share+0.01))
		reporttest.Line(t, broken)
	}
	bound, err := report.Gate{Limits: []report.Limit{{Metric: "top-3 accuracy of type", Is: report.AtLeast, Value: 0.59, Bound: report.BoundLow}}}.Check(s)
	require.NoError(t, err)
	assert.False(t, bound.Passed, "the interval of ten documents reaches further down")

	none, err := limit("top-1 accuracy of lines[].kind", 0.5).Check(s)
	require.NoError(t, err)
	assert.Contains(t, none.String(), "top-1 accuracy of lines[].kind is undefined (no truth is of a class)")
	for metric, hint := range map[string]string{
		"top-4 accuracy of type":         `; did you mean "top-`,
		"top 3 accuracy of type":         `; did you mean "top-3 accuracy of type"?`,
		"top-2 accuracy of lines[].kind": `; did you mean "top-1 accuracy of lines[].kind"?`, // of two classes
	} {
		_, err := limit(metric, 0.5).Check(s)
		assert.ErrorContains(t, err, fmt.Sprintf("data set %q has no metric %q%s", "letters", metric, hint))
		assert.ErrorContains(t, limit(metric, 0.5).CheckLimits(s, true), hint, "before the first case, too")
	}
	_, ds := ranked(t, "{}", "{}")
	before := summarize.New(summarize.OptionsOf(&ds)).Summary()
	assert.NoError(t, limit("top-3 accuracy of type", 0.5).CheckLimits(before, true))
}

// Where values are redacted, records keep ranks of kept fields alone.
func TestRanksOfRedactedFields(t *testing.T) {
	for path, want := range map[string]int{"type": 0, "iban": 1} {
		ds := report.Dataset{RedactPaths: map[string]redact.Mode{path: redact.Omit}}
		e, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "type", Match: compare.Class{Classes: []string{"invoice", "receipt"}, Scores: "kinds"}}, {Path: "iban"}}})
		require.NoError(t, err)
		redaction, err := ds.Redaction().Compile(e)
		require.NoError(t, err)
		r, err := e.Evaluate(t.Context(), `{"type":"receipt","iban":"DE1","kinds":{"receipt":3,"invoice":2}}`, `{"type":"invoice","iban":"DE1"}`)
		require.NoError(t, err)
		c := report.NewCase(report.Observation{ID: "a", Result: &r}, report.CaseOptions{Classes: ds.Classes, Redaction: redaction})
		require.Len(t, c.Classes, want, path)
		assert.NotContains(t, reporttest.Line(t, c), `"kinds"`)
		if want > 0 {
			assert.Equal(t, 2, c.Classes[0].Rank)
		}
	}
}
