package power

import (
	"math"
	"math/rand/v2"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

const (
	mostUnits  = 2048 // of a drawn pair
	leastUnits = 4
	allDraws   = 8000 // of pairs, for all rows of a data set
	mostDraws  = 3000 // for a row
	leastDraws = 300
)

// search looks for the number of documents that find a drop in a row.
type search struct {
	*pool
	o      Options
	broken []int // fields whose values break
	micro  bool  // whether the drop is sought in the average
	row    uint64
	rows   int
}

// documents returns the number, 0 where F1 cannot fall so far.
//
// The normal quantile of power grows with the square root of the number n of units, as for a sum: z(n) = c·√n - z_alpha.
// Each of three rounds draws pairs with as many units as have a power of 80 % by the round before. The last round has most of the draws and says the number. It is so near
// to the number that z_alpha, which is not known exactly, hardly matters.
func (s search) documents() int {
	alpha := 1 - s.o.Level
	level := (1 - estimate.AveragesShare) * alpha / float64(len(s.fields)+1)
	if s.micro {
		level = estimate.AveragesShare * alpha
	}
	noise, value, ok := s.variance()
	z := estimate.Quantiles(level)
	formula := func(drop float64) float64 { return z * z * (noise + drop*value) / (drop * drop) }
	if _, possible := s.chances(s.o.Drop); !ok || !possible {
		return 0
	}
	drop := s.o.Drop
	start := formula(drop)
	if start > mostUnits { // formula(drop) = mostUnits
		b := z * z * value
		drop = (b + math.Sqrt(b*b+4*mostUnits*z*z*noise)) / (2 * mostUnits)
		if _, possible := s.chances(drop); !possible { // F1 itself is so small a number
			return int(math.Ceil(start * s.each))
		}
	}
	chances, _ := s.chances(drop)
	units := min(max(formula(drop), leastUnits), mostUnits)
	draws := min(max(allDraws/s.rows, leastDraws), mostDraws)
	for round, share := range []int{1, 2, 7} {
		n := draws * share / 10
		at := int(math.Round(units))
		power := (float64(s.found(round, n, at, alpha, chances)) + 0.5) / float64(n+1)
		target := z
		is := target - stats.Normal(2*estimate.Power-1) + quantile(power)
		says := math.Log(float64(at)) + 2*math.Log(target/max(is, target/2))
		units = math.Exp(says)
		units = min(max(units, leastUnits), 2*mostUnits) // the formula may be wrong by so much
	}
	if drop != s.o.Drop {
		units *= start / formula(drop)
	}
	return int(math.Ceil(units * s.each))
}

// quantile is the normal quantile of a probability.
func quantile(p float64) float64 {
	if p < 0.5 {
		return -quantile(1 - p)
	}
	return stats.Normal(2*p - 1)
}

// variance returns the variance of a unit's change where both runs are drawn, and how much a drop of 1 adds to it: each value that breaks
// takes 2/B from F1, where B is 2TP+FP+FN of a unit.
func (s search) variance() (noise, value float64, ok bool) {
	of := make([]metrics.Confusion, s.units)
	var sum metrics.Confusion
	for _, f := range s.broken {
		for u, c := range s.fields[f].of {
			of[u] = of[u].Plus(c)
			sum = sum.Plus(c)
		}
	}
	f1, defined := sum.F1()
	b := float64(2*sum.TP+sum.FP+sum.FN) / float64(max(s.units, 1))
	if !defined || b == 0 {
		return 0, 0, false
	}
	for _, c := range of {
		d := (2*float64(c.TP) - f1*float64(2*c.TP+c.FP+c.FN)) / b
		noise += 2 * (1 - s.o.Shared) * d * d / float64(s.units)
	}
	return noise, 2 / b, true
}

// chances returns, by field, the chance with which a right value has to become wrong for F1 to fall by a drop, or false where F1 cannot fall so far. Of
// T right values T·q become wrong, and where a wrong value has w false positives and negatives F1 is
// 2T(1-q) / (B - qT(2-w)).
func (s search) chances(drop float64) (chances []float64, ok bool) {
	var sum metrics.Confusion
	w := 2.0
	for _, f := range s.broken {
		sum = sum.Plus(s.sum(f))
		w = float64(s.fields[f].wrong.FP + s.fields[f].wrong.FN)
	}
	f1, defined := sum.F1()
	if !defined || f1 <= drop {
		return nil, false
	}
	t, b := float64(sum.TP), float64(2*sum.TP+sum.FP+sum.FN)
	after := f1 - drop
	q := (2*t - after*b) / (t * (2 - after*(2-w)))
	chances = make([]float64, len(s.fields))
	for _, f := range s.broken {
		chances[f] = q
	}
	return chances, q > 0 && q <= 1
}

// found draws pairs, and returns in how many the row is found.
func (s search) found(round, draws, units int, alpha float64, chances []float64) (n int) {
	row := s.broken[0]
	if s.micro {
		row = s.sole()
	}
	t := trial{pool: s.pool, shared: s.o.Shared, broken: chances, counted: make([][]counted, len(s.fields))}
	for i := range draws {
		t.random = rand.New(rand.NewPCG(s.o.Seed, s.row<<32|uint64(round)<<24|uint64(i)))
		t.draw(units)
		if t.finds(row, alpha) {
			n++
		}
	}
	return n
}
