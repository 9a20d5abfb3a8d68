package compare_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// made is a run that was made by hand: which cases it has, and which of their fields are
// wrong.
type made struct {
	name    string
	dataset string // default "invoices"
	labels  map[string]string
	spec    string
	from    int // numbers of the cases
	to      int
	trials  int
	fields  []string
	wrong   func(n, trial int, field string) bool
	edit    func(c *report.Case)
	broken  bool   // it broke off
	shuffle uint64 // 0: the cases come in order
	redact  redact.Mode

	measures []report.Measure
	summary  *report.Summary
}

func (m made) source(t *testing.T) artifact.Source {
	t.Helper()
	if m.dataset == "" {
		m.dataset = "invoices"
	}
	records := []report.Record{
		report.Run{Schema: report.Schema, Package: "example.com/service", Repetition: 1, Labels: m.labels},
		report.Dataset{Name: m.dataset, Attributes: m.fields, SpecHash: m.spec, Measures: m.measures, Redact: m.redact},
	}
	cases := 0
	for n := m.from; n < m.to; n++ {
		for trial := 1; trial <= max(m.trials, 1); trial++ {
			c := report.Case{ID: fmt.Sprintf("doc-%03d", n), Trial: trial, Status: report.OK, Verdict: eval.Pass, DataHash: fmt.Sprintf("%016x", n+1)}
			for _, field := range m.fields {
				f := report.Field{Path: field, Attribute: field, Outcome: metrics.Match, Got: []byte(`"right"`), Want: []byte(`"right"`)}
				if m.wrong != nil && m.wrong(n, trial, field) {
					f.Outcome, f.Got, c.Verdict = metrics.Wrong, []byte(`"left"`), eval.Fail
				}
				var counts metrics.Counts
				counts.Add(f.Outcome)
				c.Fields = append(c.Fields, f)
				c.Counts = append(c.Counts, metrics.Row{Attribute: field, Counts: counts})
			}
			if m.edit != nil {
				m.edit(&c)
			}
			records = append(records, c)
			cases++
		}
	}
	if m.shuffle > 0 {
		all := records[2:]
		rand.New(rand.NewPCG(m.shuffle, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	if !m.broken {
		if m.summary != nil {
			m.summary.Dataset, m.summary.Policy = m.dataset, "wrong_both"
			records = append(records, *m.summary)
		}
		records = append(records, report.End{Cases: cases})
	}
	var lines []byte
	for _, r := range records {
		var err error
		lines, err = artifact.AppendRecord(lines, r)
		require.NoError(t, err)
	}
	return artifact.Source{Name: m.name + ".jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(lines)), nil }}
}

func read(t *testing.T, o compare.Options, runs ...made) compare.Report {
	t.Helper()
	var inputs []compare.Input
	for _, m := range runs {
		inputs = append(inputs, compare.Input{Name: m.name, Sources: []artifact.Source{m.source(t)}})
	}
	r, err := compare.Read(inputs, o)
	require.NoError(t, err)
	return r
}

// row returns a row of the first data set.
func row(t *testing.T, r compare.Report, name string) compare.Row {
	t.Helper()
	at := slices.IndexFunc(r.Sets[0].Rows, func(r compare.Row) bool { return r.Name == name })
	require.GreaterOrEqual(t, at, 0, name)
	return r.Sets[0].Rows[at]
}

func text(t *testing.T, r compare.Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, compare.WriteText(&b, r, terminal.Options{}))
	return b.String()
}

// below is wrong in the cases below n.
func below(n int) func(int, int, string) bool {
	return func(i, _ int, _ string) bool { return i < n }
}

// B is wrong in 12 of 40 cases in which A is right, and never the other way round: by the
// exact test of McNemar p is 2/2^12. The one field and the pass rate are two hypotheses (the
// averages are that field), so that the adjusted p-value of each is 4/2^12.
func TestTheBetterRunIsMarked(t *testing.T) {
	r := read(t, compare.Options{}, made{name: "b", to: 40, fields: []string{"total"}, wrong: below(12)}, made{name: "a", to: 40, fields: []string{"total"}})
	for _, name := range []string{"micro F1", "macro F1", "pass rate", "total"} {
		got := row(t, r, name)
		assert.Equal(t, 1, got.Top, name)
		assert.True(t, got.Best, name)
		assert.Empty(t, got.Tied, name)
		assert.Equal(t, []string{"", "*"}, []string{got.Mark(0), got.Mark(1)}, name)
		assert.InDelta(t, 4./4096, got.P.Value, 1e-12, name)
	}
	assert.Equal(t, "0.700", row(t, r, "pass rate").Cells[0].Value.String(), "28 of 40")
	assert.Equal(t, "0.700", row(t, r, "total").Cells[0].Value.String(), "P and R are 28/40")
	assert.Contains(t, text(t, r), "1.000* ")
	assert.False(t, r.NotEvaluable())
}

// Five cases that changed in one direction have p = 2/2^5 > 0.05, whatever else.
func TestFewChangesAreNotToldApart(t *testing.T) {
	r := read(t, compare.Options{}, made{name: "a", to: 40, fields: []string{"total"}}, made{name: "b", to: 40, fields: []string{"total"}, wrong: below(5)})
	got := row(t, r, "total")
	assert.Equal(t, 0, got.Top)
	assert.False(t, got.Best)
	assert.Equal(t, []int{1}, got.Tied)
	assert.Equal(t, []string{"~", "~"}, []string{got.Mark(0), got.Mark(1)})
	assert.Equal(t, 5, len(r.Sets[0].Disagreements))
}

func TestEqualRunsAreNotToldApart(t *testing.T) {
	a := made{name: "a", to: 40, fields: []string{"total", "date"}, wrong: below(10)}
	b := a
	b.name = "b"
	r := read(t, compare.Options{}, a, b)
	for _, row := range r.Sets[0].Rows {
		assert.False(t, row.Best, row.Name)
		assert.False(t, row.P.Defined, "nothing changed: %s", row.Name)
		assert.Equal(t, []string{"~", "~"}, []string{row.Mark(0), row.Mark(1)}, row.Name)
	}
	assert.Empty(t, r.Sets[0].Disagreements)
}

// A and B differ in a case each, C is wrong in thirty: A and B are not told apart, and C is
// from both.
func TestTheRunsAtTheTop(t *testing.T) {
	one := func(at int) func(int, int, string) bool {
		return func(n, _ int, _ string) bool { return n == at }
	}
	r := read(t, compare.Options{},
		made{name: "c", to: 60, fields: []string{"total"}, wrong: below(30)},
		made{name: "a", to: 60, fields: []string{"total"}, wrong: one(40)}, made{name: "b", to: 60, fields: []string{"total"}, wrong: one(41)})
	got := row(t, r, "total")
	assert.Equal(t, 1, got.Top)
	assert.False(t, got.Best)
	assert.Equal(t, []int{2}, got.Tied)
	assert.Equal(t, []string{"", "~", "~"}, []string{got.Mark(0), got.Mark(1), got.Mark(2)})
	// 30 cases in which c is wrong and both others right: two pairs in the field, two in
	// whether the case passes; of doc-040 and doc-041 as many.
	s := r.Sets[0]
	assert.Equal(t, 32, len(s.Disagreements)+s.More)
	assert.Equal(t, 4, s.Disagreements[0].Disagreement)
}

func TestTheMostDisputedCaseComesFirst(t *testing.T) {
	fields := []string{"total", "date"}
	wrong := func(n, _ int, field string) bool { return n == 7 || n == 3 && field == "date" }
	r := read(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, wrong: wrong})
	all := r.Sets[0].Disagreements
	require.Len(t, all, 2)
	assert.Equal(t, []string{"doc-007", "doc-003"}, []string{all[0].ID, all[1].ID})
	assert.Equal(t, []int{3, 2}, []int{all[0].Disagreement, all[1].Disagreement}, "two fields and the verdict, one field and the verdict")
	require.Len(t, all[1].Fields, 1)
	f := all[1].Fields[0]
	assert.Equal(t, "date", f.Field)
	require.Len(t, f.Values, 1)
	assert.Equal(t, `"right"`, f.Values[0].Want)
	assert.Equal(t, `"left"`, f.Values[0].Got[1].Got)
	assert.Equal(t, []string{"pass", "fail"}, []string{all[1].Answers[0].Text(), all[1].Answers[1].Text()})
	assert.Contains(t, text(t, r), "    date  b \"left\", want \"right\", right: a\n")

	none := read(t, compare.Options{MaxCases: -1}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, wrong: wrong})
	assert.Empty(t, none.Sets[0].Disagreements)
	assert.Equal(t, 2, none.Sets[0].More)
}

// All runs are judged by the truths of the one that began last, wherever it stands: also in the values that are shown.
func TestAllRunsAreJudgedByOneTruth(t *testing.T) {
	truths := func(others ...int) (all []string) {
		for i := range 60 {
			total := 100 + i
			if slices.Contains(others, i) {
				total = 999
			}
			all = append(all, fmt.Sprintf(`{"total": %d}`, total))
		}
		return all
	}
	right := truths()
	run := func(name string, hour int, truths, answers []string) compare.Input {
		r := reporttest.Evaluated{Name: name, Spec: "fields: [{path: total}]", Truths: truths, Answers: [][]string{answers}, Start: time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC)}
		return compare.Input{Name: name, Sources: []artifact.Source{r.Source(t)}}
	}
	inputs := []compare.Input{
		run("a", 8, truths(0, 1, 2), right), run("b", 10, right, right), run("c", 9, truths(0, 1, 2, 3), truths(3, 59)),
	}
	r, err := compare.Read(inputs, compare.Options{})
	require.NoError(t, err)
	total := row(t, r, "total")
	assert.Equal(t, []string{"1.000", "1.000", "0.967"}, []string{total.Text(0), total.Text(1), total.Text(2)})
	shown := text(t, r)
	assert.Contains(t, shown, "\na: labels changed in 3 cases: +5.0 points macro F1, not counted\nc: labels changed in 4 cases: +3.3 points macro F1, not counted\n")
	assert.Contains(t, shown, "    total  c 999, want 103, right: a, b\n")
	assert.NotContains(t, shown, "doc-00\n", "on it all agree")
	assert.Contains(t, shown, "note: c is judged by the truths of b in 4 cases (doc-00, doc-01, doc-02, doc-03), where they have changed\n")
	assert.NotContains(t, shown, "may come from")
	assert.False(t, r.NotEvaluable())
	// By hand: of c doc-03 and doc-59 are wrong by the truths of b, and by its own doc-00 to doc-02 and doc-59.
	assert.InDelta(t, 2.0/60, r.Sets[0].Runs[2].Relabelled.MacroF1.Value, 1e-12)

	var b bytes.Buffer
	require.NoError(t, render.ComparedCSV(&b, r))
	assert.Contains(t, b.String(), "invoices,example.com/invoices,1,a,labels,macro F1,0.050000000000000044,,,,,,,60,\"labels changed in 3 cases: +5.0 points macro F1, not counted\"\n")
}

