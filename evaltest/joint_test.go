package evaltest

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// jointSuite has two cases, of which the second is answered wrongly.
func jointSuite(measures ...Measure[string]) Suite[string, string] {
	return Suite[string, string]{
		Cases:    []Case[string]{{ID: "right", Input: `{"a":1}`, Want: `{"a":1}`}, {ID: "wrong", Input: `{"a":2}`, Want: `{"a":1}`}},
		Extract:  func(_ context.Context, in string) (string, error) { return in, nil },
		Measures: measures,
	}
}

// One call measures several numbers, whose declarations are in the record.
func TestJoint(t *testing.T) {
	calls := 0
	joint := func(_ context.Context, c Case[string], truth document.Value, result eval.Result) ([]report.Measured, error) {
		calls++
		assert.Equal(t, c.Want, truth.RawText())
		assert.Equal(t, c.Input, result.Answer.RawText())
		right := report.Measured{Weight: 1}
		if result.Verdict == eval.Pass {
			right.Sum = 1
		}
		return []report.Measured{right, {Sum: 1}, {Name: "size", Sum: 3, Weight: 1}}, nil
	}
	s := jointSuite(Measure[string]{Joint: joint, Numbers: []report.Measure{{Name: "right", OverTrials: true}, {Name: "never", LessIsBetter: true}, {Name: "size", Count: true}}})
	s.Workers = 1
	s.Gate.Limits = []Limit{{Metric: "measure right", Is: "at_least", Value: 0.6}}
	dir := withMain(t)
	ok, printed := inner(t, "TestX", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "measure right 0.500 is below 0.600")
	assert.Equal(t, 2, calls)
	records, _ := readArtifact(t, dir)
	for _, r := range records {
		switch r := r.(type) {
		case *report.Dataset:
			assert.Equal(t, []report.Measure{{Name: "right"}, {Name: "never", LessIsBetter: true}, {Name: "size", Count: true}}, r.Measures)
		case *report.Case:
			assert.Equal(t, "size", r.Measures[len(r.Measures)-1].Name)
			assert.Len(t, r.Measures, 2, "a contribution of weight 0 is left out")
		}
	}
}

func TestJointFails(t *testing.T) {
	two := []report.Measure{{Name: "first"}, {Name: "second"}}
	for _, tt := range []struct {
		name  string
		joint []report.Measured
		err   error
		want  string
	}{
		{"an error alone", nil, errors.New("503"), `case "right": measure "first": 503`},
		{"an error beside contributions", []report.Measured{{}, {Sum: 1, Weight: 1}}, errors.New("503"), `case "right": measure "first": 503`},
		{"too few", []report.Measured{{Sum: 1, Weight: 1}}, nil, `case "right": measure "first": got 1 contributions from Joint, want 2: one to each of Numbers`},
		{"none", nil, nil, `case "right": measure "first": got 0 contributions from Joint, want 2: one to each of Numbers`},
		{"names in another order", []report.Measured{{Name: "second", Weight: 1}, {Name: "first", Weight: 1}}, nil, `case "right": measure "first": contribution 1 of Joint is to "second", want one to each of Numbers in their order`},
		{"a weight below 0", []report.Measured{{}, {Weight: -1}}, nil, `case "right": measure "second": got 0 of weight -1`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := jointSuite(Measure[string]{Numbers: two, Joint: func(context.Context, Case[string], document.Value, eval.Result) ([]report.Measured, error) {
				return tt.joint, tt.err
			}})
			ok, printed := inner(t, "TestX", s.Run)
			assert.False(t, ok)
			assert.Contains(t, printed, tt.want)
		})
	}
}

func TestJointMisuse(t *testing.T) {
	joint := func(context.Context, Case[string], document.Value, eval.Result) ([]report.Measured, error) {
		return nil, nil
	}
	answer := func(context.Context, Case[string], document.Value) (float64, float64, error) { return 1, 1, nil }
	a := []report.Measure{{Name: "a"}}
	for _, tt := range []struct {
		name    string
		measure Measure[string]
		want    string
	}{
		{"a mistake in its configuration", Measure[string]{Joint: joint, Numbers: a, Invalid: errors.New("no claims")}, "no claims"},
		{"no numbers", Measure[string]{Joint: joint}, `measure "": want Numbers with Joint and not without it; Name, Empty and Count are in Numbers then`},
		{"numbers of an answer", Measure[string]{Name: "b", Answer: answer, Numbers: a}, `measure "b": want Numbers with Joint and not without it`},
		{"a name beside the numbers", Measure[string]{Name: "b", Joint: joint, Numbers: a}, `measure "b": want Numbers with Joint and not without it; Name, Empty and Count are in Numbers then`},
		{"two functions", Measure[string]{Joint: joint, Answer: answer, Numbers: a, Name: "b"}, `measure "b": want one of Answer, Runs and Joint`},
		{"a number without a name", Measure[string]{Joint: joint, Numbers: []report.Measure{{}}}, "a number of a measure has no Name"},
		{"one name twice", Measure[string]{Joint: joint, Numbers: []report.Measure{{Name: "a"}, {Name: "a"}}}, `measure "a": two measures have this name`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, printed := inner(t, "TestX", jointSuite(tt.measure).Run)
			assert.False(t, ok)
			assert.NotContains(t, printed, "TestX/case")
			assert.Contains(t, printed, tt.want)
		})
	}
}

// A table has measures, too.
func TestCollectMeasures(t *testing.T) {
	withMain(t)
	right := func(_ context.Context, _ Case[any], answer document.Value) (float64, float64, error) {
		if answer.Member("a").Exists() {
			return 0.85, 1, nil
		}
		return 0, 1, nil
	}
	ok, printed := inner(t, "TestTable", func(t *testing.T) {
		c := Collect(t, Config{
			Cases: 2, Measures: []Measure[any]{{Name: "rqs", Answer: right}},
			Gate: Gate{Limits: []Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
		})
		t.Run("case", func(t *testing.T) {
			for _, row := range []struct{ name, got string }{{"right", `{"a":1,"b":2}`}, {"none", `nothing`}} {
				t.Run(row.name, func(t *testing.T) { c.FieldAccuracy(t, row.got, `{"a":1,"b":2}`) })
			}
		})
		t.Run("gate", c.Gate)
	})
	assert.False(t, ok)
	assert.Contains(t, printed, "measure rqs 0.425 is below 0.800")

	f := &fake{name: "TestX"}
	runs := Measure[any]{Name: "runs", Runs: func(context.Context, Case[any], []document.Value) (float64, float64, error) { return 1, 1, nil }}
	told := f.run(func() { Collect(f, Config{Measures: []Measure[any]{runs}}) })
	assert.Equal(t, `FATAL evaltest: TestX: measure "runs": a table has one answer to each case, so Runs has nothing to compare: set Answer`, told)
	f = &fake{name: "TestX"}
	told = f.run(func() { FieldAccuracy(f, `{}`, `{}`, Config{Measures: []Measure[any]{{Name: "rqs", Answer: right}}}) })
	assert.Equal(t, `FATAL evaltest: TestX: data set "TestX": an assertion has no Measures of its own: open the data set with evaltest.Collect, whose Measures are for all rows`, told)
}
