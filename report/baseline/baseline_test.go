package baseline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/testdata/effort"
)

// run is a run over documents with the fields, each with one value.
type run struct {
	documents int
	fields    []string
	trials    int
	// wrong says which values are wrong.
	wrong func(document, field, trial int) bool
	// edit changes a case, if it is not nil.
	edit func(document int, c *report.Case)
	spec string
	gate report.Gate
}

func (r run) recorded(t testing.TB) *baseline.Run {
	t.Helper()
	ds := report.Dataset{Name: "invoices", Test: "TestInvoices", Trials: max(r.trials, 1), Attributes: r.fields, Spec: []byte(r.spec), Gate: &r.gate}
	if r.spec == "" {
		var fields []string
		for _, name := range r.fields {
			fields = append(fields, fmt.Sprintf(`{"path":%q}`, name))
		}
		ds.Spec = []byte(`{"fields":[` + strings.Join(fields, ",") + `]}`)
	}
	b := baseline.New(artifact.NewRun("example.com/svc"), ds)
	for trial := range max(r.trials, 1) {
		for i := range r.documents {
			c := report.Case{
				ID: fmt.Sprintf("inv-%03d", i), Trial: trial + 1, Status: report.OK, Verdict: eval.Pass,
				DataHash: fmt.Sprintf("%016x", i+1), InputHash: fmt.Sprintf("%016x", i+1<<20), DocumentHash: fmt.Sprintf("%016x", int64(i)+1<<40),
			}
			for k, name := range r.fields {
				row := metrics.Row{Attribute: name, Counts: metrics.Counts{Match: 1}}
				if r.wrong != nil && r.wrong(i, k, trial) {
					row.Counts = metrics.Counts{Wrong: 1}
					c.Verdict = eval.Fail
				}
				c.Counts = append(c.Counts, row)
			}
			if r.edit != nil {
				r.edit(i, &c)
			}
			if c.ID != "" {
				require.NoError(t, b.Add(&c))
			}
		}
	}
	return b
}

// write writes the run as a baseline.
func (r run) write(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "invoices.baseline.jsonl")
	_, err := r.recorded(t).Write(path, report.Summary{})
	require.NoError(t, err)
	return path
}

var three = []string{"number", "total", "date"}

// broken breaks the first values of a field.
func broken(field, count int) func(int, int, int) bool {
	return func(document, k, _ int) bool { return k == field && document < count }
}

func TestUnchanged(t *testing.T) {
	old := run{documents: 200, fields: three, wrong: broken(1, 3)}
	b := old.recorded(t).Judge(old.write(t))
	assert.True(t, b.Passed())
	assert.Empty(t, b.Better)
	assert.Equal(t, 200, b.Cases)
	assert.Equal(t, 0.9995, b.Level, "0.05 over a hundred merges")
}

// Without noise the limit alone decides: of 200 values four may fall, and a fifth may not.
func TestMaxFallWithoutNoise(t *testing.T) {
	path := run{documents: 200, fields: three}.write(t)
	for _, tt := range []struct {
		broken int
		gate   report.Gate
		passes bool
	}{
		{4, report.Gate{}, true}, {5, report.Gate{}, false},
		{2, report.Gate{MaxFall: 0.01}, true}, {3, report.Gate{MaxFall: 0.01}, false},
		{5, report.Gate{MaxFall: -1}, true}, // 2^-4 is chance, and there is no limit
		{30, report.Gate{MaxFall: -1}, false},
	} {
		b := run{documents: 200, fields: three, wrong: broken(1, tt.broken), gate: tt.gate}.recorded(t).Judge(path)
		assert.Equal(t, tt.passes, b.Passed(), "%d broken, %+v: %s", tt.broken, tt.gate, b)
		if !tt.passes {
			assert.Equal(t, "total", b.Worse[0].Name)
			assert.Equal(t, tt.broken, b.Worse[0].Broken)
		}
	}
}

