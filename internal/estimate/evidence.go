package estimate

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Evidence holds the influence of each case: its contribution to the change of an F1. A unit of evidence, such as a
// document with its copies, counts as one case, which has the values of all its cases.
//
// F1 is a ratio A/B of sums over cases, with A = 2TP and B = 2TP+FP+FN. Let A' and B' be the means of both runs, and F
// = A'/B'. The change of the ratio is the sum over cases of (ΔA - F·ΔB)/B', times B'²/(B1·B2). This is an identity, not
// an approximation. Exchanging the runs in one case changes the sign of its influence, and leaves A' and B' as they
// are. So a sign-flip test of the sum is a test of ΔF1. The mean over trials and the macro average are means of several
// such changes. For these the sum is the linear part of the change.
type Evidence struct {
	Weight  Weight
	Each    float64                      // average number of cases in a unit; 0 means 1
	Changes int                          // units that changed
	Spread  float64                      // the variance of the sum by what differs between trials of one run, see AddSpread
	sizes   map[float64]signflip.Changes // size -> the changes of that size, of cases with equally many trials in both runs
	trials  []signflip.Trials            // the trials of the other cases

	// A and B of the current case, by run and trial.
	a, b [2][]int
}

// Weight turns the A and B of a case into its part of F1. With the zero Weight every case adds 0.
type Weight struct {
	f, b float64
	// Never is set if no value was right in any run.
	Never bool
}

func (w Weight) value(a, b float64) float64 {
	if w.b == 0 {
		return 0
	}
	return (a - w.f*b) / w.b
}

// Value returns the amount that one right value adds to F1.
func (w Weight) Value() float64 { return w.value(2, 0) }

// ValueWeight returns the weight with which one right value adds v.
func ValueWeight(v float64) Weight {
	if v <= 0 {
		return Weight{}
	}
	return Weight{f: 1, b: 2 / v}
}

// Weigh returns the weight of the field, or average, whose sums are in a block. If no value was right in any run, it
// takes F as 1. Each value that is not right then counts once, and a wrong value in place of a missing one is not a
// change.
func (l Layout) Weigh(block []int64) Weight {
	var a, b float64
	for side, trials := range l.Trials {
		for t := range trials {
			c := l.confusion(block, side, t)
			a += float64(2*c.TP) / float64(2*trials)
			b += float64(2*c.TP+c.FP+c.FN) / float64(2*trials)
		}
	}
	switch {
	case b == 0:
		return Weight{}
	case a == 0:
		return Weight{f: 1, b: b, Never: true}
	}
	return Weight{f: a / b, b: b}
}

// Start begins a new current case, with the given number of trials in each run.
func (e *Evidence) Start(trials [2]int) {
	e.Extend(trials)
	for side, n := range trials {
		e.a[side], e.b[side] = e.a[side][:n], e.b[side][:n]
		clear(e.a[side])
		clear(e.b[side])
	}
}

// Extend makes room for another case of the same unit, with the given number of trials in each run. Add then adds its
// values to the values of the other cases.
func (e *Evidence) Extend(trials [2]int) {
	for side, n := range trials {
		for len(e.a[side]) < n {
			e.a[side], e.b[side] = append(e.a[side], 0), append(e.b[side], 0)
		}
	}
}

// Add adds the counts of the case in one trial.
func (e *Evidence) Add(side, trial int, c metrics.Confusion) {
	if e.Weight.Never {
		e.b[side][trial] += max(c.FP, c.FN)
		return
	}
	e.a[side][trial] += 2 * c.TP
	e.b[side][trial] += 2*c.TP + c.FP + c.FN
}

// Influence returns the influence of the current case, which must have equally many trials in both runs. It is computed
// from integers, so that equal changes give equal numbers, and opposite changes opposite ones.
func (e *Evidence) Influence() float64 {
	var a, b int
	for side, sign := range [2]int{-1, 1} {
		for t := range e.a[side] {
			a += sign * e.a[side][t]
			b += sign * e.b[side][t]
		}
	}
	return e.Weight.value(float64(a), float64(b)) / float64(len(e.a[0]))
}

// Put adds the influence of a case.
func (e *Evidence) Put(change float64) {
	switch {
	case change == 0:
		return
	case e.sizes == nil:
		e.sizes = map[float64]signflip.Changes{}
	}
	changes := e.sizes[math.Abs(change)]
	if change > 0 {
		changes.Up++
	} else {
		changes.Down++
	}
	e.sizes[math.Abs(change)] = changes
	e.Changes++
}

