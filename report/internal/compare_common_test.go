package internal_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

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
	total := comparedRow(t, r, "total")
	assert.Equal(t, []string{"1.000", "1.000", "0.967"}, []string{total.Text(0), total.Text(1), total.Text(2)})
	shown := comparedText(t, r)
	assert.Contains(t, shown, "\n- a: labels changed in 3 cases: +5.0 points macro F1, not counted\n- c: labels changed in 4 cases: +3.3 points macro F1, not counted\n")
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

// All runs are judged by the rules of the run that began last: an older run with a looser spec has no advantage. Where
// answers were not kept, each keeps its own rules, and a note says so.
func TestAllRunsAreJudgedByOneSpec(t *testing.T) {
	answers := func(wrong int) (all []string) {
		for i := range 60 {
			total := 100 + i
			if i < wrong {
				total = 999
			}
			all = append(all, fmt.Sprintf(`{"total": %d}`, total))
		}
		return all
	}
	run := func(name string, hour int, tolerance string, o report.CaseOptions) compare.Input {
		r := reporttest.Evaluated{
			Name: name, Spec: "fields: [{path: total, match: numeric" + tolerance + "}]", Truths: answers(0), Answers: [][]string{answers(6)},
			Start: time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC), Options: o,
		}
		return compare.Input{Name: name, Sources: []artifact.Source{r.Source(t)}}
	}
	strict := run("strict", 9, "", report.CaseOptions{})
	r, err := compare.Read([]compare.Input{run("loose", 8, ", tolerance: 1000", report.CaseOptions{}), strict}, compare.Options{})
	require.NoError(t, err)
	total := comparedRow(t, r, "total")
	assert.Equal(t, []string{"0.900", "0.900"}, []string{total.Text(0), total.Text(1)})
	assert.Contains(t, comparedText(t, r), "note: loose: not the spec of strict; all are judged by the rules of strict\n")

	r, err = compare.Read([]compare.Input{run("loose", 8, ", tolerance: 1000", report.CaseOptions{MaxAnswerBytes: -1}), strict}, compare.Options{})
	require.NoError(t, err)
	total = comparedRow(t, r, "total")
	assert.Equal(t, []string{"1.000", "0.900"}, []string{total.Text(0), total.Text(1)})
	assert.Contains(t, comparedText(t, r), "note: loose: not the rules of strict, by which not all can be judged (their answers or truths were not kept); differences may come from the rules\n")
	assert.Regexp(t, "^loose is best: .*; each run is judged by its own rules\n", comparedText(t, r))
}

// Where answers were not kept, a run that is judged on one more field, which is wrong, is not worse by its pass rate.
func TestPassRateOfOwnRulesCompared(t *testing.T) {
	run := func(name, spec string) compare.Input {
		r := reporttest.Evaluated{Name: name, Spec: spec, Answers: make([][]string, 1), Options: report.CaseOptions{MaxAnswerBytes: -1}}
		for i := range 60 {
			r.Truths = append(r.Truths, fmt.Sprintf(`{"total": %d, "vat": 1}`, i))
			r.Answers[0] = append(r.Answers[0], fmt.Sprintf(`{"total": %d, "vat": 2}`, i))
		}
		return compare.Input{Name: name, Sources: []artifact.Source{r.Source(t)}}
	}
	r, err := compare.Read([]compare.Input{run("a", "fields: [{path: total}]"), run("b", "fields: [{path: total}, {path: vat}]")}, compare.Options{})
	require.NoError(t, err)
	assert.False(t, comparedRow(t, r, "pass rate").Best)
	assert.NotContains(t, comparedText(t, r), "of documents pass")
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
	r := readCompared(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, edit: corrected(2)})
	shown := comparedText(t, r)
	assert.Contains(t, shown, "invoices: 18 cases in 2 runs\n- a: labels changed in 2 cases, left out: their answers or truths were not kept\n")
	assert.Contains(t, shown, "a cannot be judged by the truths of b in 2 cases (doc-000, doc-001), where they have changed: left out, as their answers or truths were not kept")
	assert.NotContains(t, shown, "corrected")
	assert.NotContains(t, shown, "has 2 more")
	assert.False(t, r.NotEvaluable())

	r = readCompared(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, edit: corrected(3)})
	assert.Contains(t, comparedText(t, r), "invoices: not compared: labels changed in 3 cases of 20 that cannot be judged by one truth: their answers or truths were not kept; run the earlier state again on today's labels\n")
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
	r := readCompared(t, compare.Options{}, made{name: "a", to: 20, fields: fields, edit: given("00000000000000aa", "doc-003")},
		made{name: "b", to: 20, fields: fields, edit: given("00000000000000aa", "")})
	assert.Contains(t, comparedText(t, r), "the input of 1 case (doc-003) is not the same in all runs: differences may come from the documents, unless only their paths changed")
	r = readCompared(t, compare.Options{}, made{name: "a", to: 20, fields: fields, edit: given("", "doc-003")}, made{name: "b", to: 20, fields: fields, edit: given("", "")})
	assert.NotContains(t, comparedText(t, r), "the input of")
}

