package internal_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/testdata/effort"
)

// invoices are documents with a list of 1 to 100 rows, most of them short, in which long ones take longer. They have tags at random, one of
// them with six documents a value, and one that goes with the length; optional fields, one of which is wrong five times as often as the
// others; and, where copies is set, every fifth document is there a second time. With a value alone each is right or wrong.
type breakdownInvoices struct {
	documents int
	value     bool // each document has one value in place of the fields
	copies    bool
	// chance is the chance of a mistake in each value of a document.
	chance func(r *rand.Rand, rows int, tags map[string]string) float64
}

var optional = []float64{0.9, 0.5, 0.2, 0.5} // how often an optional field is there

func (w breakdownInvoices) draw(r *rand.Rand) (cases []*report.Case) {
	for i := range w.documents {
		rows := min(max(int(math.Exp(math.Log(6)+1.1*r.NormFloat64())), 1), 100)
		tags := map[string]string{"length": "short"}
		for k, values := range []int{2, 3, 4, 5, 6, 8, max(2, w.documents/6)} {
			tags[fmt.Sprint("tag", k)] = fmt.Sprint(r.IntN(values))
		}
		if rows > 10 {
			tags["length"] = "long"
		}
		if r.Float64() < 0.1 {
			tags["length"] = "odd"
		}
		c := &report.Case{
			ID: fmt.Sprintf("d%04d", i), Trial: 1, Status: report.OK, Verdict: eval.Partial, Tags: tags, TextHash: fmt.Sprint("text", i),
			Duration: time.Duration((1 + float64(rows)/10 + r.ExpFloat64()) * float64(time.Second)), Retries: r.IntN(20) / 18,
		}
		chance := min(1, w.chance(r, rows, tags))
		add := func(attribute string, n int, chance float64) {
			var counts metrics.Counts
			for range n {
				switch {
				case r.Float64() >= chance:
					counts.Match++
				case r.IntN(2) == 0:
					counts.Wrong++
				default:
					counts.Missing++
				}
			}
			c.Counts = append(c.Counts, metrics.Row{Attribute: attribute, Counts: counts})
		}
		if w.value {
			add("type", 1, chance)
		} else {
			for k := range 4 {
				add(fmt.Sprint("head", k), 1, chance)
			}
			for k, share := range optional {
				if r.Float64() < share {
					add(fmt.Sprint("optional", k), 1, chance*[]float64{1, 5, 1, 1}[k])
				} else {
					c.Counts = append(c.Counts, metrics.Row{Attribute: fmt.Sprint("optional", k), Counts: metrics.Counts{CorrectAbsence: 1}})
				}
			}
			c.Counts = append(c.Counts, metrics.Row{Attribute: "lines[]", Counts: metrics.Counts{Match: rows}, Items: true})
			for _, k := range []string{"sku", "text", "amount"} {
				add("lines[]."+k, rows, 1.5*chance)
			}
		}
		cases = append(cases, c)
		if w.copies && i%5 == 0 {
			again := *c
			again.ID += " again"
			cases = append(cases, &again)
		}
	}
	return cases
}

func slicesOf(cases []*report.Case) breakdown.Slices {
	var s breakdown.Slicer
	for _, c := range cases {
		s.Add(c, nil)
	}
	return s.Slices()
}

// chances in which no slice is worse.
var fair = map[string]func(p float64) func(*rand.Rand, int, map[string]string) float64{
	"each value by itself": func(p float64) func(*rand.Rand, int, map[string]string) float64 {
		return func(*rand.Rand, int, map[string]string) float64 { return p }
	},
	"a tenth is unreadable": func(p float64) func(*rand.Rand, int, map[string]string) float64 {
		return func(r *rand.Rand, _ int, _ map[string]string) float64 { return unreadable(r, 0) / 0.02 * max(p, 0.02) }
	},
	"some documents are hard": func(p float64) func(*rand.Rand, int, map[string]string) float64 {
		return func(r *rand.Rand, _ int, _ map[string]string) float64 { return p * r.ExpFloat64() }
	},
}

// setting is a world of documents in which no slice is worse.
type setting struct {
	documents int
	chance    string
	p         float64
}

func settings() (all []setting) {
	for _, documents := range []int{30, 60, 100, 300, 1000} {
		for _, chance := range slices.Sorted(maps.Keys(fair)) {
			all = append(all, setting{documents, chance, 0.02}, setting{documents, chance, 0.15})
		}
	}
	return all
}

// Where no slice is worse, at most one report of twenty has a slice among its patterns, or a mark: of documents of very unequal size, with about a
// hundred slices, many of few documents, and copies.
//
//	EXTRACTEVAL_SIMULATIONS=1000 go test ./report/internal/breakdown -run 'NoPatternBy|PatternsAreFound' -v -timeout 5h
func TestNoPatternByChance(t *testing.T) {
	runs := effort.Draws(t, effort.Size(10, 20))
	for _, s := range effort.Some(3, settings()[:12]) {
		noPatternByChance(t, s, runs)
	}
	if effort.Asked() {
		for _, s := range settings()[12:] {
			noPatternByChance(t, s, runs)
		}
	}
}