// Four of 99 values may come and go by chance. From 100 values, what got better says how many do.
func TestFewValues(t *testing.T) {
	path := run{documents: 99, fields: three}.write(t)
	assert.True(t, run{documents: 99, fields: three, wrong: broken(1, 4)}.recorded(t).Judge(path).Passed())
	path = run{documents: 100, fields: three}.write(t)
	assert.False(t, run{documents: 100, fields: three, wrong: broken(1, 4)}.recorded(t).Judge(path).Passed())
}

// However few the values are, their averages have a limit: three that are no longer right are no noise, one or two may be.
func TestVeryFewValues(t *testing.T) {
	effort.OneGoroutine(t)
	for _, documents := range []int{3, 5, 11, 30} {
		for _, fields := range [][]string{three[:1], three} {
			path := run{documents: documents, fields: fields}.write(t)
			for _, lost := range slices.Compact([]int{0, 1, 2, 3, documents}) {
				b := run{documents: documents, fields: fields, wrong: broken(0, lost)}.recorded(t).Judge(path)
				assert.Equal(t, lost < 3, b.Passed(), "%d of %d documents, %v: %s", lost, documents, fields, b)
			}
		}
	}
	// Where the averages alone fell, the field that fell furthest is named.
	path := run{documents: 5, fields: three}.write(t)
	spread := run{documents: 5, fields: three, wrong: func(document, _, _ int) bool { return document == 0 }}.recorded(t).Judge(path)
	assert.Contains(t, spread.Lines(), "the furthest fall of a field: number 1.000 → 0.800 (-0.200): 1 broken, 0 fixed")
	// Two that are right for two that are not are no fall.
	path = run{documents: 5, fields: three, wrong: broken(0, 3)}.write(t)
	assert.True(t, run{documents: 5, fields: three, wrong: broken(1, 3)}.recorded(t).Judge(path).Passed())
	assert.True(t, run{documents: 5, fields: three, wrong: broken(1, 5)}.recorded(t).Judge(path).Passed())
}

// Whoever writes a baseline of few values reads what it can show.
func TestSensitivityIsTold(t *testing.T) {
	t.Setenv("CI", "")
	for right, told := range map[int]string{
		2:   "no later run is worse than this, as one or two values are noise: add documents, or limits such as Gate{MacroF1: 0.90}",
		3:   "few values: a later run is worse once 3 of the 3 right values are no longer right",
		70:  "few values: a later run is worse once 3 of the 70 right values are no longer right",
		100: "",
	} {
		s := report.Summary{
			Attributes: []report.Attribute{{Attribute: "total"}, {Attribute: "lines[]", Items: true}},
			Trials:     []report.Trial{{Cases: report.CaseCount{OK: 1}, Counts: []metrics.Row{{Counts: metrics.Counts{Match: right, Wrong: 5}}, {Counts: metrics.Counts{Match: 500}}}}},
		}
		path := filepath.Join(t.TempDir(), "b.jsonl")
		_, written := run{documents: 3, fields: three}.recorded(t).Update(path, "", s)
		assert.Equal(t, strings.TrimSpace(told), strings.TrimSpace(strings.Join(written[1:], "")))
		_, written = run{documents: 3, fields: three, gate: report.Gate{MaxFall: -1}}.recorded(t).Update(path, "", s)
		assert.Len(t, written, 1)
	}
}

// Eight merges, each of which breaks one document in a hundred more: the third is red, and so are all after it.
func TestSlide(t *testing.T) {
	effort.OneGoroutine(t)
	path := run{documents: 200, fields: three}.write(t)
	for merge := 1; merge <= 8; merge++ {
		b := run{documents: 200, fields: three, wrong: broken(1, 2*merge)}.recorded(t).Judge(path)
		assert.Equal(t, merge < 3, b.Passed(), "merge %d: %s", merge, b)
	}
}

