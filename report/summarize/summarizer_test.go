package summarize_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSummaryByHand(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "invoices"},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 3}), reporttest.Row("note", metrics.Counts{CorrectAbsence: 1}), reporttest.Row("vat", metrics.Counts{Wrong: 1})),
		reporttest.Counted("b", 1, 0.5, reporttest.Row("total", metrics.Counts{Wrong: 1}), reporttest.Row("note", metrics.Counts{CorrectAbsence: 1}), reporttest.Row("vat", metrics.Counts{Missing: 1}),
			reporttest.Row(metrics.InventedAttribute, metrics.Counts{Invented: 2})),
		&report.Case{ID: "c", Trial: 1, Status: report.Error, Error: "timeout", Score: report.RatioOf(0, true), NullScore: report.RatioOf(0.25, true),
			Verdict: eval.Fail, Counts: []metrics.Row{reporttest.Row("total", metrics.Counts{Missing: 1, Errored: 1})}},
		&report.Case{ID: "d", Trial: 1, Status: report.Skipped},
	)
	value := func(n report.Number) string { return n.Value.String() }
	field := func(i int) string {
		of := s.Attributes[i].Attribute
		return value(s.Number("precision of "+of)) + " " + value(s.Number("recall of "+of)) + " " + value(s.Number("F1 of "+of))
	}

	require.Len(t, s.Attributes, 4)
	assert.Equal(t, []string{"total", "note", "vat", "(invented)"}, []string{s.Attributes[0].Attribute, s.Attributes[1].Attribute, s.Attributes[2].Attribute, s.Attributes[3].Attribute})
	// total: 3 match, 1 wrong, 1 missing: TP 3, FP 1, FN 2.
	assert.Equal(t, "0.750 0.600 0.667", field(0))
	assert.EqualValues(t, 5, s.Attributes[0].Support)
	// note: absent everywhere, undefined.
	assert.Equal(t, "- - -", field(1))
	// vat: 1 wrong, 1 missing: FP 1, FN 2, no TP.
	assert.Equal(t, "0.000 0.000 -", field(2))
	// micro: TP 3, FP 1+1+2, FN 2+2.
	assert.Equal(t, "0.429 0.429 0.429", value(s.Number("micro precision"))+" "+value(s.Number("micro recall"))+" "+value(s.Number("micro F1")))
	// macro: total 2/3, vat 0, note left out; weighted: total by 5, vat by 2.
	assert.Equal(t, "0.333 0.476", value(s.Number("macro F1"))+" "+value(s.Number("weighted F1")))
	// 3 matches and 2 absences of 12 leaves; an empty answer: 2 absences of the 10 that were not invented.
	assert.Equal(t, "0.417 0.200", value(s.Number("accuracy"))+" "+s.Number("accuracy").Null.String())
	// (1 + 0.5 + 0) / 3.
	assert.Equal(t, "0.500 0.250", value(s.Number("mean score"))+" "+s.Number("mean score").Null.String())
	assert.Equal(t, report.CaseCount{OK: 2, Error: 1, Skipped: 1, Partial: 2, Fail: 1}, s.Cases())
	assert.Equal(t, 4, s.Cases().Total())
	assert.Equal(t, 3, s.Cases().Scored())
	assert.Equal(t, 2, s.Errors(), "a failed case and an errored comparison")
	assert.Equal(t, []string{"c"}, worstIDs(s), "cases without misses are not shown; the failed one is")

	r := artifact.NewReader(strings.NewReader(reporttest.Line(t, s)), "f")
	require.True(t, r.Scan())
	assert.Equal(t, &s, r.Record(), "what was written comes back")
}