// A case of which one run kept no answer is left out of all; of more than a tenth nothing is compared.
func TestCasesThatCannotBeJudgedByOneTruth(t *testing.T) {
	corrected := func(n int) func(c *report.Case) {
		return func(c *report.Case) {
			if c.ID < fmt.Sprintf("doc-%03d", n) {
				f := &c.Fields[0]
				f.Outcome, f.Got, f.Want, c.Verdict, c.DataHash = metrics.Wrong, []byte(`"right"`), []byte(`"corrected"`), eval.Fail, "00000000000000ff"
				c.Counts[0].Counts = metrics.Counts{Wrong: 1}
			}
		}
	}
	fields := []string{"total"}
	r := read(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, edit: corrected(2)})
	shown := text(t, r)
	assert.Contains(t, shown, "invoices: 18 cases in 2 runs\na: labels changed in 2 cases, left out: their answers or truths were not kept\n")
	assert.Contains(t, shown, "a cannot be judged by the truths of b in 2 cases (doc-000, doc-001), where they have changed: left out, as their answers or truths were not kept")
	assert.NotContains(t, shown, "corrected")
	assert.NotContains(t, shown, "has 2 more")
	assert.False(t, r.NotEvaluable())

	r = read(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, edit: corrected(3)})
	assert.Contains(t, text(t, r), "invoices: not compared: labels changed in 3 cases of 20 that cannot be judged by one truth: their answers or truths were not kept; run the earlier state again on today's labels\n")
	assert.True(t, r.NotEvaluable())
}