// A run that passes says which fields and averages fell by more than the limit, as chance may explain it.
func TestFallsWithinChance(t *testing.T) {
	path := run{documents: 40, fields: three, wrong: func(document, k, _ int) bool {
		return k == 1 && document >= 25 || k == 2 && document >= 37
	}}.write(t)
	now := run{documents: 40, fields: three, wrong: broken(2, 12)}
	for _, maxFall := range []float64{0, -1} {
		now.gate.MaxFall = maxFall
		b := now.recorded(t).Judge(path)
		require.True(t, b.Passed(), b)
		lines := b.Lines()
		assert.True(t, strings.HasSuffix(lines[0], " over 40 cases beyond chance"), lines[0])
		assert.Equal(t, "fell within chance: date 0.925 → 0.700 (12 broken, 3 fixed)", lines[1])
	}
	now.gate.MaxFall = 0.5
	assert.NotContains(t, now.recorded(t).Judge(path).String(), "chance")
}

// A field of 40 values has a limit: with one value in 200 changed by chance more than four of them are Poisson distributed with
// 2.3e-6, more than three with 5.7e-5, and the level of fourteen numbers is 1.8e-5. So it is for values that no truth has.
func TestFieldsOfFewValues(t *testing.T) {
	path := run{documents: 40, fields: twelve}.write(t)
	for lost, passes := range map[int]bool{4: true, 5: false} {
		b := run{documents: 40, fields: twelve, wrong: broken(3, lost)}.recorded(t).Judge(path)
		assert.Equal(t, passes, b.Passed(), "%d: %s", lost, b)
	}
	seldom := func(hallucinated int) run {
		return run{documents: 40, fields: twelve, edit: func(document int, c *report.Case) {
			switch {
			case document < hallucinated:
				c.Counts[3].Counts = metrics.Counts{Hallucinated: 1}
			case document < 30:
				c.Counts[3].Counts = metrics.Counts{CorrectAbsence: 1}
			}
		}}
	}
	path = seldom(0).write(t)
	for hallucinated, passes := range map[int]bool{4: true, 5: false} {
		b := seldom(hallucinated).recorded(t).Judge(path)
		assert.Equal(t, passes, b.Passed(), "%d: %s", hallucinated, b)
	}
}

// What comes and goes by chance is noise: where as much got better as got worse, five broken values are no fall.
func TestNoiseOfOneTrial(t *testing.T) {
	flicker := func(by int) func(int, int, int) bool {
		return func(document, k, _ int) bool { return document >= 10 && document%20 == k+by }
	}
	path := run{documents: 200, fields: three, wrong: flicker(0)}.write(t)
	worse := func(document, k, trial int) bool {
		return flicker(3)(document, k, trial) || k == 1 && document < 5
	}
	b := run{documents: 200, fields: three, wrong: worse}.recorded(t).Judge(path)
	assert.True(t, b.Passed(), b)
	b = run{documents: 200, fields: three, wrong: broken(1, 45)}.recorded(t).Judge(path)
	assert.False(t, b.Passed(), b)
}

// With several trials the noise is what differs between them, and nothing else.
func TestNoiseOfTrials(t *testing.T) {
	steady := run{documents: 200, fields: three, trials: 5}
	noisy := run{documents: 200, fields: three, trials: 5, wrong: func(document, k, trial int) bool { return k == 1 && (document+40*trial)%200 < 4 }}
	now := run{documents: 200, fields: three, wrong: broken(1, 9)}
	assert.False(t, now.recorded(t).Judge(steady.write(t)).Passed())
	assert.True(t, now.recorded(t).Judge(noisy.write(t)).Passed(), "2 % of the values flip")
	now.wrong = broken(1, 40)
	assert.False(t, now.recorded(t).Judge(noisy.write(t)).Passed())
}

func TestBetter(t *testing.T) {
	path := run{documents: 200, fields: three, wrong: broken(1, 30)}.write(t)
	b := run{documents: 200, fields: three}.recorded(t).Judge(path)
	assert.True(t, b.Passed())
	assert.Contains(t, b.String(), "better: total 0.850 → 1.000 (+0.150)")
	assert.Contains(t, b.String(), "next: EVALTEST_UPDATE=baseline go test -v -run '^TestInvoices$' example.com/svc raises it")
}

