package internal_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The parts of a test's documents: counts of one attribute.
var (
	isRight   = metrics.Counts{Match: 1}
	isWrong   = metrics.Counts{Wrong: 1}
	isMissing = metrics.Counts{Missing: 1}
	isAbsent  = metrics.Counts{CorrectAbsence: 1}
)

// classed returns the record of a document with a type and other attributes, each a name and its counts.
func classed(i int, class metrics.Counts, others ...any) report.Case {
	c := report.Case{ID: fmt.Sprintf("d%03d", i), Trial: 1, Status: report.OK, TextHash: report.Hash(fmt.Append(nil, i))}
	c.Counts = []metrics.Row{{Attribute: "type", Counts: class}}
	for k := 0; k < len(others); k += 2 {
		c.Counts = append(c.Counts, metrics.Row{Attribute: others[k].(string), Counts: others[k+1].(metrics.Counts)})
	}
	return c
}

// typed is a data set with classes of type that are recognised, and with fields that it is declared to decide.
func breakdownTyped(decides ...string) *report.Dataset {
	d := &report.Dataset{Name: "letters", Classes: []report.ClassList{{Attribute: "type", Names: []string{"invoice", "credit note"}}}}
	if len(decides) > 0 {
		d.Classes[0].Declared = true
		d.Spec, _ = json.Marshal(map[string]any{"fields": []any{map[string]any{"path": "type", "decides": decides}}})
	}
	return d
}

func causes(d *report.Dataset, cases []report.Case) []breakdown.Pattern {
	s := breakdown.Causes{Dataset: d}
	for i := range cases {
		s.Add(&cases[i])
	}
	return breakdown.SortedPatterns(s.Patterns())
}

func either(yes bool, a, b metrics.Counts) metrics.Counts {
	if yes {
		return a
	}
	return b
}

// 120 documents of which the type of 12 is wrong: the totals of these 12 and of 3 others are wrong. F1 is 105/120, without the 12 it
// is 105/108. That due is missing in every third document has nothing to do with it.
func letters() (all []report.Case) {
	for i := range 120 {
		all = append(all, classed(i, either(i < 12, isWrong, isRight),
			"total", either(i < 15, isWrong, isRight), "due", either(i%3 == 0, isMissing, isRight)))
	}
	return all
}

func TestCauseIsFound(t *testing.T) {
	want := breakdown.Pattern{
		Kind: breakdown.PatternCause, Mistakes: 12, Case: "d000", Attribute: "type",
		Text: "type was wrong in 12 of 120 documents: 12 of 15 mistakes of total are there (F1 0.875, without them 0.972)",
	}
	assert.Equal(t, []breakdown.Pattern{want}, causes(breakdownTyped(), letters()))

	all := letters()
	slices.Reverse(all)
	assert.Equal(t, []breakdown.Pattern{want}, causes(breakdownTyped(), all), "in another order")
	for i := range letters() {
		again := all[i]
		again.Trial = 2
		all = append(all, again)
	}
	assert.Equal(t, []breakdown.Pattern{want}, causes(breakdownTyped(), all), "trials are no further documents")

	assert.Empty(t, causes(&report.Dataset{}, letters()), "type has no classes")
	assert.Empty(t, causes(nil, letters()))
}

// A copy is no further document, but its values are values.
func TestCopiesAreNoFurtherCauses(t *testing.T) {
	var all []report.Case
	for _, c := range letters() {
		again := c
		again.ID += "-again"
		all = append(all, c, again)
	}
	found := causes(breakdownTyped(), all)
	assert.Len(t, found, 1)
	assert.Equal(t, "type was wrong in 12 of 120 documents: 24 of 30 mistakes of total are there (F1 0.875, without them 0.972)", found[0].Text)

	few := func(copies int) (all []report.Case) {
		for i := range 100 {
			for k := range copies {
				c := classed(i, either(i < 4, isWrong, isRight), "total", either(i < 4, isWrong, isRight))
				c.ID += fmt.Sprint("-", k)
				all = append(all, c)
			}
		}
		return all
	}
	assert.Empty(t, causes(breakdownTyped(), few(3)), "four documents with a wrong type are too few, however often they are there")

	vendors := letters()
	for i := range vendors {
		vendors[i].Tags = map[string]string{"vendor": fmt.Sprint(i % 4)}
	}
	d := breakdownTyped()
	d.Cluster = "vendor"
	assert.Empty(t, causes(d, vendors), "so are four vendors")
}

// What a spec declares is told of however few documents, and only where it explains anything.
func TestCauseIsDeclared(t *testing.T) {
	var all []report.Case
	for i := range 10 {
		all = append(all, classed(i, either(i < 2, isWrong, isRight),
			"total", either(i < 2, isWrong, isRight), "lines[].amount", either(i < 2, metrics.Counts{Missing: 5}, metrics.Counts{Match: 5}),
			"lines[].sku", either(i < 5, metrics.Counts{Match: 4, Wrong: 1}, metrics.Counts{Match: 5}), "due", either(i == 5, isWrong, isRight)))
	}
	assert.Equal(t, []breakdown.Pattern{{
		Kind: breakdown.PatternCause, Mistakes: 14, Case: "d000", Attribute: "type",
		// amount: TP 40, FN 10. total: TP 8, FP and FN 2. sku: TP 45, FP and FN 5; without: TP 37 of 40.
		Text: "type was wrong in 2 of 10 documents: 10 of 10 mistakes of lines[].amount are there (F1 0.889, without them 1.000); " +
			"2 of 5 mistakes of lines[].sku (F1 0.900, without them 0.925); 2 of 2 mistakes of total (F1 0.800, without them 1.000)",
	}}, causes(breakdownTyped("total", "lines"), all))
	assert.Empty(t, causes(breakdownTyped("due"), all), "the mistake of due is elsewhere")
	assert.Empty(t, causes(breakdownTyped("line"), all))

	for i := range all {
		all[i].Counts[0].Counts = isRight
	}
	assert.Empty(t, causes(breakdownTyped("total", "lines"), all), "type is never wrong")
}

