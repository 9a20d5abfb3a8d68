package baseline_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/testdata/effort"
)

// In a data set of one field, k broken cases and none fixed have p = 2^(1-k): 1/1024 for 11, 1/2048 for 12, and the level is
// 1/2000. One fixed case beside 15 broken has 2·17/2^16 = 0.00052, beside 16 has 2·18/2^17 = 0.00027.
func TestChanceOfOneField(t *testing.T) {
	effort.OneGoroutine(t)
	one := []string{"total"}
	for _, tt := range []struct {
		broken, fixed int
		passes        bool
	}{{11, 0, true}, {12, 0, false}, {15, 1, true}, {16, 1, false}} {
		path := run{documents: 1000, fields: one, wrong: func(document, _, _ int) bool { return document >= 1000-tt.fixed }}.write(t)
		b := run{documents: 1000, fields: one, gate: report.Gate{MaxFall: -1}, wrong: func(document, _, _ int) bool { return document < tt.broken }}.recorded(t).Judge(path)
		assert.Equal(t, tt.passes, b.Passed(), "%+v: %s", tt, b)
		if !tt.passes {
			assert.Equal(t, "total", b.Worse[0].Name, "the averages are those of the field")
			assert.True(t, b.Worse[0].Beyond)
		}
	}
}

// Copies of a document are one: twelve copies that broke are no evidence, twelve documents are.
func TestChanceOfCopies(t *testing.T) {
	one := []string{"total"}
	copied := func(_ int, c *report.Case) { c.DocumentHash, c.InputHash = "1", "1" }
	chance := report.Gate{MaxFall: -1}
	path := run{documents: 40, fields: one, edit: copied}.write(t)
	b := run{documents: 40, fields: one, edit: copied, gate: chance, wrong: broken(0, 40)}.recorded(t).Judge(path)
	assert.True(t, b.Passed(), b)
	path = run{documents: 40, fields: one}.write(t)
	b = run{documents: 40, fields: one, gate: chance, wrong: broken(0, 40)}.recorded(t).Judge(path)
	assert.False(t, b.Passed(), b)
}

// Whoever lost everything reads that first, with the averages, and no list of all fields of all cases.
func TestNothingIsRight(t *testing.T) {
	fields := []string{"number", "total", "date", "vendor", "iban", "vat", "net"}
	path := run{documents: 8, fields: fields}.write(t)
	b := run{documents: 8, fields: fields, wrong: func(int, int, int) bool { return true }}.recorded(t).Judge(path)
	lines := b.Lines()
	assert.Regexp(t, `^worse than the baseline .* over 8 cases: nothing is right any more$`, lines[0])
	for i, change := range []string{"micro F1 1.000 → 0.000 (-1.000), ", "macro F1 1.000 → 0.000 (-1.000), ", "number 1.000 → 0.000 (-1.000), "} {
		assert.True(t, strings.HasPrefix(lines[i+1], change), lines[i+1])
	}
	assert.Equal(t, "and 4 more", lines[6])
	assert.Equal(t, "broken: all 8 cases", lines[7])

	// Where one document is right, the cases are named.
	b = run{documents: 8, fields: fields, wrong: func(document, _, _ int) bool { return document > 0 }}.recorded(t).Judge(path)
	assert.NotContains(t, b.String(), "nothing is right")
	assert.Contains(t, b.String(), "; broken: inv-001 (number, total, date, 4 more), ")
}

// Invariants, classes and measures fall beyond chance, too. No limit in points holds for them.
func TestOtherNumbers(t *testing.T) {
	record := func(bad int, edit func(i int, c *report.Case, bad bool), ds report.Dataset) *baseline.Run {
		ds.Name, ds.Test, ds.Trials, ds.Attributes, ds.Spec = "invoices", "TestInvoices", 1, []string{"total"}, []byte(`{"fields":[{"path":"total"}]}`)
		b := baseline.New(artifact.NewRun("example.com/svc"), ds)
		for i := range 200 {
			c := report.Case{ID: fmt.Sprintf("inv-%03d", i), Trial: 1, Status: report.OK, Verdict: eval.Pass, DataHash: fmt.Sprintf("%016x", i+1), InputHash: fmt.Sprintf("%016x", i+1)}
			edit(i, &c, i < bad)
			assert.NoError(t, b.Add(&c))
		}
		return b
	}
	for name, tt := range map[string]struct {
		edit  func(i int, c *report.Case, bad bool)
		ds    report.Dataset
		worse string
	}{
		"rule": {func(_ int, c *report.Case, bad bool) {
			c.Invariants = []eval.InvariantResult{{Name: "adds_up", State: eval.Holds}}
			if bad {
				c.Invariants[0].State = eval.Broken
			}
		}, report.Dataset{Invariants: []string{"adds_up"}}, "rule adds_up"},
		"class": {func(i int, c *report.Case, bad bool) {
			pair := report.ClassPair{Attribute: "type", Want: []string{"invoice", "letter"}[i%2], Values: 1}
			if pair.Got = pair.Want; bad {
				pair.Got = "letter"
			}
			c.Classes = []report.ClassPair{pair}
		}, report.Dataset{Classes: []report.ClassList{{Attribute: "type", Names: []string{"invoice", "letter"}, Declared: true}}}, "type=invoice"},
		"measure": {func(i int, c *report.Case, bad bool) {
			c.Measures = []report.Measured{{Name: "rqs", Sum: 0.9 + 0.001*float64(i%10), Weight: 1}}
			if bad {
				c.Measures[0].Sum = 0.2
			}
		}, report.Dataset{Measures: []report.Measure{{Name: "rqs"}}}, "rqs"},
		"measure of mistakes": {func(i int, c *report.Case, bad bool) {
			c.Measures = []report.Measured{{Name: "cer", Sum: 0.1 + 0.001*float64(i%10), Weight: 1}}
			if bad {
				c.Measures[0].Sum = 0.8
			}
		}, report.Dataset{Measures: []report.Measure{{Name: "cer", LessIsBetter: true}}}, "cer"},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir() + "/b.jsonl"
			_, err := record(0, tt.edit, tt.ds).Write(path, report.Summary{})
			assert.NoError(t, err)
			assert.True(t, record(0, tt.edit, tt.ds).Judge(path).Passed())
			b := record(3, tt.edit, tt.ds).Judge(path)
			assert.True(t, b.Passed() && len(b.Better) == 0, "%+v", b)
			named := func(f report.Fall) bool { return f.Name == tt.worse }
			b = record(6, tt.edit, tt.ds).Judge(path) // three points, or 2.1 of a measure
			assert.True(t, b.Passed(), b)
			assert.Equal(t, name != "class", slices.ContainsFunc(b.Within, named), "%s: %+v", "the field of a class is named in its place", b)
			fell := record(80, tt.edit, tt.ds)
			b = fell.Judge(path)
			assert.False(t, b.Passed(), b)
			assert.True(t, slices.ContainsFunc(b.Worse, named) && !slices.ContainsFunc(b.Better, named), "%+v", b)
			_, err = fell.Write(path, report.Summary{})
			assert.NoError(t, err)
			b = record(0, tt.edit, tt.ds).Judge(path)
			assert.True(t, b.Passed() && slices.ContainsFunc(b.Better, named), "%+v", b)
		})
	}
}

