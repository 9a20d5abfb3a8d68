package artifact_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// A test that fails beside the data sets, or before its suite records anything, would
// else be named nowhere.
func TestARunThatFailsOutsideOfItsDataSetsVanishes(t *testing.T) {
	const outside = "go test failed for another reason than a data set (exit status 1): a test failed outside of data sets or before its first case, or a case could not be measured"
	gated := func(r *testRun, result *report.GateResult, passes bool) {
		ds := report.Dataset{Name: "a", Test: "TestA"}
		if result != nil {
			ds.Gate = &report.Gate{MacroF1: 0.9}
		}
		w, err := r.dir.Create(ds)
		require.NoError(t, err)
		c := skipped(1)
		c.Status, c.Verdict = report.OK, eval.Fail
		sum := report.Summary{Dataset: "a", Trials: []report.Trial{{Cases: report.CaseCount{OK: 1, Fail: 1}}}}
		if passes {
			c.Verdict, sum.Trials[0].Cases = eval.Pass, report.CaseCount{OK: 1, Pass: 1}
			sum.Put(report.Number{Name: "macro F1", Estimate: report.Estimate{Value: report.RatioOf(1, true)}})
		}
		require.NoError(t, w.Write(c))
		require.NoError(t, w.Write(sum))
		if result != nil {
			require.NoError(t, w.Write(*result))
		}
		require.NoError(t, w.End(false))
	}
	shard := func(r *testRun, passes bool) {
		w, err := r.dir.Create(report.Dataset{Name: "a", Test: "TestA", Shard: 1, Shards: 2})
		require.NoError(t, err)
		count := report.CaseCount{OK: 1, Fail: 1}
		if passes {
			count = report.CaseCount{OK: 1, Pass: 1}
		}
		require.NoError(t, w.Write(report.Case{ID: "1", Trial: 1, Status: report.OK}))
		require.NoError(t, w.Write(report.Summary{Dataset: "a", Trials: []report.Trial{{Cases: count}}}))
		require.NoError(t, w.End(false))
	}
	passed := &report.GateResult{Dataset: "a", Cases: 1, Passed: true}
	for _, tt := range []struct {
		name string
		do   func(r *testRun)
		exit int
		red  bool
	}{
		{"before the first case", func(*testRun) {}, 1, true},
		{"beside a gate that passed", func(r *testRun) { gated(r, passed, true) }, 1, true},
		{"beside cases that pass", func(r *testRun) { gated(r, nil, true) }, 1, true},
		{"beside a shard whose cases pass", func(r *testRun) { shard(r, true) }, 1, true},
		{"a case of a shard failed", func(r *testRun) { shard(r, false) }, 1, false},
		{"a gate failed", func(r *testRun) { gated(r, &report.GateResult{Dataset: "a", Cases: 1}, false) }, 1, false},
		{"a gate was not evaluable", func(r *testRun) { gated(r, &report.GateResult{Dataset: "a", NotEvaluable: "x"}, false) }, 1, false},
		{"a case failed", func(r *testRun) { gated(r, nil, false) }, 1, false},
		{"nothing failed", func(r *testRun) { gated(r, passed, true) }, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new")
			r := start(t, dir, 1, everything)
			tt.do(r)
			require.NoError(t, r.end(tt.exit))
			sources, _, err := artifact.List(dir)
			require.NoError(t, err)
			var j artifact.Joiner
			for _, s := range sources {
				require.NoError(t, j.Read(s, artifact.Visitor{}))
			}
			run := ""
			for _, set := range j.Sets() {
				if set.Dataset.Name == "(run)" {
					assert.Equal(t, "example.com/p", set.Run.Package)
					assert.Equal(t, verdict.NotEvaluable, set.Judge(report.Summary{}).Verdict)
					run = set.Why()
				}
			}
			if !tt.red {
				assert.Empty(t, run)
				return
			}
			assert.Equal(t, filepath.Join(dir, "example.com__p.run.json")+": "+outside, run)
		})
	}
}

func TestARunThatFailsIsForgivenByAWholeOneThatPasses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	require.NoError(t, start(t, dir, 1, everything).end(1))
	start(t, dir, 2, report.Selection{Run: "TestB"}).close()
	sources, _, err := artifact.List(dir)
	require.NoError(t, err)
	assert.Len(t, sources, 1, "a run of a part does not say what failed in the whole")
	start(t, dir, 3, everything).records("a").close()
	assert.Equal(t, map[string]string{"a": ""}, why(t, dir))
}
