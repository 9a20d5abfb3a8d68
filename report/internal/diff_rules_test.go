package internal_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// of200 returns 200 documents with totals of 1,000 and more, of which every nth says another total, by so much.
func of200(nth, by int) (all []string) {
	for i := range 200 {
		total := 1000 + i
		if nth > 0 && i%nth == 0 {
			total += by
		}
		all = append(all, fmt.Sprintf(`{"number": "n-%d", "total": %d, "net": %d}`, i, total, total-1))
	}
	return all
}

// judgedBy returns the nth run of a day under a spec with the options of total, and whatever follows the fields.
func judgedBy(n int, options, rest string, answers []string) reporttest.Evaluated {
	r := begun(n, of200(0, 0), answers)
	r.Spec = "fields: [{path: number}, {path: net, match: numeric, tolerance: 1e9}, {path: total, match: numeric" + options + "}]\n" + rest
	return r
}

// A spec that is changed together with the extractor neither hides what got worse nor makes anything worse.
func TestRulesThatChanged(t *testing.T) {
	effort.OneGoroutine(t)
	right, few, ten := of200(0, 0), of200(100, 500), of200(10, 500)
	const tolerant = ", tolerance: 1e9"
	for _, tt := range []struct {
		reason    string
		old, new  reporttest.Evaluated
		headline  []string
		regressed bool
	}{
		{"the tolerance hides 18 more mistakes", judgedBy(1, "", "", few), judgedBy(2, tolerant, "", ten), []string{
			"passes by the changed rules alone: under the old rules total 0.990 → 0.900 (-0.090) at p <0.001, pass rate 0.990 → 0.900 (-0.090) at p <0.001, " +
				"micro F1 0.997 → 0.967 (-0.030) at p <0.001, macro F1 0.997 → 0.967 (-0.030) at p <0.001; total: tolerance unset → 1e+09"}, true},
		{"the same rules see them", judgedBy(1, "", "", few), judgedBy(2, "", "", ten), []string{
			"regressed: micro F1 0.997 → 0.967 (-0.030), macro F1 0.997 → 0.967 (-0.030), total 0.990 → 0.900 (-0.090), pass rate 0.990 → 0.900 (-0.090)"}, true},
		{"the tolerance hides mistakes that both runs have", judgedBy(1, "", "", ten), judgedBy(2, tolerant, "", ten), []string{diff.NoChange}, false},
		{"a stricter spec, by which both runs are as good", judgedBy(1, tolerant, "", ten), judgedBy(2, "", "", ten), []string{diff.NoChange}, false},
		{"a stricter spec finds what the old one let pass", judgedBy(1, tolerant, "", few), judgedBy(2, "", "", ten), []string{
			"regressed: micro F1 0.997 → 0.967 (-0.030), macro F1 0.997 → 0.967 (-0.030), total 0.990 → 0.900 (-0.090), pass rate 0.990 → 0.900 (-0.090)",
			"regressed beyond chance by the changed rules alone: under the old rules total 1.000 → 1.000, pass rate 1.000 → 1.000, micro F1 1.000 → 1.000, macro F1 1.000 → 1.000; total: tolerance 1e+09 → unset"}, true},
		{"a threshold hides cases that pass no longer", judgedBy(1, "", "", few), judgedBy(2, "", "threshold: 0.5", ten), []string{
			"regressed: micro F1 0.997 → 0.967 (-0.030), macro F1 0.997 → 0.967 (-0.030), total 0.990 → 0.900 (-0.090)",
			"hidden by the changed rules: under the old rules pass rate 0.990 → 0.900 (-0.090) at p <0.001; threshold unset → 0.5"}, true},
		{"a looser invariant hides sums that are wrong",
			judgedBy(1, tolerant, "invariants: [{name: sums, rule: total < 1400}]", few), judgedBy(2, tolerant, "invariants: [{name: sums, rule: total < 9400}]", ten), []string{
				"passes by the changed rules alone: under the old rules rule sums 0.990 → 0.900 (-0.090) at p <0.001, pass rate 0.990 → 0.900 (-0.090) at p <0.001; rule sums: rule total < 1400 → total < 9400"}, true},
		{"what changes no comparison is no rule", judgedBy(1, "", "", right), judgedBy(2, "", "cluster: vendor", right), []string{diff.NoChange}, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			old, new := tt.old.Source(t), tt.new.Source(t)
			r := compareRuns(t, old, new, diff.Options{})
			assert.Equal(t, tt.headline, r.Headline())
			assert.Equal(t, tt.regressed, r.Regressed())
			allowed := compareRuns(t, old, new, diff.Options{AllowChangedRules: true})
			assert.Equal(t, tt.headline, allowed.Headline(), "it is still said")
			assert.Equal(t, r.Worse(), allowed.Regressed(), "only what got worse under the new rules counts")
		})
	}
}