// A case with another document is not the same case, whatever its name; a run that does not know its inputs says
// nothing.
func TestDifferentInputsAreShown(t *testing.T) {
	given := func(hash, id string) func(*report.Case) {
		return func(c *report.Case) {
			c.InputHash = hash
			if c.ID == id {
				c.InputHash = "00000000000000ff"
			}
		}
	}
	fields := []string{"total"}
	r := read(t, compare.Options{}, made{name: "a", to: 20, fields: fields, edit: given("00000000000000aa", "doc-003")},
		made{name: "b", to: 20, fields: fields, edit: given("00000000000000aa", "")})
	assert.Contains(t, text(t, r), "the input of 1 case (doc-003) is not the same in all runs: differences may come from the documents, unless only their paths changed")
	r = read(t, compare.Options{}, made{name: "a", to: 20, fields: fields, edit: given("", "doc-003")}, made{name: "b", to: 20, fields: fields, edit: given("", "")})
	assert.NotContains(t, text(t, r), "the input of")
}

// Without a user's key each run hashes redacted values with its own key: no case counts as changed for that.
func TestHashesOfRedactedRunsTellNothing(t *testing.T) {
	hashed := func(with string) func(*report.Case) {
		return func(c *report.Case) { c.DataHash, c.InputHash = with+c.DataHash[1:], with+"000000000000000" }
	}
	fields := []string{"total"}
	r := read(t, compare.Options{}, made{name: "a", to: 20, fields: fields, redact: redact.Hash, edit: hashed("a")},
		made{name: "b", to: 20, fields: fields, redact: redact.Hash, edit: hashed("b")})
	assert.Contains(t, text(t, r), "note: values are redacted with different keys: it cannot be told whether truths and inputs have changed\n")
	assert.NotContains(t, text(t, r), "may come from")
}

// costs sets the cost of a case, and how long it takes.
func costs(usd float64, took time.Duration) func(*report.Case) {
	return func(c *report.Case) {
		c.Duration = took
		if usd > 0 {
			c.Cost = map[string]float64{"usd": usd, "input_tokens": 100, "output_tokens": 10}
		}
	}
}

