package onerun

import (
	"math"
	"sort"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
)

// The intervals of this file bound measures of calibration. Documents are the unit, as in [estimate.Ratio.Interval]. The
// variance over documents needs no resampling: each document adds the square of the sum of its values' contributions.

// Overconfidence returns the mean confidence less the share of right values, from -1 to 1, and its interval: above 0 an
// extractor is surer than it should be. The interval is Wilson's for the share of right values; it takes the
// confidences as fixed.
//
// The second result is the effective number of documents, see [EffectiveDocuments]. Overconfidence is also undefined
// for a level that is not between 0 and 1.
func Overconfidence(predictions []stats.Prediction, level float64) (excess estimate.Estimated, documents float64, ok bool) {
	if !valid(predictions) || !estimate.ValidLevel(level) {
		return estimate.Estimated{}, 0, false
	}
	all, sure := tallyOf(predictions), 0.0
	for _, values := range byDocument(predictions) {
		for _, i := range values {
			sure += predictions[i].Confidence
		}
	}
	sure /= all.values
	right := 1 - all.wrong/all.values
	interval, _ := stats.Wilson(right, all.effective(), level)
	return estimate.Estimated{Value: sure - right, Interval: stats.Interval{Low: sure - interval.High, High: sure - interval.Low}}, all.documents(), true
}

