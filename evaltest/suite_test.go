package evaltest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
)

// echo is an extractor whose documents are their answers.
func echo(_ context.Context, answer string) (string, error) { return answer, nil }

// jam is an error whose method panics.
type jam struct{ paper *string }

func (j *jam) Error() string { return "jam: " + *j.paper }

func TestSuiteMisuse(t *testing.T) {
	one := []Case[string]{{ID: "one", Want: `{"a":1}`}}
	type suite = Suite[string, string]
	for _, tt := range []struct {
		name  string
		suite suite
		want  string
	}{
		{"no extractor", suite{Cases: one}, "the suite has no Extract"},
		{"no cases given", suite{Extract: echo}, "a suite has one of File, Cases and Source, not 0"},
		{"an empty data set", suite{Extract: echo, Cases: []Case[string]{}}, "the data set has no cases"},
		{"two sources", suite{Extract: echo, Cases: one, File: "x"}, "a suite has one of File, Cases and Source, not 2"},
		{"no file", suite{Extract: echo, File: "nowhere.jsonl"}, "data set: nowhere.jsonl: no such file or directory"},
		{"a truth that is not JSON", suite{Extract: echo, Cases: []Case[string]{{ID: "one", Want: "{"}}}, `case 1: id "one": want: document: invalid JSON at offset 1: unexpected end of JSON input`},
		{"negative trials", suite{Extract: echo, Cases: one, Trials: -1}, "the suite has -1 Trials, 0 Workers and 0 ExpectCases, want 0 or more"},
		{"a gate that limits nothing", suite{Extract: echo, Cases: one, Gate: Gate{MaxErrors: 2}}, "gate: MaxErrors: 2 turns case failures off and limits nothing: set a limit beside it"},
		{"a gate beyond 1", suite{Extract: echo, Cases: one, Gate: Gate{MacroF1: 95}}, "gate: macro F1: limit 95 is outside (0,1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, printed := inner(t, "TestX", tt.suite.Run)
			assert.False(t, ok)
			assert.Contains(t, printed, ": evaltest: TestX: "+tt.want+"\n")
			assert.NotContains(t, printed, "TestX/case")
		})
	}
}

// A file that was cut at the end of a line is a data set like any other, unless the suite
// knows better.
func TestSuiteExpectsCases(t *testing.T) {
	const line = `{"id":"%d","input":"{\"a\":1}","want":{"a":1}}` + "\n"
	write(t, map[string]string{"set.jsonl": fmt.Sprintf(line+line, 1, 2)})
	stream := func(yield func(Case[string], error) bool) {
		_ = yield(Case[string]{ID: "1", Input: `{"a":1}`, Want: `{"a":1}`}, nil) && yield(Case[string]{ID: "2", Input: `{"a":1}`, Want: `{"a":1}`}, nil)
	}
	for _, tt := range []struct {
		name  string
		suite Suite[string, string]
		want  string // "" for a pass
	}{
		{"cut", Suite[string, string]{File: "set.jsonl", ExpectCases: 3}, ": evaltest: TestX: set.jsonl has 2 cases, and ExpectCases says 3: is it the whole data set?"},
		{"longer", Suite[string, string]{File: "set.jsonl", ExpectCases: 1, Gate: gate90}, ": evaltest: TestX: set.jsonl has 2 cases, and ExpectCases says 1: is it the whole data set?"},
		{"whole", Suite[string, string]{File: "set.jsonl", ExpectCases: 2, Gate: gate90}, ""},
		{"a stream that ends early", Suite[string, string]{Source: stream, ExpectCases: 3}, `evaltest: data set "TestX": the data set has 2 cases, and ExpectCases says 3: is it the whole data set?`},
		{"and its gate", Suite[string, string]{Source: stream, ExpectCases: 3, Gate: gate90}, "gate not evaluable: 2 of 3 cases were scored"},
		{"a whole stream", Suite[string, string]{Source: stream, ExpectCases: 2, Gate: gate90}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			tt.suite.Extract = echo
			ok, printed := inner(t, "TestX", tt.suite.Run)
			assert.Equal(t, tt.want == "", ok, printed)
			assert.Contains(t, printed, tt.want)
		})
	}
}