// "dear" is as good as "fair" and costs more; "cheap" is worse and costs less; the cost of "free"
// is not known.
func TestDominatedRuns(t *testing.T) {
	fields := []string{"total"}
	r := read(t, compare.Options{},
		made{name: "dear", to: 40, fields: fields, wrong: below(2), edit: costs(0.02, 2*time.Second)},
		made{name: "fair", to: 40, fields: fields, wrong: below(2), edit: costs(0.01, time.Second)},
		made{name: "cheap", to: 40, fields: fields, wrong: below(20), edit: costs(0.001, time.Second/2)},
		made{name: "free", to: 40, fields: fields})
	s := r.Sets[0]
	assert.Equal(t, usage.Cost, s.Cost)
	assert.Equal(t, []int{1}, s.Runs[0].DominatedBy)
	assert.Equal(t, []bool{false, true, true, false}, []bool{s.Runs[0].OnFront, s.Runs[1].OnFront, s.Runs[2].OnFront, s.Runs[3].OnFront})
	assert.Equal(t, []string{
		"macro F1 against cost per case: on the front fair, cheap",
		"dear is dominated by fair: no cheaper, and no better in macro F1",
		"not placed, as its cost is not known: free",
	}, r.FrontLines(&s))
	usage := s.UsageRows()
	require.Len(t, usage, 4)
	assert.Equal(t, []string{"$0.02", "$0.01", "$0.001", "-"}, usage[0].Cells)
	assert.Equal(t, []string{"110", "110", "110", "-"}, usage[1].Cells)
	assert.Equal(t, []string{"2s", "1s", "500ms", "-"}, usage[3].Cells)
	assert.Equal(t, "latency p95", usage[3].Name)
}

// The number of cases with a cost stands beside it where others are silent; a failed case is not silent.
func TestCoverageOfCost(t *testing.T) {
	from := func(n int, status report.Status) func(*report.Case) {
		return func(c *report.Case) {
			if c.ID >= fmt.Sprintf("doc-%03d", n) {
				costs(0.01, time.Second)(c)
			} else {
				c.Status = status
			}
		}
	}
	r := read(t, compare.Options{},
		made{name: "all", to: 20, fields: []string{"total"}, edit: from(0, report.OK)},
		made{name: "some", to: 20, fields: []string{"total"}, edit: from(3, report.OK)},
		made{name: "failed", to: 20, fields: []string{"total"}, edit: from(3, report.Error)})
	assert.Equal(t, []string{"$0.01", "$0.01 (of 17 of 20 cases)", "$0.01"}, r.Sets[0].UsageRows()[0].Cells)
}

func TestReplayedLatencyIsMarked(t *testing.T) {
	replayed := func(c *report.Case) {
		costs(0.01, time.Microsecond)(c)
		c.Replayed = true
	}
	half := func(c *report.Case) {
		costs(0.01, time.Second)(c)
		c.Replayed = c.ID < "doc-010"
	}
	r := read(t, compare.Options{},
		made{name: "real", to: 20, fields: []string{"total"}, edit: costs(0.01, time.Second)},
		made{name: "replay", to: 20, fields: []string{"total"}, edit: replayed}, made{name: "half", to: 20, fields: []string{"total"}, edit: half})
	usage := r.Sets[0].UsageRows()
	assert.Equal(t, []string{"1s", "replayed", "1s (10 replayed)"}, usage[2].Cells)
	assert.Contains(t, text(t, r), "note: replay, half: answers from recordings, whose time is not that of the model\n")
}

// The latency of an answer that was taken from an earlier run is not one of this run.
func TestTakenLatencyIsMarked(t *testing.T) {
	taken := func(from string) func(*report.Case) {
		return func(c *report.Case) {
			costs(0.01, time.Second)(c)
			if c.ID >= from {
				c.Taken, c.Duration = "old/invoices.jsonl", time.Hour
			}
			c.Replayed = c.ID == "doc-000" && from == "doc-010"
		}
	}
	r := read(t, compare.Options{},
		made{name: "real", to: 20, fields: []string{"total"}, edit: costs(0.01, time.Second)},
		made{name: "again", to: 20, fields: []string{"total"}, edit: taken("")}, made{name: "half", to: 20, fields: []string{"total"}, edit: taken("doc-010")})
	usage := r.Sets[0].UsageRows()
	assert.Equal(t, []string{"1s", "taken", "1s (1 replayed, 10 taken)"}, usage[2].Cells)
	assert.Equal(t, []string{"$0.01", "$0.01", "$0.01"}, usage[0].Cells, "what the answers cost is known")
	assert.Contains(t, text(t, r), "note: again, half: answers taken from an earlier run, whose time is not compared\n")
}

