package evaltest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
)

// mark is in all texts of case i, and in no other case.
func mark(i int) string { return fmt.Sprintf("m%dx", i) }

// marks finds them.
var marks = regexp.MustCompile(`m\d+x`)

// markedTruth returns a truth whose texts have a mark.
func markedTruth(r *rand.Rand, i int) map[string]any {
	line := func(k int) any {
		return map[string]any{"sku": fmt.Sprint(mark(i), "-", k), "text": mark(i) + strings.Repeat(" ab", r.IntN(12)), "amount": i*100 + k}
	}
	lines, tags := []any{}, []any{}
	for k := range r.IntN(7) {
		lines = append(lines, line(k))
	}
	for k := range r.IntN(4) {
		tags = append(tags, fmt.Sprint("tag ", mark(i), k))
	}
	switch i {
	case 3: // more fields than a record keeps
		for k := range 500 {
			lines = append(lines, line(k+10))
		}
	case 4: // more than memory is kept for
		for k := range 10_100 {
			tags = append(tags, fmt.Sprint("tag ", mark(i), k+10))
		}
	}
	return map[string]any{"number": mark(i), "name": "Name " + mark(i), "total": i, "odd": "odd " + mark(i), "lines": lines, "tags": tags}
}

// spoilt returns an answer to a truth that is wrong in some ways.
func spoilt(r *rand.Rand, i int, truth map[string]any) string {
	answer := map[string]any{}
	for key, v := range truth {
		answer[key] = v
	}
	for range r.IntN(5) {
		switch r.IntN(9) {
		case 0:
			delete(answer, "name")
		case 1:
			answer["name"] = strings.Repeat("long ", r.IntN(1500)) + mark(i)
		case 2:
			answer["total"] = "none " + mark(i)
		case 3:
			answer["odd"] = []string{"panic ", "error ", "even ", "notjson "}[r.IntN(4)] + mark(i)
		case 4:
			for k := range r.IntN(6) {
				answer[fmt.Sprint("more", k)] = map[string]any{"of": mark(i), "also": []any{mark(i), nil}}
			}
		case 5:
			lines := slices.Clone(truth["lines"].([]any))
			r.Shuffle(len(lines), func(a, b int) { lines[a], lines[b] = lines[b], lines[a] })
			if len(lines) > 1 {
				lines[0] = map[string]any{"sku": mark(i) + "-new", "text": nil, "amount": 1, "extra": mark(i)}
			}
			answer["lines"] = lines
		case 6:
			answer["lines"] = mark(i)
		case 7:
			answer["tags"] = []any{mark(i), " ", mark(i) + "?"}
		case 8:
			answer["number"] = map[string]any{"at": mark(i), "confidence": 2}
		}
	}
	text, _ := json.Marshal(answer)
	return string(text)
}

// markedCases are cases whose input is the answer.
func markedCases(n int) (all []Case[string]) {
	for i := range n {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		truth := markedTruth(r, i)
		c := Case[string]{ID: "case " + mark(i), Want: truth, Tags: map[string]string{"tag": mark(i)}, Input: spoilt(r, i, truth), Text: "Text of " + mark(i)}
		switch r.IntN(12) {
		case 0:
			c.Input = "sorry, " + mark(i)
		case 1:
			c.Input = "FAIL " + mark(i)
		case 2:
			c.Input = "PANIC " + mark(i)
		case 3:
			c.Input = `["` + mark(i) + `"]`
		case 4:
			c.Want = nil
		}
		all = append(all, c)
	}
	return all
}

