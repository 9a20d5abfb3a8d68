package evaltest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
)

var (
	exactA = eval.Spec{Fields: []eval.Field{{Path: "a"}}}
	gate90 = Gate{MicroF1: 0.9}
)

func TestMisuse(t *testing.T) {
	const one = `{"a":1}`
	for _, tt := range []struct {
		name string
		test func(f *fake)
		want string
		out  string // where it is not only the table of the collector
	}{
		{"a gate that nothing evaluates", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set", Gate: gate90})
		}, `FATAL evaltest: TestX: data set "set": nothing would evaluate the Gate of an assertion: open the data set with evaltest.Collect`, ``},
		{"another spec", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: exactA})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Numeric{}}}}})
		}, `FATAL evaltest: TestX: data set "set" has another Spec already; one data set has one: give this one another Dataset name`, ``},
		{"the same fields, another rule", func(f *fake) {
			strict := exactA
			strict.Strict = true
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: exactA})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: strict})
		}, `FATAL evaltest: TestX: data set "set" has another Spec already; one data set has one: give this one another Dataset name`, ``},
		{"an equal spec", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: exactA})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: eval.Spec{Fields: []eval.Field{{Path: "a"}}}})
		}, ``, ``},
		{"another redaction", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set"})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Redaction: Redaction{Mode: redact.Hash}})
		}, `FATAL evaltest: TestX: data set "set" has another Redaction already; one data set has one: give this one another Dataset name`, ``},
		{"other rules of redaction", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set", Redaction: Redaction{Paths: map[string]redact.Mode{"a": redact.Hash}}})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Redaction: Redaction{Paths: map[string]redact.Mode{"a": redact.Omit}}})
		}, `FATAL evaltest: TestX: data set "set" has another Redaction already; one data set has one: give this one another Dataset name`, ``},
		{"equal rules of redaction", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set", Redaction: Redaction{Paths: map[string]redact.Mode{"a": redact.Hash}}})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Redaction: Redaction{Paths: map[string]redact.Mode{"a": redact.Hash}}})
		}, ``, ``},
		{"invalid rules of redaction", func(f *fake) {
			FieldAccuracy(f, one, one, Config{Dataset: "set", Spec: exactA, Redaction: Redaction{Paths: map[string]redact.Mode{"a[0]": redact.Hash, "aa": redact.Omit}}})
		}, `FATAL evaltest: TestX: redaction rule "a[0]": it names one item; write "a[]" for all
redaction rule "aa": the spec has no such attribute, only "a"`, ``},
		{"what is left out is as in Collect", func(f *fake) {
			c := Collect(f, Config{Dataset: "set", Spec: exactA, Policy: metrics.WrongFP, Redaction: Redaction{Mode: redact.Omit, Paths: map[string]redact.Mode{"a": redact.None}}})
			FieldAccuracy(f, one, one, Config{Dataset: "set"})
			c.FieldAccuracy(f, one, one)
		}, ``, ``},
		{"what is not left out must be", func(f *fake) {
			Collect(f, Config{Dataset: "set", Gate: gate90, Cases: 1, Policy: metrics.WrongFP})
			FieldAccuracy(f, one, one, Config{Dataset: "set", Policy: metrics.WrongFN})
		}, `FATAL evaltest: TestX: data set "set" has another Policy already; one data set has one: give this one another Dataset name
ERROR evaltest: data set "set" has a gate that never ran: end the table with t.Run("gate", c.Gate)`, ``},
		{"a forgotten gate", func(f *fake) {
			c := Collect(f, Config{Dataset: "set", Gate: gate90, Cases: 1})
			c.FieldAccuracy(f, one, one)
		}, `ERROR evaltest: data set "set" has a gate that never ran: end the table with t.Run("gate", c.Gate)`, ``},
		{"a gate that would not miss a row", func(f *fake) {
			Collect(f, Config{Dataset: "set", Gate: gate90})
		}, `FATAL evaltest: TestX: the Gate needs Config.Cases, the number of rows of the table: without it a case that is skipped or filtered away would not be missed`, ``},
		{"a gate that limits nothing", func(f *fake) {
			Collect(f, Config{Dataset: "set", Gate: Gate{MaxErrors: 2}, Cases: 1})
		}, `FATAL evaltest: TestX: gate: MaxErrors: 2 turns case failures off and limits nothing: set a limit beside it`, ``},
		{"invalid limits, all at once", func(f *fake) {
			Collect(f, Config{Cases: -1, Policy: "x", Gate: Gate{MicroF1: 90, FieldF1: map[string]float64{"a": -1}}})
		}, `FATAL evaltest: TestX: the number of Cases is -1, want 0 or more
metrics: unknown policy "x", want "wrong_both", "wrong_fp" or "wrong_fn"
gate: micro F1: limit 90 is outside (0,1]
gate: F1 of a: limit -1 is outside (0,1]`, ``},
		{"an invalid spec", func(f *fake) {
			Collect(f, Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "a..b"}}}})
		}, `FATAL evaltest: TestX: field "a..b": invalid path at offset 2: a name is missing before the dot; write a.b, or [""] for an empty key`, ``},
		{"got cannot be read", func(f *fake) {
			FieldAccuracy(f, `{"a":`, one, Config{Spec: exactA})
		}, `ERROR evaltest: data set "TestX", case "TestX": the answer cannot be read: document: invalid JSON at offset 5: unexpected end of JSON input`,
			`a: missing: got nothing, want 1 (document: invalid JSON at offset 5: unexpected end of JSON input)
(document): invented (document: invalid JSON at offset 5: unexpected end of JSON input)
warning: got could not be read: document: invalid JSON at offset 5: unexpected end of JSON input
`},
		{"got is of another kind", func(f *fake) {
			FieldAccuracy(f, `[1]`, one, Config{Spec: exactA})
		}, `ERROR evaltest: data set "TestX", case "TestX": the answer is of another kind: it is an array, want an object`,
			`a: missing: got nothing, want 1 (it is an array, want an object)
(document): invented: got [1], want nothing (it is an array, want an object)
`},
		{"want cannot be read", func(f *fake) {
			FieldAccuracy(f, one, `{"a":`, Config{Spec: exactA})
		}, `FATAL evaltest: TestX: want: document: invalid JSON at offset 5: unexpected end of JSON input`, ``},
		{"want is missing", func(f *fake) {
			FieldAccuracy(f, one, nil, Config{Spec: exactA})
		}, `FATAL evaltest: TestX: want is missing; for a document without any value, want is json.RawMessage("null")`, ``},
		{"want is empty", func(f *fake) {
			FieldAccuracy(f, `{}`, json.RawMessage("null"), Config{Spec: exactA})
		}, ``, ``},
		{"got before want", func(f *fake) {
			FieldAccuracy(f, `{"a":"got"}`, `{"a":"want"}`, Config{Spec: exactA})
		}, `ERROR evaltest: data set "TestX", case "TestX": 0/1 fields matched, score 0.000 (fail): a`,
			"a: wrong: got \"got\", want \"want\"\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			f := &fake{name: "TestX"}
			assert.Equal(t, tt.want, f.run(func() { tt.test(f) }))
			if tt.out != "" {
				assert.Equal(t, tt.out, f.out.String())
			}
		})
	}
}