// Measures beside the fields are of the compared cases, with intervals and without marks. A number of
// things has no decimals. A measure over all trials of a run together is shown where all of its cases
// are compared.
func TestMeasures(t *testing.T) {
	measures := []report.Measure{{Name: "completeness"}, {Name: "calls", Count: true, LessIsBetter: true}, {Name: "agreement", OverTrials: true}, {Name: "unknown"}}
	with := func(whole func(id string) bool) func(*report.Case) {
		return func(c *report.Case) {
			m := report.Measured{Name: "completeness", Weight: 1}
			if whole(c.ID) {
				m.Sum = 1
			}
			c.Measures = []report.Measured{m, {Name: "calls", Sum: 2, Weight: 1}}
		}
	}
	recorded := func(v float64) *report.Summary {
		return &report.Summary{Metrics: []report.Metric{{Name: "agreement", Estimate: report.Estimate{Value: report.RatioOf(v, true)}, OverTrials: true}}}
	}
	fields := []string{"total"}
	r := read(t, compare.Options{},
		made{name: "a", to: 100, fields: fields, measures: measures, summary: recorded(0.5), edit: with(func(id string) bool { return id < "doc-050" })},
		made{name: "b", to: 100, fields: fields, measures: measures, summary: recorded(0.75), edit: with(func(string) bool { return true })},
		made{name: "c", to: 200, fields: fields, measures: measures, summary: recorded(1), edit: with(func(id string) bool { return id >= "doc-100" })})
	require.Equal(t, 100, r.Sets[0].Cases)
	complete := row(t, r, "completeness")
	assert.Equal(t, compare.Measure, complete.Kind)
	for i, want := range []float64{0.5, 1, 0} { // c is complete only where the others have no cases
		assert.InDelta(t, want, complete.Cells[i].Value.Value, 1e-12)
		assert.Empty(t, complete.Mark(i), "it is no hypothesis")
	}
	// 50 of 100 cases: the standard error is 0.05.
	assert.InDelta(t, 0.402, complete.Cells[0].Low.Value, 0.02)
	assert.InDelta(t, 0.598, complete.Cells[0].High.Value, 0.02)
	assert.Equal(t, -1, complete.Top)
	calls := row(t, r, "calls")
	assert.Equal(t, "2", calls.Text(0))
	over := row(t, r, "agreement")
	assert.Equal(t, []report.Ratio{report.RatioOf(0.5, true), report.RatioOf(0.75, true), {}},
		[]report.Ratio{over.Cells[0].Value, over.Cells[1].Value, over.Cells[2].Value}, "of c it is known of 200 cases")
	assert.False(t, slices.ContainsFunc(r.Sets[0].Rows, func(r compare.Row) bool { return r.Name == "unknown" }), "no run has a value")
	for _, format := range []string{"text", "markdown", "html", "csv"} {
		assert.Contains(t, written(t, format, r), "completeness", format)
	}
	assert.Regexp(t, `(?m)^invoices,example\.com/service,1,a,measure,completeness,0\.5,0\.4\d*,0\.\d+,false,,,,100,$`, written(t, "csv", r))
	assert.Regexp(t, `\n\ncompleteness +0\.500  0\.4\d\d–0\.\d+  1\.000`, text(t, r))

	// A measure makes none of the other tests stricter.
	plain := read(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(8)}, made{name: "b", to: 40, fields: fields})
	measured := read(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(8), measures: measures, edit: with(func(string) bool { return true })},
		made{name: "b", to: 40, fields: fields, measures: measures, edit: with(func(string) bool { return true })})
	assert.Equal(t, row(t, plain, "total"), row(t, measured, "total"))
}

// Cases 0 to 9 are of one run alone, and so are 40 to 49: both runs are wrong there only.
func TestWhatIsComparedIsTheCommonSet(t *testing.T) {
	fields := []string{"total"}
	r := read(t, compare.Options{},
		made{name: "a", from: 0, to: 40, fields: fields, wrong: below(10)},
		made{name: "b", from: 10, to: 50, fields: fields, wrong: func(n, _ int, _ string) bool { return n >= 40 }, spec: "other"})
	s := r.Sets[0]
	assert.Equal(t, 30, s.Cases)
	for i, run := range s.Runs {
		assert.Equal(t, 40, run.Cases)
		assert.Equal(t, 10, run.Alone)
		assert.Equal(t, "1.000", row(t, r, "total").Cells[i].Value.String())
	}
	assert.Equal(t, []string{
		"b: not the spec of a; differences may come from the rules",
		"the runs were not asked for the same cases: what is compared is the 30 cases that all have; a has 10 more, b has 10 more",
	}, s.Warnings)

	apart := read(t, compare.Options{}, made{name: "a", to: 10, fields: fields}, made{name: "b", from: 10, to: 20, fields: fields})
	assert.Equal(t, "no case is in all runs", apart.Sets[0].Why)
	assert.True(t, apart.NotEvaluable())
	assert.Contains(t, text(t, apart), "invoices: not compared: no case is in all runs\n")
}