// At most three fields are named.
func TestCauseOfManyFields(t *testing.T) {
	var all []report.Case
	for i := range 100 {
		wrong := i < 10
		all = append(all, classed(i, either(wrong, isWrong, isRight), "a", either(wrong, isWrong, isRight), "b", either(wrong, isWrong, isRight),
			"c", either(wrong, metrics.Counts{Missing: 2}, metrics.Counts{Match: 2}), "d", either(wrong, isWrong, isRight), "e", either(wrong, isWrong, isRight), "sender", isRight))
	}
	found := causes(breakdownTyped(), all)
	assert.Len(t, found, 1)
	assert.Equal(t, "type was wrong in 10 of 100 documents: 20 of 20 mistakes of c are there (F1 0.947, without them 1.000); "+
		"10 of 10 mistakes of a (F1 0.900, without them 1.000); 10 of 10 mistakes of b (F1 0.900, without them 1.000); and more of 2 other fields", found[0].Text)
	assert.Equal(t, 60, found[0].Mistakes)
}

func TestWhatIsNoCause(t *testing.T) {
	for name, draw := range map[string]func(i int) report.Case{
		"no answer": func(i int) report.Case {
			return classed(i, either(i < 20, isMissing, isRight), "total", either(i < 20, isMissing, isRight))
		},
		"as many mistakes elsewhere": func(i int) report.Case {
			return classed(i, either(i < 20, isWrong, isRight), "total", either(i%2 == 0, isWrong, isRight))
		},
		"right as often as not": func(i int) report.Case {
			return classed(i, either(i < 20, isWrong, isRight), "total", either(i < 10, isWrong, isRight))
		},
		"wrong always": func(i int) report.Case {
			return classed(i, either(i < 20, isWrong, isRight), "total", isWrong)
		},
		"a truth without the other field": func(i int) report.Case {
			return classed(i, either(i < 20, isWrong, isRight), "total", either(i < 20, isAbsent, isRight))
		},
		"four documents": func(i int) report.Case {
			return classed(i, either(i < 4, isWrong, isRight), "total", either(i < 4, isWrong, isRight))
		},
		"items": func(i int) report.Case {
			c := classed(i, either(i < 20, isWrong, isRight))
			c.Counts = append(c.Counts, metrics.Row{Attribute: "lines[]", Items: true, Counts: either(i < 20, isMissing, isRight)})
			return c
		},
		"documents without a truth": func(i int) report.Case {
			c := classed(i, either(i < 20, isWrong, isRight), "total", either(i < 20, isWrong, isRight))
			c.Unlabelled = true
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			var all []report.Case
			for i := range 200 {
				all = append(all, draw(i))
			}
			assert.Empty(t, causes(breakdownTyped(), all))
		})
	}
}

// Of 20 fields that have nothing to do with the type, one is named in at most one report of twenty.
func TestCausesByChance(t *testing.T) {
	runs, found := effort.Draws(t, effort.Size(60, 200)), 0
	r := rand.New(rand.NewPCG(5, 20))
	for range runs {
		var all []report.Case
		for i := range 80 {
			var others []any
			for k := range 20 {
				others = append(others, fmt.Sprint("f", k), either(r.Float64() < 0.45, isWrong, isRight))
			}
			all = append(all, classed(i, either(r.Float64() < 0.1, isWrong, isRight), others...))
		}
		if len(causes(breakdownTyped(), all)) > 0 {
			found++
		}
	}
	t.Logf("told in %d of %d reports", found, runs)
	assert.LessOrEqual(t, float64(found), 0.05*float64(runs)+3*math.Sqrt(0.05*0.95*float64(runs)))
}

// Records may say anything.
func TestHostileCauses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var all []report.Case
	for i := range 300 {
		var others []any
		for k := range r.IntN(5) {
			huge := []int{math.MinInt, -1, 0, 1, math.MaxInt}
			others = append(others, fmt.Sprint("\x1b[31mf", r.IntN(3000), k), metrics.Counts{Match: huge[r.IntN(5)], Wrong: huge[r.IntN(5)], Missing: huge[r.IntN(5)]})
		}
		all = append(all, classed(i, metrics.Counts{Match: r.IntN(2), Wrong: r.IntN(2) - r.IntN(2)*math.MaxInt}, others...))
	}
	d := breakdownTyped("", "[", "f")
	d.Classes = append(d.Classes, report.ClassList{}, report.ClassList{Attribute: "f1"})
	assert.NotPanics(t, func() { causes(d, all) })
	d.Spec = json.RawMessage(`{"fields":[1]}`)
	assert.NotPanics(t, func() { causes(d, all) })
}
