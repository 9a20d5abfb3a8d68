package estimate

import "github.com/extracteval/extracteval/metrics"

// Layout arranges the sums of counts: a block for each field, which has TP, FP and FN of every trial of the old run,
// then of the new run.
type Layout struct{ Trials [2]int }

const perTrial = 3

// Block returns the number of sums of one field.
func (l Layout) Block() int { return perTrial * (l.Trials[0] + l.Trials[1]) }

func (l Layout) index(side, trial int) int { return perTrial * (side*l.Trials[0] + trial) }

// Add adds the confusion of a field in one trial of a document.
func (l Layout) Add(counts []int, field, side, trial int, c metrics.Confusion) {
	trialCounts := counts[field*l.Block()+l.index(side, trial):][:perTrial]
	trialCounts[0] += c.TP
	trialCounts[1] += c.FP
	trialCounts[2] += c.FN
}

// Of returns the block of a field.
func (l Layout) Of(sums []int64, field int) []int64 { return sums[field*l.Block():][:l.Block()] }

func (l Layout) confusion(block []int64, side, trial int) metrics.Confusion {
	n := block[l.index(side, trial):][:perTrial]
	return metrics.Confusion{TP: int(n[0]), FP: int(n[1]), FN: int(n[2])}
}

// F1 is an F1 score of a confusion.
type F1 func(metrics.Confusion) (float64, bool)

// Counted is F1 by the rule of macro averages.
func Counted(c metrics.Confusion) (float64, bool) {
	return metrics.InMean(metrics.Confusion.F1, c, false)
}

// meanOver returns the mean of a score over the trials of one run. It is undefined if the score is undefined in any trial.
func (l Layout) meanOver(side int, measure func(trial int) (float64, bool)) (float64, bool) {
	sum := 0.0
	for t := range l.Trials[side] {
		v, ok := measure(t)
		if !ok {
			return 0, false
		}
		sum += v
	}
	return sum / float64(max(l.Trials[side], 1)), l.Trials[side] > 0
}

// Score returns the mean of a score over the trials of one run. It is undefined if the score is undefined in all
// trials, or in a trial without a mistake. A trial with mistakes and without a score counts 0, by the rule of macro
// averages.
func (l Layout) Score(block []int64, side int, measure F1) (float64, bool) {
	anyDefined := false
	mean, ok := l.meanOver(side, func(trial int) (float64, bool) {
		c := l.confusion(block, side, trial)
		v, ok := measure(c)
		if !ok {
			return Counted(c)
		}
		anyDefined = true
		return v, true
	})
	return mean, ok && anyDefined
}

// Delta returns the new F1 of a block less the old one.
func (l Layout) Delta(block []int64) (float64, bool) {
	old, ok := l.Score(block, 0, Counted)
	new, alsoOK := l.Score(block, 1, Counted)
	return new - old, ok && alsoOK
}

// Values returns the number of values of a block, in both runs and all trials.
func (l Layout) Values(block []int64) (n int64) {
	for _, count := range block[:l.Block()] { // TP, FP and FN
		n += count
	}
	return n
}

// Truths returns the number of values that the truths of a block have in one trial of the old run, on average.
func (l Layout) Truths(block []int64) float64 {
	return l.perTrial(block, 0, func(c metrics.Confusion) int { return c.TP + c.FN })
}

// Changed returns how many values of a block changed, on average over the trials of each run. lost is the greater of two
// numbers: how many fewer values are right in the new run, and how many more are wrong. gained is the greater of the opposite
// numbers.
func (l Layout) Changed(block []int64) (lost, gained float64) {
	right := func(c metrics.Confusion) int { return c.TP }
	wrong := func(c metrics.Confusion) int { return c.FP }
	fewer := l.perTrial(block, 0, right) - l.perTrial(block, 1, right)
	more := l.perTrial(block, 1, wrong) - l.perTrial(block, 0, wrong)
	return max(fewer, more), -min(fewer, more)
}

// perTrial returns the mean of a count over the trials of one run.
func (l Layout) perTrial(block []int64, side int, count func(metrics.Confusion) int) float64 {
	n := 0
	for t := range l.Trials[side] {
		n += count(l.confusion(block, side, t))
	}
	return float64(n) / float64(max(l.Trials[side], 1))
}

// Macro returns the macro F1 of the fields, given by the indices of their blocks.
func (l Layout) Macro(sums []int64, side int, fields []int, each F1) (float64, bool) {
	return l.meanOver(side, func(trial int) (float64, bool) {
		sum, n := 0.0, 0
		for _, field := range fields {
			if v, ok := each(l.confusion(l.Of(sums, field), side, trial)); ok {
				sum += v
				n++
			}
		}
		return sum / float64(max(n, 1)), n > 0
	})
}

// Variance returns the sum of the squared differences between F1 of a trial and the mean of its run, and its degrees of
// freedom. ok is false if F1 is undefined in a trial.
func (l Layout) Variance(block []int64) (sum float64, free int, ok bool) {
	for side, trials := range l.Trials {
		mean, ok := l.Score(block, side, Counted)
		if !ok {
			return 0, 0, false
		}
		free += trials - 1
		for t := range trials {
			v, _ := Counted(l.confusion(block, side, t))
			sum += (v - mean) * (v - mean)
		}
	}
	return sum, free, true
}