func markedSuite(cases []Case[string]) Suite[string, string] {
	odd := compare.Func{Name: "odd", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		said, of, _ := strings.Cut(got.Text(), " ")
		switch said {
		case "panic":
			panic(of)
		case "error":
			return compare.Comparison{}, errors.New(of)
		case "notjson":
			return compare.Comparison{Details: json.RawMessage("{" + of)}, nil
		}
		return compare.Comparison{Match: said == "odd", Score: 0.5, Note: of, Details: fmt.Appendf(nil, `{"of":%q}`, of)}, nil
	}}
	whole := func(_ context.Context, answer document.Value) (invariant.State, string, error) {
		text := answer.Member("name").Text()
		if strings.HasPrefix(text, "long") {
			panic(marks.FindString(text))
		}
		return invariant.Broken, marks.FindString(text), nil
	}
	return Suite[string, string]{
		Cases: cases, PartlyLabelled: true, Gate: Gate{MicroF1: 0.01, MaxErrors: len(cases)},
		Spec: eval.Spec{
			Strict: true,
			Fields: []eval.Field{
				{Path: "number"}, {Path: "name", Match: compare.Fuzzy{}}, {Path: "total", Match: compare.Numeric{}}, {Path: "odd", Match: odd},
				{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "text", Match: compare.Fuzzy{}}, {Path: "amount", Match: compare.Numeric{}}}}},
				{Path: "tags", Set: &eval.Set{}},
			},
			Invariants: []eval.Invariant{{Name: "whole", Func: whole}, {Name: "stands", InSource: true, Paths: []string{"number"}}, {Name: "rule", Rule: "total >= 0"}},
		},
		Extract: func(_ context.Context, in string) (string, error) {
			of, failed := strings.CutPrefix(in, "FAIL ")
			if failed {
				return "", errors.New(of)
			}
			if of, panics := strings.CutPrefix(in, "PANIC "); panics {
				panic(of)
			}
			return in, nil
		},
		Confidence: func(answer, path string) (float64, bool) {
			if path == "name" && strings.HasSuffix(answer, `0"}`) {
				panic("no confidence")
			}
			return float64(len(path)) / 20, len(answer)%3 > 0
		},
	}
}

var duration = regexp.MustCompile(`"duration_ns":\d+,?`)

// linesOf runs a suite in a folder of its own and returns the records of its cases, by id.
func linesOf(t *testing.T, s Suite[string, string]) map[string]string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	_, printed := inner(t, "TestMarked", s.Run)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1, printed)
	return linesIn(t, files[0])
}

// linesIn returns the records of the cases in a file, by id, without their times.
func linesIn(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	found := map[string]string{}
	for line := range bytes.Lines(text) {
		var c struct{ Type, ID string }
		require.NoError(t, json.Unmarshal(line, &c))
		if c.Type == "case" {
			found[c.ID] = duration.ReplaceAllString(string(line), "")
		}
	}
	return found
}

// The memory of a case's result and record is used again for the next one of its worker.
// Cases of all kinds, in any order and by several workers, have the records that they have as
// the first of their data set, byte by byte, and nothing of another case.
func TestNoCaseHasAnythingOfAnother(t *testing.T) {
	withMain(t)
	n := effort.Size(12, 60)
	cases := markedCases(n)
	base := cases[0] // which has all fields, so that a suite of two cases is one
	base.Input, base.Want = "{}", markedTruth(rand.New(rand.NewPCG(1, 1)), 5)
	base.ID = "base"
	for _, redaction := range effort.Some(1, []Redaction{{Paths: map[string]redact.Mode{"lines[].text": redact.Hash, "name": redact.Omit}}, {}, {Mode: redact.Hash}}) {
		suite := func(cases ...Case[string]) Suite[string, string] {
			s := markedSuite(cases)
			s.Redaction = redaction
			s.Redaction.Key = []byte("a key of 16 bytes")
			return s
		}
		fresh := map[string]string{}
		for _, c := range cases {
			fresh[c.ID] = linesOf(t, suite(c, base))[c.ID]
			require.NotEmpty(t, fresh[c.ID], c.ID)
		}
		for _, workers := range []int{1, 4} {
			s := suite(slices.Clone(cases)...)
			s.Workers = workers
			rand.Shuffle(n, func(a, b int) { s.Cases[a], s.Cases[b] = s.Cases[b], s.Cases[a] })
			lines := linesOf(t, s)
			for id, want := range fresh {
				assert.True(t, want == lines[id], "%s, %d workers, redaction %v:\nalone  %.1000s\namong  %.1000s", id, workers, redaction.Mode, want, lines[id])
				for _, m := range marks.FindAllString(lines[id], -1) {
					require.Equal(t, marks.FindString(id), m, "%s has a text of another case: %.2000s", id, lines[id])
				}
			}
		}
	}
}

