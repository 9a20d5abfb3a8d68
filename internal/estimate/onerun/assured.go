package onerun

import (
	"math"
	"sort"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
)

// assuredSteps is the number of steps from the first threshold of Assured to the last.
const assuredSteps = 20

// Assured is [stats.StraightThrough] for other documents of the same kind, at a confidence level. It returns a point at
// which the lower bound of the accuracy, not the accuracy itself, reaches the wanted accuracy. The bound is Clopper and
// Pearson's (1934) with effective numbers, as Korn and Graubard (1998) use it for samples of clusters. All values of a
// document count as one value. So the effective number of values is the effective number of documents (see
// [EffectiveDocuments]), or F(1-F)/V if that is less, where V is the variance of the wrong share F over documents. The
// values of a document count as one even if the mistakes seen lie in different documents: a sample often misses the one
// document in two hundred in which every value is wrong.
//
// Assured tests thresholds in a fixed sequence from the highest confidence down, each at the whole level, until one
// fails; the threshold before it is the point (Maurer, Hothorn and Lehmacher 1995; for thresholds Angelopoulos et al.
// 2021). The sequence begins at the first threshold whose accepted values are at least a quarter of all values and come
// from an effective number of at least [AssuredLeast] documents. It reaches all values in twenty steps with equal
// numbers of values. So the thresholds do not depend on which values are right, and the chance that the true accuracy
// at the point is lower than accuracy is at most 1 - level. Assured assumes that long documents fail no more often than
// short ones, unless enough failed to show otherwise.
//
// The point is undefined where StraightThrough is undefined, where the first threshold fails, and for an accuracy or a
// level that is not between 0 and 1.
func Assured(predictions []stats.Prediction, accuracy, level float64) (point stats.RiskPoint, ok bool) {
	least, possible := AssuredLeast(accuracy, level)
	if !possible || !valid(predictions) {
		return stats.RiskPoint{}, false
	}
	start, step := 0, 0
	due := func() int { return start + step*(len(predictions)-start)/assuredSteps }
	for _, a := range accepted(predictions) {
		if start == 0 {
			if a.documents() < float64(least) || 4*int(a.values) < len(predictions) {
				continue
			}
			start = int(a.values)
		}
		if int(a.values) < due() {
			continue
		}
		for step <= assuredSteps && int(a.values) >= due() {
			step++
		}
		if !a.assure(accuracy, level) {
			break
		}
		point, ok = a.point(len(predictions)), true
	}
	return point, ok
}

// AssuredLeast returns the least number of documents that [Assured] needs if all their values are right: the least n
// with accuracy^n <= 1-level. possible is false for an accuracy or a level that is not between 0 and 1.
func AssuredLeast(accuracy, level float64) (n int, possible bool) {
	if !estimate.ValidLevel(accuracy) || !estimate.ValidLevel(level) {
		return 0, false
	}
	return int(math.Ceil(math.Log(1-level)/math.Log(accuracy) - 1e-9)), true
}

// EffectiveDocuments returns the effective number of documents of the predictions: (Σn)²/Σn², where n is the number of
// predictions in a document. It is the number of documents if all have equally many predictions, and less if a few
// documents have most of them.
func EffectiveDocuments(predictions []stats.Prediction) (documents float64, ok bool) {
	if !valid(predictions) {
		return 0, false
	}
	all := tallyOf(predictions)
	return all.documents(), true
}

// acceptance counts the predictions whose confidence is at least acceptance.confidence.
type acceptance struct {
	confidence float64
	tally
}

// accepted returns the counts of accepted values at every confidence that occurs, from the highest down.
func accepted(predictions []stats.Prediction) (curve []acceptance) {
	documents := talliesOf(predictions)
	order := arithmetic.Indices(len(predictions))
	sort.SliceStable(order, func(i, j int) bool {
		return predictions[order[i]].Confidence > predictions[order[j]].Confidence
	})
	var all tally
	for rank, i := range order {
		p := &predictions[i]
		all.addPrediction(documents[i], p.Correct)
		if rank+1 == len(order) || predictions[order[rank+1]].Confidence != p.Confidence {
			curve = append(curve, acceptance{p.Confidence, all})
		}
	}
	return curve
}

func (a *acceptance) point(all int) stats.RiskPoint {
	return stats.RiskPoint{
		Confidence: a.confidence, Accepted: int(a.values), Wrong: int(a.wrong),
		Coverage: a.values / float64(all), Risk: a.wrong / a.values,
	}
}

// assure reports whether the accuracy is assured: if the true accuracy were no higher, the chance of so few wrong
// values, or fewer, would be at most 1 - level.
func (a *acceptance) assure(accuracy, level float64) bool {
	n := a.clusters()
	wrong := a.wrong / a.values * n
	return estimate.IncompleteBeta(accuracy, n-wrong, wrong+1) <= 1-level
}