// A failure of the extractor fails its case, and never ends the run.
func TestSuiteFailures(t *testing.T) {
	extract := func(ctx context.Context, in string) (string, error) {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		switch in {
		case "error":
			return "", errors.New("paper jam\x1b[31m\n--- FAIL: TestFake")
		case "panic":
			panic("paper jam")
		case "nil map":
			Case[string]{}.Tags["a"] = "b"
		case "goexit":
			runtime.Goexit()
		case "error that panics":
			return "", new(jam)
		case "typed nil":
			var err *jam
			return "", err
		}
		return in, nil
	}
	for _, tt := range []struct{ in, status, said string }{
		{"error", "error", "paper jam\x1b[31m\n--- FAIL: TestFake"},
		{"panic", "error", "panic: paper jam"},
		{"nil map", "error", "panic: assignment to entry in nil map"},
		{"goexit", "error", "it ended its goroutine (runtime.Goexit, or FailNow on another test)"},
		{"error that panics", "error", "%!v(PANIC=Error method: runtime error: invalid memory address or nil pointer dereference)"},
		{"typed nil", "error", "<nil>"},
		{"not JSON", "ok", ""},
	} {
		for _, maxErrors := range []int{0, 1} {
			t.Run(fmt.Sprint(tt.in, " ", maxErrors), func(t *testing.T) {
				dir := withMain(t)
				ok, printed := inner(t, "TestX", func(t *testing.T) {
					Suite[string, string]{
						Cases:   []Case[string]{{ID: "before", Input: `{"a":1}`, Want: `{"a":1}`}, {ID: "bad", Input: tt.in, Want: `{"a":1}`}, {ID: "after", Input: `{"a":1}`, Want: `{"a":1}`}},
						Extract: extract,
						Gate:    Gate{MicroF1: 0.5, MaxErrors: maxErrors},
					}.Run(t)
				})
				all := caseRecords(t, dir)
				require.Len(t, all, 3)
				assert.Equal(t, report.Status(tt.status), all[1].Status)
				assert.Equal(t, tt.said, all[1].Error)
				assert.Equal(t, map[string]string{"ok": "a (unreadable answer)", "error": "a (required, missing)"}[tt.status], all[1].Misses[0])
				assert.NotContains(t, printed, "\x1b")
				assert.NotContains(t, printed, "\n--- FAIL: TestFake")
				switch {
				case tt.status == "ok":
					assert.True(t, ok)
				case maxErrors == 0:
					assert.False(t, ok)
					assert.Contains(t, printed, "--- FAIL: TestX/case/bad ")
					assert.Contains(t, printed, ": evaltest: data set TestX: 1 error, more than the 0 allowed, over 3 cases\n")
				case tt.in == "goexit":
					assert.False(t, ok, "testing itself fails a test that ended its goroutine")
				default:
					assert.True(t, ok)
					assert.Contains(t, printed, `evaltest: data set "TestX", case "bad": the extractor failed: `)
				}
			})
		}
	}
}

// Without a gate, each case that does not pass fails its own subtest.
func TestSuiteWithoutGate(t *testing.T) {
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases:   []Case[string]{{ID: "good", Input: `{"a":1}`, Want: `{"a":1}`}, {Input: `{"a":"got"}`, Want: `{"a":"want","b":2}`}},
		Extract: echo,
	}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "--- PASS: TestX/case/good ")
	assert.Contains(t, printed, "--- FAIL: TestX/case/case-2 ")
	assert.Contains(t, printed, `
    a: wrong: got "got", want "want"
    b: missing: got nothing, want 2 (got has no such value)
`)
	assert.Contains(t, printed, `: evaltest: data set "TestX", case "case-2": 0/2 fields matched, score 0.000 (fail): a, b (required, missing)`)
	assert.NotContains(t, printed, "TestX/gate")
	assert.Contains(t, printed, "TestX: 2 cases: 1 pass, 1 fail\n")
}

// Neither the order of the cases nor the number of workers reaches a number.
func TestSuiteIsIndependentOfOrder(t *testing.T) {
	var set []Case[string]
	for i := range effort.Size(20, 60) {
		got := fmt.Sprintf(`{"number":"A-%d","total":%d,"lines":[{"description":"bolts","n":%d}]}`, i, i%7, i)
		want := fmt.Sprintf(`{"number":"A-%d","total":%d,"lines":[{"description":"bolts","n":%d}],"extra%d":1}`, i, i%5, i, i%3)
		set = append(set, Case[string]{ID: fmt.Sprint("case ", i), Input: got, Want: want})
	}
	var first string
	for _, workers := range []int{1, 2, 8} {
		for turn := range 2 {
			if turn == 1 {
				for i, j := 0, len(set)-1; i < j; i, j = i+1, j-1 {
					set[i], set[j] = set[j], set[i]
				}
			}
			dir := withMain(t)
			var running, most atomic.Int64
			inner(t, "TestX", Suite[string, string]{Cases: set, Workers: workers, Trials: 2, Gate: Gate{MicroF1: 0.1},
				Extract: func(ctx context.Context, in string) (string, error) {
					n := running.Add(1)
					defer running.Add(-1)
					for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
					}
					runtime.Gosched()
					return in, nil
				}}.Run)
			assert.LessOrEqual(t, most.Load(), int64(workers))
			records, _ := readArtifact(t, dir)
			summary, err := json.Marshal(records[len(records)-2])
			require.NoError(t, err)
			if first == "" {
				first = string(summary)
			}
			assert.Equal(t, first, string(summary))
		}
	}
}

