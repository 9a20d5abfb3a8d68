package stats

import (
	"slices"
	"sort"
)

// Prediction is one answer: the extractor's confidence in it, from 0 to 1, and whether it was right.
//
// All functions of predictions are undefined without predictions, and if a confidence is not from 0 to 1.
type Prediction struct {
	Confidence float64
	Correct    bool
	// Document identifies the document that has the value, such as by [DocumentHash] of its name: values of one
	// document may be wrong together, so a user of predictions may count them for less. The functions of this package
	// do not use it. 0 means a document of its own.
	Document uint64
}

// Brier is the mean squared difference between confidence and truth (1 or 0), from 0 (best) to 1 (Brier 1950, for two
// outcomes).
func Brier(predictions []Prediction) (score float64, ok bool) {
	if !valid(predictions) {
		return 0, false
	}
	sum := 0.0
	for _, p := range predictions {
		d := p.Confidence
		if p.Correct {
			d = 1 - p.Confidence
		}
		sum += d * d
	}
	return sum / float64(len(predictions)), true
}

// Bin is a range of confidences and the predictions within it.
type Bin struct {
	Low, High  float64 // Low <= confidence < High; the last bin includes 1
	Count      int
	Correct    int
	Confidence float64 // mean; 0 if Count is 0
}

// Accuracy is the share of correct predictions in the bin. It is undefined in an empty bin.
func (b Bin) Accuracy() (accuracy float64, ok bool) {
	if b.Count == 0 {
		return 0, false
	}
	return float64(b.Correct) / float64(b.Count), true
}

// Reliability sorts predictions into bins of equal width, for a reliability diagram: where accuracy lies below
// confidence, the extractor is too sure of itself. Empty bins are included. It is also undefined if bins is not from 1
// to 1,000,000.
func Reliability(predictions []Prediction, bins int) (diagram []Bin, ok bool) {
	if !valid(predictions) || bins < 1 || bins > 1_000_000 {
		return nil, false
	}
	diagram = make([]Bin, bins)
	for i := range diagram {
		diagram[i].Low = float64(i) / float64(bins)
		diagram[i].High = float64(i+1) / float64(bins)
	}
	for _, p := range predictions {
		b := &diagram[sort.Search(bins, func(i int) bool { return diagram[i].Low > p.Confidence })-1]
		b.Count++
		b.Confidence += p.Confidence
		if p.Correct {
			b.Correct++
		}
	}
	for i := range diagram {
		if b := &diagram[i]; b.Count > 0 {
			b.Confidence /= float64(b.Count)
		}
	}
	return diagram, true
}

// ECE is the expected calibration error with bins of equal width (Naeini, Cooper and Hauskrecht 2015; Guo et al. 2017):
// the mean of |accuracy - mean confidence| over the bins, weighted by their counts, from 0 (best) to 1. Its value
// depends on the number of bins, usually 10 or 15: print that number as well. It is undefined if Reliability is.
func ECE(predictions []Prediction, bins int) (value float64, ok bool) {
	diagram, ok := Reliability(predictions, bins)
	if !ok {
		return 0, false
	}
	sum := 0.0
	for _, b := range diagram {
		d := float64(b.Correct) - float64(b.Count)*b.Confidence
		sum += max(d, -d)
	}
	return sum / float64(len(predictions)), true
}

// AUROC is the probability that a correct prediction has a higher confidence than a wrong one, equal confidences
// counting half: the area under the ROC curve, from 0 to 1; 0.5 is no better than chance (Hanley and McNeil 1982). It
// is also undefined without any correct prediction, or without any wrong one.
func AUROC(predictions []Prediction) (area float64, ok bool) {
	if !valid(predictions) {
		return 0, false
	}
	var halfWins, correct, wrong float64 // twice the pairs won: whole numbers
	for _, g := range byConfidence(predictions) {
		// The groups come from the highest confidence down: the wrong ones of this group lose to all correct ones
		// before.
		groupWrong := float64(g.count - g.correct)
		halfWins += groupWrong * (2*correct + float64(g.correct))
		correct += float64(g.correct)
		wrong += groupWrong
	}
	if correct == 0 || wrong == 0 {
		return 0, false
	}
	return halfWins / (2 * correct * wrong), true
}

// RiskPoint is the outcome of accepting all predictions with a confidence of at least Confidence without review.
type RiskPoint struct {
	Confidence float64
	Accepted   int
	Wrong      int     // of the accepted
	Coverage   float64 // accepted share of all predictions: the straight-through rate
	Risk       float64 // wrong share of the accepted
}

// RiskCoverage is the risk and coverage at every confidence that occurs, from the highest down (El-Yaniv and Wiener
// 2010).
func RiskCoverage(predictions []Prediction) (curve []RiskPoint, ok bool) {
	if !valid(predictions) {
		return nil, false
	}
	accepted, wrong := 0, 0
	for _, g := range byConfidence(predictions) {
		accepted += g.count
		wrong += g.count - g.correct
		curve = append(curve, RiskPoint{
			Confidence: g.confidence,
			Accepted:   accepted,
			Wrong:      wrong,
			Coverage:   float64(accepted) / float64(len(predictions)),
			Risk:       float64(wrong) / float64(accepted),
		})
	}
	return curve, true
}

// StraightThrough finds the confidence from which review can be skipped: the point of [RiskCoverage] with the greatest
// coverage at which the accepted predictions reach an accuracy, with a slack of 1e-9. It is also undefined when no
// confidence reaches the accuracy. The point is too optimistic, since the truth chose it: confirm it on other
// documents.
func StraightThrough(predictions []Prediction, accuracy float64) (point RiskPoint, ok bool) {
	curve, _ := RiskCoverage(predictions)
	for _, p := range curve {
		if 1-p.Risk >= accuracy-1e-9 {
			point, ok = p, true
		}
	}
	return point, ok
}

func valid(predictions []Prediction) bool {
	for _, p := range predictions {
		if !(p.Confidence >= 0 && p.Confidence <= 1) {
			return false
		}
	}
	return len(predictions) > 0
}

// group is the predictions of one confidence.
type group struct {
	confidence     float64
	count, correct int
}

// byConfidence returns the groups from the highest confidence down.
func byConfidence(predictions []Prediction) []group {
	sorted := slices.Clone(predictions)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Confidence > sorted[j].Confidence })
	var groups []group
	for i, p := range sorted {
		if i == 0 || p.Confidence != sorted[i-1].Confidence {
			groups = append(groups, group{confidence: p.Confidence})
		}
		g := &groups[len(groups)-1]
		g.count++
		if p.Correct {
			g.correct++
		}
	}
	return groups
}