// Where answers are not kept, or are redacted, each run keeps its own rules, and a footnote says so.
func TestRulesThatCannotBeApplied(t *testing.T) {
	unkept := report.CaseOptions{MaxAnswerBytes: -1}
	const hides = "the old rules could not be applied to the later run, so a fall that the changed rules hide is not seen: "
	const not = "the spec has changed: differences may come from the rules (total: tolerance unset → 1e+09), since the new rules could not be applied to the earlier run: "
	const answers = "their answers or truths were not kept"
	for _, tt := range []struct {
		reason   string
		old, new report.CaseOptions
		notes    []string
		hidden   int
	}{
		{"neither run", unkept, unkept, []string{not + answers, hides + answers}, 0},
		{"the new run", report.CaseOptions{}, unkept, []string{not + answers, hides + answers}, 0}, // it lacks the truths
		{"the old run", unkept, report.CaseOptions{}, []string{not + answers}, 4},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			old, new := judgedBy(1, "", "", of200(100, 500)), judgedBy(2, ", tolerance: 1e9", "", of200(10, 500))
			old.Options, new.Options = tt.old, tt.new
			r := compare2(t, old, new)
			var notes []string
			for _, w := range r.Sets[0].Warnings {
				if w.Kind == diff.SpecChanged {
					notes = append(notes, w.Message)
				}
			}
			assert.Equal(t, tt.notes, notes)
			assert.Contains(t, r.Headline(), "each run is judged by its own rules; total: tolerance unset → 1e+09")
			assert.Len(t, r.Sets[0].Rules.Hidden, tt.hidden)
			assert.Equal(t, tt.hidden > 0, r.Regressed())
		})
	}
}

// A few answers that were not kept are left out, and counted.
func TestRulesThatCannotBeAppliedToSome(t *testing.T) {
	new := judgedBy(2, ", tolerance: 1e9", "", of200(10, 500))
	new.Edit = func(c *report.Case) {
		if c.ID == "doc-10" || c.ID == "doc-11" {
			c.Answer = nil
		}
	}
	r := compare2(t, judgedBy(1, "", "", of200(100, 500)), new)
	s := r.Sets[0]
	assert.Equal(t, 200, s.Cases, "under the new rules all are compared")
	assert.Contains(t, s.Warnings, diff.Warning{Kind: diff.SpecChanged,
		Message: "the new run cannot be judged by the rules of the old run in 2 cases (doc-10, doc-11): left out, as their answers or truths were not kept"})
	require.NotEmpty(t, s.Rules.Hidden)
	assert.Equal(t, "total 0.990 → 0.904 (-0.086) at p <0.001", s.Rules.Hidden[0], "by hand: 196 of 198, 179 of 198")
}

// A tenth of the answers may be missing: with one more, each run keeps its own rules.
func TestRulesThatCannotBeAppliedToATenth(t *testing.T) {
	effort.OneGoroutine(t)
	for lost, apart := range map[int]bool{20: false, 21: true} {
		old := judgedBy(1, "", "", of200(100, 500))
		n := 0
		old.Edit = func(c *report.Case) {
			if n++; n <= lost {
				c.Answer = nil
			}
		}
		s := compare2(t, old, judgedBy(2, ", tolerance: 1e9", "", of200(10, 500))).Sets[0]
		assert.Equal(t, apart, s.Rules.Apart != "")
		assert.Equal(t, apart, s.PassRate.Reason == "not compared: cases pass by other rules" && s.PassRate.Cases == 200 && len(s.PassRate.Tests) == 0)
		if apart {
			assert.Equal(t, "their answers or truths were not kept", s.Rules.Apart)
			assert.Equal(t, 200, s.Cases)
		} else {
			assert.Equal(t, 180, s.Cases)
		}
	}
}

