package evaltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// asked notes for which inputs an extractor was asked.
type asked struct {
	mu  sync.Mutex
	ids []string
}

func (a *asked) add(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ids = append(a.ids, id)
}

func (a *asked) sorted() []string { slices.Sort(a.ids); return a.ids }

// breaksOff cuts the one artifact of a folder in the line of a case, as a crash does.
func breaksOff(t *testing.T, dir, id string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	at := strings.Index(string(text), `"id":"`+id+`"`)
	require.Positive(t, at)
	require.NoError(t, os.WriteFile(strings.TrimSuffix(strings.TrimSuffix(files[0], ".jsonl"), ".partial")+".crashed.jsonl", text[:at+40], 0o666))
	require.NoError(t, os.Remove(files[0]))
}

func TestSuiteResumes(t *testing.T) {
	const long = 64<<10 + 1
	var calls asked
	failing := true
	suite := Suite[string, string]{
		Name: "x", Gate: Gate{MicroF1: 0.5, MaxErrors: 1}, Labels: map[string]string{"model": "x"},
		Extract: func(ctx context.Context, in string) (string, error) {
			calls.add(in)
			AddUsage(ctx, Usage{InputTokens: len(in), Calls: 1, Stop: "end_turn"})
			switch {
			case in == "3" && failing:
				return "", errors.New("busy")
			case in == "4":
				return "Sorry, I cannot.", nil
			case in == "5":
				return `{"a":1,"b":"` + strings.Repeat("x", long) + `"}`, nil
			case in == "6":
				return " \n", nil
			}
			return "{\n  \"a\": 1}", nil
		},
	}
	for i := range 10 {
		suite.Cases = append(suite.Cases, Case[string]{ID: fmt.Sprintf("c%d", i), Input: fmt.Sprint(i), Want: `{"a":1}`})
	}
	before := withMain(t)
	_, printed := inner(t, "TestX", suite.Run)
	require.Len(t, calls.ids, 10, printed)
	want := recordsOf(t, before)
	breaksOff(t, before, "c8")

	failing, calls.ids = false, nil
	suite.Cases[2].Input = "two"
	dir := withMain(t)
	t.Setenv("EVALTEST_RESUME", before)
	ok, printed := inner(t, "TestX", suite.Run)
	assert.True(t, ok, printed)
	assert.Equal(t, []string{"3", "5", "8", "9", "two"}, calls.sorted())
	const told = `5 of 10 answers were taken from `
	assert.Contains(t, printed, `data set "x": `+told+before)
	assert.Contains(t, printed, "asked again: 1 failed or not asked there, 1 without an answer in the record (EVALTEST_ANSWERS=off, redacted, or longer than 64 KiB), 1 with another input now")
	assert.Contains(t, printed, "5 answers taken from an earlier run, with the usage and latency recorded there")

	recorded := func(records []report.Record) map[string]*report.Case {
		all := map[string]*report.Case{}
		for _, r := range records {
			if c, ok := r.(*report.Case); ok {
				all[c.ID] = c
			}
		}
		return all
	}
	was, is := recorded(want), recorded(recordsOf(t, dir))
	require.Len(t, is, 10)
	for id, c := range is {
		if slices.Contains([]string{"c2", "c3", "c5", "c8", "c9"}, id) {
			assert.Empty(t, c.Taken, id)
			continue
		}
		assert.Regexp(t, `\.x\.crashed\.jsonl$`, c.Taken)
		old := *was[id]
		old.Taken = c.Taken
		assert.Equal(t, &old, c, "with duration and cost")
	}
	assert.Equal(t, "Sorry, I cannot.", is["c4"].AnswerText)
	assert.Equal(t, " ", is["c6"].AnswerText)
	assert.JSONEq(t, `{"a":1}`, string(is["c0"].Answer))
	assert.Nil(t, is["c5"].Answer)

	// A reused answer can be reused again, also after a run whose cases failed.
	calls.ids = nil
	last := dir
	withMain(t)
	t.Setenv("EVALTEST_RESUME", last)
	ok, printed = inner(t, "TestX", suite.Run)
	assert.True(t, ok, printed)
	assert.Equal(t, []string{"5"}, calls.ids)
}