func TestCasesThatChanged(t *testing.T) {
	base := run{documents: 200, fields: three}
	path := base.write(t)
	edited := func(edit func(i int, c *report.Case)) *report.Baseline {
		r := base
		r.edit = edit
		return r.recorded(t).Judge(path)
	}
	b := edited(func(i int, c *report.Case) {
		if i < 2 {
			c.InputHash = "ffff"
		}
	})
	assert.True(t, b.Passed(), b)
	assert.Equal(t, 198, b.Cases)
	assert.Equal(t, []string{"left out, as the document has changed: 2 cases (inv-000, inv-001)"}, b.Notes)

	b = edited(func(i int, c *report.Case) {
		if i == 7 {
			c.DataHash = "ffff"
		}
	})
	assert.True(t, b.Passed(), b)
	assert.Equal(t, 199, b.Cases)
	assert.Contains(t, b.String(), "the baseline cannot be judged by the truths of this run in 1 case (inv-007), where they have changed: left out")

	b = edited(func(i int, c *report.Case) {
		if i < 21 {
			c.InputHash = "ffff"
		}
	})
	assert.Equal(t, "truth or document has changed in 21 of 200 cases", b.NotEvaluable)
	b = edited(func(i int, c *report.Case) {
		if i < 20 {
			c.InputHash = "ffff"
		}
	})
	assert.True(t, b.Passed(), "a tenth of the cases may have changed: %s", b)
	b = edited(func(_ int, c *report.Case) { c.InputHash = "" })
	assert.True(t, b.Passed(), b)
	assert.Equal(t, 200, b.Cases, "a document that one run does not know has not changed")

	b = edited(func(i int, c *report.Case) {
		if c.Unlabelled = i < 11; i >= 11 && i < 21 {
			c.InputHash = "ffff"
		}
	})
	assert.Equal(t, "truth or document has changed in 21 of 200 cases", b.NotEvaluable, "11 truths are gone")

	b = edited(func(i int, c *report.Case) {
		if i == 3 {
			c.ID = "inv-003b"
		}
	})
	assert.Equal(t, "1 case of the baseline is missing (inv-003), and 1 new (inv-003b)", b.NotEvaluable)
	assert.Contains(t, b.String(), "EVALTEST_UPDATE=baseline go test")

	b = edited(func(_ int, c *report.Case) { c.ID = "x-" + c.ID })
	assert.Equal(t, "no case is in both: the baseline has 200 cases (inv-000, inv-001, inv-002, inv-003, inv-004 and 195 more), "+
		"this run has 200 cases (x-inv-000, x-inv-001, x-inv-002, x-inv-003, x-inv-004 and 195 more): is it the baseline of other documents?", b.NotEvaluable)
	assert.Empty(t, b.Notes)

	for missing, reason := range map[int]string{
		6:   "6 cases of the baseline are missing (inv-000, inv-001, inv-002, inv-003, inv-004 and 1 more)",
		200: "200 cases of the baseline are missing (inv-000, inv-001, inv-002, inv-003, inv-004 and 195 more)",
	} {
		b = edited(func(i int, c *report.Case) {
			if i < missing {
				c.ID = ""
			}
		})
		assert.Equal(t, reason, b.NotEvaluable)
	}

	b = edited(func(i int, c *report.Case) {
		if i < 30 {
			c.DataHash = "ffff"
		}
	})
	assert.Equal(t, "labels changed in 30 cases of 200 that cannot be judged by one truth: their answers or truths were not kept", b.NotEvaluable)

	b = edited(func(i int, c *report.Case) {
		if c.ID += strings.Repeat("b", i/199); i < 30 {
			c.DataHash = "ffff"
		}
	})
	assert.Equal(t, "labels changed in 30 cases of 199 that cannot be judged by one truth: their answers or truths were not kept; "+
		"1 case of the baseline is missing (inv-199), and 1 new (inv-199b)", b.NotEvaluable)
	assert.Equal(t, []string{"the baseline cannot be judged by the truths of this run in 30 cases (inv-000, inv-001, inv-002, inv-003, inv-004, …), where they have changed: left out"}, b.Notes)

	bigger := base
	bigger.documents = 203
	b = bigger.recorded(t).Judge(path)
	assert.True(t, b.Passed())
	assert.Equal(t, []string{"new, and not compared: 3 cases (inv-200, inv-201, inv-202)"}, b.Notes)
}