// Each measure over trials has answers of its own: one that sorts or cuts them changes no
// other measure.
func TestRunsHaveTheirOwnAnswers(t *testing.T) {
	withMain(t)
	counts := func(name string) Measure[string] {
		return Measure[string]{Name: name, Count: true, Runs: func(_ context.Context, _ Case[string], answers []document.Value) (float64, float64, error) {
			there := 0
			for _, a := range answers {
				if a.Exists() {
					there++
				}
			}
			clear(answers)
			return float64(there), 1, nil
		}}
	}
	s := trialsSuite()
	s.Measures = []Measure[string]{counts("first"), counts("second")}
	summary, printed, _ := summaryOf(t, s)
	assert.Equal(t, is(4), summary.Number("measure first").Value, printed)
	assert.Equal(t, is(4), summary.Number("measure second").Value, printed)
}

// A result of FieldAccuracy does not change when the data set judges further answers.
func TestResultsOfFieldAccuracyStay(t *testing.T) {
	withMain(t)
	n := effort.Size(20, 40)
	cases := markedCases(n)
	s := markedSuite(cases)
	var mu sync.Mutex
	results, texts := map[string]eval.Result{}, map[string]string{}
	said := func(r eval.Result) string {
		text, err := json.Marshal(r)
		assert.NoError(t, err)
		answer, kept, _ := r.Kept()
		return fmt.Sprintf("%s %s %s", text, answer, kept)
	}
	inner(t, "TestRows", func(t *testing.T) {
		c := Collect(t, Config{Spec: s.Spec, Gate: s.Gate, Cases: len(cases)})
		t.Run("case", func(t *testing.T) {
			for _, row := range cases {
				if row.Want == nil {
					continue
				}
				t.Run(row.ID, func(t *testing.T) {
					t.Parallel()
					got := []byte(row.Input)
					r := c.FieldAccuracy(t, got, row.Want)
					mu.Lock()
					defer mu.Unlock()
					results[row.ID], texts[row.ID] = r, said(r)
					copy(got, strings.Repeat("m99x ", len(got)))
				})
			}
		})
		t.Run("gate", c.Gate)
	})
	require.Greater(t, len(results), n*3/4)
	for id, r := range results {
		require.Equal(t, texts[id], said(r), id)
		for _, m := range marks.FindAllString(texts[id], -1) {
			require.Equal(t, marks.FindString(id), m, id)
		}
	}
}

// Several workers reuse answers of an earlier run in another order: each case gets its own answer,
// and so do the cases that the extractor is called for.
func TestTakenAnswersAreThoseOfTheirCases(t *testing.T) {
	withMain(t)
	cases := markedCases(60)
	earlier := t.TempDir()
	t.Setenv("EVALTEST_DIR", earlier)
	inner(t, "TestMarked", markedSuite(cases).Run)
	files, err := filepath.Glob(filepath.Join(earlier, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	was := linesIn(t, files[0])
	t.Setenv("EVALTEST_RESUME", earlier)
	taken := regexp.MustCompile(`"taken":"[^"]*",?`)
	n := 0
	for _, workers := range []int{1, 4} {
		withMain(t) // another process
		s := markedSuite(slices.Clone(cases))
		s.Workers = workers
		rand.Shuffle(len(cases), func(a, b int) { s.Cases[a], s.Cases[b] = s.Cases[b], s.Cases[a] })
		for id, line := range linesOf(t, s) {
			if taken.MatchString(line) {
				n++
			}
			require.Equal(t, was[id], taken.ReplaceAllString(line, ""), id)
		}
	}
	require.Equal(t, 2*46, n, "12 failed, one is too long and one has more fields than are recorded")
}