func TestCollectNeedsCleanup(t *testing.T) {
	f := &fake{name: "TestX"}
	told := f.run(func() { Collect(struct{ TB }{f}, Config{}) })
	assert.Equal(t, "FATAL evaltest: TestX: Collect needs a test with Cleanup", told)
}

func TestCasesOfATestThatRecordsMoreThanOnce(t *testing.T) {
	dir := withMain(t)
	f := &fake{name: "TestX"}
	f.run(func() {
		c := Collect(f, Config{})
		for _, name := range []string{"TestX/case/a", "TestX/case/b/c", "TestX/other", "TestX/case/a"} {
			row := &fake{name: name}
			row.run(func() {
				c.FieldAccuracy(row, `{"a":1}`, `{"a":1}`)
				if name == "TestX/other" {
					c.FieldAccuracy(row, `{"a":1}`, `{"a":1}`)
				}
			})
			f.log = append(f.log, row.log...)
		}
	})
	assert.Equal(t, []string{`ERROR evaltest: data set "TestX": case "a" was recorded twice in trial 1`}, f.log)
	var got []string
	for _, c := range caseRecords(t, dir) {
		got = append(got, c.ID)
	}
	assert.Equal(t, []string{"a", "b/c", "other", "other#2"}, got)
}

// Tests that run in parallel may all be the first to record.
func TestSharedDatasetIsOpenedOnce(t *testing.T) {
	dir := withMain(t)
	const tests = 50
	var all sync.WaitGroup
	told := make([]string, tests)
	for i := range tests {
		all.Go(func() {
			f := &fake{name: fmt.Sprintf("Test%d", i)}
			told[i] = f.run(func() { FieldAccuracy(f, `{"a":1}`, `{"a":1}`, Config{Dataset: "set"}) })
		})
	}
	all.Wait()
	assert.Equal(t, make([]string, tests), told)
	assert.Equal(t, 0, process.report(0, t.Output()))
	assert.Len(t, caseRecords(t, dir), tests)
}