// Without a user's key each run hashes redacted values with its own key: no case counts as changed for that.
func TestHashesOfRedactedRunsTellNothing(t *testing.T) {
	hashed := func(with string) func(*report.Case) {
		return func(c *report.Case) { c.DataHash, c.InputHash = with+c.DataHash[1:], with+"000000000000000" }
	}
	run := func(name, key string) made {
		return made{name: name, to: 20, fields: []string{"total"}, redact: redact.Redaction{Mode: redact.Hash, Key: []byte(key)}, edit: hashed(name)}
	}
	r := readCompared(t, compare.Options{}, run("a", "k"), run("b", "other"))
	assert.Contains(t, comparedText(t, r), "note: values are redacted with different keys: it cannot be told whether truths and inputs have changed\n")
	assert.NotContains(t, comparedText(t, r), "may come from")
	r = readCompared(t, compare.Options{}, run("a", "k"), run("b", "k"))
	assert.Contains(t, comparedText(t, r), "labels changed in 20 cases of 20", "all truths have changed, under one key")
	assert.NotContains(t, comparedText(t, r), "different keys")
}

// Cases 0 to 9 are of one run alone, and so are 40 to 49: both runs are wrong there only.
func TestWhatIsComparedIsTheCommonSet(t *testing.T) {
	fields := []string{"total"}
	r := readCompared(t, compare.Options{},
		made{name: "a", from: 0, to: 40, fields: fields, wrong: below(10)},
		made{name: "b", from: 10, to: 50, fields: fields, wrong: func(n, _ int, _ string) bool { return n >= 40 }, spec: "other"})
	s := r.Sets[0]
	assert.Equal(t, 30, s.Cases)
	for i, run := range s.Runs {
		assert.Equal(t, 40, run.Cases)
		assert.Equal(t, 10, run.Alone)
		assert.Equal(t, "1.000", comparedRow(t, r, "total").Values[i].Value.String())
	}
	assert.Equal(t, []string{
		"b: not the spec of a; differences may come from the rules",
		"the runs were not asked for the same cases: what is compared is the 30 cases that all have; a has 10 more, b has 10 more",
	}, s.Warnings)

	apart := readCompared(t, compare.Options{}, made{name: "a", to: 10, fields: fields}, made{name: "b", from: 10, to: 20, fields: fields})
	assert.Equal(t, "no case is in all runs", apart.Sets[0].Why)
	assert.True(t, apart.NotEvaluable())
	assert.Contains(t, comparedText(t, apart), "invoices: not compared: no case is in all runs\n")
}

// One trial against three that repeat it is no change.
func TestTrialsAreNotMoreDocuments(t *testing.T) {
	wrong := below(8)
	fields := []string{"total"}
	r := readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: wrong}, made{name: "b", to: 40, fields: fields, wrong: wrong, trials: 3})
	got := comparedRow(t, r, "total")
	assert.False(t, got.Best)
	assert.InDelta(t, got.Values[0].Value.Value, got.Values[1].Value.Value, 1e-12)
	assert.InDelta(t, got.Values[0].High.Value, got.Values[1].High.Value, 1e-12)
	pass := comparedRow(t, r, "pass rate")
	assert.Equal(t, "0.800", pass.Values[1].Value.String())
	assert.Equal(t, pass.Values[0].Interval(), pass.Values[1].Interval(), "it is of 40 documents")
	assert.Empty(t, r.Sets[0].Disagreements)
	assert.Contains(t, r.Sets[0].Warnings, "the runs have different numbers of trials: every number is the mean over the trials of its run")
}