// Answers of an earlier revision may differ from the answers of the present code.
func TestResumeTellsOfAnotherRevision(t *testing.T) {
	const was, is = "0123456789abcdef0123456789abcdef01234567", "fedcba9876543210fedcba9876543210fedcba98"
	suite := Suite[string, string]{Name: "x", Cases: rightCases(2), Extract: echo, Labels: map[string]string{"model": "x"}}
	write(t, map[string]string{".git/HEAD": was + "\n"})
	before := withMain(t)
	inner(t, "TestX", suite.Run)
	t.Setenv("EVALTEST_RESUME", before)
	for revision, says := range map[string]string{
		was: "2 of 2 answers were taken from " + before + "\n",
		is:  "2 of 2 answers were taken from " + before + ", 2 of them from code of another revision: 0123456789ab, and this is fedcba987654\n",
	} {
		write(t, map[string]string{".git/HEAD": revision + "\n"})
		withMain(t)
		_, printed := inner(t, "TestX", suite.Run)
		assert.Contains(t, printed, says)
	}
}

func TestSuiteDoesNotResume(t *testing.T) {
	suite := func(calls *asked) Suite[string, string] {
		return Suite[string, string]{
			Name: "x", Cases: rightCases(2),
			Extract: func(_ context.Context, answer string) (string, error) { calls.add(answer); return answer, nil },
		}
	}
	ignoring := eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Exact{}}, {Path: "b", Match: compare.Ignore{}}}}
	ofA := eval.Spec{Fields: []eval.Field{{Path: "a"}}}
	asks := func(mode string) { cases.NoteProvider("TestX", mode, "testdata/replay") }
	for _, tt := range []struct {
		name        string
		first       func(*testing.T, *Suite[string, string])
		then        func(*testing.T, *Suite[string, string])
		asked       int
		says        string
		isAnError   bool
		resumesFrom string
	}{
		{name: "the same", says: "2 of 2 answers were taken from "},
		{
			name:  "without a name",
			first: func(_ *testing.T, s *Suite[string, string]) { s.Name = "" },
			then:  func(_ *testing.T, s *Suite[string, string]) { s.Name = "" },
			says:  "2 of 2 answers were taken from ",
		},
		{name: "no such folder", resumesFrom: "/nowhere/else", isAnError: true, says: `EVALTEST_RESUME="/nowhere/else": there is no such folder`},
		{name: "a package without", resumesFrom: "nowhere", asked: 2, says: `EVALTEST_RESUME="nowhere": this package has no such folder: no answer is taken`},
		{name: "another data set", then: func(_ *testing.T, s *Suite[string, string]) { s.Name = "y" }, asked: 2, says: "it has no record of this data set: no answer is taken"},
		{
			name: "other labels", isAnError: true,
			first: func(_ *testing.T, s *Suite[string, string]) { s.Labels = map[string]string{"model": "x"} },
			then:  func(_ *testing.T, s *Suite[string, string]) { s.Labels = map[string]string{"model": "y"} },
			says:  `its answers are of another system: labels are "model=x" there and "model=y" here; set EVALTEST_LABELS and EVALTEST_PROVIDER as they were, or run without EVALTEST_RESUME`,
		},
		{
			name: "another provider", isAnError: true,
			first: func(_ *testing.T, s *Suite[string, string]) {
				s.Labels = map[string]string{"model": "x"}
				asks("replay")
			},
			then: func(_ *testing.T, s *Suite[string, string]) {
				s.Labels = map[string]string{"model": "x"}
				asks("real")
			},
			says: "of another system",
		},
		{
			name: "a model, and recordings now", isAnError: true,
			first: func(*testing.T, *Suite[string, string]) { asks("real") },
			then:  func(*testing.T, *Suite[string, string]) { asks("replay") },
			says:  `its answers are of another system: labels are "provider real" there and "none" here; set EVALTEST_LABELS and EVALTEST_PROVIDER as they were`,
		},
		{
			name: "recordings, and a model now", isAnError: true,
			then: func(*testing.T, *Suite[string, string]) { asks("record") },
			says: `labels are "none" there and "provider record" here`,
		},
		{name: "redacted", then: func(_ *testing.T, s *Suite[string, string]) { s.Redaction.Mode = redact.Omit }, asked: 2, says: "values are redacted, and so records keep no answers"},
		{name: "redacted there", first: func(_ *testing.T, s *Suite[string, string]) { s.Redaction.Mode = redact.Omit }, asked: 2, says: "2 without an answer in the record"},
		{name: "answers are off", first: func(t *testing.T, _ *Suite[string, string]) { t.Setenv("EVALTEST_ANSWERS", "off") }, asked: 2, says: "2 without an answer in the record"},
		{name: "more trials", then: func(_ *testing.T, s *Suite[string, string]) { s.Trials = 2 }, asked: 2, says: "2 of 4 answers were taken from "},
		{name: "another spec", then: func(_ *testing.T, s *Suite[string, string]) { s.Spec = ignoring }, asked: 2, says: "2 of another Spec, whose records lack what this one needs"},
		{
			name:  "a field that the spec did not have",
			first: func(_ *testing.T, s *Suite[string, string]) { s.Spec = ofA },
			then: func(_ *testing.T, s *Suite[string, string]) {
				s.Spec = eval.Spec{Fields: []eval.Field{{Path: "a"}, {Path: "b", Optional: true}}}
			},
			says: "2 of them from before the spec had the field b, which they may lack\n",
		},
		{
			name: "a field fewer",
			first: func(_ *testing.T, s *Suite[string, string]) {
				s.Spec = eval.Spec{Fields: []eval.Field{{Path: "a"}, {Path: "b", Optional: true}}}
			},
			then: func(_ *testing.T, s *Suite[string, string]) { s.Spec = ofA },
			says: "2 of 2 answers were taken from ",
		},
		{
			name:  "another spec, which compares what the first ignores",
			first: func(_ *testing.T, s *Suite[string, string]) { s.Spec = ignoring },
			asked: 2, says: "2 of another Spec, whose records lack what this one needs",
		},
		{
			name: "measures that see what is ignored",
			then: func(_ *testing.T, s *Suite[string, string]) {
				s.Spec = ignoring
				s.Measures = []Measure[string]{{Name: "size", Count: true, Answer: func(_ context.Context, _ Case[string], answer document.Value) (float64, float64, error) {
					return float64(answer.Len()), 1, nil
				}}}
			},
			asked: 2, says: "Measures see whole answers, and records do not keep what the Spec ignores (b): no answer is taken",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var calls asked
			before := withMain(t)
			first := suite(&calls)
			if tt.first != nil {
				tt.first(t, &first)
			}
			ok, printed := inner(t, "TestX", first.Run)
			require.True(t, ok, printed)

			calls.ids = nil
			withMain(t)
			if tt.resumesFrom == "" {
				tt.resumesFrom = before
			}
			t.Setenv("EVALTEST_RESUME", tt.resumesFrom)
			then := suite(&calls)
			if tt.then != nil {
				tt.then(t, &then)
			}
			ok, printed = inner(t, "TestX", then.Run)
			assert.Equal(t, !tt.isAnError, ok, printed)
			assert.Len(t, calls.ids, tt.asked)
			assert.Contains(t, printed, tt.says)
		})
	}
}

