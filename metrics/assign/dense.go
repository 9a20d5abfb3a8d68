package assign

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// dense holds what a got item's pairs are read from in a matrix without a threshold, of which nearly all may be formed.
// Only the heavy pairs are listed then, and the lighter ones when somebody asks: mostly nobody does, and listing them
// all would take most of the time.
type dense struct {
	matrix   []float64 // nil if all pairs are listed
	width    int       // of a row
	quantity []int32   // the weights of the row in hand

	lighterStart, lighterEnd []int // got rank -> its lighter pairs in these, once listed
	lighterWant              []int32
	lighterWeight            []int64

	cheap []int32 // the want ranks by rising price, once sorted
}

// collectDense is collect for a matrix without threshold, contents or preferences, whose indices are ranks. It also does
// what heaviestFirst does.
func (s *Solver) collectDense(p *Problem) error {
	s.matrix, s.width = p.Matrix, p.Want
	s.quantity = filled(s.quantity, p.Want, 0)
	s.start = append(s.start[:0], 0)
	s.pairWant, s.weight = s.pairWant[:0], s.weight[:0]
	s.heavy = filled(s.heavy, p.Got, 0)
	s.lighter = filled(s.lighter, p.Got, 0)
	s.lighterStart, s.lighterEnd = filled(s.lighterStart, p.Got, none), filled(s.lighterEnd, p.Got, none)
	s.lighterWant, s.lighterWeight = s.lighterWant[:0], s.lighterWeight[:0]
	for g := range p.Got {
		border, err := s.quantizeRow(g)
		if err != nil {
			return err
		}
		lighter := int32(0)
		for w, weight := range s.quantity {
			if weight >= border {
				s.pairWant = append(s.pairWant, int32(w))
				s.weight = append(s.weight, int64(weight))
			} else {
				lighter = max(lighter, weight)
			}
		}
		s.lighter[g] = int64(lighter)
		s.heavy[g] = len(s.pairWant)
		s.start = append(s.start, len(s.pairWant))
	}
	return nil
}

// quantizeRow sets s.quantity to the weights of a got item's pairs, 0 for those that may not be formed, and returns the
// weight from which on they are heavy.
func (s *Solver) quantizeRow(g int) (border int32, err error) {
	quantity := s.quantity
	row := s.matrix[g*s.width:][:len(quantity)]
	shift := bits.Len(uint(len(row)))
	highest, sum, pairs := uint64(0), int64(0), 0
	for w, similarity := range row {
		// The bits of numbers that are not negative are in the order of the numbers.
		highest = max(highest, math.Float64bits(similarity))
		weight := int32(similarity*resolution + 0.5)
		quantity[w] = weight
		sum += int64(weight >> (shift & 31))
		pairs += int((uint32(weight) + resolution - 1) >> 30) // 1, or 0 for 0
	}
	greatest := int64(0)
	if highest <= math.Float64bits(1) {
		greatest = quantize(math.Float64frombits(highest))
	} else {
		pairs = 0
		for w, similarity := range row {
			if !(similarity >= -slack && similarity <= 1+slack) {
				return 0, &ValueError{Got: g, Want: w, Value: similarity}
			}
			weight := min(quantize(max(similarity, 0)), resolution)
			quantity[w] = int32(weight)
			greatest = max(greatest, weight)
			if weight > 0 {
				pairs++
			}
		}
		shift = 0 // to be summed anew
	}
	if pairs == 0 {
		return 1, nil
	}
	if bits.Len(uint(pairs)) != shift {
		shift = bits.Len(uint(pairs))
		sum = 0
		for _, weight := range quantity {
			sum += int64(weight >> shift)
		}
	}
	return max(1, int32(heavyFrom(greatest, sum, pairs, shift))), nil
}

// fewPairs is the number below which all pairs are heavy.
const fewPairs = 32

// heavyFrom returns the least weight of a heavy pair, given the greatest weight and the sum of the weights, each shifted
// right, of some number of pairs.
func heavyFrom(greatest, sum int64, pairs, shift int) int64 {
	if pairs < fewPairs {
		return 0
	}
	mean := sum / int64(pairs) << shift
	return greatest - (greatest-mean)/8
}

// listedLighter is lighterPairs for pairs that are not listed.
func (s *Solver) listedLighter(g int) (wants []int32, weights []int64) {
	if s.lighterStart[g] == none {
		s.lighterStart[g] = s.listLighter(g)
		s.lighterEnd[g] = len(s.lighterWant)
	}
	from, to := s.lighterStart[g], s.lighterEnd[g]
	wants = s.lighterWant[from:to]
	return wants, s.lighterWeight[from:to][:len(wants)]
}

// listLighter adds the pairs of a got item to s.lighterWant and s.lighterWeight, in the order in which heaviestFirst
// leaves them, and returns where the lighter ones begin.
func (s *Solver) listLighter(g int) (start int) {
	from := len(s.lighterWant)
	s.lighterWant = slices.Grow(s.lighterWant, s.width)[:from+s.width]
	s.lighterWeight = slices.Grow(s.lighterWeight, s.width)[:from+s.width]
	wants, weights := s.lighterWant[from:], s.lighterWeight[from:][:s.width]
	n := 0
	for w, similarity := range s.matrix[g*s.width:][:s.width] {
		wants[n], weights[n] = int32(w), min(quantize(max(similarity, 0)), resolution)
		n += int((weights[n] + resolution - 1) >> 30) // 1, or 0 for 0
	}
	s.lighterWant, s.lighterWeight = s.lighterWant[:from+n], s.lighterWeight[:from+n]
	heavy, _ := partition(wants[:n], weights[:n], s.lighter[g]+1)
	return from + heavy
}

// partition moves the pairs from a weight on before the others, and returns their number and the greatest weight of
// the others, or 0.
func partition(wants []int32, weights []int64, border int64) (heavy int, lighter int64) {
	for k, weight := range weights {
		if weight < border {
			lighter = max(lighter, weight)
			continue
		}
		wants[k], wants[heavy] = wants[heavy], wants[k]
		weights[k], weights[heavy] = weights[heavy], weights[k]
		heavy++
	}
	return heavy, lighter
}

// byPrice returns the want ranks by rising price.
func (s *Solver) byPrice() []int32 {
	if len(s.cheap) == 0 {
		for w := range s.wantPrice {
			s.cheap = append(s.cheap, int32(w))
		}
		slices.SortFunc(s.cheap, func(a, b int32) int { return cmp.Compare(s.wantPrice[a], s.wantPrice[b]) })
	}
	return s.cheap
}

// weightOf returns the weight of a pair of the matrix, 0 if it may not be formed.
func (s *Solver) weightOf(g, w int) int64 {
	return min(quantize(max(s.matrix[g*s.width+w], 0)), resolution)
}
