package estimate

import (
	"math"
	"sort"

	"github.com/extracteval/extracteval/metrics/stats"
)

// assuredSteps is in how many steps Assured goes from its first threshold to the last.
const assuredSteps = 20

// Assured is [stats.StraightThrough] with the promise that it holds on other documents of the same kind, at a confidence level:
// a point at which the lower bound of the accuracy reaches the accuracy asked for. The bound is Clopper and Pearson's
// (1934) with effective numbers, as Korn and Graubard (1998) use it for samples of clusters. Values of one document count
// as one, so that their number is the effective number of documents (see [EffectiveDocuments]), or F(1-F)/V where this is
// less because the wrong share F varies more over documents. Values count as one even where the mistakes seen lie in
// different documents: a sample often misses the one document in two hundred in which every value is wrong.
//
// Thresholds are tested in a fixed sequence from the highest confidence down, each at the whole level, until one fails;
// the one before it is the point (Maurer, Hothorn and Lehmacher 1995; for thresholds Angelopoulos et al. 2021). The
// sequence begins where the accepted values stand in [AssuredLeast] documents, effectively, and are a quarter of all; it
// goes to all of them in twenty steps with even numbers of values. So the thresholds do not depend on which values are
// right, and the chance that the true accuracy at the point is lower is at most 1 - level. It assumes that long
// documents fail no more often than short ones, as far as too few failed to show it.
//
// It is undefined where StraightThrough is, where the first threshold is not assured, and for an accuracy or a level that
// is not between 0 and 1.
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

// AssuredLeast is how many documents [Assured] needs at least, all of their values right: the number n with accuracy^n <=
// 1-level. It is not possible for an accuracy or a level that is not between 0 and 1.
func AssuredLeast(accuracy, level float64) (n int, possible bool) {
	if !validLevel(accuracy) || !validLevel(level) {
		return 0, false
	}
	return int(math.Ceil(math.Log(1-level)/math.Log(accuracy) - 1e-9)), true
}

// EffectiveDocuments is in how many documents the predictions stand, effectively: (Σn)²/Σn², with n of them in each. It
// is their number where all have as many, and less where few have most.
func EffectiveDocuments(predictions []stats.Prediction) (documents float64, ok bool) {
	if !valid(predictions) {
		return 0, false
	}
	var all tally
	in := newDocuments(predictions)
	for i := range predictions {
		all.add(in.of(i), predictions[i].Correct)
	}
	return all.documents(), true
}

// acceptance is the predictions with a confidence of at least one.
type acceptance struct {
	confidence float64
	tally
}

// accepted returns the accepted values at every confidence that occurs, from the highest down.
func accepted(predictions []stats.Prediction) (curve []acceptance) {
	in := newDocuments(predictions)
	order := make([]int, len(predictions))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		return predictions[order[i]].Confidence > predictions[order[j]].Confidence
	})
	var all tally
	for at, i := range order {
		p := &predictions[i]
		all.add(in.of(i), p.Correct)
		if at+1 == len(order) || predictions[order[at+1]].Confidence != p.Confidence {
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

// assure reports whether so few wrong values, or fewer, would be seen with a chance of at most 1 - level if the accuracy
// were no higher than one.
func (a *acceptance) assure(accuracy, level float64) bool {
	n := a.clusters()
	wrong := a.wrong / a.values * n
	return incompleteBeta(accuracy, n-wrong, wrong+1) <= 1-level
}
