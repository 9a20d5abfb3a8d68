package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// judge marks the best run of each row.
func (c *comparison) judge() {
	var families []*estimate.Family
	pairs := 0 // in all rows
	for i := range c.report.Sets {
		s, t := &c.report.Sets[i], c.tables[i]
		if s.Why != "" {
			continue
		}
		c.testRows(s, t)
		families = append(families, t.family(s.deciding()))
		for k := range s.Rows {
			pairs += t.countPairs(k)
		}
	}
	estimate.Adjust(families, c.report.Level)
	tested := 0 // data sets
	for _, f := range families {
		if f.Tested {
			tested++
		}
	}
	alpha := 1 - c.report.Level
	for i := range c.report.Sets {
		s, t := &c.report.Sets[i], c.tables[i]
		if s.Why != "" {
			continue
		}
		deciding := s.deciding()
		for k := range s.Rows {
			row := &s.Rows[k]
			if row.Top < 0 {
				continue
			}
			if test := t.tests[k]; test != nil {
				row.P, row.Best = report.RatioOf(test.Adjusted, true), test.Significant
			}
			hypotheses := pairs
			if k == deciding {
				hypotheses = tested * t.countPairs(k)
			}
			for _, other := range s.Compared {
				if other == row.Top {
					continue
				}
				p := 1.0 // adjusted
				switch single := t.single[k][other]; {
				case row.Best:
					p = row.P.Value
				case single >= 0:
					p = min(single*float64(hypotheses), 1)
				}
				if !row.Best && p > alpha {
					row.Tied = append(row.Tied, other)
				}
				t.single[k][other] = p
			}
		}
		c.setLead(s, t)
	}
}

// countPairs returns the number of pairs of those runs that differ in a row. A run with the counts of the top run in every
// document is the same run.
func (t *table) countPairs(k int) int {
	others := 0
	for _, p := range t.single[k] {
		if p >= 0 {
			others++
		}
	}
	return others * (others + 1) / 2
}

// family returns the tests of the rows. The test of the deciding row comes before all others.
func (t *table) family(deciding int) *estimate.Family {
	f := &estimate.Family{Deciding: true}
	for k, test := range t.tests {
		switch {
		case test == nil:
		case k == deciding:
			f.Averages = append(f.Averages, test)
		case test.Sole:
			f.Repeated = append(f.Repeated, test)
		default:
			f.Fields = append(f.Fields, test)
		}
	}
	return f
}

// testRows compares the top run of each row with every other.
func (c *comparison) testRows(s *Set, t *table) {
	t.tests, t.single = make([]*estimate.Test, len(s.Rows)), make([][]float64, len(s.Rows))
	var wanted [][2]int
	for _, row := range s.Rows {
		for _, other := range s.Compared {
			pair := [2]int{min(row.Top, other), max(row.Top, other)}
			if row.Top >= 0 && other != row.Top && t.pairs[pair] == nil {
				t.pairs[pair] = map[runs.Key]*diff.Row{}
				wanted = append(wanted, pair)
			}
		}
	}
	results := make([]map[runs.Key]*diff.Row, len(wanted))
	estimate.Abreast(len(wanted), func(n int) {
		pair := wanted[n]
		results[n] = t.testPair(t.sides[slices.Index(s.Compared, pair[0])], t.sides[slices.Index(s.Compared, pair[1])], c.tests)
	})
	for n, pair := range wanted {
		t.pairs[pair] = results[n]
	}
	for k := range s.Rows {
		t.testRow(s, k)
	}
}