// A run that broke off is named, and enters nothing: with its cases c would be the best.
func TestABrokenRunIsNotRanked(t *testing.T) {
	fields := []string{"total"}
	r := read(t, compare.Options{},
		made{name: "a", to: 40, fields: fields, wrong: below(30)}, made{name: "b", to: 40, fields: fields, wrong: below(15)},
		made{name: "c", to: 40, fields: fields, broken: true})
	s := r.Sets[0]
	assert.Equal(t, []int{0, 1}, s.Compared)
	assert.Contains(t, s.Runs[2].NotEvaluable, "its run broke off")
	assert.Equal(t, 40, s.Cases)
	got := row(t, r, "total")
	assert.Equal(t, 1, got.Top)
	assert.True(t, got.Best, "2/2^15, twice")
	assert.False(t, got.Cells[2].Value.Defined)
	assert.True(t, r.NotEvaluable())
	assert.Contains(t, text(t, r), "c is not evaluable and not compared: c.jsonl: data set \"invoices\" has no end record: its run broke off\n")

	alone := read(t, compare.Options{}, made{name: "a", to: 4, fields: fields}, made{name: "c", to: 4, fields: fields, broken: true})
	assert.Equal(t, "it can be compared in 1 run", alone.Sets[0].Why)
	assert.Contains(t, text(t, alone), "total")

	empty := artifact.Source{Name: "empty.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil }}
	whole := made{name: "a", to: 4, fields: fields}.source(t)
	unreadable, err := compare.Read([]compare.Input{{Name: "a", Sources: []artifact.Source{whole}}, {Name: "e", Sources: []artifact.Source{empty}}, {Name: "b", Sources: []artifact.Source{whole}}}, compare.Options{})
	require.NoError(t, err)
	assert.True(t, unreadable.NotEvaluable())
	assert.Equal(t, []int{0, 2}, unreadable.Sets[0].Compared)
	assert.Contains(t, unreadable.Columns[1].Unreadable, "empty.jsonl holds no data set")
	assert.Contains(t, text(t, unreadable), "not evaluable: ")

	_, err = compare.Read([]compare.Input{{Name: "e", Sources: []artifact.Source{empty}}, {Name: "f", Sources: []artifact.Source{empty}}}, compare.Options{})
	assert.ErrorContains(t, err, "holds no data set")
}

// One trial against three that repeat it is no change.
func TestTrialsAreNotMoreDocuments(t *testing.T) {
	wrong := below(8)
	fields := []string{"total"}
	r := read(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: wrong}, made{name: "b", to: 40, fields: fields, wrong: wrong, trials: 3})
	got := row(t, r, "total")
	assert.False(t, got.Best)
	assert.InDelta(t, got.Cells[0].Value.Value, got.Cells[1].Value.Value, 1e-12)
	assert.InDelta(t, got.Cells[0].High.Value, got.Cells[1].High.Value, 1e-12)
	pass := row(t, r, "pass rate")
	assert.Equal(t, "0.800", pass.Cells[1].Value.String())
	assert.Equal(t, pass.Cells[0].Interval(), pass.Cells[1].Interval(), "it is of 40 documents")
	assert.Empty(t, r.Sets[0].Disagreements)
	assert.Contains(t, r.Sets[0].Warnings, "the runs have different numbers of trials: every number is the mean over the trials of its run")
}

func TestNamesOfColumns(t *testing.T) {
	labels := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	for _, tt := range []struct {
		name   string
		paths  []string
		labels []map[string]string
		want   []string
	}{
		{"one label tells apart", []string{"x/a", "x/b"}, []map[string]string{labels("model", "small", "team", "t"), labels("model", "large", "team", "t")}, []string{"small", "large"}},
		{"the shorter of two labels", []string{"x/a", "x/b"}, []map[string]string{labels("k", "1", "model", "small"), labels("k", "2", "model", "large")}, []string{"1", "2"}},
		{"two labels", []string{"a", "b", "c"}, []map[string]string{labels("m", "x", "p", "1"), labels("m", "x", "p", "2"), labels("m", "y", "p", "1")}, []string{"x, 1", "x, 2", "y, 1"}},
		{"a run without the label", []string{"a", "b"}, []map[string]string{labels("m", "x"), nil}, []string{"x", "-"}},
		{"folders", []string{"runs/a/", "runs/b"}, make([]map[string]string, 2), []string{"a", "b"}},
		{"longer ends of paths", []string{"a/run", "b/run"}, make([]map[string]string, 2), []string{"a/run", "b/run"}},
		{"the same twice", []string{"run", "run"}, make([]map[string]string, 2), []string{"run", "run (2)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var runs []made
			for i, path := range tt.paths {
				runs = append(runs, made{name: path, to: 2, fields: []string{"total"}, labels: tt.labels[i]})
			}
			r := read(t, compare.Options{}, runs...)
			var names []string
			for _, c := range r.Columns {
				names = append(names, c.Name)
			}
			assert.Equal(t, tt.want, names)
		})
	}
}

