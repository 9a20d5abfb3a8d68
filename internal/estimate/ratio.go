package estimate

import (
	"cmp"
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// FewDocuments is the effective number of documents with a value below which an interval is approximate: it may contain
// the true value less often than its level says. See [Ratio.Interval] and [Change.Interval].
const FewDocuments = 20

// Ratio is a score of sums over documents that lies between 0 and 1, such as F1 or precision.
type Ratio struct {
	// Score returns the score of the sums, in the order of the columns, false where it is undefined.
	Score func(sums []int64) (value float64, ok bool)
	// Right and Wrong return the counts for and against the ratio, such as TP, and FP + FN, for F1. They are linear in
	// the sums.
	Right, Wrong func(sums []int64) int64
	// Scores says that a document has scores between 0 and 1 in place of values that are right or wrong: Right is
	// their sum, and Right + Wrong their number, both in any unit.
	Scores bool
	// Level is the level of the interval; 0 means the level of the bootstrap.
	Level float64
	// Units are the units of resampling, if several documents were added under one hash.
	Units Units
}

// Units says how much evidence the added documents are. In the zero value each document is different from the others,
// and a unit of its own.
type Units struct {
	// Count is the number of units: documents with one hash are drawn together. 0 means the number of added documents.
	Count float64
	// Different is the share of the documents, in (0,1], that are not copies of others: the values of copies do not
	// count again. 0 means 1.
	Different float64
}

// count returns the number of units, given the number of added documents.
func (u Units) count(documents int) float64 { return cmp.Or(u.Count, float64(documents)) }

// values returns the number of values without copies.
func (u Units) values(all float64) float64 { return all * cmp.Or(u.Different, 1) }

// Interval returns an interval of the ratio that is never a point: the score interval of Wilson with the effective
// number of values, n = F(1-F)/V, where V is the variance of F over the resamples of the bootstrap, and n is at most
// Right + Wrong without copies. So values of one document that are right or wrong together count for less (the design
// effect of Kish 1965; Korn and Graubard 1998 for Clopper and Pearson's interval). V itself rests on an effective number
// m of documents: the documents with mistakes, or the documents with right values if these are fewer. So Wilson's
// interval is computed with the number of values
//
//	max(n/(1+3/m), min(n, documents)/(1+1/m))
//
// where documents is the effective number of documents that have any value. If a sample has few documents, many resamples
// have still fewer, and V is greater than F(1-F)/documents: n is 1.7 for two documents of one value each, 2.3 for three
// and 4.8 for six.
//
// If all values are right, or all are wrong, V is 0, and each effective document counts as one value, as if all values
// of a document were alike. The effective number of documents of a count n is (Σn)²/Σn²; Σn² is the variance of the sum
// of n over the resamples, with a relative error of √(2/resamples).
//
// For Scores V can be far too small. For example, one document in a hundred may have a much lower score than all others,
// and the sample may not have such a document. So V is computed with two more documents of score 0 and two of score 1,
// as Agresti and Coull (1998) do for counts: it is greater by 2(F²+(1-F)²)/n², where n is the effective number of
// documents. The number of values is F(1-F)/V, divided by 1+3/n. It is at least n: with n values, Wilson's interval
// holds for all scores.
//
// Documents added under one hash are one document here and in [Units].Count: they are resampled together.
//
// The second result is the effective number of documents that have any value. Simulated coverage is at least 92 % from
// about 20 of them upwards; see BENCHMARKS.md. The interval is undefined where the interval of the accumulator is
// undefined.
func (r Ratio) Interval(a *stats.Accumulator) (interval stats.Interval, documents float64, ok bool) {
	settings, units := a.Settings(), r.Units.count(a.Documents())
	if a.Documents() < 2 || units < 2 {
		return stats.Interval{}, 0, false
	}
	sums := a.Sums()
	value, ok := r.Score(sums)
	if !ok || !(value >= 0 && value <= 1) {
		return stats.Interval{}, 0, false
	}
	right, wrong := float64(r.Right(sums)), float64(r.Wrong(sums))
	var scores, rights, wrongs, all Moments
	for resampled := range a.Resamples() {
		x, y := float64(r.Right(resampled)), float64(r.Wrong(resampled))
		rights.AddValue(x - right)
		wrongs.AddValue(y - wrong)
		all.AddValue(x - right + y - wrong)
		if v, ok := r.Score(resampled); ok && finite(v) {
			scores.AddValue(v - value)
		}
	}
	if 2*scores.n < settings.Resamples {
		return stats.Interval{}, 0, false
	}
	documents = min(all.effective(right+wrong), units)
	values := EffectiveValues(value, scores.Variance(), r.Units.values(right+wrong), documents, min(rights.effective(right), wrongs.effective(wrong)))
	if right <= 0 || wrong <= 0 { // the score varies all the same if it is 0 in resamples without any value
		values = documents
	}
	if r.Scores {
		values = EffectiveScores(value, scores.Variance(), documents)
	}
	interval, ok = stats.Wilson(value, values, cmp.Or(r.Level, settings.Level))
	return interval, documents, ok
}

// EffectiveValues returns the number of values with which the interval of a share F is computed: n = F(1-F)/V, at most
// values, and reduced because V is uncertain. V is the variance of F over documents. basis is the effective number of
// documents on which V rests; see [Ratio.Interval]. Without variance the result is documents.
func EffectiveValues(share, variance, values, documents, basis float64) float64 {
	if !(variance > 0) {
		return documents
	}
	values = min(share*(1-share)/variance, values)
	basis = max(basis, 1)
	return max(values/(1+3/basis), min(values, documents)/(1+1/basis))
}

// EffectiveScores returns the effective number of values of a mean of scores from 0 to 1, whose variance over documents
// it increases by two documents of score 0 and two of score 1.
func EffectiveScores(mean, variance, documents float64) float64 {
	variance += 2 * (mean*mean + (1-mean)*(1-mean)) / (documents * documents)
	return max(documents, mean*(1-mean)/variance/(1+3/documents))
}

// Moments holds the number, sum and sum of squares of deviations from a value near the mean.
type Moments struct {
	n           int
	sum, square float64
}

// AddValue adds a deviation.
func (m *Moments) AddValue(v float64) {
	m.n++
	m.sum += v
	m.square += v * v
}

// Variance returns the variance of the deviations, 0 of none.
func (m *Moments) Variance() float64 {
	mean := m.sum / float64(max(m.n, 1))
	return max(0, m.square/float64(max(m.n, 1))-mean*mean)
}

// effective returns the effective number of documents of a count, given its total.
func (m *Moments) effective(total float64) float64 {
	if v := m.Variance(); v > 0 {
		return max(1, total*total/v)
	}
	return math.Max(1, total)
}
