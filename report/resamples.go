package report

import "github.com/extracteval/extracteval/metrics"

// weights says how often one document is drawn into each resample.
type weights struct {
	of []uint8
}

// resamples holds the counts of one attribute in each resample.
type resamples struct {
	tp, fp, fn []int64
}

func (r *resamples) init(n int) {
	r.tp, r.fp, r.fn = make([]int64, n), make([]int64, n), make([]int64, n)
}

func (r *resamples) len() int { return len(r.tp) }

func (r *resamples) confusion(b int) metrics.Confusion {
	return metrics.Confusion{TP: int(r.tp[b]), FP: int(r.fp[b]), FN: int(r.fn[b])}
}

func (r *resamples) plus(o *resamples) {
	for b := range r.tp {
		r.tp[b] += o.tp[b]
		r.fp[b] += o.fp[b]
		r.fn[b] += o.fn[b]
	}
}

// add counts one document in every resample as often as it was drawn.
func (r *resamples) add(c metrics.Confusion, w *weights) {
	addWeighted(r.tp, c.TP, w.of)
	addWeighted(r.fp, c.FP, w.of)
	addWeighted(r.fn, c.FN, w.of)
}

func addWeighted(sums []int64, n int, weights []uint8) {
	if n == 0 {
		return
	}
	for b, w := range weights[:len(sums)] {
		sums[b] += int64(w) * int64(n)
	}
}

// poissonOne is the distribution function of a Poisson variable of mean 1, in
// units of 2^-16.
var poissonOne = [...]uint16{24109, 48218, 60273, 64291, 65296, 65497, 65530, 65535}

// draw sets the weights of a document: independent Poisson numbers of mean 1,
// made of its hash by SplitMix64.
func (w *weights) draw(document uint64, n int) {
	if cap(w.of) < n+3 {
		w.of = make([]uint8, n+3)
	}
	w.of = w.of[:n]
	var bits uint64
	for b := range w.of {
		if b%4 == 0 {
			document += 0x9e3779b97f4a7c15
			z := document
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			bits = z ^ z>>31
		}
		u, k := uint16(bits), uint8(0)
		bits >>= 16
		for int(k) < len(poissonOne) && u >= poissonOne[k] {
			k++
		}
		w.of[b] = k
	}
}
