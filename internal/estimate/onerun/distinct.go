package onerun

import "math"

// part has the sums of the units of a slice, or of the rest.
type part struct {
	unitSum
	weight, fourth float64 // the sums of w² and of w⁴
}

// parts returns the slice and the rest, given the sums of the bins and of all units.
func (s *worseSlice) parts(family *contributions, bins []unitSum, all unitSum) (slice, rest part) {
	slice.weight, slice.fourth = s.weight, s.fourth
	for _, b := range bins[s.From:s.To] {
		slice.merge(b)
	}
	rest.unitSum = unitSum{all.x - slice.x, all.squares - slice.squares, all.weighted - slice.weighted}
	rest.weight, rest.fourth = family.weight-s.weight, family.fourth-s.fourth
	return slice, rest
}

// average returns F1 of the part less F1 of all units.
func (p *part) average() float64 { return p.x / p.weight }

// variance returns the variance of the mean, by the units of the part alone.
func (p *part) variance() float64 {
	mean := p.average()
	return max(0, p.squares-2*mean*p.weighted+mean*mean*p.fourth) / (p.weight * p.weight)
}

// below returns the statistic of a slice that is not a trend. pooled says that the variance of a slice is the variance
// among all units.
func (s *worseSlice) below(family *contributions, bins []unitSum, all unitSum, pooled bool) float64 {
	slice, rest := s.parts(family, bins, all)
	if slice.x >= 0 {
		return 0
	}
	own, others := family.variance/slice.weight, family.variance/rest.weight
	if !pooled {
		own, others = max(own, slice.variance()), max(others, rest.variance())
	}
	return (rest.average() - slice.average()) / math.Sqrt(own+others)
}

// oneSided is the normal quantile of a one-sided confidence of 95 %.
const oneSided = 1.6449

// distinct reports whether F1 of the slice is below F1 of the rest with a confidence of 95 %, although the rest may have
// bad units, with hardly a right value, that the sample has not shown. A permutation test cannot know such units. For
// example, a rest of 20 documents with 40 rows each may have no unreadable document by chance. Then the few mistakes of
// any slice of short documents stand out. mistaken is the number of units of the rest with a mistake.
//
// The difference must be greater than the root of the sum of three squares (as in the hybrid interval of Newcombe 1998):
//
//   - oneSided standard errors of the slice, by its own units or all units, whichever is larger;
//   - oneSided standard errors of the rest, by its own units;
//   - the bad units that the rest may have beyond those that it shows. A rest of m units without a bad one may have a
//     share of 3/m (Hanley and Lippman-Hand 1983): see mostBad. This square is divided by the number of units with lesser
//     mistakes, plus 1 (the rule of succession): the more lesser mistakes the rest shows, the fewer of its mistakes are
//     bad units.
func (s *worseSlice) distinct(family *contributions, bins []unitSum, all unitSum, mistaken float64) bool {
	slice, rest := s.parts(family, bins, all)
	difference := rest.average() - slice.average()
	bad := family.loss * rest.fourth / (rest.weight * rest.weight) // by which one bad unit lowers F1 of the rest
	shown := min(rest.variance()/(bad*bad), mistaken)              // as many bad units have the variance of the rest
	hidden := mostBad(shown) - shown
	square := oneSided * oneSided
	margin := square * (max(family.variance/slice.weight, slice.variance()) + rest.variance())
	margin += bad * bad * max(0, hidden*hidden-square*shown) / (mistaken - shown + 1)
	return difference > 0 && difference*difference > margin
}

// mostBad returns the upper limit, with a confidence of 95 %, of the mean of a Poisson distribution of which n was seen:
// 3.0 for 0. It is a quantile of the gamma distribution with shape n+1, by the approximation of Wilson and Hilferty
// (1931).
func mostBad(n float64) float64 {
	shape := n + 1
	root := 1 - 1/(9*shape) + oneSided/(3*math.Sqrt(shape))
	return shape * root * root * root
}

// distinctSlices tells which slices are distinct. Trends count as distinct: the cut that is shown for a trend must be.
func (f *worseFamily) distinctSlices() []bool {
	f.observed()
	all := make([]bool, len(f.slices))
	for i := range f.slices {
		s := &f.slices[i]
		index := f.numberOf[s.Trait]
		mistaken := 0.0
		for unit, bin := range f.traits[s.Trait].Bins {
			if f.all[index].mistaken[unit] && (bin < s.From || bin >= s.To) {
				mistaken++
			}
		}
		all[i] = s.Trend || s.distinct(f.all[index], f.bins[s.Trait], f.sums[index], mistaken)
	}
	return all
}