func worstIDs(s report.Summary) []string {
	var ids []string
	for _, c := range s.WorstCases {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestTrialsAreNeverPooled(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "invoices"},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})),
		reporttest.Counted("b", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})),
		reporttest.Counted("a", 2, 0, reporttest.Row("total", metrics.Counts{Match: 1})),
		reporttest.Counted("b", 2, 0, reporttest.Row("total", metrics.Counts{Wrong: 1})),
	)
	require.Len(t, s.Trials, 2)
	assert.Equal(t, metrics.Counts{Match: 2}, s.Trials[0].Counts[0].Counts)
	assert.Equal(t, metrics.Counts{Match: 1, Wrong: 1}, s.Trials[1].Counts[0].Counts)
	assert.Equal(t, 0.75, s.Number("micro F1").Value.Value, "the mean of 1 and 0.5; of pooled counts it would be 3/4 too, but of 4 documents")
	assert.Equal(t, report.RatioOf(0.5, true), s.Number("micro F1").Min)
	assert.Equal(t, report.RatioOf(1, true), s.Number("micro F1").Max)
	assert.EqualValues(t, 2, s.Attributes[0].Support)
	assert.Equal(t, 0.5, s.Number("mean score").Value.Value)
	assert.Equal(t, "0000000000000002", s.DataHash, "of one trial")

	// F1 is undefined in the second trial, in which a value is wrong: it counts 0 there, in the mean as in
	// the minimum and in a macro average. In both trials it would be undefined.
	s = reporttest.Summarize(t, summarize.Options{},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})), reporttest.Counted("a", 2, 1, reporttest.Row("total", metrics.Counts{Wrong: 1})))
	assert.Equal(t, report.RatioOf(0.5, true), s.Number("F1 of total").Value, "the mean of 1 and 0")
	assert.Equal(t, report.RatioOf(0, true), s.Number("F1 of total").Min)
	assert.Equal(t, report.RatioOf(0.5, true), s.Number("micro F1").Value)
	assert.Equal(t, 0.5, s.Number("macro F1").Value.Value, "in a macro average the bad trial counts 0")
	s = reporttest.Summarize(t, summarize.Options{},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Wrong: 1})), reporttest.Counted("a", 2, 1, reporttest.Row("total", metrics.Counts{Wrong: 1})))
	assert.False(t, s.Number("F1 of total").Value.Defined)
	assert.False(t, s.Number("micro F1").Value.Defined)
}

func TestAttributeOrder(t *testing.T) {
	names := func(s report.Summary) string {
		var all []string
		for _, a := range s.Attributes {
			all = append(all, a.Attribute)
		}
		return strings.Join(all, " ")
	}
	one := metrics.Counts{Match: 1}
	first := reporttest.Counted("a", 1, 1, reporttest.Row("z", one), reporttest.Row("y", one))
	second := reporttest.Counted("b", 1, 1, reporttest.Row(metrics.InventedAttribute, one), reporttest.Row("x", one), reporttest.Row("y", one))
	assert.Equal(t, "z y x (invented)", names(reporttest.Summarize(t, summarize.Options{}, first, second)))
	assert.Equal(t, "z y x (invented)", names(reporttest.Summarize(t, summarize.Options{}, second, first)), "whichever case ends first")
	assert.Equal(t, "x z y (invented)", names(reporttest.Summarize(t, summarize.Options{Attributes: []string{"unused", "x"}}, second, first)), "spec order first")
}

func TestSameCaseTwiceIsAnError(t *testing.T) {
	s := summarize.New(summarize.Options{Dataset: "invoices"})
	require.NoError(t, s.Add(reporttest.Counted("a", 1, 1)))
	require.NoError(t, s.Add(reporttest.Counted("a", 2, 1)))
	before := s.Summary()
	assert.EqualError(t, s.Add(reporttest.Counted("a", 1, 0)), `report: data set "invoices": case "a" was recorded twice in trial 1`)
	other := summarize.New(summarize.Options{Dataset: "invoices"})
	require.NoError(t, other.Add(reporttest.Counted("b", 1, 1)))
	require.NoError(t, other.Add(reporttest.Counted("a", 1, 1)))
	assert.EqualError(t, s.Merge(other), `report: data set "invoices": both parts have 1 case`)
	assert.Equal(t, before, s.Summary(), "nothing was added")
}

