package baseline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
)

// A baseline is written unless its hashes cannot be told apart, CI is set, the extractor always failed, or the caller refuses.
func TestUpdate(t *testing.T) {
	answered := report.Summary{Trials: []report.Trial{{Cases: report.CaseCount{OK: 200}}}}
	silent := report.Summary{Trials: []report.Trial{{Cases: report.CaseCount{Error: 200}}}}
	for _, tt := range []struct {
		ci, refuse string
		keyless    bool
		summary    report.Summary
		want       string
	}{
		{"", "", false, answered, ""},
		{"false", "", false, answered, ""},
		{"0", "", false, answered, ""},
		{"", "", true, answered, "the hashes of redacted values have a random key: set EVALTEST_REDACT_KEY, here and in CI"},
		{"1", "", false, answered, "CI=1 is set, and a baseline is made where somebody looks at it"},
		{"", "", false, silent, "the extractor failed in every case"},
		{"", "it is partial", false, silent, "it is partial"},
	} {
		t.Setenv("CI", tt.ci)
		path := run{documents: 200, fields: three}.write(t)
		r := run{documents: 200, fields: three, wrong: broken(1, 30)}.recorded(t)
		r.Keyless = tt.keyless
		b, written := r.Update(path, tt.refuse, tt.summary)
		require.Equal(t, path, b.File)
		if tt.want != "" {
			assert.Equal(t, path+" is not written: "+tt.want, b.NotEvaluable)
			assert.Empty(t, written)
			assert.False(t, r.Judge(path).Passed(), "the file is as it was")
			continue
		}
		assert.True(t, b.Passed() && b.Cases == 200, b)
		require.Len(t, written, 5)
		assert.Equal(t, []string{path + " is written: look at it, and commit it", "    total 1.000 → 0.850 (-0.150)"}, written[:2])
		assert.Contains(t, written[4], "no later run is worse than this", "the summary has no values")
	}
	t.Setenv("CI", "")
	another := baseline.New(artifact.NewRun("example.com/svc"), report.Dataset{Name: "receipts"})
	b, _ := another.Update(run{documents: 3, fields: three}.write(t), "", answered)
	assert.Contains(t, b.NotEvaluable, `is not written: it is the baseline of data set "invoices"`)
}

// With several trials of a data set, a value counts once.
func TestSensitivityOfTrials(t *testing.T) {
	t.Setenv("CI", "")
	for right, told := range map[int]string{4: "no later run", 6: "3 of the 3 right values", 140: "3 of the 70 right values", 200: ""} {
		row := metrics.Row{Counts: metrics.Counts{Match: right / 2}}
		trial := report.Trial{Cases: report.CaseCount{OK: 1}, Counts: []metrics.Row{row}}
		s := report.Summary{Attributes: []report.Attribute{{Attribute: "total"}}, Trials: []report.Trial{trial, trial}}
		_, written := run{documents: 3, fields: three}.recorded(t).Update(filepath.Join(t.TempDir(), "b.jsonl"), "", s)
		assert.Contains(t, strings.Join(written[1:], ""), told)
		assert.Len(t, written, 1+min(len(told), 1))
	}
}

// The file has each number that a summary defines, but for secondary ones.
func TestNumbersInTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.jsonl")
	number := func(name string, defined, secondary bool) report.Number {
		return report.Number{Name: name, Secondary: secondary, Support: 3, Unit: "values", Estimate: report.Estimate{Value: report.RatioOf(0.5, defined)}}
	}
	_, err := run{documents: 3, fields: three}.recorded(t).Write(path, report.Summary{Numbers: []report.Number{
		number("macro F1", true, false), number("undefined", false, false), number("precision of total", true, true),
	}})
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(text), `{"type":"number","name":"macro F1","value":0.500,"of":3,"unit":"values"}`+"\n")
	assert.Equal(t, 1, strings.Count(string(text), `"type":"number"`))
}