// Where no further case is asked, answers that are there are still taken: the artifact may
// replace the one that they are from.
func TestResumeBehindTheLastFailure(t *testing.T) {
	calls := 0
	suite := Suite[string, string]{
		Name: "x", Cases: rightCases(3),
		Extract: func(_ context.Context, answer string) (string, error) {
			calls++
			if calls > 3 {
				return "", errors.New("the key has expired")
			}
			return answer, nil
		},
	}
	before := withMain(t)
	ok, printed := inner(t, "TestX", suite.Run)
	require.True(t, ok, printed)

	dir := withMain(t)
	t.Setenv("EVALTEST_RESUME", before)
	t.Setenv("EVALTEST_STOP_AFTER", "1")
	suite.Trials = 2
	_, printed = inner(t, "TestX", suite.Run)
	assert.Equal(t, 4, calls, printed)
	var got []string
	for _, c := range caseRecords(t, dir) {
		got = append(got, fmt.Sprint(c.ID, " ", c.Trial, " ", c.Status, " ", c.Taken != ""))
	}
	assert.Equal(t, []string{"c01 1 ok true", "c01 2 error false", "c02 1 ok true", "c02 2 skipped false", "c03 1 ok true", "c03 2 skipped false"}, got)

	// With all that there was in the run before, nothing is asked, and nothing stops.
	withMain(t)
	t.Setenv("EVALTEST_STOP_AFTER", "1")
	t.Setenv("EVALTEST_RESUME", before)
	suite.Trials = 1
	ok, printed = inner(t, "TestX", suite.Run)
	assert.True(t, ok, printed)
	assert.Equal(t, 4, calls)
}