// TestIntervalIsThatOfAProportion: 300 documents with a field that is right with
// probability 0.8, independently. F1 = 2TP/(2TP+2Wrong) is then the share of
// right ones, and its interval Wilson's of 300/(1+3/60) values, since 60 documents have
// mistakes: 0.7498 to 0.8423 by its formula. 4,000 resamples know the variance with 2 %.
func TestIntervalIsThatOfAProportion(t *testing.T) {
	var cases []*report.Case
	for i := range 300 {
		c := metrics.Counts{Match: 1}
		if i%5 == 0 {
			c = metrics.Counts{Wrong: 1}
		}
		cases = append(cases, reporttest.Counted(fmt.Sprint("case-", i), 1, 1, reporttest.Row("total", c)))
	}
	s := reporttest.Summarize(t, summarize.Options{Resamples: 4000}, cases...)
	for _, e := range []report.Number{s.Number("F1 of total"), s.Number("micro F1"), s.Number("macro F1"), s.Number("precision of total")} {
		assert.InDelta(t, 0.7498, e.Low.Value, 0.003)
		assert.InDelta(t, 0.800, e.Value.Value, 1e-12)
		assert.InDelta(t, 0.8423, e.High.Value, 0.003)
		assert.False(t, e.Approximate)
	}
	var text strings.Builder
	require.NoError(t, terminal.WriteText(&text, s, terminal.Options{}))
	assert.Regexp(t, `\ntotal +300 +240 +60 +· +0\.800  0\.800  0\.800   0\.7[45]\d–0\.8[34]\d\n`, text.String())
	one := reporttest.Summarize(t, summarize.Options{}, cases[1])
	assert.False(t, one.Number("micro F1").Low.Defined, "of one document nothing is known")
	none := reporttest.Summarize(t, summarize.Options{Resamples: -1}, cases...)
	assert.False(t, none.Number("micro F1").Low.Defined)
	assert.True(t, none.Number("micro F1").Value.Defined)
}

func TestWorstCases(t *testing.T) {
	bad := func(id string, score float64, misses ...string) *report.Case {
		c := reporttest.Counted(id, 1, score)
		c.Misses = misses
		c.Fields = []report.Field{{Path: "total", Got: []byte("1889"), Want: []byte(`"` + strings.Repeat("9", 300) + `"`)}}
		return c
	}
	s := reporttest.Summarize(t, summarize.Options{WorstCases: 2},
		bad("c", 0.5, "total"), bad("b", 0.5, "total (outside tolerance)", "answer ended early"), bad("d", 0.2, "1", "2", "3", "4", "5", "6", "7"), bad("e", 0.9, "total"))
	require.Equal(t, []string{"d", "b"}, worstIDs(s))
	assert.Equal(t, []report.Miss{
		{Miss: "total (outside tolerance)", Got: "1889", Want: `"` + strings.Repeat("9", 196) + "…"},
		{Miss: "answer ended early"},
	}, s.WorstCases[1].Misses)
	assert.Len(t, s.WorstCases[0].Misses, 5)
	assert.Equal(t, 2, s.WorstCases[0].MoreMisses)
}

// Element 1 of the truth is missing, and element 1 of the answer is none of the truth: one path, two values.
func TestWorstCaseWithTwoValuesOfOnePath(t *testing.T) {
	c := reporttest.Counted("a", 1, 0.3)
	c.Misses = []string{"codes[1] (missing)", "codes[1] (unexpected item)"}
	c.Fields = []report.Field{{Path: "codes[1]", Tag: "missing", Want: []byte(`"B2"`)}, {Path: "codes[1]", Tag: "unexpected item", Got: []byte(`"C9"`)}}
	c.Fields = append([]report.Field{{Path: "codes[1]", Outcome: metrics.Match, Got: []byte(`"B1"`), Want: []byte(`"B1"`)}}, c.Fields...) // of element 0 of the answer
	misses := reporttest.Summarize(t, summarize.Options{WorstCases: 1}, c).WorstCases[0].Misses
	assert.Equal(t, []report.Miss{{Miss: "codes[1] (missing)", Want: `"B2"`}, {Miss: "codes[1] (unexpected item)", Got: `"C9"`}}, misses)
}