func TestBodiesThatRepeatRecordNothing(t *testing.T) {
	withMain(t)
	FieldAccuracy(t, `{"a":1}`, `{"a":1}`, Config{Dataset: "set"})
	c := Collect(t, Config{Dataset: "collected", Spec: exactA})
	rapid.Check(t, func(r *rapid.T) {
		FieldAccuracy(r, `{"a":1}`, `{"a":1}`, Config{Dataset: "set"})
		FieldAccuracy(r, `{"a":1}`, `{"a":1}`, Config{Dataset: "collected"})
		c.FieldAccuracy(r, `{"a":1}`, `{"a":1}`)
	})
	testing.Benchmark(func(b *testing.B) {
		for range min(b.N, 100) {
			FieldAccuracy(b, `{"a":1}`, `{"a":1}`, Config{Dataset: "set"})
			c.FieldAccuracy(b, `{"a":1}`, `{"a":1}`)
		}
	})
	summary, err := c.d.finish()
	require.NoError(t, err)
	assert.Zero(t, summary.Cases().Total())
	for _, d := range process.takeSets() {
		summary, err := d.finish()
		require.NoError(t, err)
		assert.LessOrEqual(t, summary.Cases().Total(), 1)
	}
}

func TestGateOfACollector(t *testing.T) {
	withMain(t)
	for _, tt := range []struct {
		name  string
		cases int
		gate  Gate
		got   []string
		want  string // the failure of the gate, "" when it passes
	}{
		{"passes", 2, gate90, []string{`{"a":1}`, `{"a":1}`}, ""},
		{"fails", 2, gate90, []string{`{"a":1}`, `{}`}, `evaltest: data set TestTable: micro F1 0.667 is below 0.900, over 2 cases; look first at a (F1 0.667)`},
		{"fewer cases", 3, gate90, []string{`{"a":1}`, `{"a":1}`}, `evaltest: data set TestTable: gate not evaluable: 2 of 3 cases were scored. One that is skipped or ends early is missing, and so is a parallel one that is in no group: put parallel rows into a group, t.Run("case", ...), so that they end before t.Run("gate", c.Gate)`},
		{"more cases", 1, gate90, []string{`{"a":1}`, `{"a":1}`}, `evaltest: data set TestTable: gate not evaluable: 2 cases were scored, and Config.Cases says 1: a missing one would go unnoticed`},
		{"undefined", 1, Gate{MicroPrecision: 0.5}, []string{`{}`}, `evaltest: data set TestTable: micro precision is undefined, want at least 0.500, over 1 case; look first at a (no match)`},
		{"unknown field", 1, Gate{FieldF1: map[string]float64{"b": 0.5}}, []string{`{"a":1}`}, `evaltest: TestTable: gate: data set "TestTable" has no field "b" (there is "a")`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, printed := inner(t, "TestTable", func(t *testing.T) {
				c := Collect(t, Config{Spec: exactA, Gate: tt.gate, Cases: tt.cases})
				t.Run("case", func(t *testing.T) {
					for i, got := range tt.got {
						t.Run(fmt.Sprint(i), func(t *testing.T) { c.FieldAccuracy(t, got, `{"a":1}`) })
					}
				})
				t.Run("gate", c.Gate)
			})
			assert.Equal(t, tt.want == "", ok)
			assert.Contains(t, printed, tt.want)
		})
	}
}

// A record holds 1000 fields: of misses beyond these the number is told.
func TestMissesBeyondTheRecordAreCounted(t *testing.T) {
	const misses = 1200
	withMain(t)
	f := &fake{name: "TestMany"}
	want := "[" + strings.Repeat(`"x",`, misses-1) + `"x"]`
	f.run(func() { FieldAccuracy(f, "[]", want, Config{MaxExamples: 1100}) })
	assert.Equal(t, 1000, strings.Count(f.out.String(), `: missing: got nothing, want "x" (`))
	assert.Contains(t, f.out.String(), "\nand 200 more\n")
}

// A row after the gate fails go test. The artifact says so, too.
func TestARowAfterTheGateIsInTheArtifact(t *testing.T) {
	dir := withMain(t)
	ok, _ := inner(t, "TestX", func(t *testing.T) {
		c := Collect(t, Config{Gate: Gate{MacroF1: 0.9}, Cases: 1})
		row := func(t *testing.T) { c.FieldAccuracy(t, `{"n":1}`, `{"n":1}`) }
		t.Run("case", func(t *testing.T) { t.Run("a", row) })
		t.Run("gate", c.Gate)
		t.Run("b", row)
		t.Run("c", row)
	})
	assert.False(t, ok)
	var merge summarize.Merge
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, file := range files {
		require.NoError(t, merge.Read(artifact.File(file)))
	}
	require.Len(t, merge.Sets(), 1)
	assert.Equal(t, "TestX: gate not evaluable: 2 of its cases came after the gate ran, and were not judged", merge.Sets()[0].Judge().String())
}
