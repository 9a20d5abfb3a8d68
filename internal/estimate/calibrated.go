package estimate

import (
	"math"
	"sort"

	"github.com/extracteval/extracteval/metrics/stats"
)

// The intervals of this file say how well it is known how far confidences can be trusted. Documents are the unit, as in
// [Ratio.Interval]; the variance over them is computed, without resampling: each document adds the square of
// the sum of its values' contributions.

// Overconfidence is by how much the mean confidence is above the share that is right, from -1 to 1, and its interval:
// above 0 an extractor is surer than it should be. The interval is Wilson's of the share that is right, given the
// confidences.
//
// The second result is the effective number of documents, see [EffectiveDocuments]. It is undefined for a level that is
// not between 0 and 1, too.
func Overconfidence(predictions []stats.Prediction, level float64) (over Estimated, documents float64, ok bool) {
	if !valid(predictions) || !validLevel(level) {
		return Estimated{}, 0, false
	}
	var all tally
	sure := 0.0
	for _, values := range byDocument(predictions) {
		var d documentTally
		for _, i := range values {
			all.add(&d, predictions[i].Correct)
			sure += predictions[i].Confidence
		}
	}
	sure /= all.values
	right := 1 - all.wrong/all.values
	interval, _ := stats.Wilson(right, all.effective(), level)
	return Estimated{Value: sure - right, Interval: stats.Interval{Low: sure - interval.High, High: sure - interval.Low}}, all.documents(), true
}

// BrierInterval is an interval of [stats.Brier], computed as for Scores in [Ratio.Interval]. The second result
// is the effective number of documents. It is undefined where Brier is, and for a level that is not between 0 and 1.
func BrierInterval(predictions []stats.Prediction, level float64) (interval stats.Interval, documents float64, ok bool) {
	score, ok := stats.Brier(predictions)
	if !ok || !validLevel(level) {
		return stats.Interval{}, 0, false
	}
	documents, _ = EffectiveDocuments(predictions)
	variance := overDocuments(predictions, func(p stats.Prediction) float64 {
		d := p.Confidence
		if p.Correct {
			d = 1 - p.Confidence
		}
		return (d*d - score) / float64(len(predictions))
	})
	interval, ok = stats.Wilson(score, effectiveScores(score, variance, documents), level)
	return interval, documents, ok
}

// ECEInterval is an interval of [stats.ECE] with as many bins. Chance in each bin only adds to ECE: with perfect calibration it
// is still above 0. So the lower end is ECE less the amount that chance alone exceeds in one report of forty, Σw|Z|, with
// w the share of the values in a bin and Z normal with the standard error of the share of right values in it; it is 0
// where ECE is at most that amount. The upper end is the upper end of an interval of a sum of right values. The standard
// errors come from Wilson's intervals with the effective numbers of values, and bins of the same documents err together.
//
// The second result is the effective number of documents. It is undefined where ECE is, and for a level that is not
// between 0 and 1.
func ECEInterval(predictions []stats.Prediction, bins int, level float64) (interval stats.Interval, documents float64, ok bool) {
	value, ok := stats.ECE(predictions, bins)
	if !ok || !validLevel(level) {
		return stats.Interval{}, 0, false
	}
	documents, _ = EffectiveDocuments(predictions)
	diagram, _ := stats.Reliability(predictions, bins)
	tallies := make([]tally, bins)
	for _, values := range byDocument(predictions) {
		in := map[int]*documentTally{}
		for _, i := range values {
			b := sort.Search(bins, func(b int) bool { return diagram[b].Low > predictions[i].Confidence }) - 1
			if in[b] == nil {
				in[b] = &documentTally{}
			}
			tallies[b].add(in[b], predictions[i].Correct)
		}
	}
	z, sum, squares := stats.Normal(level), 0.0, 0.0
	for b := range tallies {
		t := &tallies[b]
		if t.values == 0 {
			continue
		}
		right := 1 - t.wrong/t.values
		within, _ := stats.Wilson(right, t.effective(), level)
		err := max(right-within.Low, within.High-right) / z * t.values / float64(len(predictions))
		sum += err
		squares += err * err
	}
	chance := math.Sqrt(2/math.Pi)*sum + z*math.Sqrt((1-2/math.Pi)*squares)
	return stats.Interval{Low: max(0, value-chance), High: min(1, value+z*math.Sqrt(squares))}, documents, true
}

// AUROCInterval is an interval of [stats.AUROC]: Wilson's with the effective number of values A(1-A)/V, where V is the variance
// of DeLong, DeLong and Clarke-Pearson (1988) over documents (Obuchowski 1997), less as V is known from few documents
// alone: see [Ratio.Interval].
//
// The second result is the effective number of the documents that have a wrong value, or of those that have a right one,
// if they are fewer. It is undefined where AUROC is, and for a level that is not between 0 and 1.
func AUROCInterval(predictions []stats.Prediction, level float64) (interval stats.Interval, documents float64, ok bool) {
	area, ok := stats.AUROC(predictions)
	if !ok || !validLevel(level) {
		return stats.Interval{}, 0, false
	}
	var all tally
	for _, values := range byDocument(predictions) {
		var d documentTally
		for _, i := range values {
			all.add(&d, predictions[i].Correct)
		}
	}
	right := all.values - all.wrong
	// For each confidence the share of right values above it, and of wrong ones below it; equal ones count half.
	type ranks struct{ rightAbove, wrongBelow float64 }
	rank := map[float64]ranks{}
	curve, _ := stats.RiskCoverage(predictions)
	above, wrongAbove := 0.0, 0.0
	for _, p := range curve {
		correct, wrong := float64(p.Accepted-p.Wrong)-above, float64(p.Wrong)-wrongAbove
		rank[p.Confidence] = ranks{(above + correct/2) / right, (all.wrong - wrongAbove - wrong/2) / all.wrong}
		above += correct
		wrongAbove += wrong
	}
	variance := overDocuments(predictions, func(p stats.Prediction) float64 {
		if p.Correct {
			return (rank[p.Confidence].wrongBelow - area) / right
		}
		return (rank[p.Confidence].rightAbove - area) / all.wrong
	})
	documents = min(all.rightDocuments(), all.wrongDocuments())
	interval, ok = stats.Wilson(area, effectiveValues(area, variance, all.values, documents, documents), level)
	return interval, documents, ok
}

// overDocuments returns the sum over documents of the square of the sum of add over their values.
func overDocuments(predictions []stats.Prediction, add func(stats.Prediction) float64) (squares float64) {
	for _, values := range byDocument(predictions) {
		sum := 0.0
		for _, i := range values {
			sum += add(predictions[i])
		}
		squares += sum * sum
	}
	return squares
}