// randomCases draws cases of up to 3 trials with attributes in any order.
func randomCases(t *rapid.T) []*report.Case {
	attributes := []string{"total", "date", "lines[]", "lines[].sku", metrics.InventedAttribute}
	var cases []*report.Case
	for i := range rapid.IntRange(0, effort.Size(8, 25)).Draw(t, "documents") {
		for trial := range rapid.IntRange(1, 3).Draw(t, "trials") {
			c := reporttest.Counted(fmt.Sprint("case-", i), trial+1, rapid.Float64Range(0, 1).Draw(t, "score"))
			c.DataHash = fmt.Sprintf("%016x", rapid.Uint64().Draw(t, "hash"))
			for _, a := range rapid.Permutation(attributes).Draw(t, "rows")[:rapid.IntRange(0, 5).Draw(t, "n")] {
				r := reporttest.Row(a, metrics.Counts{})
				r.Items = a == "lines[]"
				for range rapid.IntRange(0, 4).Draw(t, "leaves") {
					o := rapid.SampledFrom(metrics.Outcomes()).Draw(t, "outcome")
					r.Counts.Add(o)
					if !o.Hit() {
						c.Misses = append(c.Misses, a)
					}
				}
				c.Counts = append(c.Counts, r)
			}
			for _, name := range []string{"adds_up", "shape"} {
				if state := rapid.SampledFrom([]invariant.State{"", invariant.Holds, invariant.Broken, invariant.NotApplicable, invariant.Errored}).Draw(t, "state"); state != "" {
					c.Invariants = append(c.Invariants, invariant.Result{Name: name, State: state, Note: name + " of " + c.ID})
				}
			}
			if len(c.Counts) == 0 {
				c.Unlabelled, c.Score, c.NullScore, c.Verdict = true, report.Ratio{}, report.Ratio{}, eval.Pass
			}
			for _, name := range []string{"rqs", "boxes"}[:rapid.IntRange(0, 2).Draw(t, "measures")] {
				weight := float64(rapid.IntRange(0, 2).Draw(t, "weight"))
				sum := rapid.OneOf(rapid.Float64Range(0, weight), rapid.Just(weight), rapid.Just(weight+1)).Draw(t, "sum")
				c.Measures = append(c.Measures, report.Measured{Name: name, Sum: sum, Weight: weight})
			}
			if rapid.IntRange(0, 9).Draw(t, "status") == 0 {
				c.Status, c.Error = report.Error, "timeout"
			}
			cases = append(cases, c)
		}
	}
	return cases
}

func TestMergingInAnyOrderAndGroupingGivesTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := summarize.Options{Dataset: "invoices", Resamples: 50, WorstCases: 3}
		cases := randomCases(t)
		whole := summarize.New(o)
		for _, c := range cases {
			require.NoError(t, whole.Add(c))
		}
		want, err := artifact.AppendRecord(nil, whole.Summary())
		require.NoError(t, err)

		parts := make([]*summarize.Summarizer, rapid.IntRange(1, 5).Draw(t, "parts"))
		for i := range parts {
			parts[i] = summarize.New(o)
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for _, i := range rng.Perm(len(cases)) {
			require.NoError(t, parts[rng.IntN(len(parts))].Add(cases[i]))
		}
		for len(parts) > 1 {
			i, j := rng.IntN(len(parts)-1), len(parts)-1
			require.NoError(t, parts[i].Merge(parts[j]))
			parts = parts[:j]
		}
		got, err := artifact.AppendRecord(nil, parts[0].Summary())
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	})
}

func TestReadingGivesTheSameSummaryAsRunning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cases := randomCases(t)
		running := summarize.New(summarize.Options{Dataset: "invoices"})
		var file bytes.Buffer
		w := artifact.NewWriter(&file, "memory")
		require.NoError(t, w.Write(artifact.NewRun("p")))
		require.NoError(t, w.Write(report.Dataset{Name: "invoices"}))
		for _, c := range cases {
			for i, miss := range c.Misses {
				c.Fields = append(c.Fields, report.Field{Path: miss, Attribute: miss, Outcome: metrics.Wrong, Got: fmt.Append(nil, i), Want: []byte(`"w"`)})
			}
			require.NoError(t, running.Add(c))
			require.NoError(t, w.Write(*c))
		}
		require.NoError(t, w.End(false))
		var m summarize.Merge
		require.NoError(t, m.Read(reporttest.Source("f", file.String())))
		require.Len(t, m.Sets(), 1)
		set := m.Sets()[0]
		require.Equal(t, artifact.Whole, set.State())
		require.Equal(t, running.Summary(), set.Summarizer.Summary())
	})
}

