package internal_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
)

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
	r := readCompared(t, compare.Options{},
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
	r := readCompared(t, compare.Options{},
		made{name: "all", to: 20, fields: []string{"total"}, edit: from(0, report.OK)},
		made{name: "some", to: 20, fields: []string{"total"}, edit: from(3, report.OK)},
		made{name: "failed", to: 20, fields: []string{"total"}, edit: from(3, report.Error)})
	s := &r.Sets[0]
	assert.Equal(t, []string{"$0.01", "$0.01 (of 17 of 20 cases)", "$0.01"}, s.UsageRows()[0].Cells)
	lines := r.FrontLines(s)
	assert.Equal(t, "placed by a part of the cases: some, cost of 17 of 20 cases", lines[len(lines)-1])
	text, _, _ := decided(t, r)
	assert.Contains(t, text, "at the same price (some: cost of 17 of 20 cases)")
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
	r := readCompared(t, compare.Options{},
		made{name: "real", to: 20, fields: []string{"total"}, edit: costs(0.01, time.Second)},
		made{name: "replay", to: 20, fields: []string{"total"}, edit: replayed}, made{name: "half", to: 20, fields: []string{"total"}, edit: half})
	usage := r.Sets[0].UsageRows()
	assert.Equal(t, []string{"1s", "replayed", "1s (10 replayed)"}, usage[2].Cells)
	assert.Contains(t, comparedText(t, r), "note: replay, half: answers from recordings, whose time is not that of the model\n")
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
	r := readCompared(t, compare.Options{},
		made{name: "real", to: 20, fields: []string{"total"}, edit: costs(0.01, time.Second)},
		made{name: "again", to: 20, fields: []string{"total"}, edit: taken("")}, made{name: "half", to: 20, fields: []string{"total"}, edit: taken("doc-010")})
	usage := r.Sets[0].UsageRows()
	assert.Equal(t, []string{"1s", "taken", "1s (1 replayed, 10 taken)"}, usage[2].Cells)
	assert.Equal(t, []string{"$0.01", "$0.01", "$0.01"}, usage[0].Cells, "what the answers cost is known")
	assert.Contains(t, comparedText(t, r), "note: again, half: answers taken from an earlier run, whose time is not compared\n")
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
		n := report.Measure{Name: "agreement", OverTrials: true}.Number()
		n.Value = report.RatioOf(v, true)
		return &report.Summary{Numbers: []report.Number{n}}
	}
	fields := []string{"total"}
	r := readCompared(t, compare.Options{},
		made{name: "a", to: 100, fields: fields, measures: measures, summary: recorded(0.5), edit: with(func(id string) bool { return id < "doc-050" })},
		made{name: "b", to: 100, fields: fields, measures: measures, summary: recorded(0.75), edit: with(func(string) bool { return true })},
		made{name: "c", to: 200, fields: fields, measures: measures, summary: recorded(1), edit: with(func(id string) bool { return id >= "doc-100" })})
	require.Equal(t, 100, r.Sets[0].Cases)
	complete := comparedRow(t, r, "completeness")
	assert.Equal(t, report.KindMeasure, complete.Kind)
	for i, want := range []float64{0.5, 1, 0} { // c is complete only where the others have no cases
		assert.InDelta(t, want, complete.Values[i].Value.Value, 1e-12)
		assert.Empty(t, complete.Mark(i), "it is no hypothesis")
	}
	// 50 of 100 cases: the standard error is 0.05.
	assert.InDelta(t, 0.402, complete.Values[0].Low.Value, 0.02)
	assert.InDelta(t, 0.598, complete.Values[0].High.Value, 0.02)
	assert.Equal(t, -1, complete.Top)
	calls := comparedRow(t, r, "calls")
	assert.Equal(t, "2", calls.Text(0))
	over := comparedRow(t, r, "agreement")
	assert.Equal(t, []report.Ratio{report.RatioOf(0.5, true), report.RatioOf(0.75, true), {}},
		[]report.Ratio{over.Values[0].Value, over.Values[1].Value, over.Values[2].Value}, "of c it is known of 200 cases")
	assert.False(t, slices.ContainsFunc(r.Sets[0].Rows, func(r compare.Row) bool { return r.Name == "unknown" }), "no run has a value")
	for _, format := range []string{"text", "markdown", "html", "csv"} {
		assert.Contains(t, writtenCompared(t, format, r), "completeness", format)
	}
	assert.Regexp(t, `(?m)^invoices,example\.com/service,1,a,measure,completeness,0\.5,0\.4\d*,0\.\d+,false,,,,100,$`, writtenCompared(t, "csv", r))
	assert.Regexp(t, `\n\ncompleteness +0\.500  0\.4\d\d–0\.\d+  1\.000`, comparedText(t, r))

	// A measure makes none of the other tests stricter.
	plain := readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(8)}, made{name: "b", to: 40, fields: fields})
	measured := readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(8), measures: measures, edit: with(func(string) bool { return true })},
		made{name: "b", to: 40, fields: fields, measures: measures, edit: with(func(string) bool { return true })})
	assert.Equal(t, comparedRow(t, plain, "total"), comparedRow(t, measured, "total"))
}