// A source whose length is known at its end only, with a document that could not
// be read and one that comes twice.
func TestSuiteSource(t *testing.T) {
	dir := withMain(t)
	var source iter.Seq2[Case[string], error] = func(yield func(Case[string], error) bool) {
		_ = yield(Case[string]{ID: "one", Input: `{"a":1}`, Want: `{"a":1}`}, nil) &&
			yield(Case[string]{}, errors.New("scanner on fire")) &&
			yield(Case[string]{ID: "one", Input: `{"a":1}`, Want: `{"a":1}`}, nil) &&
			yield(Case[string]{ID: "two", Input: `{"a":1}`, Want: `{"a":1}`}, nil)
	}
	ok, printed := inner(t, "TestX", Suite[string, string]{Source: source, Extract: echo, Gate: gate90}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: data set "TestX": case 2: scanner on fire`)
	assert.Contains(t, printed, `evaltest: data set "TestX": case "one" was recorded twice in trial 1`)
	assert.Contains(t, printed, `gate not evaluable: 2 of 4 cases were scored`)
	assert.Len(t, caseRecords(t, dir), 2)
}

// Without a gate nothing else would say it.
func TestSuiteSourceWithoutCases(t *testing.T) {
	withMain(t)
	var source iter.Seq2[Case[string], error] = func(func(Case[string], error) bool) {}
	ok, printed := inner(t, "TestX", Suite[string, string]{Source: source, Extract: echo}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: data set "TestX": the data set has no cases`)
}

// shared is a truth that an extractor writes into, as through a pointer, but without a race.
type shared struct {
	A       int
	written *atomic.Bool
}

func (s shared) MarshalJSON() ([]byte, error) {
	if s.written.Load() {
		s.A = 9
	}
	return fmt.Appendf(nil, `{"a":%d}`, s.A), nil
}

// An extractor that writes into the truths would be judged by its own values. One worker: the
// truth of the last case is not read before the first was asked.
func TestSuiteTruthsThatChangeWhileTheyRun(t *testing.T) {
	type answer struct {
		A int `json:"a"`
	}
	for _, gate := range []Gate{gate90, {}} {
		withMain(t)
		var untouched, written atomic.Bool
		cases := []Case[int]{
			{ID: "0", Input: 0, Want: shared{1, &untouched}}, {ID: "1", Input: 1, Want: shared{2, &untouched}}, {ID: "2", Input: 2, Want: shared{3, &written}},
		}
		suite := Suite[int, answer]{Cases: cases, Gate: gate, Workers: 1, Extract: func(_ context.Context, i int) (answer, error) { return answer{i + 1}, nil }}
		ok, printed := inner(t, "TestX", suite.Run)
		assert.True(t, ok, printed)

		dir := withMain(t)
		suite.Extract = func(_ context.Context, i int) (answer, error) {
			written.Store(true)
			return answer{[]int{1, 2, 9}[i]}, nil
		}
		const why = "ids or truths changed while the cases ran: the extractor has written into what a Want points to, or the file was replaced"
		ok, printed = inner(t, "TestX", suite.Run)
		assert.False(t, ok)
		assert.Contains(t, printed, `evaltest: data set "TestX": `+why)
		records, _ := readArtifact(t, dir)
		assert.Contains(t, records, &report.GateResult{Dataset: "TestX", Cases: 3, Trials: 1, NotEvaluable: why})
	}
}

func TestTwoSuitesOfOneName(t *testing.T) {
	dir := withMain(t)
	suite := Suite[string, string]{Name: "set", Cases: []Case[string]{{ID: "one", Input: `{"n":1}`, Want: `{"n":1}`}}, Extract: echo}
	ok, _ := inner(t, "TestX", suite.Run)
	assert.True(t, ok)
	ok, printed := inner(t, "TestY", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `: evaltest: TestY: data set "set" belongs to TestX already: give the data set of TestY another name: Name of a Suite, Dataset of a Config`)
	ok, _ = inner(t, "TestX", suite.Run)
	assert.True(t, ok, "the same test again is a repetition")
	assert.FileExists(t, filepath.Join(dir, strings.ReplaceAll(packagePath(), "/", "__")+".set.rep2.jsonl"))
}

