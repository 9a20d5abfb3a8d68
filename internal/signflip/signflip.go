// Package signflip has paired tests of two runs on the same documents. The sign-flip test (Fisher 1935; Pitman 1937)
// asks how far from 0 the sum of the documents' changes would be if the runs were exchanged at random in each document.
// The exact test of McNemar is the sign-flip test of changes of one size. The third test permutes the trials of each
// document.
//
// The tail is counted from all sums if at most 15 documents changed, or if there are few sizes of change and at most
// 2^15 sums. Otherwise, for up to about 700 documents, it is counted on a lattice with at least eight steps for the
// mean change. A test on rounded changes is as exact as a test on the changes themselves. For more documents, the tail
// is the saddlepoint approximation of Lugannani and Rice (1980), with a relative error of a few percent.
package signflip

import (
	"math"
	"slices"
	"sort"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// OfDifferences returns the p-value of the sign-flip test, given the change of each document: new score less old score.
// Documents without a change have no effect. Without any change it is 1. It is undefined if a difference is not finite.
func OfDifferences(differences []float64) (p float64, ok bool) {
	changes := make([]Changes, 0, len(differences))
	for _, d := range differences {
		switch {
		case d > 0:
			changes = append(changes, Changes{Size: d, Up: 1})
		default: // NaN as well
			changes = append(changes, Changes{Size: -d, Down: 1})
		}
	}
	return PValue(changes)
}

// Changes counts the documents whose scores changed by the same amount: Up of them by Size, Down by -Size.
type Changes struct {
	Size     float64 // at least 0
	Up, Down int
}

// PValue returns the p-value for documents that are counted by how much they changed, in any order; a size may come several
// times. It is undefined if a size is not finite or below 0, or a number of documents is below 0.
func PValue(changes []Changes) (p float64, ok bool) {
	bySize, ok := BySize(changes)
	switch {
	case !ok:
		return 0, false
	case len(bySize) == 0:
		return 1, true
	case len(bySize) == 1:
		return McNemar(bySize[0].Up, bySize[0].Down)
	}
	bySize = rescaled(bySize)
	if ways, ok := flips(bySize, maxWays); ok {
		seen := 0.0
		for _, c := range bySize {
			seen += c.Size * float64(c.Up-c.Down)
		}
		return ways.pValue(seen), true
	}
	parts := make([]part, len(bySize))
	for i, c := range bySize {
		parts[i] = part{values: []float64{-c.Size, c.Size}, chances: []float64{0.5, 0.5}, seen: []int{c.Down, c.Up}}
	}
	return twoSided(parts), true
}

// rescaled returns changes by ascending size in a unit in which their sums neither overflow nor vanish. The unit has no
// effect on the p-value. Changes that are too small to have any effect are left out.
func rescaled(bySize []Changes) []Changes {
	_, exponent := math.Frexp(bySize[len(bySize)-1].Size)
	if max(exponent, -exponent) < 500 {
		return bySize
	}
	for i := range bySize {
		bySize[i].Size = math.Ldexp(bySize[i].Size, -exponent)
	}
	return slices.DeleteFunc(bySize, func(c Changes) bool { return c.Size == 0 })
}

// Trials are the scores of one document, in the trials of the old and of the new run.
type Trials struct{ Old, New []float64 }

// Change is the mean of the new scores less the mean of the old scores. The mean of no scores is 0.
func (t Trials) Change() float64 { return arithmetic.Mean(t.New) - arithmetic.Mean(t.Old) }

// PairedTrials is the two-sided test of two runs that tried the same documents several times. It tests the change of
// the documents' mean scores. If both runs have the same number of trials of each document, it is [OfDifferences]: the
// runs are exchanged as a whole. With one trial against five, OfDifferences is not a valid test: the mean of five
// scores lies closer to the truth than one score, and changes are not symmetric. The result is then the greater of two
// p-values. The p-value of OfDifferences is right if the trials of a run repeat each other's mistakes. The p-value of
// the permutation of a document's trials (Pitman 1937; the tail as in OfDifferences) is right if each trial is an
// independent draw. Documents without trials on one side are left out.
//
// If there are more than 500 ways to divide the trials of a document between the runs, 500 of them are drawn with a
// fixed seed, and weighted such that the change has the mean and the variance that it has over all ways. It is 1 if all
// scores of each document are the same, and undefined if a score is not finite.
func PairedTrials(documents []Trials) (p float64, ok bool) {
	changes := make([]float64, 0, len(documents))
	var parts []part
	balanced := true
	for _, d := range documents {
		if len(d.Old) == 0 || len(d.New) == 0 {
			continue
		}
		changes = append(changes, d.Change())
		if len(d.Old) != len(d.New) {
			balanced = false
		}
	}
	p, ok = OfDifferences(changes)
	if !ok || balanced {
		return p, ok
	}
	index := map[string]int{} // parts by their scores
	for _, d := range documents {
		if len(d.Old) > 0 && len(d.New) > 0 {
			parts = addRelabelled(parts, index, d)
		}
	}
	if len(parts) == 0 {
		return 1, true
	}
	// A fixed order makes rounding independent of the order of the documents.
	sort.Slice(parts, func(i, j int) bool { return slices.Compare(parts[i].values, parts[j].values) < 0 })
	return max(p, twoSided(parts)), true
}

// part holds the possible contributions of documents to a sum, with their chances. Documents with the same values and
// chances share a part.
type part struct {
	values  []float64 // ascending
	chances []float64
	seen    []int // how many documents contributed which value
}

func (p *part) documents() (n int) {
	for _, seen := range p.seen {
		n += seen
	}
	return n
}

func (p *part) extent() float64 { return p.values[len(p.values)-1] - p.values[0] }

// twoSided is twice the smaller tail of the sum of independent contributions, at most 1.
func twoSided(parts []part) float64 {
	if len(parts) == 0 {
		return 1
	}
	n, work, ways, span := 0, 0, 1.0, 0.0
	for i := range parts {
		documents := parts[i].documents()
		n += documents
		work += documents * len(parts[i].values)
		ways *= math.Pow(float64(len(parts[i].values)), float64(documents))
		span += float64(documents) * parts[i].extent()
	}
	cells := min(latticeCells, latticeWork/work)
	unit := commonUnit(parts)
	var lower, upper float64
	switch {
	case unit > 0 && span/unit <= float64(cells):
		lower, upper = latticeTails(parts, unit) // equal sums stay equal
	case ways <= maxWays:
		lower, upper = allTails(parts)
	case cells >= leastSteps*n:
		lower, upper = latticeTails(parts, span/float64(cells))
	default:
		lower, upper = saddlepointTails(parts)
	}
	return min(1, 2*min(lower, upper))
}

const (
	maxWays      = 1 << 15 // that allTails looks at
	latticeWork  = 1 << 23 // steps of latticeTails
	latticeCells = 1 << 17
	leastSteps   = 8 // that the mean contribution spans
)

// commonUnit is the greatest common divisor of all contributions, 0 if rounding hides it.
func commonUnit(parts []part) float64 {
	const rounding = 1e-9
	unit, greatest := 0.0, 0.0
	for i := range parts {
		for _, v := range parts[i].values {
			greatest = max(greatest, math.Abs(v))
		}
	}
	for i := range parts {
		for _, v := range parts[i].values {
			a, b := math.Abs(v), unit
			for b > rounding*greatest {
				_, rest := math.Modf(a / b)
				if rest > 1-1e-6 {
					rest = 0
				}
				a, b = b, rest*b
				if b <= 1e-6*a {
					b = 0
				}
			}
			if unit = a; unit <= 1e-6*greatest && unit > 0 {
				return 0
			}
		}
	}
	return unit
}

// allTails is P(S <= s) and P(S >= s) for the sum that was seen, from all sums there may be.
func allTails(parts []part) (lower, upper float64) {
	sums, chances := []float64{0}, []float64{1}
	seen, span := 0.0, 0.0
	for i := range parts {
		p := &parts[i]
		for j, n := range p.seen {
			seen += float64(n) * p.values[j]
			for range n {
				span += p.extent()
				var nextSums, nextChances []float64
				for k, sum := range sums {
					for l, v := range p.values {
						nextSums = append(nextSums, sum+v)
						nextChances = append(nextChances, chances[k]*p.chances[l])
					}
				}
				sums, chances = nextSums, nextChances
			}
		}
	}
	for k, sum := range sums {
		if sum <= seen+1e-12*span {
			lower += chances[k]
		}
		if sum >= seen-1e-12*span {
			upper += chances[k]
		}
	}
	return lower, upper
}

// latticeTails returns P(S <= s) and P(S >= s) for the observed sum s, counted on a lattice.
func latticeTails(parts []part, unit float64) (lower, upper float64) {
	steps := func(v float64) int { return int(math.Round(v / unit)) }
	observed, size := 0, 1
	for i := range parts {
		p := &parts[i]
		least := steps(p.values[0])
		for j, n := range p.seen {
			observed += n * (steps(p.values[j]) - least)
			size += n * (steps(p.values[len(p.values)-1]) - least)
		}
	}
	chances, next := make([]float64, size), make([]float64, size)
	chances[0] = 1
	end := 1 // of the sums that can be reached
	for i := range parts {
		p := &parts[i]
		least := steps(p.values[0])
		most := steps(p.values[len(p.values)-1]) - least
		for range p.documents() {
			for k, c := range chances[:end] {
				next[k] = c * p.chances[0] // the least contribution takes no step
			}
			clear(next[end : end+most])
			for j, v := range p.values[1:] {
				target, chance := next[steps(v)-least:], p.chances[1+j]
				target = target[:end]
				for k, c := range chances[:end] {
					target[k] += c * chance
				}
			}
			chances, next = next, chances
			end += most
		}
	}
	for _, c := range chances[:observed+1] {
		lower += c
	}
	for k := end - 1; k >= observed; k-- {
		upper += chances[k]
	}
	return lower, upper
}

// saddlepointTails approximates P(S <= s) and P(S >= s) like latticeTails, for many documents.
func saddlepointTails(parts []part) (lower, upper float64) {
	s := 0.0
	for i := range parts {
		for j, n := range parts[i].seen {
			s += float64(n) * parts[i].values[j]
		}
	}
	upper = upperTail(parts, s)
	mirrored := make([]part, len(parts))
	for i, p := range parts {
		m := part{values: slices.Clone(p.values), chances: slices.Clone(p.chances)}
		for j := range m.values {
			m.values[j] = -m.values[j]
		}
		m.seen = p.seen
		mirrored[i] = m
	}
	return upperTail(mirrored, -s), upper
}

// upperTail is P(S >= s) by the formula of Lugannani and Rice (1980), with K the cumulant generating function of S:
// 1-Φ(w) + φ(w)(1/u - 1/w), where K'(θ) = s, w = sign(θ)√(2(θs-K(θ))), u = θ√K″(θ).
func upperTail(parts []part, s float64) float64 {
	greatest, chance, spread := 0.0, 0.0, 0.0
	for i := range parts {
		p := &parts[i]
		n := float64(p.documents())
		top := slices.Max(p.values)
		greatest += n * top
		chance += n * math.Log(p.chances[slices.Index(p.values, top)])
		spread = max(spread, math.Abs(top), math.Abs(slices.Min(p.values)))
	}
	if s >= greatest-1e-9*math.Abs(greatest) {
		return math.Exp(chance)
	}
	low, high := 0.0, 1/spread
	_, mean, variance := cumulants(parts, 0)
	if s <= mean {
		return 0.5 // the other tail is the smaller one
	}
	for _, slope, _ := cumulants(parts, high); slope < s && high*spread < 1e6; _, slope, _ = cumulants(parts, high) {
		low, high = high, 2*high
	}
	theta := (low + high) / 2
	var k, slope float64
	for range 100 {
		k, slope, variance = cumulants(parts, theta)
		if math.Abs(slope-s) <= 1e-12*math.Abs(s) {
			break
		}
		if slope < s {
			low = theta
		} else {
			high = theta
		}
		theta += (s - slope) / variance
		if !(theta > low && theta < high) {
			theta = (low + high) / 2
		}
	}
	w := math.Sqrt(max(0, 2*(theta*s-k)))
	u := theta * math.Sqrt(variance)
	if w < 1e-4 || !finite(u) || u == 0 {
		return 0.5 * math.Erfc(w/math.Sqrt2)
	}
	tail := 0.5*math.Erfc(w/math.Sqrt2) + math.Exp(-w*w/2)/math.Sqrt(2*math.Pi)*(1/u-1/w)
	return min(max(tail, math.Exp(chance)), 1)
}

// cumulants are K(θ) and its first two derivatives.
func cumulants(parts []part, theta float64) (k, first, second float64) {
	for i := range parts {
		p := &parts[i]
		top := math.Inf(-1)
		for _, v := range p.values {
			top = max(top, theta*v)
		}
		var sum, sum1, sum2 float64
		for j, v := range p.values {
			weight := p.chances[j] * math.Exp(theta*v-top)
			sum += weight
			sum1 += weight * v
			sum2 += weight * v * v
		}
		n := float64(p.documents())
		k += n * (top + math.Log(sum))
		first += n * sum1 / sum
		second += n * (sum2/sum - sum1/sum*sum1/sum)
	}
	return k, first, second
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