// What follows from a comparison: the next command, the cases that broke, and the falls within chance, the furthest first.
func TestWhatFollows(t *testing.T) {
	base := run{documents: 200, fields: three, wrong: func(document, k, _ int) bool { return k == 2 && document >= 190 }}
	path := base.write(t)
	same := base.recorded(t)
	same.Folder, same.Prefix, same.Renewal = "_evaltest", "cd svc && ", "make baseline"
	b := same.Judge(path)
	assert.Empty(t, b.Next, "nothing changed")
	assert.False(t, b.Start.IsZero())

	worse := base
	worse.wrong = func(document, k, _ int) bool { return k == 2 && document >= 190 || k < 2 && document >= 188 }
	fell := worse.recorded(t)
	fell.Folder, fell.Prefix = "_evaltest", "cd svc && "
	b = fell.Judge(path)
	assert.Equal(t, "cd svc && "+words.Command("evalreport", "diff", path, "_evaltest"), b.Next)
	assert.Equal(t, []string{"inv-188 (number, total)", "inv-189 (number, total)", "inv-190 (number, total)", "inv-191 (number, total)", "inv-192 (number, total)"}, b.Broken,
		"two pass no longer, and ten have more mistakes")
	assert.Equal(t, 7, b.MoreBroken)

	gone := run{documents: 199, fields: three, wrong: base.wrong}.recorded(t)
	gone.Renewal = "make baseline"
	assert.Equal(t, "make baseline makes it anew", gone.Judge(path).Next)

	// Number falls by three points and total by four: within noise, as as many rose.
	noisy := run{documents: 200, fields: three, wrong: func(document, k, _ int) bool { return k < 2 && document < 14 }}
	path = noisy.write(t)
	noisy.wrong = func(document, k, _ int) bool { return k < 2 && document >= 100 && document < 120+2*k }
	b = noisy.recorded(t).Judge(path)
	require.True(t, b.Passed(), b)
	var names []string
	for _, f := range b.Within {
		names = append(names, f.Name)
	}
	assert.Equal(t, []string{"total", "number"}, names[:2])
	assert.ElementsMatch(t, []string{"micro F1", "macro F1"}, names[2:])
}

// Nothing can be concluded from a baseline without cases, and from cases without fields.
func TestNothingToCompare(t *testing.T) {
	empty := run{fields: three}
	b := run{documents: 3, fields: three}.recorded(t).Judge(empty.write(t))
	assert.Equal(t, "no case could be compared", b.NotEvaluable)

	bare := run{documents: 3}
	b = bare.recorded(t).Judge(bare.write(t))
	assert.Equal(t, "nothing could be compared", b.NotEvaluable)
}

// A measure of mistakes is lowered if it rises, and the pass rate is a number of its own.
func TestLoweredMeasuresAndPassRate(t *testing.T) {
	write := func(rate float64, fails int) string {
		ds := report.Dataset{Name: "invoices", Attributes: []string{"total"}, Measures: []report.Measure{{Name: "cer", LessIsBetter: true}}}
		if rate < 0 {
			ds.Measures = nil
		}
		b := baseline.New(artifact.NewRun("example.com/svc"), ds)
		for i := range 20 {
			c := report.Case{ID: fmt.Sprint(i), Trial: 1, Status: report.OK, Verdict: eval.Pass, DataHash: fmt.Sprintf("%016x", i+1),
				Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Match: 1}}}, Measures: []report.Measured{{Name: "cer", Sum: rate, Weight: 1}}}
			if rate < 0 {
				c.Measures = nil
			}
			if i < fails {
				c.Verdict = eval.Fail
			}
			require.NoError(t, b.Add(&c))
		}
		path := filepath.Join(t.TempDir(), "b.jsonl")
		_, err := b.Write(path, report.Summary{})
		require.NoError(t, err)
		return path
	}
	for _, tt := range []struct {
		former, present string
		want            []string
	}{
		{write(0.1, 0), write(0.2, 0), []string{"cer 0.100 → 0.200 (+0.100)"}},
		{write(0.2, 0), write(0.1, 0), nil},
		{write(0.1, 0), write(-1, 0), []string{"cer is gone"}},
		{write(-1, 0), write(0.1, 0), nil},
		{write(0.1, 0), write(0.1, 1), []string{"pass rate 1.000 → 0.950 (-0.050)"}},
	} {
		lines, err := baseline.Lowered(tt.former, tt.present)
		require.NoError(t, err)
		assert.Equal(t, tt.want, lines)
	}
}
