package diff

import "github.com/extracteval/extracteval/metrics"

// layout says where the sums of counts stand: a block for each field, in it TP, FP
// and FN of every trial of the old run, then of the new one.
type layout struct{ trials [2]int }

const perTrial = 3

// block is the number of sums of one field.
func (l layout) block() int { return perTrial * (l.trials[0] + l.trials[1]) }

func (l layout) at(side, trial int) int { return perTrial * (side*l.trials[0] + trial) }

func (l layout) add(counts []int, field, side, trial int, c metrics.Confusion) {
	to := counts[field*l.block()+l.at(side, trial):][:perTrial]
	to[0] += c.TP
	to[1] += c.FP
	to[2] += c.FN
}

// of returns the block of a field.
func of[T any](l layout, sums []T, field int) []T {
	return sums[field*l.block():][:l.block()]
}

func (l layout) confusion(block []int64, side, trial int) metrics.Confusion {
	n := block[l.at(side, trial):][:perTrial]
	return metrics.Confusion{TP: int(n[0]), FP: int(n[1]), FN: int(n[2])}
}

// f1 is an F1 score of a confusion.
type f1 func(metrics.Confusion) (float64, bool)

// strict is F1 as it is.
func strict(c metrics.Confusion) (float64, bool) { return c.F1() }

// counted is F1 by the rule of macro averages.
func counted(c metrics.Confusion) (float64, bool) {
	return metrics.InMean(metrics.Confusion.F1, c, false)
}

// mean is the mean of a score over the trials of one run, undefined when it is so
// in any of them.
func (l layout) mean(side int, of func(trial int) (float64, bool)) (float64, bool) {
	sum := 0.0
	for t := range l.trials[side] {
		v, ok := of(t)
		if !ok {
			return 0, false
		}
		sum += v
	}
	return sum / float64(max(l.trials[side], 1)), l.trials[side] > 0
}

func (l layout) score(block []int64, side int, of f1) (float64, bool) {
	return l.mean(side, func(trial int) (float64, bool) { return of(l.confusion(block, side, trial)) })
}

// delta is the new F1 of a block less the old one.
func (l layout) delta(block []int64) (float64, bool) {
	old, ok := l.score(block, 0, counted)
	new, alsoOK := l.score(block, 1, counted)
	return new - old, ok && alsoOK
}

// values is how many values a block has, those of both runs and all trials.
func (l layout) values(block []int64) (n int64) {
	for _, count := range block[:l.block()] { // TP, FP and FN
		n += count
	}
	return n
}

// macro is the macro F1 of the fields, which are indices of blocks.
func (l layout) macro(sums []int64, side int, fields []int, each f1) (float64, bool) {
	return l.mean(side, func(trial int) (float64, bool) {
		sum, n := 0.0, 0
		for _, field := range fields {
			if v, ok := each(l.confusion(of(l, sums, field), side, trial)); ok {
				sum += v
				n++
			}
		}
		return sum / float64(max(n, 1)), n > 0
	})
}
