package internal_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/testdata/effort"
)

var bracket = regexp.MustCompile(` \[(?:≈ )?([+-][\d.]+), ([+-][\d.]+)\]`)

// decided returns the decisions without their intervals, and the ends of the first interval.
func decided(t *testing.T, r compare.Report) (text string, low, high float64) {
	t.Helper()
	lines := r.Decisions(func(i int) string { return r.Columns[i].Name }, func(text string) string { return text })
	text = strings.Join(lines, "\n")
	if ends := bracket.FindStringSubmatch(text); ends != nil {
		var err error
		low, err = strconv.ParseFloat(ends[1], 64)
		require.NoError(t, err)
		high, err = strconv.ParseFloat(ends[2], 64)
		require.NoError(t, err)
	}
	return bracket.ReplaceAllString(text, ""), low, high
}

// priced sets the price of a case in cents.
func pricedIn(cents float64) func(*report.Case) { return costs(cents/100, time.Second) }

// Every truth has one field, so that F1 and the pass rate are the share of cases that are right: of 40 cases, 12 wrong ones are 30
// points. Exact tests of 12 changes in one direction find them (2/2^12), of 5 changes they do not (2/2^5).
func TestDecisions(t *testing.T) {
	fields := []string{"total"}
	run := func(name string, wrong int, cents float64) made {
		m := made{name: name, to: 40, fields: fields, wrong: below(wrong)}
		if cents >= 0 {
			m.edit = pricedIn(cents)
		}
		return m
	}
	for _, tt := range effort.Some(7, []struct {
		name string
		runs []made
		want string
		sign int // of the lower end of the interval
	}{
		{"the better one, which costs more", []made{run("small", 12, 1), run("large", 0, 6.1)},
			"large is best: +30.0 points macro F1 over small, 100 against 70 % of documents pass, 6.1 times the price", 1},
		{"the better one, which costs less", []made{run("small", 0, 1), run("large", 12, 6.1)},
			"small is best: +30.0 points macro F1 over large, 100 against 70 % of documents pass, 0.16 times the price", 1},
		{"the better one, at the same price", []made{run("a", 0, 1), run("b", 12, 1)},
			"a is best: +30.0 points macro F1 over b, 100 against 70 % of documents pass, the same price", 1},
		{"a little more is not the same", []made{run("a", 0, 1.04), run("b", 12, 1)},
			"a is best: +30.0 points macro F1 over b, 100 against 70 % of documents pass, 1.04 times the price", 1},
		{"without prices", []made{run("a", 0, -1), run("b", 12, -1)},
			"a is best: +30.0 points macro F1 over b, 100 against 70 % of documents pass", 1},
		{"without one of the prices", []made{run("a", 0, -1), run("b", 12, 1)},
			"a is best: +30.0 points macro F1 over b, 100 against 70 % of documents pass", 1},
		{"over the next of five", []made{run("e", 36, 1), run("b", 14, 2), run("a", 0, 4), run("c", 20, 1), run("d", 25, 1)},
			"a is best: +35.0 points macro F1 over b, 100 against 65 % of documents pass, 2 times the price", 1},
		{"two alike", []made{run("a", 5, -1), run("b", 0, -1)},
			"not told apart: b, a; +12.5 points macro F1 of b over a, 100 against 88 % of documents pass", -1},
		{"two alike, the lower one cheaper", []made{run("a", 5, 1), run("b", 0, 7)},
			"not told apart: b, a; +12.5 points macro F1 of b over a, 100 against 88 % of documents pass; a is the cheapest of them, b has 7 times the price", -1},
		{"two the same", []made{run("a", 5, 1), run("b", 5, 1)},
			"not told apart: a, b; 0.0 points macro F1 of a over b, 88 against 88 % of documents pass; at the same price", 0},
		{"two alike ahead of one", []made{run("c", 30, 0.1), run("a", 0, 3), run("b", 1, 1)},
			"not told apart: a, b; +2.5 points macro F1 of a over b, 100 against 98 % of documents pass; b is the cheapest of them, a has 3 times the price; worse: c", -1},
		{"the cheapest of three, of which one is next", []made{run("a", 0, 3), run("b", 1, 9), run("c", 2, 1), run("d", 30, 0.1)},
			"not told apart: a, b, c; +5.0 points macro F1 of a over c, 100 against 95 % of documents pass; c is the cheapest of them, the others have up to 9 times the price; worse: d", -1},
		{"a price that is not known", []made{run("a", 0, 3), run("b", 1, -1), run("c", 2, 1)},
			"not told apart: a, b, c; +5.0 points macro F1 of a over c, 100 against 95 % of documents pass; c is the cheapest of them whose price is known, a has 3 times the price", -1},
		{"seven alike", []made{run("a", 0, -1), run("b", 0, -1), run("c", 0, -1), run("d", 0, -1), run("e", 0, -1), run("f", 0, -1), run("g", 0, -1)},
			"not told apart: a, b, c, d, e, 2 more; 0.0 points macro F1 of a over b, 100 against 100 % of documents pass", 0},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			r := readCompared(t, compare.Options{}, tt.runs...)
			got, low, high := decided(t, r)
			assert.Equal(t, tt.want, got)
			if tt.sign > 0 {
				assert.Positive(t, low)
			} else {
				assert.LessOrEqual(t, low, 0.0)
			}
			assert.GreaterOrEqual(t, high, 0.0)
			for format, first := range map[string]string{"text": "", "markdown": "## "} {
				line, _, _ := strings.Cut(writtenCompared(t, format, r), "\n")
				line = bracket.ReplaceAllString(strings.ReplaceAll(line, "`", ""), "")
				assert.Equal(t, first+tt.want, line, format)
			}
		})
	}
}