func TestByLabel(t *testing.T) {
	of := func(dataset, model string, n int) artifact.Source {
		m := made{name: dataset, dataset: dataset, to: 40, fields: []string{"total"}, wrong: below(n)}
		if model != "" {
			m.labels = map[string]string{"model": model}
		}
		return m.source(t)
	}
	sources := []artifact.Source{
		of("invoices/small", "small", 20), of("invoices/large x", "large x", 0), of("TestBills/large_x", "large x", 0), of("small/v/bills", "small", 3),
		of("TestBills/small", "small", 0), of("other", "", 0),
	}
	r, err := compare.Read([]compare.Input{{Name: "run", Sources: sources}}, compare.Options{By: []string{"model"}})
	require.NoError(t, err)
	require.Len(t, r.Columns, 2)
	assert.Equal(t, []string{"large x", "small"}, []string{r.Columns[0].Name, r.Columns[1].Name})
	var names []string
	for _, s := range r.Sets {
		names = append(names, fmt.Sprint(s.Dataset, len(s.Compared)))
	}
	assert.Equal(t, []string{"TestBills2", "invoices2", "v/bills1"}, names)
	total := r.Sets[1].Rows[3]
	assert.Equal(t, "total", total.Name)
	assert.True(t, total.Best && total.Top == 0)
	assert.Equal(t, []string{`data set "other" has no label model: it is left out`}, r.Warnings)

	_, err = compare.Read([]compare.Input{{Name: "run", Sources: sources}}, compare.Options{By: []string{"prompt"}})
	assert.EqualError(t, err, "compare: the data sets have 0 values of prompt, want two or more: their labels are \"model\"; a suite has labels by its field Labels or by EVALTEST_LABELS")
	twice, err := compare.Read([]compare.Input{{Name: "run", Sources: append(sources, of("small", "small", 1), of("invoices", "small", 1))}}, compare.Options{By: []string{"model"}})
	require.NoError(t, err)
	assert.Contains(t, twice.Warnings, `data sets "invoices" and "invoices/small" are both of small: only the first is compared; a further label tells them apart`)
}

func TestMisuse(t *testing.T) {
	one := compare.Input{Name: "a", Sources: []artifact.Source{made{name: "a", to: 2, fields: []string{"total"}}.source(t)}}
	_, err := compare.Read([]compare.Input{one}, compare.Options{By: []string{"model"}})
	assert.EqualError(t, err, "compare: the data sets have 0 values of model, want two or more: they have no labels; a suite has labels by its field Labels or by EVALTEST_LABELS")
	_, err = compare.Read([]compare.Input{one}, compare.Options{})
	assert.EqualError(t, err, "compare: there are 1 runs, want two or more")
	_, err = compare.Read([]compare.Input{one, one}, compare.Options{Level: 2})
	assert.ErrorContains(t, err, "level")
}

// Whatever the number of runs, a line of a table has no more cells than it may.
func TestTablesFitTheWidth(t *testing.T) {
	var runs []made
	for i := range 9 {
		runs = append(runs, made{name: fmt.Sprintf("run-%d", i), to: 30, fields: []string{"total", "a.field.with.a.rather.long.name.that.is.cut"}, wrong: below(i)})
	}
	r := read(t, compare.Options{}, runs...)
	for _, width := range []int{60, 80, 120, 400} {
		var b strings.Builder
		require.NoError(t, compare.WriteText(&b, r, terminal.Options{Width: width}))
		table, _, _ := strings.Cut(b.String(), "* better than")
		_, table, _ = strings.Cut(table, " in 9 runs\n")
		headings := 0
		for line := range strings.Lines(table) {
			assert.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), width, line)
			if strings.HasPrefix(line, "F1, 95%") {
				headings += strings.Count(line, "run-")
			}
		}
		assert.Equal(t, 9, headings, "every run has a column at width %d", width)
	}
}

// Where runs are equally good, none is marked as best in more than one comparison of
// twenty: whether all are alike, or two of them are ahead of the rest.
func TestFalseMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	fields := []string{"number", "date", "total", "vendor"}[:effort.Size(2, 4)]
	comparisons := effort.Draws(t, effort.Size(10, 40))
	for _, tt := range effort.Some(2, []struct {
		name  string
		wrong []float64 // the chance of a mistake, by run
	}{
		{"two equal runs", []float64{0.2, 0.2}},
		{"two ahead of one", []float64{0.1, 0.1, 0.5}},
		{"five equal runs", []float64{0.2, 0.2, 0.2, 0.2, 0.2}},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			marked := 0
			for n := range comparisons {
				if best, _ := drawn(t, uint64(n), fields, 60, tt.wrong); best >= 0 {
					marked++
				}
			}
			assert.LessOrEqual(t, marked, comparisons/20)
		})
	}
	// And where one is better it is found, so that the test above can fail.
	t.Run("one is better", func(t *testing.T) {
		t.Parallel()
		found, others := 0, 0
		for n := range comparisons / 2 {
			best, wrong := drawn(t, uint64(n), fields, 150, []float64{0.3, 0.3, 0.1})
			others += wrong
			if best == 2 {
				found++
			}
		}
		assert.GreaterOrEqual(t, found, comparisons*45/100)
		assert.Zero(t, others)
	})
}