// The record has the confidences that a user's function computed. The function is not called
// again, since a reused answer is JSON and no longer the extractor's value.
func TestResumeTakesConfidences(t *testing.T) {
	type sure struct {
		A     int                `json:"a"`
		B     []int              `json:"b"`
		Knows map[string]float64 `json:"-"`
	}
	var calls asked
	suite := Suite[string, sure]{
		Name: "x", Cases: []Case[string]{{ID: "c", Input: "in", Want: `{"a":1,"b":[1,2]}`}},
		Confidence: func(answer sure, path string) (float64, bool) { v, ok := answer.Knows[path]; return v, ok },
		Extract: func(context.Context, string) (sure, error) {
			calls.add("c")
			return sure{A: 1, B: []int{1, 2}, Knows: map[string]float64{"a": 0.75, "b": 0.5}}, nil
		},
	}
	dir := withMain(t)
	ok, printed := inner(t, "TestX", suite.Run)
	require.True(t, ok, printed)
	first := caseRecords(t, dir)[0]
	require.Equal(t, report.RatioOf(0.75, true), first.Fields[0].Confidence)

	again := withMain(t)
	t.Setenv("EVALTEST_RESUME", dir)
	ok, printed = inner(t, "TestX", suite.Run)
	require.True(t, ok, printed)
	assert.Len(t, calls.ids, 1)
	second := caseRecords(t, again)[0]
	second.Taken = ""
	assert.Equal(t, first, second)
}

// Of the trials of a case some answers may be there: the others are asked for, each in its own trial,
// and not at all once the extractor is given up. Which of the trials it is makes no difference.
func TestResumeOfSomeTrials(t *testing.T) {
	for _, tt := range []struct {
		name    string
		lacking int    // the trial of c02 that failed before
		stop    string // EVALTEST_STOP_AFTER
		asked   int
		want    []string
		told    string
	}{
		{"the first is asked again", 1, "", 1, []string{"c01 1 ok true", "c01 2 ok true", "c02 1 ok false", "c02 2 ok true"}, "3 of 4 answers were taken from "},
		{"the last is asked again", 2, "", 1, []string{"c01 1 ok true", "c01 2 ok true", "c02 1 ok true", "c02 2 ok false"}, "3 of 4 answers were taken from "},
		{"given up before the first", 1, "1", 1, []string{"c01 1 error false", "c01 2 ok true", "c02 1 skipped false", "c02 2 ok true"}, `case "c02": not asked: the extractor failed in 1 case (EVALTEST_STOP_AFTER=1)`},
		{"given up before the last", 2, "1", 1, []string{"c01 1 error false", "c01 2 ok true", "c02 1 ok true", "c02 2 skipped false"}, `case "c02": not asked: the extractor failed in 1 case (EVALTEST_STOP_AFTER=1)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			asked := map[string]int{}
			fails := map[string]int{"c02": tt.lacking} // id to trial
			suite := Suite[string, string]{
				Name: "x", Trials: 2, Gate: Gate{MicroF1: 0.1, MaxErrors: 9}, Labels: map[string]string{"model": "x"},
				Cases: []Case[string]{{ID: "c01", Input: "c01", Want: `{"a":1}`}, {ID: "c02", Input: "c02", Want: `{"a":1}`}},
				Extract: func(_ context.Context, id string) (string, error) {
					if asked[id]++; fails[id] == asked[id] || fails[id] < 0 {
						return "", errors.New("busy")
					}
					return `{"a":1}`, nil
				},
			}
			if tt.stop != "" {
				fails["c01"] = 1
			}
			before := withMain(t)
			inner(t, "TestX", suite.Run)
			require.Equal(t, map[string]int{"c01": 2, "c02": 2}, asked)

			clear(asked)
			clear(fails)
			if tt.stop != "" {
				fails["c01"] = -1 // still
			}
			dir := withMain(t)
			t.Setenv("EVALTEST_RESUME", before)
			t.Setenv("EVALTEST_STOP_AFTER", tt.stop)
			_, printed := inner(t, "TestX", suite.Run)
			n := 0
			for _, of := range asked {
				n += of
			}
			assert.Equal(t, tt.asked, n, printed)
			var got []string
			for _, c := range caseRecords(t, dir) {
				got = append(got, fmt.Sprint(c.ID, " ", c.Trial, " ", c.Status, " ", c.Taken != ""))
			}
			assert.Equal(t, tt.want, got)
			assert.Contains(t, printed, tt.told)
			if tt.stop != "" {
				assert.Contains(t, printed, "gate not evaluable: 1 case was not asked: ")
				assert.Contains(t, printed, "--- SKIP: TestX/case/c02")
			}
		})
	}
}