// BrierInterval returns an interval of [stats.Brier], computed as [estimate.Ratio.Interval] does for Scores. The second result
// is the effective number of documents. The interval is undefined where Brier is undefined, and for a level that is not
// between 0 and 1.
func BrierInterval(predictions []stats.Prediction, level float64) (interval stats.Interval, documents float64, ok bool) {
	score, ok := stats.Brier(predictions)
	if !ok || !estimate.ValidLevel(level) {
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
	interval, ok = stats.Wilson(score, estimate.EffectiveScores(score, variance, documents), level)
	return interval, documents, ok
}

// ECEInterval returns an interval of [stats.ECE] with the same number of bins. Chance in each bin only adds to ECE:
// even with perfect calibration ECE is above 0. So the lower end is ECE less an upper bound of the part that is due to
// chance, or 0 if the bound is greater. This part is Σw|Z| over the bins, where w is the share of the values in a bin,
// and Z is normal with the standard error of the share of right values in the bin. At level 0.95, chance exceeds the
// bound in one report of forty. The upper end is the upper end of an interval of a sum of right values. The standard
// errors come from Wilson's intervals with the effective numbers of values; see correlated for bins that have values of
// the same documents.
//
// The second result is the effective number of documents. The interval is undefined where ECE is undefined, and for a
// level that is not between 0 and 1.
func ECEInterval(predictions []stats.Prediction, bins int, level float64) (interval stats.Interval, documents float64, ok bool) {
	value, ok := stats.ECE(predictions, bins)
	if !ok || !estimate.ValidLevel(level) {
		return stats.Interval{}, 0, false
	}
	documents, _ = EffectiveDocuments(predictions)
	diagram, _ := stats.Reliability(predictions, bins)
	tallies := make([]tally, bins)
	products := make([][]float64, bins) // over documents: the products of the surpluses of right values in two bins
	for b := range products {
		products[b] = make([]float64, bins)
	}
	for _, values := range byDocument(predictions) {
		byDocument := map[int]*documentTally{}
		for _, i := range values {
			b := sort.Search(bins, func(b int) bool { return diagram[b].Low > predictions[i].Confidence }) - 1
			if byDocument[b] == nil {
				byDocument[b] = &documentTally{}
			}
			tallies[b].addPrediction(byDocument[b], predictions[i].Correct)
		}
		surplus := func(b int) float64 {
			right, _ := diagram[b].Accuracy()
			return byDocument[b].values - byDocument[b].wrong - right*byDocument[b].values
		}
		for b := range byDocument {
			for c := range byDocument {
				products[b][c] += surplus(b) * surplus(c)
			}
		}
	}
	z, sum := stats.Normal(level), 0.0
	errs, signs := make([]float64, bins), make([]float64, bins)
	for b := range tallies {
		t := &tallies[b]
		if t.values == 0 {
			continue
		}
		right := 1 - t.wrong/t.values
		interval, _ := stats.Wilson(right, t.effective(), level)
		errs[b] = max(right-interval.Low, interval.High-right) / z * t.values / float64(len(predictions))
		signs[b] = math.Copysign(1, diagram[b].Confidence-right)
		sum += errs[b]
	}
	squares, ofRight, ofChance := correlated(errs, signs, products)
	// Σw|Z| is not normal but skew, the more so the more the bins err together. The quantile is Cornish and Fisher's.
	skewness := halfNormalSkewness * math.Sqrt(ofChance) / sum // above 0: Wilson's interval is never a point
	chance := math.Sqrt(2/math.Pi)*sum + (z+(z*z-1)*skewness/6)*math.Sqrt((1-2/math.Pi)*ofChance)
	return stats.Interval{Low: max(0, value-chance), High: min(1, value+z*math.Sqrt(max(squares, ofRight)))}, documents, true
}

// halfNormalSkewness is the skewness of |Z| for a normal Z of mean 0, √2(4-π)/(π-2)^1.5.
const halfNormalSkewness = 0.99527

// correlated returns variances of sums over bins, given the standard error e of each bin. squares is Σe², as if bins
// were independent. signed is the variance of ΣsZ, where s is the sign of the bin. absolute is the variance of Σ|Z|,
// divided by 1-2/π. The correlation of two bins is the correlation of their surpluses of right values over documents:
// see together. |Z| of two bins with correlation r have the covariance (2/π)(√(1-r²) + r·asin r - 1) times their
// standard errors.
func correlated(errs, signs []float64, products [][]float64) (squares, signed, absolute float64) {
	for b := range errs {
		for c := range errs {
			scale := math.Sqrt(products[b][b] * products[c][c])
			r := 0.0
			switch {
			case b == c:
				r = 1
				squares += errs[b] * errs[b]
			case scale > 0:
				r = max(-1, min(1, products[b][c]/scale))
			}
			product := errs[b] * errs[c]
			signed += product * signs[b] * signs[c] * r
			absolute += product * (math.Sqrt(1-r*r) + r*math.Asin(r) - 1) / (math.Pi/2 - 1)
		}
	}
	return squares, signed, absolute
}

// AUROCInterval returns an interval of [stats.AUROC]: Wilson's with the effective number of values A(1-A)/V, where V is
// the variance of DeLong, DeLong and Clarke-Pearson (1988) over documents (Obuchowski 1997). The number is reduced
// because few documents determine V: see [estimate.Ratio.Interval].
//
// The second result is the smaller of two effective numbers: of documents with a wrong value, and of documents with a
// right value. The interval is undefined where AUROC is undefined, and for a level that is not between 0 and 1.
func AUROCInterval(predictions []stats.Prediction, level float64) (interval stats.Interval, documents float64, ok bool) {
	area, ok := stats.AUROC(predictions)
	if !ok || !estimate.ValidLevel(level) {
		return stats.Interval{}, 0, false
	}
	all := tallyOf(predictions)
	right := all.values - all.wrong
	// ranks holds, for a confidence, the share of right values above it and the share of wrong values below it; values
	// of equal confidence count half.
	type ranks struct{ rightAbove, wrongBelow float64 }
	rank := map[float64]ranks{}
	curve, _ := stats.RiskCoverage(predictions)
	surplus, wrongAbove := 0.0, 0.0
	for _, p := range curve {
		correct, wrong := float64(p.Accepted-p.Wrong)-surplus, float64(p.Wrong)-wrongAbove
		rank[p.Confidence] = ranks{(surplus + correct/2) / right, (all.wrong - wrongAbove - wrong/2) / all.wrong}
		surplus += correct
		wrongAbove += wrong
	}
	variance := overDocuments(predictions, func(p stats.Prediction) float64 {
		if p.Correct {
			return (rank[p.Confidence].wrongBelow - area) / right
		}
		return (rank[p.Confidence].rightAbove - area) / all.wrong
	})
	documents = min(all.rightDocuments(), all.wrongDocuments())
	interval, ok = stats.Wilson(area, estimate.EffectiveValues(area, variance, all.values, documents, documents), level)
	return interval, documents, ok
}

// overDocuments sums add over the values of each document, and returns the sum of the squares of these sums.
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

// tally counts values that come in documents, and the wrong values among them.
type tally struct {
	values, wrong float64
	// Sums of values², values·wrong and wrong² over the documents.
	squares, products, wrongs float64
}

// documentTally counts the values of one document.
type documentTally struct{ values, wrong float64 }

// addPrediction counts a value of a document.
func (t *tally) addPrediction(d *documentTally, right bool) {
	t.squares += 2*d.values + 1
	t.products += d.wrong
	t.values++
	d.values++
	if !right {
		t.products += d.values
		t.wrongs += 2*d.wrong + 1
		t.wrong++
		d.wrong++
	}
}

// documents returns the effective number of documents of the values.
func (t *tally) documents() float64 { return t.values * t.values / t.squares }

// variance returns the variance of the share that is wrong, over the documents.
func (t *tally) variance() float64 {
	share := t.wrong / t.values
	return max(0, t.wrongs-2*share*t.products+share*share*t.squares) / (t.values * t.values)
}

// clusters returns the effective number of values if the values of one document count as one: the effective number of
// documents, or less if large documents fail more often.
func (t *tally) clusters() float64 {
	share, variance := t.wrong/t.values, t.variance()
	if share == 0 || share == 1 || variance == 0 {
		return t.documents()
	}
	return min(t.documents(), share*(1-share)/variance)
}

// rightDocuments returns the effective number of documents of the right values.
func (t *tally) rightDocuments() float64 {
	return known(t.values-t.wrong, t.squares-2*t.products+t.wrongs)
}

// wrongDocuments returns the effective number of documents of the wrong values.
func (t *tally) wrongDocuments() float64 { return known(t.wrong, t.wrongs) }

func known(sum, squares float64) float64 {
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}

// effective returns the effective number of values; see [estimate.Ratio.Interval].
func (t *tally) effective() float64 {
	share := t.wrong / t.values
	return estimate.EffectiveValues(share, t.variance(), t.values, t.documents(), min(t.rightDocuments(), t.wrongDocuments()))
}

// byDocument returns the indices of the predictions of each document. A prediction without one has its own.
func byDocument(predictions []stats.Prediction) (all [][]int) {
	index := map[uint64]int{}
	for i := range predictions {
		name := predictions[i].Document
		number, ok := index[name]
		if !ok || name == 0 {
			number = len(all)
			all = append(all, nil)
			index[name] = number
		}
		all[number] = append(all[number], i)
	}
	return all
}

// talliesOf returns a tally for each prediction, which it shares with the others of its document.
func talliesOf(predictions []stats.Prediction) []*documentTally {
	all := make([]*documentTally, len(predictions))
	for _, values := range byDocument(predictions) {
		d := new(documentTally)
		for _, i := range values {
			all[i] = d
		}
	}
	return all
}

// tallyOf counts predictions.
func tallyOf(predictions []stats.Prediction) (all tally) {
	for i, d := range talliesOf(predictions) {
		all.addPrediction(d, predictions[i].Correct)
	}
	return all
}

// valid reports whether the functions of predictions are defined for these: there is at least one, and each confidence
// is from 0 to 1.
func valid(predictions []stats.Prediction) bool {
	_, ok := stats.Brier(predictions)
	return ok
}