// A field that is no longer judged has disappeared, and a field that is judged now has appeared, as ever: the answers of
// the other run were not made for it.
func TestFieldsOfOneSpec(t *testing.T) {
	wide, narrow := judgedBy(1, "", "", of200(100, 500)), judgedBy(2, "", "", of200(10, 500))
	narrow.Spec = "fields: [{path: number}, {path: net, match: numeric}]"
	r := compare2(t, wide, narrow)
	assert.Equal(t, []string{"total: left out"}, r.Sets[0].Rules.Changed[1:])
	assert.Equal(t, diff.Disappeared, field(t, r, "total").Verdict)
	assert.True(t, r.Regressed())

	wide.Start, narrow.Start = narrow.Start, wide.Start
	r = compare2(t, narrow, wide)
	assert.Equal(t, diff.Appeared, field(t, r, "total").Verdict)
}

// A run and the same run under another spec differ in the rules alone: nothing else is to be shown.
func TestRescoredRunKeepsItsRules(t *testing.T) {
	run := judgedBy(1, "", "", of200(10, 500))
	other := judgedBy(1, ", tolerance: 1e9", "", of200(10, 500))
	rescored := rewritten(t, other.Source(t), `"type":"run",`, `"type":"run","rescored":"0123456789abcdef",`)
	r := compareRuns(t, run.Source(t), rescored, diff.Options{})
	assert.Nil(t, r.Sets[0].Rules)
	assert.Equal(t, "0.900 1.000", fmt.Sprint(field(t, r, "total").Old(), " ", field(t, r, "total").New()))
}

// Labels and rules that change together: both runs are judged by one truth and one spec, and the effect of the labels is
// that under the rules of the run itself.
func TestLabelsAndRulesThatChanged(t *testing.T) {
	old := judgedBy(1, "", "", of200(100, 500))
	old.Truths = of200(50, 7) // four totals were mislabelled
	r := compare2(t, old, judgedBy(2, ", tolerance: 1e9", "", of200(10, 500)))
	assert.Contains(t, r.Headline()[0], "passes by the changed rules alone: under the old rules total 0.990 → 0.900 (-0.090)")
	assert.Equal(t, 4, r.Sets[0].Relabelled.Cases)
	assert.Equal(t, report.RatioOf(1, true), field(t, r, "total").Old())
}

// Errors of the extractor, trials, and cases without a truth: each trial is judged by both specs.
func TestEveryTrialIsJudgedByOneSpec(t *testing.T) {
	truths, failing := of200(0, 0), of200(0, 0)
	truths[199], failing[0] = "", ""
	old, new := judgedBy(1, ", tolerance: 1e9", "", of200(0, 0)), judgedBy(2, "", "", of200(10, 500))
	for _, run := range []*reporttest.Evaluated{&old, &new} {
		run.Truths, run.Answers = truths, append(run.Answers, failing)
	}
	r := compare2(t, old, new)
	// By hand: of the first trial 20 of 199 totals are wrong; in the second one is missing in both runs, 2·198 of 397.
	assert.InDelta(t, (179.0/199+396.0/397)/2, field(t, r, "total").New().Value, 1e-12)
	assert.InDelta(t, (1+396.0/397)/2, field(t, r, "total").Old().Value, 1e-12)
	assert.Len(t, r.Headline(), 2, "the old rules see none of it")
	assert.Contains(t, r.Headline()[1], "regressed beyond chance by the changed rules alone: under the old rules total 0.999 → 0.999")
}

// Where answers were not kept, a new field that is wrong makes no case fail that passed: cases pass by other rules.
func TestPassRateOfOwnRules(t *testing.T) {
	run := func(name, spec string) artifact.Source {
		r := reporttest.Evaluated{Name: name, Spec: spec, Answers: make([][]string, 1), Options: report.CaseOptions{MaxAnswerBytes: -1}}
		for i := range 40 {
			r.Truths = append(r.Truths, fmt.Sprintf(`{"total": %d, "vat": 1}`, i))
			r.Answers[0] = append(r.Answers[0], fmt.Sprintf(`{"total": %d, "vat": 2}`, i))
		}
		return r.Source(t)
	}
	r, err := diff.Compare([]artifact.Source{run("old", "fields: [{path: total}]")}, []artifact.Source{run("new", "fields: [{path: total}, {path: vat}]")}, diff.Options{})
	require.NoError(t, err)
	assert.False(t, r.Regressed())
	assert.Equal(t, "not compared: cases pass by other rules", r.Sets[0].PassRate.Reason)
	assert.Equal(t, 40.0, r.Sets[0].PassRate.Right.Old.Count)
}