// drawn compares runs that were drawn by their chances of mistakes, of which documents have
// more and fewer. It returns the run that is marked as best in any row, -1 for none, and how many rows mark another
// than the last run.
func drawn(t *testing.T, seed uint64, fields []string, documents int, wrong []float64) (best, others int) {
	var runs []made
	for i, chance := range wrong {
		runs = append(runs, made{name: fmt.Sprint(i), to: documents, fields: fields, wrong: func(n, _ int, field string) bool {
			hard := 2 * rand.New(rand.NewPCG(seed, uint64(n))).Float64()
			r := rand.New(rand.NewPCG(seed<<8|uint64(i), uint64(n)<<8|uint64(slices.Index(fields, field))))
			return r.Float64() < chance*hard
		}})
	}
	r := read(t, compare.Options{MaxCases: -1}, runs...)
	best = -1
	for _, row := range r.Sets[0].Rows {
		if row.Best {
			best = row.Top
			if row.Top != len(wrong)-1 {
				others++
			}
		}
	}
	return best, others
}

// In whatever order each run has its cases, runs have one table, also when the columns are values of labels, and also where
// one run is not whole, or has other cases.
func TestRunsInAnyOrder(t *testing.T) {
	n := effort.Size(80, 200)
	fields := []string{"number", "total"}
	for name, last := range map[string]made{
		"whole":       {from: 0, to: n},
		"other cases": {from: 20, to: n + 20},
		"broke off":   {from: 0, to: n - 50, broken: true},
		"trials":      {from: 0, to: n, trials: 3},
	} {
		last.name, last.fields, last.wrong = "c", fields, below(60)
		runs := []made{
			{name: "a", to: n, fields: fields, wrong: below(40), edit: costs(0.01, time.Second)},
			{name: "b", to: n, fields: fields, wrong: func(n, _ int, _ string) bool { return n%9 == 0 }}, last,
		}
		var inputs, others []compare.Input
		for i, m := range runs {
			m.labels = map[string]string{"run": m.name}
			others = append(others, compare.Input{Name: m.name, Sources: []artifact.Source{m.source(t)}})
			m.shuffle = uint64(i)
			inputs = append(inputs, compare.Input{Name: m.name, Sources: []artifact.Source{m.source(t)}})
		}
		shuffled, err := compare.Read(inputs, compare.Options{})
		require.NoError(t, err)
		stored, err := compare.Read(others, compare.Options{By: []string{"run"}})
		require.NoError(t, err)
		assert.Equal(t, stored.Sets, shuffled.Sets, name)
	}
}

// A run that has skipped every case is not compared; the others are, over all cases.
func TestARunThatSkippedAllIsLeftOut(t *testing.T) {
	skip := func(c *report.Case) { *c = report.Case{ID: c.ID, Trial: c.Trial, Status: report.Skipped} }
	fields := []string{"total"}
	r := read(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(12)},
		made{name: "none", to: 40, fields: fields, edit: skip}, made{name: "b", to: 40, fields: fields})
	s := r.Sets[0]
	assert.Empty(t, s.Why)
	assert.Equal(t, 40, s.Cases)
	assert.Equal(t, []int{0, 2}, s.Compared)
	assert.Equal(t, "no case was asked for", s.Runs[1].NotEvaluable)
	assert.Equal(t, []string{"0.700", "", "1.000"}, []string{row(t, r, "total").Cells[0].Value.String(), "", row(t, r, "total").Cells[2].Value.String()})
	assert.True(t, row(t, r, "total").Best, "12 of 12 changed in one direction")
}

// counted is a file that says when it is closed.
type counted struct {
	io.ReadCloser
	open *atomic.Int32
}

func (c counted) Close() error {
	c.open.Add(-1)
	return c.ReadCloser.Close()
}

// However many runs there are, few of their files are open at a time.
func TestManyRunsAreNotOpenTogether(t *testing.T) {
	var open, most atomic.Int32
	var inputs []compare.Input
	for i := range 100 {
		m := made{name: fmt.Sprint("run", i), to: 3, fields: []string{"total"}}
		source := m.source(t)
		read := source.Open
		source.Open = func() (io.ReadCloser, error) {
			n := open.Add(1)
			for before := most.Load(); n > before && !most.CompareAndSwap(before, n); before = most.Load() {
			}
			f, err := read()
			return counted{f, &open}, err
		}
		inputs = append(inputs, compare.Input{Name: m.name, Sources: []artifact.Source{source}})
	}
	r, err := compare.Read(inputs, compare.Options{})
	require.NoError(t, err)
	assert.Equal(t, 3, r.Sets[0].Cases)
	assert.Len(t, r.Sets[0].Compared, 100)
	assert.Zero(t, open.Load())
	assert.Equal(t, int32(1), most.Load())
}