// A measure that the run lacks, or of which no answer has any weight, is worse, as a field is of which no value is compared.
// A declared value of no weight is compared as a value.
func TestMeasuresThatAreGone(t *testing.T) {
	record := func(weight, value float64, measures ...report.Measure) *baseline.Run {
		b := baseline.New(artifact.NewRun("example.com/svc"), report.Dataset{Name: "invoices", Attributes: []string{"total"}, Measures: measures})
		for i := range 20 {
			c := report.Case{ID: fmt.Sprint(i), Trial: 1, Status: report.OK, Verdict: eval.Pass, DataHash: fmt.Sprintf("%016x", i+1),
				Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Match: 1}}}}
			for _, m := range measures {
				if weight > 0 { // as a suite records it
					c.Measures = append(c.Measures, report.Measured{Name: m.Name, Sum: value * weight, Weight: weight})
				}
			}
			assert.NoError(t, b.Add(&c))
		}
		return b
	}
	bare, none, all := report.Measure{Name: "quotes"}, report.Measure{Name: "quotes", Empty: report.RatioOf(0, true)}, report.Measure{Name: "quotes", Empty: report.RatioOf(1, true)}
	fell := func(old, new string) []string {
		change := fmt.Sprintf("quotes %s → %s (-0.900), interval -0.900 to -0.900, beyond chance", old, new)
		return []string{"worse than the baseline FILE over 20 cases", change}
	}
	kept, gone := []string{"no worse than the baseline FILE over 20 cases"}, []string{"worse than the baseline FILE over 20 cases", "quotes is gone: this run has no value of it"}
	for _, tt := range []struct {
		name     string
		old, new *baseline.Run
		want     []string
	}{
		{"it is measured again", record(1, 0.9, bare), record(1, 0.9, bare), kept},
		{"the run does not measure it", record(1, 0.9, bare), record(1, 0), gone},
		{"no answer has weight", record(1, 0.9, bare), record(0, 0, bare), gone},
		{"none had weight before, either", record(0, 0, bare), record(0, 0, bare), kept},
		{"it is new", record(1, 0), record(1, 0.9, bare), kept},
		{"an answer has weight for the first time", record(0, 0, bare), record(1, 0.9, bare), kept},
		{"the value of no weight is 0", record(1, 0.9, none), record(0, 0, none), fell("0.900", "0.000")},
		{"the value of no weight was 1", record(0, 0, all), record(1, 0.1, all), fell("1.000", "0.100")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := t.TempDir() + "/b.jsonl"
			_, err := tt.old.Write(path, report.Summary{})
			assert.NoError(t, err)
			b := tt.new.Judge(path)
			b.File, b.Start, b.Next = "FILE", time.Time{}, ""
			assert.Equal(t, tt.want, b.Lines())
		})
	}
}

// Classes that only the truths name are values of documents. They are in the file with the answers, and else not.
func TestClassesOfTruths(t *testing.T) {
	for _, keeps := range []bool{false, true} {
		gate := report.Gate{KeepAnswers: keeps}
		ds := report.Dataset{Name: "invoices", Gate: &gate, Classes: []report.ClassList{
			{Attribute: "number", Names: []string{"Miller"}}, {Attribute: "total", Names: []string{"invoice"}, Declared: true},
		}}
		b := baseline.New(artifact.NewRun("example.com/svc"), ds)
		require.NoError(t, b.Add(&report.Case{ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass, Classes: []report.ClassPair{
			{Attribute: "number", Want: "Miller", Got: "Miller", Values: 1}, {Attribute: "total", Want: "invoice", Got: "invoice", Values: 1},
		}}))
		path := t.TempDir() + "/b.jsonl"
		_, err := b.Write(path, report.Summary{})
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, keeps, strings.Contains(string(text), "Miller"))
		assert.Contains(t, string(text), `["total","invoice","invoice",1,0]`)
	}
}