// A field that few documents have is not certain: the interval of a field that is right in all 3
// documents of 100 that have it is Wilson's of 3, from 0.4385. The number of documents is known
// from 1,000 resamples, with an error of 4.5 %.
func TestIntervalIsOfTheDocumentsThatHaveTheField(t *testing.T) {
	var cases []*report.Case
	for i := range 100 {
		rows := []metrics.Row{reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("lines[].sku", metrics.Counts{Match: 7})}
		if i%40 == 3 {
			rows = append(rows, reporttest.Row("discount", metrics.Counts{Match: 1}))
		} else {
			rows = append(rows, reporttest.Row("discount", metrics.Counts{CorrectAbsence: 1}))
		}
		cases = append(cases, reporttest.Counted(fmt.Sprint("case-", i), 1, 1, rows...))
	}
	s := reporttest.Summarize(t, summarize.Options{}, cases...)
	for _, tt := range []struct {
		field       string
		low         float64 // Wilson's
		approximate bool
	}{{"discount", 0.4385, true}, {"total", 0.9630, false}, {"lines[].sku", 0.9630, false}} {
		f1 := s.Number("F1 of " + tt.field)
		assert.InDelta(t, tt.low, f1.Low.Value, 0.025, tt.field)
		assert.Equal(t, 1.0, f1.High.Value)
		assert.Equal(t, tt.approximate, f1.Approximate, tt.field)
	}
	assert.True(t, terminal.Approximate(s))
	assert.Equal(t, "≈", s.Number("F1 of " + s.Attributes[2].Attribute).Interval()[:len("≈")])
}

// Right, then wrong: the second trial has no match, and so no F1; it is not left out.
func TestTrialWithoutAMatchIsTheLowest(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "d", Resamples: -1},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})),
		reporttest.Counted("a", 2, 0, reporttest.Row("total", metrics.Counts{Wrong: 1})))
	assert.Equal(t, "0.000–1.000", terminal.Between(s.Number("F1 of total").Min, s.Number("F1 of total").Max))
	assert.Equal(t, "0.000–1.000", terminal.Between(s.Number("micro F1").Min, s.Number("micro F1").Max))
	assert.Equal(t, "0.000–1.000", terminal.Between(s.Number("macro F1").Min, s.Number("macro F1").Max))
	s = reporttest.Summarize(t, summarize.Options{Dataset: "d", Resamples: -1},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{CorrectAbsence: 1})),
		reporttest.Counted("a", 2, 1, reporttest.Row("total", metrics.Counts{Match: 1})))
	assert.Equal(t, "1.000–1.000", terminal.Between(s.Number("F1 of total").Min, s.Number("F1 of total").Max), "where nothing is wrong there is nothing to count")
}

// Sums that were made by different rules are of nothing.
func TestMergeOfDifferentConventions(t *testing.T) {
	for name, o := range map[string]summarize.Options{
		"data set":    {Dataset: "other"},
		"policy":      {Dataset: "d", Policy: metrics.WrongFP},
		"undefined":   {Dataset: "d", SkipUndefined: true},
		"level":       {Dataset: "d", Level: 0.9},
		"resamples":   {Dataset: "d", Resamples: 10},
		"cases twice": {Dataset: "d", Distinct: true},
	} {
		err := summarize.New(summarize.Options{Dataset: "d"}).Merge(summarize.New(o))
		assert.EqualError(t, err, `report: data set "d": summaries of different conventions cannot be merged`, name)
	}
	same := summarize.Options{Dataset: "d", Policy: metrics.WrongBoth, WorstCases: 3, Attributes: []string{"x"}}
	assert.NoError(t, summarize.New(summarize.Options{Dataset: "d"}).Merge(summarize.New(same)))
}

