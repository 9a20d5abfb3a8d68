package internal_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/testdata/effort"
)

// atMost asserts that something came so often in n runs as an event of a probability might, with a chance of 0.5 %.
func atMost(t *testing.T, probability float64, came, n int) {
	t.Helper()
	noise, _ := stats.Wilson(probability, float64(n), 0.99)
	assert.LessOrEqual(t, float64(came)/float64(n), noise.High)
}

// By hand: a threshold may fail with a chance of 0.05. 0.95^59 = 0.0485, and with one wrong 0.95^93 + 93·0.05·0.95^92 =
// 0.0500, of 92 it is 0.0520.
func TestAssuredByHand(t *testing.T) {
	sure := func(n int) (all []stats.Prediction) {
		for range n {
			all = append(all, stats.Prediction{Confidence: 0.9, Correct: true})
		}
		return all
	}
	point, ok := onerun.Assured(sure(59), 0.95, 0.95)
	assert.True(t, ok)
	assert.Equal(t, stats.RiskPoint{Confidence: 0.9, Accepted: 59, Coverage: 1}, point)
	_, ok = onerun.Assured(sure(58), 0.95, 0.95)
	assert.False(t, ok, "58 are too few")
	one := sure(93)
	one[3].Correct = false
	_, ok = onerun.Assured(one, 0.95, 0.95)
	assert.True(t, ok, "one of 93 is wrong")
	_, ok = onerun.Assured(one[:92], 0.95, 0.95)
	assert.False(t, ok, "one of 92 is wrong")
	for accuracy, want := range map[float64]int{0.99: 299, 0.98: 149, 0.95: 59} {
		least, possible := onerun.AssuredLeast(accuracy, 0.95)
		assert.True(t, possible)
		assert.Equal(t, want, least)
	}
	_, possible := onerun.AssuredLeast(1, 0.95)
	assert.False(t, possible)
}

// Thirty documents of twenty rows are thirty documents, however many values they have.
func TestAssuredCountsDocuments(t *testing.T) {
	rows := func(documents, rows int) (all []stats.Prediction) {
		for i := range documents {
			for range rows {
				all = append(all, stats.Prediction{Confidence: 0.8, Correct: true, Document: uint64(i + 1)})
			}
		}
		return all
	}
	_, ok := onerun.Assured(rows(30, 20), 0.95, 0.95)
	assert.False(t, ok)
	documents, _ := onerun.EffectiveDocuments(rows(30, 20))
	assert.InDelta(t, 30, documents, 1e-9)
	_, ok = onerun.Assured(rows(59, 20), 0.95, 0.95)
	assert.True(t, ok)
	all := rows(59, 1)
	for range 59 { // one document is half of the values: 118²/(60² + 58) = 3.8
		all = append(all, stats.Prediction{Confidence: 0.8, Correct: true, Document: 1})
	}
	documents, _ = onerun.EffectiveDocuments(all)
	assert.InDelta(t, 118.0*118/(60*60+58), documents, 1e-9)
	_, ok = onerun.Assured(all, 0.95, 0.95)
	assert.False(t, ok)
	_, ok = onerun.EffectiveDocuments(nil)
	assert.False(t, ok)
}

// The sequence ends with the first threshold that fails, whatever comes after it: 400 values are right, then 20 are
// wrong, then all are right again. It looks at 250, 287, 325, 362, 400 and then 437, of which 17 are wrong. By themselves
// all 1,000, of which 20 are wrong, would assure 97 %.
func TestAssuredStopsAtTheFirstThatFails(t *testing.T) {
	var all []stats.Prediction
	for i := range 1000 {
		all = append(all, stats.Prediction{Confidence: 1 - float64(i)/1000, Correct: i < 400 || i >= 420})
	}
	point, ok := onerun.Assured(all, 0.97, 0.95)
	assert.True(t, ok)
	assert.Equal(t, 400, point.Accepted)
	for i := range all {
		all[i].Confidence = 0.5
	}
	point, ok = onerun.Assured(all, 0.97, 0.95)
	assert.True(t, ok)
	assert.Equal(t, 1000, point.Accepted)
}