// Copies of the highest run bring no other run back in the row that decides: they are no further chance of a mistake. A
// third run is, however many other rows there are. Of six changes p is 2/2^6, which tells two runs apart, also beside
// copies. Times the three pairs of three runs it is above 0.05, and 2/2^7 of seven changes is not.
func TestCopiesOfTheBestBringNoneBack(t *testing.T) {
	fields := []string{"total", "date", "vendor", "number"}
	run := func(name string, from, to int) made {
		return made{name: name, to: 40, fields: fields, wrong: func(n, _ int, field string) bool {
			return from <= n && n < to && field == "total"
		}}
	}
	for wrong := 5; wrong <= 7; wrong++ {
		small, large := run("small", 0, wrong), run("large", 0, 0)
		got, _, _ := decided(t, readCompared(t, compare.Options{}, small, large))
		assert.Equal(t, wrong >= 6, strings.HasPrefix(got, "large is best"), got)
		for _, copies := range [][]made{{run("twin", 0, 0)}, {run("twin", 0, 0), run("triplet", 0, 0)}} {
			got, _, _ = decided(t, readCompared(t, compare.Options{}, append(copies, small, large)...))
			assert.Equal(t, wrong >= 6, strings.HasSuffix(got, "; worse: small"), got)
		}
		got, _, _ = decided(t, readCompared(t, compare.Options{}, small, large, run("other", 39, 40)))
		assert.Equal(t, wrong >= 7, strings.HasSuffix(got, "; worse: small"), got)
	}
}

// Free answers have no multiple of their price.
func TestDecisionOfFreeRuns(t *testing.T) {
	free := func(c *report.Case) { c.Cost = map[string]float64{"usd": 0} }
	fields := []string{"total"}
	r := readCompared(t, compare.Options{}, made{name: "own", to: 40, fields: fields, wrong: below(2), edit: free}, made{name: "bought", to: 40, fields: fields, edit: pricedIn(1)})
	got, _, _ := decided(t, r)
	assert.Equal(t, "not told apart: bought, own; +5.0 points macro F1 of bought over own, 100 against 95 % of documents pass; own costs nothing", got)

	// Where only tokens are known, these are the price.
	tokens := func(n float64) func(*report.Case) {
		return func(c *report.Case) { c.Cost = map[string]float64{"input_tokens": n} }
	}
	r = readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(20), edit: tokens(100)}, made{name: "b", to: 40, fields: fields, edit: tokens(250)})
	assert.Equal(t, usage.Tokens, r.Sets[0].Cost)
	got, _, _ = decided(t, r)
	assert.Equal(t, "b is best: +50.0 points macro F1 over a, 100 against 50 % of documents pass, 2.5 times the tokens", got)
}