// changes returns the changes by ascending size, each size once.
func (e *Evidence) changes() []signflip.Changes {
	all := make([]signflip.Changes, 0, len(e.sizes))
	for _, size := range slices.Sorted(maps.Keys(e.sizes)) {
		all = append(all, signflip.Changes{Size: size, Up: e.sizes[size].Up, Down: e.sizes[size].Down})
	}
	return all
}

// Scores returns the contribution of each trial of the current case.
func (e *Evidence) Scores() signflip.Trials {
	var sides [2][]float64
	for side := range sides {
		for t := range e.a[side] {
			sides[side] = append(sides[side], e.Weight.value(float64(e.a[side][t]), float64(e.b[side][t])))
		}
	}
	return signflip.Trials{Old: sides[0], New: sides[1]}
}

// PutTrials adds the contributions of the trials of a case.
func (e *Evidence) PutTrials(scores signflip.Trials) {
	e.trials = append(e.trials, scores)
	if scores.Change() != 0 {
		e.Changes++
	}
}

// AddSpread adds the variance that the change of a case has by chance alone. It follows from the differences between trials
// of one run, and is the variance of the difference of the mean over the new trials and the mean over the old ones.
func (e *Evidence) AddSpread(scores signflip.Trials) {
	sum, free := 0.0, 0
	for _, trials := range [][]float64{scores.Old, scores.New} {
		mean := arithmetic.Mean(trials)
		for _, v := range trials {
			sum += (v - mean) * (v - mean)
		}
		free += max(len(trials)-1, 0)
	}
	if free > 0 && len(scores.Old) > 0 && len(scores.New) > 0 {
		e.Spread += sum / float64(free) * (1/float64(len(scores.Old)) + 1/float64(len(scores.New)))
	}
}

// Rises returns the sum of the squared changes for the better, of cases with equally many trials in both runs.
func (e *Evidence) Rises() float64 {
	sum := 0.0
	for _, c := range e.changes() {
		sum += c.Size * c.Size * float64(c.Up)
	}
	return sum
}

// Sum returns the linear part of ΔF1.
func (e *Evidence) Sum() float64 {
	sum := 0.0
	for _, c := range e.changes() {
		sum += c.Size * float64(c.Up-c.Down)
	}
	for _, t := range e.trials {
		sum += t.Change()
	}
	return sum
}

// Squares returns the sum of the squared changes: the variance of [Evidence.Sum] if all changes are due to chance.
func (e *Evidence) Squares() float64 {
	sum := 0.0
	for _, c := range e.changes() {
		sum += c.Size * c.Size * float64(c.Up+c.Down)
	}
	for _, t := range e.trials {
		sum += t.Change() * t.Change()
	}
	return sum
}

// AllAlike reports whether all changes of cases with equally many trials in both runs have one size.
func (e *Evidence) AllAlike() bool { return len(e.changes()) == 1 }

// Test returns the p-value, and the p-values that are possible for the same number of changes.
func (e *Evidence) Test() (p float64, possible Possible, ok bool) {
	if len(e.trials) > 0 {
		p, ok = signflip.PairedTrials(e.trials)
		return p, Possible{}, ok
	}
	p, ok = signflip.PValue(e.changes())
	return p, Possible{signflip.LeastP(e.Changes), signflip.Attains(e.changes())}, ok
}

// Power is the chance that a test finds a drop of [Evidence.Detectable].
const Power = 0.8

// Detectable returns the least drop of F1 that a test at level alpha finds with a chance of [Power], given how much the
// runs differ in both directions.
//
// By chance the tested sum has the variance Σ change². A drop of d consists of d/w broken values; each adds w to the
// sum and w² to the variance. With z the sum of the normal quantiles of alpha and of power, d = z·√(Σ change² + d·w).
// The drop is at least the drop by [LeastBroken] broken cases, and at most 1. It is undefined for the zero Weight.
func (e *Evidence) Detectable(alpha float64) (drop float64, ok bool) {
	if e.Weight == (Weight{}) {
		return 0, false
	}
	w := e.Weight.Value() * cmp.Or(e.Each, 1)
	noise, z := e.Squares(), Quantiles(alpha)
	drop = (z*z*w + math.Sqrt(z*z*w*z*z*w+4*z*z*noise)) / 2
	return min(max(drop, w*LeastBroken(alpha)), 1), true
}

// Quantiles returns the sum of the normal quantiles of a level alpha and of [Power].
func Quantiles(alpha float64) float64 { return stats.Normal(1-alpha) + stats.Normal(2*Power-1) }

// LeastBroken returns the least number k of cases that must break on a field, while no case is fixed, for its test to
// be significant at level alpha: 2^(1-k) <= alpha.
func LeastBroken(alpha float64) float64 { return math.Ceil(1 - math.Log2(alpha)) }