func noPatternByChance(t *testing.T, s setting, runs int) {
	t.Run(fmt.Sprintf("%d documents, %s, %g", s.documents, s.chance, s.p), func(t *testing.T) {
		w := breakdownInvoices{documents: s.documents, copies: s.documents%100 == 0, chance: fair[s.chance](s.p)}
		alarms, named := 0, map[string]int{}
		for run := range runs {
			got := slicesOf(w.draw(rand.New(rand.NewPCG(47, uint64(run)))))
			if len(got.Patterns) > 0 {
				named[got.Patterns[0].Slice]++
			}
			if len(got.Patterns) > 0 || got.AnyBelow(len(got.Slices)) {
				alarms++
			}
		}
		t.Logf("%d of %d reports: %v", alarms, runs, named)
		noise, _ := stats.Wilson(0.05, float64(runs), 0.99)
		assert.LessOrEqual(t, float64(alarms)/float64(runs), noise.High)
	})
}

// Causes of sizes that teams meet are found, and each is one line.
//
// The shares are what reports can promise, a little below what 300 draws of each found: 82, 89, 97, 66, 92, 74 and 100 %. Small slices bound
// them: a slice has five documents, and of 60 fewer than five have 25 rows or more in three draws of ten, where a lower cut often stands for
// them; fewer than five are of one vendor of eight in one draw of nine. Another line is there in 1 to 5.3 % of the reports, as chance has it;
// where mistakes grow with the rows, in 8 %, since the documents below the cut have a trend, too.
func TestPatternsAreFound(t *testing.T) {
	runs := effort.Draws(t, 6)
	type chance = func(r *rand.Rand, rows int, tags map[string]string) float64
	tag := func(p, usual float64) chance {
		return func(_ *rand.Rand, _ int, tags map[string]string) float64 {
			if tags["tag5"] == "0" {
				return p
			}
			return usual
		}
	}
	long := func(least int, p, usual float64) chance {
		return func(_ *rand.Rand, rows int, _ map[string]string) float64 {
			if rows >= least {
				return p
			}
			return usual
		}
	}
	for _, tt := range effort.Some(2, []struct {
		name  string
		world breakdownInvoices
		slice string // the beginning of the line
		found float64
		more  float64 // at most this share of reports has other lines
	}{
		{"long lists lose half, 60 documents", breakdownInvoices{documents: 60, chance: long(25, 0.5, 0.02)}, "rows of lines>=", 0.8, 0.06},
		{"long lists have three times the mistakes, 100 documents", breakdownInvoices{documents: 100, chance: long(20, 0.06, 0.02)}, "rows of lines>=", 0.85, 0.06},
		{"long lists have twice the mistakes, 300 documents", breakdownInvoices{documents: 300, chance: long(20, 0.04, 0.02)}, "rows of lines>=", 0.95, 0.06},
		{"a vendor of eight has four times the mistakes, 60 documents", breakdownInvoices{documents: 60, chance: tag(0.08, 0.02)}, "tag5=0", 0.65, 0.06},
		{"a vendor of eight has four times the mistakes, 100 documents", breakdownInvoices{documents: 100, chance: tag(0.08, 0.02)}, "tag5=0", 0.9, 0.06},
		{"a vendor of eight, a value each, half of which are wrong, 100 documents", breakdownInvoices{documents: 100, value: true, chance: tag(0.5, 0.02)}, "tag5=0", 0.7, 0.06},
		{"mistakes grow with the rows, 300 documents", breakdownInvoices{documents: 300, chance: func(_ *rand.Rand, rows int, _ map[string]string) float64 {
			return 0.01 + 0.02*math.Log(float64(rows))
		}}, "rows of lines>=", 0.95, 0.1},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			found, lines := 0, map[string]int{}
			more := 0
			for run := range runs {
				got := slicesOf(tt.world.draw(rand.New(rand.NewPCG(53, uint64(run))))).Patterns
				is := false
				for _, p := range got {
					name, _, _ := strings.Cut(p.Text, ":")
					is = is || strings.Contains(name, tt.slice)
				}
				if is {
					found++
				}
				if len(got) > 1 {
					more++
					for _, p := range got {
						lines[p.Slice]++
					}
				}
			}
			t.Logf("found in %d of %d reports, with other lines in %d: %v", found, runs, more, lines)
			least, _ := stats.Wilson(tt.found, float64(runs), 0.99)
			assert.GreaterOrEqual(t, float64(found)/float64(runs), least.Low)
			most, _ := stats.Wilson(tt.more, float64(runs), 0.99)
			assert.LessOrEqual(t, float64(more)/float64(runs), most.High)
		})
	}
}