func TestChangedRule(t *testing.T) {
	path := run{documents: 200, fields: three}.write(t)
	now := run{documents: 200, fields: three, wrong: broken(1, 60), spec: `{"fields":[{"path":"number"},{"path":"total","match":"numeric"},{"path":"date"}]}`}
	b := now.recorded(t).Judge(path)
	assert.True(t, b.Passed(), b)
	assert.Contains(t, b.String(), "left out, as the rule has changed: total, pass rate (total: match unset → numeric)")
	now.wrong = broken(0, 60)
	assert.False(t, now.recorded(t).Judge(path).Passed(), "number is still compared")

	now.spec = `{"fields":[{"path":"number","match":"numeric"},{"path":"total","match":"numeric"},{"path":"date"}]}`
	assert.Equal(t, "the rules of 2 of 3 fields have changed", now.recorded(t).Judge(path).NotEvaluable)

	half := run{documents: 200, fields: three[:2], wrong: broken(0, 60), spec: `{"fields":[{"path":"number"},{"path":"total","match":"numeric"}]}`}
	b = half.recorded(t).Judge(run{documents: 200, fields: three[:2]}.write(t))
	assert.Empty(t, b.NotEvaluable, "as many numbers are compared as are not")
	assert.False(t, b.Passed())

	changes, err := now.recorded(t).Write(run{documents: 200, fields: three}.write(t), report.Summary{})
	require.NoError(t, err)
	assert.Contains(t, changes, "not compared, as the rule has changed: number, total")

	now = run{documents: 200, fields: three[:2]}
	b = now.recorded(t).Judge(path)
	assert.False(t, b.Passed(), "date is no longer judged")
	assert.Contains(t, b.Lines(), "date is gone: this run has no value of it")
	assert.Contains(t, b.Next, " leaves it out, if that is meant")
	changes, err = now.recorded(t).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.Equal(t, []string{"date is gone"}, changes)
	changes, err = run{documents: 200, fields: three}.recorded(t).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.Contains(t, changes, "date is new")
}