// Two suites of one test, as in a loop over files or models, are no repetitions.
func TestTwoSuitesOfOneTest(t *testing.T) {
	dir := withMain(t)
	suite := Suite[string, string]{Cases: []Case[string]{{ID: "one", Input: `{"n":1}`, Want: `{"n":1}`}}, Extract: echo}
	both := func(names ...string) (bool, string) {
		return inner(t, "TestX", func(t *testing.T) {
			for i, model := range []string{"a", "b"} {
				suite.Name, suite.Labels = names[i], map[string]string{"model": model}
				suite.Run(t)
			}
		})
	}
	ok, printed := both("", "")
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: TestX: a suite of this test has evaluated the data set "TestX" already: give each suite a Name of its own`)
	ok, _ = both("first", "second")
	assert.True(t, ok)
	names, err := filepath.Glob(filepath.Join(dir, "*.rep2.jsonl"))
	require.NoError(t, err)
	assert.Empty(t, names)
}

const secret = "Swordfish"

// Redacted values are in nothing that is written or printed.
func TestRedaction(t *testing.T) {
	extract := func(_ context.Context, in string) (string, error) {
		switch in {
		case "error":
			return "", errors.New("cannot read " + secret)
		case "panic":
			panic(secret)
		}
		return in, nil
	}
	set := []Case[string]{
		{ID: "wrong", Input: `{"a":"` + secret + `"}`, Want: `{"a":"x"}`},
		{ID: "missing", Input: `{}`, Want: `{"a":"` + secret + `"}`},
		{ID: "invented", Input: `{"a":"x","` + secret + `":"` + secret + `"}`, Want: `{"a":"x"}`},
		{ID: "items", Input: `{"a":"x","l":[{"description":"` + secret + `"}]}`, Want: `{"a":"x","l":[{"description":"y"}],"s":["` + secret + `"]}`},
		{ID: "not JSON", Input: secret, Want: `{"a":"x"}`},
		{ID: "broken", Input: `{"a":` + secret, Want: `{"a":"x"}`},
		{ID: "fenced", Input: secret + " ```json\n{\"a\":\"" + secret + "\"}\n``` " + secret, Want: `{"a":"x"}`},
		{ID: "error", Input: "error", Want: `{"a":"x"}`},
		{ID: "panic", Input: "panic", Want: `{"a":"x"}`},
	}
	for _, mode := range []redact.Mode{redact.Hash, redact.Omit} {
		for _, gate := range []Gate{{}, {MicroF1: 0.9}} {
			for _, lenient := range []bool{false, true} {
				t.Run(fmt.Sprint(mode, gate.MicroF1, lenient), func(t *testing.T) {
					dir := withMain(t)
					_, printed := inner(t, "TestX", Suite[string, string]{
						Cases: set, Extract: extract, Redaction: Redaction{Mode: mode}, Gate: gate, Spec: eval.Spec{Lenient: lenient},
					}.Run)
					_, written := readArtifact(t, dir)
					assert.Contains(t, printed, "TestX: 9 cases")
					assert.NotContains(t, printed, secret)
					assert.NotContains(t, written, secret)
				})
			}
		}
		t.Run(fmt.Sprint("assertion ", mode), func(t *testing.T) {
			dir := withMain(t)
			f := &fake{name: "TestX"}
			told := f.run(func() {
				for _, c := range set {
					FieldAccuracy(f, c.Input, c.Want, Config{Redaction: Redaction{Mode: mode}})
				}
			})
			var out strings.Builder
			process.report(1, &out)
			_, written := readArtifact(t, dir)
			assert.Contains(t, out.String(), "TestX: 9 cases")
			assert.NotContains(t, told+f.out.String()+out.String()+written, secret)
		})
	}
}

// A disk that is full, or a folder that is taken away, fails the test once and
// changes no number.
func TestArtifactThatCannotBeFinished(t *testing.T) {
	dir := withMain(t)
	ok, printed := inner(t, "TestX", func(t *testing.T) {
		Suite[string, string]{Cases: []Case[string]{{ID: "one", Input: "gone", Want: `{"a":1}`}, {ID: "two", Want: `{"a":1}`}}, Gate: Gate{MeanScore: 1},
			Extract: func(_ context.Context, in string) (string, error) {
				if in == "gone" {
					require.NoError(t, os.RemoveAll(dir))
				}
				return `{"a":1}`, nil
			}}.Run(t)
	})
	assert.False(t, ok)
	assert.Equal(t, 1, strings.Count(printed, "could not be renamed"))
	assert.Contains(t, printed, "--- PASS: TestX/gate ")
}