// A decision says on how many cases it rests where runs do not have the same, and which runs it is not about.
func TestDecisionsOfOtherCases(t *testing.T) {
	fields := []string{"total"}
	a, b := made{name: "a", to: 40, fields: fields}, made{name: "b", from: 5, to: 50, fields: fields, wrong: below(25)}
	got, _, _ := decided(t, readCompared(t, compare.Options{}, a, b, made{name: "c", to: 50, fields: fields, broken: true}, made{name: "d", dataset: "bills", to: 3, fields: fields}))
	// Of cases 5 to 39, b is wrong in 20 of 35: 57.1 points.
	assert.Equal(t, "bills: not decided: it can be compared in 1 run\n"+
		"invoices: a is best on the 35 cases that all have: +57.1 points macro F1 over b, 100 against 43 % of documents pass; not compared: c, d", got)

	apart := readCompared(t, compare.Options{}, made{name: "a", to: 10, fields: fields}, made{name: "b", from: 10, to: 20, fields: fields})
	got, _, _ = decided(t, apart)
	assert.Equal(t, "not decided: no case is in all runs", got)
	assert.True(t, strings.HasPrefix(comparedText(t, apart), got+"\n\n"))
}

// Of three trials, the mean counts, and trials are not more documents: b is wrong in one of three trials of 12 documents, which are 10
// points.
func TestDecisionOfTrials(t *testing.T) {
	fields := []string{"total"}
	third := func(n, trial int, _ string) bool { return n < 12 && trial == 2 }
	got, low, _ := decided(t, readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, trials: 3}, made{name: "b", to: 40, fields: fields, trials: 3, wrong: third}))
	assert.Equal(t, "a is best: +10.0 points macro F1 over b, 100 against 90 % of documents pass", got)
	assert.Positive(t, low)
}

// Copies of a document are cases: the share is one of cases, and 12 copies are one document, which proves nothing.
func TestDecisionOfCopies(t *testing.T) {
	copied := func(c *report.Case) {
		c.InputHash = "00000000000000aa"
		c.DataHash = "00000000000000aa"
	}
	fields := []string{"total"}
	got, low, _ := decided(t, readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, edit: copied}, made{name: "b", to: 40, fields: fields, edit: copied, wrong: below(12)}))
	assert.Equal(t, "not told apart: a, b; +30.0 points macro F1 of a over b, 100 against 70 % of cases pass", got)
	assert.LessOrEqual(t, low, 0.0)
}

// Without truths the pass rate decides.
func TestDecisionWithoutTruths(t *testing.T) {
	rule := func(broken string) func(*report.Case) {
		return func(c *report.Case) {
			state := eval.Holds
			if c.ID < broken {
				state = eval.Broken
			}
			*c = report.Case{ID: c.ID, Trial: c.Trial, Status: report.OK, Verdict: eval.Pass, Unlabelled: true, Invariants: []eval.InvariantResult{{Name: "adds_up", State: state}}}
		}
	}
	got, _, _ := decided(t, readCompared(t, compare.Options{}, made{name: "a", to: 40, edit: rule("doc-012")}, made{name: "b", to: 40, edit: rule("")}))
	assert.Equal(t, "b is best: +30.0 points pass rate over a, 100 against 70 % of documents pass", got)
}

// At any width the decision comes first, and a tied entry has its mark.
func TestDecisionAtAnyWidth(t *testing.T) {
	fields := []string{"total", "date"}
	r := readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(2)}, made{name: "b", to: 40, fields: fields, wrong: below(3)}, made{name: "c", to: 40, fields: fields, wrong: below(38)})
	for _, width := range []int{60, 80, 100, 300} {
		var b strings.Builder
		require.NoError(t, compare.WriteText(&b, r, view.Screen{Width: width}))
		assert.True(t, strings.HasPrefix(b.String(), "not told apart: a, b; "), width)
		assert.Regexp(t, `(?m)^macro F1 +0\.950~ [\d.–]+ +0\.925~ `, b.String(), width)
		assert.NotRegexp(t, `(?m)^macro F1 .*not told apart`, b.String(), width)
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), width, line)
		}
	}
}