func TestFilesThatAreNoBaseline(t *testing.T) {
	base := run{documents: 30, fields: three}
	good, err := os.ReadFile(base.write(t))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(good), "\n")
	judge := func(text string) *report.Baseline {
		path := filepath.Join(t.TempDir(), "b.jsonl")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		b := base.recorded(t).Judge(path)
		_, err := base.recorded(t).Write(path, report.Summary{})
		if strings.Contains(b.NotEvaluable, "it is no baseline") {
			assert.ErrorContains(t, err, "is not written: it is no baseline", "what is not ours is not overwritten")
		} else {
			assert.NoError(t, err)
		}
		return b
	}
	assert.True(t, judge(string(good)).Passed())
	assert.True(t, judge(strings.ReplaceAll(string(good), "\n", "\r\n")).Passed(), "git may change the ends of lines")
	for name, tt := range map[string][2]string{
		"edited":     {strings.Replace(string(good), `"total":1`, `"total":"wrong"`, 1), "it was edited or cut off"},
		"truncated":  {strings.Join(lines[:len(lines)-4], ""), "it was edited or cut off"},
		"half":       {string(good[:len(good)/2]), "it was edited or cut off"},
		"duplicated": {string(good) + string(good), "it was edited or cut off"},
		"line twice": {strings.Join(append(lines[:len(lines)-2:len(lines)-2], lines[len(lines)-3], lines[len(lines)-2]), ""), "it was edited or cut off"},
		"conflict":   {lines[0] + "<<<<<<< HEAD\n" + lines[1] + "=======\n" + lines[1] + ">>>>>>> main\n" + strings.Join(lines[2:], ""), "it has the marks of a merge conflict"},
		"conflict 1": {"<<<<<<< HEAD\n" + string(good), "it has the marks of a merge conflict"},
		"foreign":    {`{"id":"inv-001","want":{}}` + "\n", "it is no baseline"},
		"empty":      {"", "it is no baseline"},
		"no JSON":    {"\x00\x01", "it is no baseline"},
		"head alone": {lines[0], "it was edited or cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			b := judge(tt[0])
			assert.False(t, b.Passed())
			assert.Contains(t, b.NotEvaluable, tt[1])
		})
	}
	t.Run("none", func(t *testing.T) {
		b := base.recorded(t).Judge("testdata/none.jsonl")
		assert.Equal(t, "no baseline yet: EVALTEST_UPDATE=baseline go test -v -run '^TestInvoices$' example.com/svc writes testdata/none.jsonl; look at it, and commit it", b.NotEvaluable)
	})
	t.Run("folder", func(t *testing.T) {
		dir := t.TempDir()
		assert.NotEmpty(t, base.recorded(t).Judge(dir).NotEvaluable)
		_, err := base.recorded(t).Write(dir, report.Summary{})
		assert.EqualError(t, err, dir+" is not written: is a directory")
	})
	t.Run("device", func(t *testing.T) {
		const reason = "it is a pipe or a device, and a baseline is read several times: copy it to a file"
		assert.Equal(t, os.DevNull+": "+reason, base.recorded(t).Judge(os.DevNull).NotEvaluable)
		_, err := base.recorded(t).Write(os.DevNull, report.Summary{})
		assert.EqualError(t, err, os.DevNull+" is not written: "+reason)
	})
}

func TestBaselineOfAnotherDataset(t *testing.T) {
	path := run{documents: 30, fields: three}.write(t)
	other := baseline.New(artifact.NewRun("example.com/svc"), report.Dataset{Name: "receipts", Test: "TestReceipts"})
	require.NoError(t, other.Add(&report.Case{ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass, Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Match: 1}}}}))
	const reason = `it is the baseline of data set "invoices", and this is "receipts": each data set has a file of its own`
	assert.Equal(t, path+": "+reason, other.Judge(path).NotEvaluable)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, end := range []string{"", "<<<<<<< HEAD\n", "{}\n"} {
		require.NoError(t, os.WriteFile(path, append(text, end...), 0o644))
		_, err := other.Write(path, report.Summary{})
		assert.ErrorContains(t, err, reason, end)
	}
}

func TestWriteSaysWhatFalls(t *testing.T) {
	path := run{documents: 200, fields: three, wrong: broken(0, 20)}.write(t)
	changes, err := run{documents: 200, fields: three, wrong: broken(1, 3)}.recorded(t).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.Equal(t, []string{"number 0.900 → 1.000 (+0.100)", "total 1.000 → 0.985 (-0.015)", "micro F1 0.967 → 0.995 (+0.028)", "macro F1 0.967 → 0.995 (+0.028)"}, changes)
	again, err := run{documents: 200, fields: three, wrong: broken(1, 3)}.recorded(t).Write(path, report.Summary{})
	require.NoError(t, err)
	assert.Empty(t, again)
}

func TestPath(t *testing.T) {
	labels := map[string]string{"model": "a/../b", "up": "..", "time": "a:b*", "plain": "gpt-5.1_mini"}
	for pattern, want := range map[string]string{
		"testdata/x.jsonl":       "testdata/x.jsonl",
		"testdata/{plain}.jsonl": "testdata/gpt-5.1_mini.jsonl",
		"testdata/{model}.jsonl": "testdata/a%2F..%2Fb.jsonl",
		"testdata/{up}/x":        "testdata/%2E%2E/x",
		"{time}.jsonl":           "a%3Ab%2A.jsonl",
	} {
		path, err := baseline.Path(pattern, labels)
		require.NoError(t, err)
		assert.Equal(t, want, path)
	}
	for pattern, want := range map[string]string{
		"{prompt}.jsonl": `NoWorseThan is "{prompt}.jsonl", and the run has no label "prompt"`,
		"{model.jsonl":   `NoWorseThan is "{model.jsonl": a { has no }`,
	} {
		_, err := baseline.Path(pattern, labels)
		assert.EqualError(t, err, want)
	}
}

