package internal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/testdata/effort"
)

// lister evaluates lists of rows that have an article and an amount.
type lister struct {
	t         testing.TB
	evaluator *eval.Evaluator
	dataset   report.Dataset
	options   report.CaseOptions
}

func newLister(t testing.TB, assign eval.Assign) *lister {
	l := &lister{t: t, dataset: report.Dataset{Name: "lists"}}
	var err error
	l.evaluator, err = l.dataset.SetSpec(eval.Spec{Fields: []eval.Field{
		{Path: "lines", List: &eval.List{By: []string{"sku"}, Assign: assign, Fields: []eval.Field{{Path: "sku"}, {Path: "amount"}}}},
		{Path: "total"},
	}})
	require.NoError(t, err)
	return l
}

type line struct {
	SKU    string `json:"sku"`
	Amount int    `json:"amount"`
}

// lines are the rows of the truth number i.
func lines(i, rows int) (all []line) {
	for k := range rows {
		all = append(all, line{fmt.Sprintf("A-%d-%d", i, 7*k), 100*k + i})
	}
	return all
}

// record is the record of document i with so many rows, and an answer.
func (l *lister) record(i, rows int, answer any) report.Case {
	result, err := l.evaluator.Evaluate(l.t.Context(), answer, map[string]any{"lines": lines(i, rows), "total": i})
	require.NoError(l.t, err)
	id := fmt.Sprintf("d%03d", i)
	return report.NewCase(report.Observation{ID: id, Result: &result, Text: id}, l.options)
}

// rows is record for an answer that has some of the rows.
func (l *lister) rows(i, rows int, has func(k int) bool) report.Case {
	var kept []line
	for k, line := range lines(i, rows) {
		if has(k) {
			kept = append(kept, line)
		}
	}
	return l.record(i, rows, map[string]any{"lines": kept, "total": i})
}

func firstRows(n int) func(k int) bool { return func(k int) bool { return k < n } }

func without(skipped ...int) func(k int) bool {
	return func(k int) bool { return !slices.Contains(skipped, k) }
}

func (l *lister) mistakes(all []report.Case) *breakdown.Mistakes {
	m := &breakdown.Mistakes{Dataset: &l.dataset}
	for i := range all {
		m.Add(&all[i], breakdown.Classes(&all[i]))
	}
	return m
}

// kinds returns the mistakes as "lines[].sku cut off 40".
func kinds(m *breakdown.Mistakes) (all []string) {
	for _, one := range m.Mistakes() {
		all = append(all, fmt.Sprint(one.Attribute, " ", one.Class, " ", one.Count))
	}
	return all
}

func texts(m *breakdown.Mistakes) (all []string) {
	for _, p := range breakdown.SortedPatterns(m.Patterns()) {
		all = append(all, p.Text)
	}
	return all
}

// Of twelve documents, those with more than 15 rows are answered by 15, and one that has 16 too: 5 + 10 + 15 + 20 + 1 rows of two values are missing. A row that
// is missing in a short list stays what it is, also the last one of three.
func capped(l *lister) (all []report.Case) {
	for i, rows := range []int{20, 25, 30, 35, 16} {
		all = append(all, l.rows(i, rows, firstRows(15)))
	}
	for i := 5; i < 10; i++ {
		all = append(all, l.rows(i, 10+i%5, firstRows(100)))
	}
	return append(all, l.rows(10, 3, firstRows(2)), l.rows(11, 8, without(4)))
}

func TestListEndsAfterSoManyRows(t *testing.T) {
	l := newLister(t, "")
	all := capped(l)
	want := []string{"lines[].amount missing 53", "lines[].sku missing 53"}
	pattern := []breakdown.Pattern{{
		Kind: breakdown.PatternCutOff, Text: "the list lines ends after 15 rows in 5 of 5 documents with more: 102 values missing",
		Mistakes: 102, Case: "d000", Attribute: "lines[].amount", Class: source.Missing,
	}}
	m := l.mistakes(all)
	assert.Equal(t, want, kinds(m))
	assert.Equal(t, pattern, m.Patterns())
	examples := m.Mistakes()[0].Examples
	assert.Equal(t, breakdown.Example{Case: "d000", Trial: 1, Path: "lines[15].amount", Want: json.RawMessage("1500")}, examples[0])

	slices.Reverse(all)
	m = l.mistakes(all)
	assert.Equal(t, want, kinds(m), "in another order")
	assert.Equal(t, pattern, m.Patterns())
	assert.Equal(t, examples, m.Mistakes()[0].Examples)

	for i := range all {
		again := all[i]
		again.ID += "-again"
		all = append(all, again)
	}
	m = l.mistakes(all)
	assert.Equal(t, []string{"the list lines ends after 15 rows in 5 of 5 documents with more: 102 values missing"}, texts(m), "copies are no further documents")

	record := l.rows(2, 30, firstRows(15))
	assert.NotContains(t, breakdown.Classes(&record), source.CutOff, "the model does not say so")
}