// testRow joins the tests of the top run against each other run.
func (t *table) testRow(s *Set, k int) {
	row := &s.Rows[k]
	t.single[k] = slices.Repeat([]float64{-1}, len(s.Runs))
	if row.Top < 0 {
		return
	}
	var tests []estimate.Test
	changed := false
	for _, other := range s.Compared {
		if other == row.Top {
			continue
		}
		test := estimate.Test{P: 1} // P is 1 if values are equal or unknown
		change := t.pairs[[2]int{min(row.Top, other), max(row.Top, other)}][row.Key()]
		if change != nil && len(change.Tests) == 1 {
			test, changed = change.Tests[0], true
			lead := change.Delta.Value
			if row.Top < other {
				lead = -lead
			}
			if !(lead > compare.Slack) {
				test.P = 1
			}
			t.single[k][other] = test.P
		}
		tests = append(tests, test)
	}
	if changed {
		weakest := estimate.Every(tests)
		t.tests[k] = &weakest
	}
}

// setLead sets the Rival of the highest run of the deciding row, and by how much that run is Ahead of it.
func (c *comparison) setLead(s *Set, t *table) {
	s.Rival = -1
	k := s.deciding()
	if k < 0 {
		return
	}
	row := &s.Rows[k]
	if s.Rival = s.rival(row); s.Rival < 0 {
		return
	}
	o := c.tests
	o.Resamples = 0 // the default
	o, _ = o.WithDefaults()
	sides := [2]*runs.Cases{t.sides[slices.Index(s.Compared, s.Rival)], t.sides[slices.Index(s.Compared, row.Top)]}
	change := t.testPair(sides[0], sides[1], o)[row.Key()]
	s.Ahead = report.Estimate{Value: change.Delta, Approximate: change.Approximate}
	if change.Low.Defined && change.High.Defined {
		i := estimate.Agreeing(stats.Interval{Low: change.Low.Value, High: change.High.Value}, change.Delta.Value, t.single[k][s.Rival], c.report.Level)
		s.Ahead.Low, s.Ahead.High = report.RatioOf(i.Low, true), report.RatioOf(i.High, true)
	}
}

func (t *table) testPair(old, new *runs.Cases, o diff.Options) map[runs.Key]*diff.Row {
	s := diff.TestTwo(old, new, t.numbers, t.units, o)
	return s.Index()
}

// price sets the prices of runs and finds the dominated ones.
func (s *Set) price() {
	for _, q := range []usage.Quantity{usage.Cost, usage.Tokens} {
		n := 0
		for _, i := range s.Compared {
			if a, ok := s.Runs[i].Spending.Amount(q); ok && !math.IsInf(a.Mean, 0) {
				s.Runs[i].Price = report.RatioOf(a.Mean, true)
				n++
			}
		}
		if n > 1 {
			s.Cost = q
			break
		}
		for i := range s.Runs {
			s.Runs[i].Price = report.Ratio{}
		}
	}
	if s.Cost == "" {
		return
	}
	for _, i := range s.Compared {
		a, ok := s.offer(i)
		if !ok {
			continue
		}
		for _, j := range s.Compared {
			if b, ok := s.offer(j); ok && b.dominates(a) {
				s.Runs[i].DominatedBy = append(s.Runs[i].DominatedBy, j)
			}
		}
		s.Runs[i].OnFront = len(s.Runs[i].DominatedBy) == 0
	}
}

// costCoverage returns "cost of 3 of 40 cases", or "" if no case of the run is silent about its cost.
func (s *Set) costCoverage(run int) string {
	a, ok := s.Runs[run].Spending.Amount(s.Cost)
	if !ok || a.Silent == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s cases", s.Cost, a.Coverage())
}

// offer is the price and the quality of a run.
type offer struct{ price, quality float64 }

func (s *Set) offer(i int) (offer, bool) {
	r := &s.Runs[i]
	q := r.Summary.Number(macroF1).Value
	return offer{r.Price.Value, q.Value}, r.Price.Defined && q.Defined
}

// dominates reports whether o costs no more than p, is no worse, and is better in one of the two.
func (o offer) dominates(p offer) bool {
	slack := p.price * compare.Slack
	return o.price <= p.price+slack && o.quality >= p.quality-compare.Slack &&
		(o.price < p.price-slack || o.quality > p.quality+compare.Slack)
}
