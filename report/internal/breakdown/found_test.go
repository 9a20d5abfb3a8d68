package breakdown_test

import (
	"fmt"
	"math"
	"math/rand/v2"
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
type invoices struct {
	documents int
	value     bool // each document has one value in place of the fields
	copies    bool
	// chance is the chance of a mistake in each value of a document.
	chance func(r *rand.Rand, rows int, tags map[string]string) float64
}

var optional = []float64{0.9, 0.5, 0.2, 0.5} // how often an optional field is there

func (w invoices) draw(r *rand.Rand) (cases []*report.Case) {
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

// Where no slice is worse, at most one report of twenty has a pattern, or a mark: of documents of very unequal size, with slices of few
// documents and copies.
//
//	EXTRACTEVAL_LONG=1 EXTRACTEVAL_SIMULATIONS=1000 go test ./report/internal/breakdown -run 'NoPatternBy|PatternsAreFound' -v -timeout 5h
func TestNoPatternByChance(t *testing.T) {
	runs := effort.Draws(t, 8)
	for name, chance := range fair {
		for _, documents := range []int{30, 60, 100, 300, 1000} {
			for _, p := range []float64{0.02, 0.15} {
				t.Run(fmt.Sprintf("%d documents, %s, %g", documents, name, p), func(t *testing.T) {
					if documents > 100 && !effort.Asked() {
						effort.NeedsLong(t)
					}
					w := invoices{documents: documents, copies: documents%100 == 0, chance: chance(p)}
					alarms := map[string]int{}
					n := 0
					for run := range runs {
						got := slicesOf(w.draw(rand.New(rand.NewPCG(47, uint64(run)))))
						any := len(got.Patterns) > 0
						for _, p := range got.Patterns[:min(1, len(got.Patterns))] {
							what, _, _ := strings.Cut(p.Text, ":")
							alarms[what]++
						}
						for _, s := range got.Slices {
							any = any || s.Below
						}
						if any {
							n++
						}
					}
					t.Logf("%d of %d reports: %v", n, runs, alarms)
					noise, _ := stats.Wilson(0.05, float64(runs), 0.99)
					assert.LessOrEqual(t, float64(n)/float64(runs), noise.High)
				})
			}
		}
	}
}