func count(all []source.Class, class source.Class) (n int) {
	for _, c := range all {
		if c == class {
			n++
		}
	}
	return n
}

// Answers of a limited length have more rows or fewer. Rows that were misread, so that they have no partner, make no difference: they stand where they stood.
func TestLastRowsAreMissing(t *testing.T) {
	l := newLister(t, "")
	var all []report.Case
	for i := range 30 {
		all = append(all, l.rows(i, 5+i%4, without(i%9)))
	}
	for i := 30; i < 36; i++ {
		answer := lines(i, 50)[:20+i%4]
		if i == 33 {
			answer[7].SKU = "unreadable"
		}
		all = append(all, l.record(i, 50, map[string]any{"lines": answer, "total": i}))
	}
	m := l.mistakes(all)
	assert.Equal(t, []string{"the last rows of the list lines are missing in 6 of 36 documents: 338 values missing"}, texts(m)) // of 28+27+30+29+28+27 rows

	// A list whose items are paired by their index lacks the last ones, whichever are missing.
	ordered := newLister(t, eval.InOrder)
	all = nil
	for i := range 20 {
		all = append(all, ordered.rows(i, 30, firstRows(15)))
	}
	assert.Empty(t, texts(ordered.mistakes(all)))
}

func TestWhatIsNotCutOff(t *testing.T) {
	l := newLister(t, "")
	for name, of := range map[string]func(i int) report.Case{
		"one row of three, in one document": func(i int) report.Case { return l.rows(i, 3, without(2+i)) },
		"two documents":                     func(i int) report.Case { return l.rows(i, 60, firstRows(60-20*(2-min(i, 2)))) },
		"rows in the middle":                func(i int) report.Case { return l.rows(i, 40, func(k int) bool { return k < 10 || k > 20 }) },
		"the last row of two":               func(i int) report.Case { return l.rows(i, 2, firstRows(1+i%2)) },
		"all rows":                          func(i int) report.Case { return l.rows(i, 20, firstRows(0)) },
		"another order": func(i int) report.Case {
			answer := lines(i, 30)[:15]
			slices.Reverse(answer)
			return l.record(i, 30, map[string]any{"lines": answer})
		},
		"rows that the truth lacks, after them": func(i int) report.Case {
			return l.record(i, 30, map[string]any{"lines": append(lines(i, 15), line{"invented", -1})})
		},
	} {
		t.Run(name, func(t *testing.T) {
			var all []report.Case
			for i := range 10 {
				all = append(all, of(i))
			}
			m := l.mistakes(all)
			assert.Empty(t, texts(m))
			assert.NotContains(t, fmt.Sprint(kinds(m)), "cut off")
		})
	}
}

// Where the text ends in the middle, each value is cut off.
func TestAnswersEndInTheMiddle(t *testing.T) {
	l := newLister(t, "")
	var all []report.Case
	for i := range 6 {
		answer, err := json.Marshal(map[string]any{"lines": lines(i, 4), "total": i})
		require.NoError(t, err)
		if i >= 4 {
			answer = answer[:len(answer)/2]
		}
		all = append(all, l.record(i, 4, answer))
	}
	all = append(all, l.record(6, 4, "I am sorry"))
	m := l.mistakes(all)
	assert.Equal(t, []string{"answers end in the middle of the JSON text in 2 of 7 documents: 18 values missing"}, texts(m))
	assert.Equal(t, []string{"lines[].amount cut off 8", "lines[].sku cut off 8", "lines[].amount missing 4", "lines[].sku missing 4", "(invented) invented 3", "total cut off 2", "total missing 1"}, kinds(m))
}

// Rows that are missing by chance, anywhere, are told as cut off in at most one report of twenty, be they few or many, in short lists or long ones.
func TestRowsMissingByChance(t *testing.T) {
	l := newLister(t, "")
	runs := effort.Draws(t, effort.Size(8, 20))
	r := rand.New(rand.NewPCG(3, 30))
	for _, rate := range []float64{0.05, 0.15, 0.3} {
		for _, shape := range []struct{ documents, least, most int }{{20, 2, 4}, {40, 3, 12}, {12, 20, 40}} {
			found := 0
			for range runs {
				var all []report.Case
				for i := range shape.documents {
					all = append(all, l.rows(i, shape.least+r.IntN(shape.most-shape.least+1), func(int) bool { return r.Float64() >= rate }))
				}
				if len(texts(l.mistakes(all))) > 0 {
					found++
				}
			}
			t.Logf("%.0f %% of the rows missing in %d documents of %d to %d rows: told in %d of %d reports", 100*rate, shape.documents, shape.least, shape.most, found, runs)
			assert.LessOrEqual(t, float64(found), 0.05*float64(runs)+3*math.Sqrt(0.05*0.95*float64(runs)))
		}
	}
}