// Messages of one cause are one, whatever the ids and times in them; a status of HTTP and a flag of a command stay. The
// message of a single case is whole.
func TestCausesOfErrors(t *testing.T) {
	failed := func(id string, trial int, message string) *report.Case {
		return &report.Case{ID: id, Trial: trial, Status: report.Error, Error: message}
	}
	errored := &report.Case{ID: "e", Trial: 1, Status: report.OK,
		Fields: []report.Field{
			{Path: "lines[0].desc", Attribute: "lines[].desc", Outcome: metrics.Errored, Note: "no recording chat-077cc394c4b2.json; record it with go test -count=1 ./x"},
			{Path: "lines[1].desc", Attribute: "lines[].desc", Outcome: metrics.Errored, Note: "no recording chat-5bc16272af00.json; record it with go test -count=1 ./x"},
			{Path: "total", Attribute: "total", Outcome: metrics.Wrong, Note: "off by 2"},
		},
		Invariants: []invariant.Result{{Name: "adds_up", State: invariant.Errored, Note: "too much work"}, {Name: "due", State: invariant.Broken, Note: "late"}},
		Warnings:   []string{"odd"},
	}
	cases := []*report.Case{
		failed("a", 1, "POST https://api.example.com/v1/extract: 429 Too Many Requests (request 550e8400-e29b-41d4-a716-446655440000, after 1.25s)"),
		failed("b", 1, "POST https://api.example.com/v1/extract: 429 Too Many Requests (request 0af91c22-77aa-41d4-b716-0c6655440aaa, after 300ms)"),
		failed("b", 2, "POST https://api.example.com/v1/extract: 429 Too Many Requests (request 0af91c23-77aa-41d4-b716-0c6655440aaa, after 2s)"),
		failed("c", 1, "POST https://api.example.com/v1/extract: 503 Service Unavailable"), failed("d", 1, "(redacted)"), errored,
		{ID: "f", Trial: 1, Status: report.Skipped, Error: "not asked for"},
	}
	want := []report.Warning{
		{Text: "the extractor failed: POST https://api.example.com/v1/extract: 429 Too Many Requests (request …, after …)", Cases: 3, Error: true},
		{Text: "lines[].desc could not be compared: no recording chat-077cc394c4b2.json; record it with go test -count=1 ./x", Cases: 1, Error: true},
		{Text: "rule adds_up could not be judged: too much work", Cases: 1, Error: true},
		{Text: "the extractor failed: POST https://api.example.com/v1/extract: 503 Service Unavailable", Cases: 1, Error: true},
		{Text: "odd", Cases: 1},
	}
	whole := summarize.New(summarize.Options{Resamples: -1})
	parts := []*summarize.Summarizer{summarize.New(summarize.Options{Resamples: -1}), summarize.New(summarize.Options{Resamples: -1})}
	for i, c := range cases {
		require.NoError(t, whole.Add(c))
		require.NoError(t, parts[i%2].Add(c))
	}
	assert.Equal(t, want, whole.Summary().Warnings)
	told := whole.Summary()
	first, _ := terminal.Warnings(&told, 1)
	assert.True(t, strings.HasSuffix(first[0], "after …) (3 trials)"), first)
	text, err := json.Marshal(parts[1])
	require.NoError(t, err)
	read := new(summarize.Summarizer)
	require.NoError(t, json.Unmarshal(text, read))
	require.NoError(t, parts[0].Merge(read))
	assert.Equal(t, want, parts[0].Summary().Warnings)

	// A message stays as it is while it is the same in all cases, whoever counts them.
	for i, message := range []string{"timeout after 30s", "timeout after 30s", "timeout after 31s"} {
		for _, sum := range []*summarize.Summarizer{whole, parts[0]} {
			require.NoError(t, sum.Add(failed(fmt.Sprint("t", i), 1, message)))
		}
		text, err = json.Marshal(parts[0])
		require.NoError(t, err)
		parts[0] = new(summarize.Summarizer)
		require.NoError(t, json.Unmarshal(text, parts[0]))
		want := report.Warning{Text: "the extractor failed: " + [...]string{"timeout after 30s", "timeout after 30s", "timeout after …"}[i], Cases: i + 1, Error: true}
		assert.Contains(t, whole.Summary().Warnings, want)
		assert.Equal(t, whole.Summary().Warnings, parts[0].Summary().Warnings)
	}

	for i := range 20 { // as many causes: the most frequent five are told, and oddities below them
		require.NoError(t, whole.Add(failed(fmt.Sprint("g", i), 1, "cause "+string(rune('a'+i)))))
	}
	warnings := whole.Summary().Warnings
	assert.Len(t, warnings, 6)
	assert.Equal(t, report.Warning{Text: "odd", Cases: 1}, warnings[5])
}