// What is there stays there: a link, and a file that cannot be replaced.
func TestWritePlaces(t *testing.T) {
	first, second := run{documents: 30, fields: three}, run{documents: 31, fields: three}
	target := first.write(t)
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	assert.True(t, first.recorded(t).Judge(link).Passed())
	_, err := second.recorded(t).Write(link, report.Summary{})
	require.NoError(t, err)
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	assert.Equal(t, 31, second.recorded(t).Judge(target).Cases)

	if os.Geteuid() == 0 {
		t.Skip("root may write anywhere")
	}
	require.NoError(t, os.Chmod(filepath.Dir(target), 0o555))
	_, err = first.recorded(t).Write(target, report.Summary{})
	assert.EqualError(t, err, target+" is not written: permission denied")
	require.NoError(t, os.Chmod(filepath.Dir(target), 0o755))
	assert.Equal(t, 31, second.recorded(t).Judge(target).Cases)
}

// A baseline is lowered by any number that is lower over the cases of both, and by cases that are gone.
func TestLowered(t *testing.T) {
	former := run{documents: 200, fields: three, wrong: broken(1, 3)}
	for _, tt := range []struct {
		name    string
		present run
		want    []string
	}{
		{"as it was", former, nil},
		{"raised", run{documents: 200, fields: three}, nil},
		{"a new case that is wrong", run{documents: 201, fields: three, wrong: func(document, k, _ int) bool { return k == 1 && (document < 3 || document == 200) }}, nil},
		{"one value", run{documents: 200, fields: three, wrong: broken(1, 4)}, []string{"total 0.985 → 0.980 (-0.005)"}},
		{"one value, and others rise", run{documents: 200, fields: three, wrong: broken(0, 1)}, []string{"number 1.000 → 0.995 (-0.005)"}},
		{"a case is gone", run{documents: 199, fields: three, wrong: broken(1, 3)}, []string{"1 case of the baseline is missing (inv-199)"}},
		{"a field is gone", run{documents: 200, fields: three[:2], wrong: broken(1, 3)}, []string{"date is gone"}},
		{"a rule is another", run{documents: 200, fields: three, wrong: broken(1, 60), spec: `{"fields":[{"path":"number"},{"path":"total","match":"numeric"},{"path":"date"}]}`},
			[]string{"not compared, as the rule has changed: total"}},
		{"many truths are others", run{documents: 200, fields: three, wrong: broken(1, 3), edit: func(document int, c *report.Case) {
			if document < 40 {
				c.DataHash = "ffff" + c.DataHash[4:]
			}
		}}, []string{"labels changed in 40 cases of 200"}},
	} {
		lines, err := baseline.Lowered(former.write(t), tt.present.write(t))
		require.NoError(t, err, tt.name)
		if len(tt.want) == 0 {
			assert.Empty(t, lines, tt.name)
		}
		for _, line := range tt.want {
			assert.Contains(t, strings.Join(lines, "\n"), line, tt.name)
		}
	}
	_, err := baseline.Lowered(former.write(t), filepath.Join(t.TempDir(), "none.jsonl"))
	assert.ErrorContains(t, err, "none.jsonl: no baseline yet")
}

// Two packages with data sets of one name do not take turns in one file.
func TestWriteOfAnotherPackage(t *testing.T) {
	path := run{documents: 30, fields: three}.write(t)
	other := baseline.New(artifact.NewRun("example.com/other"), report.Dataset{Name: "invoices", Test: "TestInvoices"})
	require.NoError(t, other.Add(&report.Case{ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass, Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Match: 1}}}}))
	_, err := other.Write(path, report.Summary{})
	assert.EqualError(t, err, path+" is not written: it is of package example.com/svc: remove it if the package has another name now, or name another file")
}