// Of values the chance of which to be right is a little less than is promised every promise is broken. Where rows of a
// document are wrong together 10.7 to 34 % of reports had one when values were counted.
func TestAssuredHolds(t *testing.T) {
	runs := effort.Draws(t, effort.Size(40, 100))
	each := func(p float64) func(*rand.Rand, int) float64 {
		return func(*rand.Rand, int) float64 { return p }
	}
	one := func(n int) func(*rand.Rand) int { return func(*rand.Rand) int { return n } }
	unlike := func(r *rand.Rand) int {
		n := 1
		for n < 100 && r.Float64() < 0.85 {
			n++
		}
		return n
	}
	const broken = 0.0005 // how much less
	for _, tt := range effort.Some(4, []struct {
		name      string
		documents int
		accuracy  float64
		rows      func(*rand.Rand) int
		wrong     func(missed float64) func(r *rand.Rand, rows int) float64 // the chance of a row of one document
	}{
		{"a value each", 80, 0.95, one(1), each},
		{"a value each", 1000, 0.99, one(1), each},
		{"rows by themselves", 300, 0.95, one(20), each},
		{"all rows or none", 80, 0.95, one(20), allOrNone},
		{"all rows or none", 300, 0.99, one(20), allOrNone},
		{"all rows or none", 1000, 0.98, one(5), allOrNone},
		{"half of the rows or none", 300, 0.95, one(20), halfOrNone},
		{"some rows, or rarely all", 80, 0.95, one(20), someOrAll},
		{"some rows, or rarely all", 300, 0.99, one(20), someOrAll},
		{"some rows, or rarely all", 300, 0.95, one(5), someOrAll},
		{"documents unlike in size", 300, 0.95, unlike, allOrNone},
		{"documents unlike in size", 1000, 0.98, unlike, halfOrNone},
	}) {
		t.Run(fmt.Sprintf("%s, %d documents, %v", tt.name, tt.documents, tt.accuracy), func(t *testing.T) {
			promised := 0
			for run := range runs {
				r := rand.New(rand.NewPCG(31, uint64(run)))
				var predictions []stats.Prediction
				draw := tt.wrong(1 - tt.accuracy + broken)
				for d := range tt.documents {
					rows := tt.rows(r)
					chance := draw(r, rows)
					for range rows {
						predictions = append(predictions, stats.Prediction{Confidence: r.Float64(), Correct: r.Float64() >= chance, Document: uint64(d + 1)})
					}
				}
				if _, ok := onerun.Assured(predictions, tt.accuracy, 0.95); ok {
					promised++
				}
			}
			t.Logf("%d promises in %d, all broken", promised, runs)
			atMost(t, 0.05, promised, runs)
		})
	}
}

func allOrNone(missed float64) func(*rand.Rand, int) float64 {
	return func(r *rand.Rand, _ int) float64 {
		if r.Float64() < missed {
			return 1
		}
		return 0
	}
}

func halfOrNone(missed float64) func(*rand.Rand, int) float64 {
	return func(r *rand.Rand, _ int) float64 {
		if r.Float64() < 2*missed {
			return 0.5
		}
		return 0
	}
}

func someOrAll(missed float64) func(*rand.Rand, int) float64 {
	return func(r *rand.Rand, _ int) float64 {
		if r.Float64() < missed/2 {
			return 1
		}
		return missed / 2 / (1 - missed/2)
	}
}

// An extractor that knows which values are right is told so: of 1,000 independent values 99 % are assured in 98 % of
// reports, where ten thresholds at a time by the method of Bonferroni assured them in 57 to 70 %.
func TestAssuredIsGiven(t *testing.T) {
	runs := effort.Draws(t, 100)
	given, coverage := 0, 0.0
	for run := range runs {
		r := rand.New(rand.NewPCG(17, uint64(run)))
		var predictions []stats.Prediction
		for range 1000 {
			doubt := r.Float64()
			predictions = append(predictions, stats.Prediction{Confidence: 1 - doubt, Correct: r.Float64() >= 0.1*doubt*doubt*doubt*doubt*doubt})
		}
		if point, ok := onerun.Assured(predictions, 0.99, 0.95); ok {
			given++
			coverage += point.Coverage
		}
	}
	t.Logf("given %d of %d, of %.2f of the values", given, runs, coverage/float64(max(given, 1)))
	assert.GreaterOrEqual(t, given, runs*95/100)
	assert.Greater(t, coverage/float64(given), 0.55)
}