// Records may say anything: indices that are huge or negative, lists without rows, more pairs than there are.
func TestHostileEndings(t *testing.T) {
	l := newLister(t, "")
	r := rand.New(rand.NewPCG(7, 7))
	number := func() int { return []int{math.MinInt, -1, 0, 1, 2, 15, math.MaxInt}[r.IntN(7)] }
	numbers := func() (all []int) {
		for range r.IntN(4) {
			all = append(all, number())
		}
		return all
	}
	text := func() string {
		return []string{"", "lines", "lines[]", "lines[].sku", "(document)", "(document)[0]", "a[", "\x1b[31m\n--- FAIL: x", "orders[3].lines"}[r.IntN(9)]
	}
	var all []report.Case
	for i := range effort.Size(100, 500) {
		c := l.rows(i, 20, firstRows(10))
		for range r.IntN(4) {
			a := report.Alignment{Path: text(), Paired: number(), OnlyGot: number(), OnlyWant: number(), UnmatchedGot: numbers(), UnmatchedWant: numbers()}
			for range r.IntN(3) {
				a.Pairs = append(a.Pairs, eval.Pair{Got: number(), Want: number()})
			}
			c.Alignments = append(c.Alignments, a)
		}
		for range r.IntN(4) {
			c.Fields = append(c.Fields, report.Field{Path: text(), Attribute: text(), Outcome: metrics.Outcome(r.IntN(9)), GotIndex: numbers(), WantIndex: numbers(), Tag: []string{"", source.TagCutOff}[r.IntN(2)]})
		}
		c.Cost = map[string]float64{"output_tokens": []float64{math.NaN(), math.Inf(1), -1, 0, 5}[r.IntN(5)]}
		all = append(all, c)
	}
	assert.NotPanics(t, func() {
		m := l.mistakes(all)
		breakdown.SortedPatterns(m.Patterns())
		m.Mistakes()
	})
}

// A limit of tokens tells it of one answer alone, also of its last row. A row in the middle is missing for another reason.
func TestStopTells(t *testing.T) {
	l := newLister(t, "")
	var all []report.Case
	for i, has := range []func(int) bool{firstRows(20), firstRows(10), firstRows(19), without(4), firstRows(19)} {
		c := l.rows(i, 20, has)
		c.Shape.Stop = []string{"stop", "length", "length", "length", "stop"}[i]
		c.Cost = map[string]float64{"output_tokens": 4096}
		all = append(all, c)
	}
	m := l.mistakes(all)
	assert.Equal(t, []string{`the last rows of the list lines are missing in 2 of 5 documents: 22 values missing; stopped by "length"; each at 4096 output tokens`}, texts(m))
	assert.Equal(t, []string{"lines[].amount cut off 11", "lines[].sku cut off 11", "lines[].amount missing 2", "lines[].sku missing 2"}, kinds(m))
	assert.Equal(t, 20, count(breakdown.Classes(&all[1]), source.CutOff))

	all[2].Shape.Stop, all[2].Cost = "MAX_TOKENS", nil
	assert.Equal(t, []string{`the last rows of the list lines are missing in 2 of 5 documents: 22 values missing; stopped by "MAX_TOKENS", "length"`}, texts(l.mistakes(all)))

	// Of answers that end after the same row, some say why.
	all = capped(l)
	all[1].Shape.Stop = "length"
	assert.Equal(t, []string{`the list lines ends after 15 rows in 5 of 5 documents with more: 102 values missing; 1 of the answers stopped by "length"`}, texts(l.mistakes(all)))
}

// An extractor that fails on half an answer has lost all of it.
func TestStopOfAFailedAnswer(t *testing.T) {
	l := newLister(t, "")
	var all []report.Case
	for i, answer := range []any{errors.New("invoice: unexpected end of JSON input"), errors.New("connection refused"), "I am sorry", map[string]any{"lines": lines(3, 4), "total": 3}} {
		c := l.record(i, 4, answer)
		if i < 2 {
			c.Status = report.Error
		}
		if i != 1 {
			c.Shape.Stop = "max_tokens"
		}
		all = append(all, c)
	}
	m := l.mistakes(all)
	assert.Equal(t, []string{`the model stopped before there was an answer in 2 of 4 documents: 18 values missing; stopped by "max_tokens"`}, texts(m))
	assert.Equal(t, []string{"lines[].amount cut off 8", "lines[].sku cut off 8", "lines[].amount missing 4", "lines[].sku missing 4", "total cut off 2", "(invented) invented 1", "total missing 1"}, kinds(m))
}