// A status of HTTP and the value of a flag stay in the text of a cause; what names one document or request does not.
func TestNamesInCausesOfErrors(t *testing.T) {
	for _, messages := range [][3]string{
		{"429 Too Many Requests request_id=0af91c22-77aa", "429 Too Many Requests request_id=0bf91c22-77ab", "429 Too Many Requests request_id=…"},
		{"429 Too Many Requests request_id=429", "429 Too Many Requests request_id=429", "429 Too Many Requests request_id=429"},
		{"open docs/inv-123.pdf: no such file", "open docs/inv-4.pdf: no such file", "open docs/inv-….pdf: no such file"},
		{"open docs/2024/0123.pdf: no such file", "open docs/2023/0124.pdf: no such file", "open docs/…/….pdf: no such file"},
		{"ticket #345: status=503 from https://api.example.com:8443/x", "ticket #6: status=503 from https://api.example.com:8444/x",
			"ticket #…: status=503 from https://api.example.com:…/x"},
		{"status=503, 2 record it with go test -count=1 -timeout=30s ./x", "status=503, 3 record it with go test -count=1 -timeout=30s ./x",
			"status=503, … record it with go test -count=1 -timeout=30s ./x"},
		{"HTTP/1.1 503 Service Unavailable", "HTTP/2.0 503 Service Unavailable", "HTTP/… 503 Service Unavailable"},
		{"after 1.25s at 2024-01-02T10:00:00Z", "after 30s at 2024-01-02T10:00:30Z", "after … at …"},
	} {
		s := summarize.New(summarize.Options{Resamples: -1})
		for trial, message := range messages[:2] {
			require.NoError(t, s.Add(&report.Case{ID: "a", Trial: trial + 1, Status: report.Error, Error: message}))
		}
		assert.Equal(t, []report.Warning{{Text: "the extractor failed: " + messages[2], Cases: 2, Error: true}}, s.Summary().Warnings)
	}
}

// The cost of the errors of one case, such as those of a long list without its judge, is linear in their number.
func TestManyErrorsOfOneCase(t *testing.T) {
	allocations := func(n int) float64 {
		c := report.Case{ID: "a", Trial: 1, Status: report.OK}
		for i := range n {
			note := "no answer for " + strings.Repeat(string(rune('a'+i%26)), i/26+1)
			c.Fields = append(c.Fields, report.Field{Path: "x", Attribute: "x", Outcome: metrics.Errored, Note: note})
		}
		return testing.AllocsPerRun(1, func() { require.NoError(t, summarize.New(summarize.Options{Resamples: -1}).Add(&c)) })
	}
	assert.Less(t, allocations(800), 3*allocations(400))
}

// Of many different warnings the order in which cases end would else decide which ones
// are told.
func TestWarningsDependOnNoOrder(t *testing.T) {
	var cases []*report.Case
	for i := range 400 {
		c := &report.Case{ID: fmt.Sprint(i), Trial: 1, Status: report.OK}
		c.Warnings = []string{"often", fmt.Sprintf("odd %03d", i/2), fmt.Sprintf("odd %03d", i/2), "(redacted)"}
		cases = append(cases, c, &report.Case{ID: fmt.Sprint(i), Trial: 2, Status: report.OK, Warnings: []string{"often"}})
	}
	sum := func(cases []*report.Case) *summarize.Summarizer {
		s := summarize.New(summarize.Options{Resamples: -1})
		for _, c := range cases {
			require.NoError(t, s.Add(c))
		}
		return s
	}
	// "odd 000" to "odd 099" come first by their letters, and "often" is not among them.
	var want []report.Warning
	for i := range 100 {
		want = append(want, report.Warning{Text: fmt.Sprintf("odd %03d", i), Cases: 2})
	}
	check := func(s *summarize.Summarizer) {
		t.Helper()
		assert.Equal(t, want, s.Summary().Warnings)
		assert.Equal(t, 600, s.Summary().MoreWarnings, "200 of other texts, and often in 400 cases")
	}
	check(sum(cases))
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 0))
		r.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		check(sum(cases))
		whole := summarize.New(summarize.Options{Resamples: -1})
		for part := range 4 {
			facts, err := json.Marshal(sum(cases[part*200 : part*200+200]))
			require.NoError(t, err)
			var read summarize.Summarizer
			require.NoError(t, json.Unmarshal(facts, &read))
			require.NoError(t, whole.Merge(&read))
		}
		check(whole)
	}
}

func TestTheMostFrequentWarningComesFirst(t *testing.T) {
	s := summarize.New(summarize.Options{})
	for i, warnings := range [][]string{{"z", "y", "z"}, {"y", "x"}, {strings.Repeat("w", 1000)}} {
		require.NoError(t, s.Add(&report.Case{ID: fmt.Sprint(i), Trial: 1, Status: report.OK, Warnings: warnings}))
	}
	got := s.Summary().Warnings
	require.Len(t, got, 4)
	assert.Equal(t, []report.Warning{{Text: "y", Cases: 2}}, got[:1])
	assert.LessOrEqual(t, len(got[1].Text), 400+len("…"))
	assert.Equal(t, []report.Warning{{Text: "x", Cases: 1}, {Text: "z", Cases: 1}}, got[2:])
}
