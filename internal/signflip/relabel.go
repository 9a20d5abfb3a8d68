package signflip

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// maxRelabellings limits the number of computed ways to divide the trials of a document between the runs.
const maxRelabellings = 500

// addRelabelled adds the changes that a document can contribute when its trials are assigned to the old and the new run
// at random. Documents with the same scores share a part; a document whose scores are equal but for rounding contributes
// nothing.
func addRelabelled(parts []part, index map[string]int, d Trials) []part {
	scores := slices.Concat(d.Old, d.New)
	slices.Sort(scores)
	if least, most := scores[0], scores[len(scores)-1]; most-least <= 1e-12*max(math.Abs(least), math.Abs(most)) {
		return parts
	}
	old, new := len(d.Old), len(d.New)
	key := binary.AppendUvarint(nil, uint64(old))
	for _, s := range scores {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(s))
	}
	number, ok := index[string(key)]
	if !ok {
		number = len(parts)
		index[string(key)] = number
		parts = append(parts, relabelled(scores, old, new))
	}
	p := &parts[number]
	// Sums in another order round differently, so take the nearest value.
	change, nearest := d.Change(), 0
	for j, v := range p.values {
		if math.Abs(v-change) < math.Abs(p.values[nearest]-change) {
			nearest = j
		}
	}
	p.seen[nearest]++
	return parts
}

// relabelled returns the distribution of the change over the ways to choose the old trials among all trials.
func relabelled(scores []float64, old, new int) part {
	total := 0.0
	for _, s := range scores {
		total += s
	}
	var changes []float64
	add := func(sum float64) { changes = append(changes, (total-sum)/float64(new)-sum/float64(old)) }
	if ways, ok := choose(old+new, old); ok {
		changes = make([]float64, 0, ways)
		var pick func(first, left int, sum float64)
		pick = func(first, left int, sum float64) {
			if left == 0 {
				add(sum)
				return
			}
			for i := first; i <= len(scores)-left; i++ {
				pick(i+1, left-1, sum+scores[i])
			}
		}
		pick(0, old, 0)
	} else {
		shuffled := slices.Clone(scores)
		state := uint64(0)
		for range maxRelabellings {
			sum := 0.0
			for i := range old {
				state += arithmetic.Golden
				j := i + int(arithmetic.Mix(state)%uint64(len(shuffled)-i))
				shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
				sum += shuffled[i]
			}
			add(sum)
		}
	}
	squares, mean, extent := 0.0, total/float64(len(scores)), scores[len(scores)-1]-scores[0] // scores ascend
	for _, s := range scores {
		squares += (s - mean) / extent * ((s - mean) / extent)
	}
	weight := calibration(changes, extent, squares/float64(len(scores)-1)*(1/float64(old)+1/float64(new)))
	slices.Sort(changes)
	tolerance := 1e-9 * (changes[len(changes)-1] - changes[0])
	var p part
	weights := 0.0
	for _, c := range changes {
		share := weight(c)
		weights += share
		if n := len(p.values); n == 0 || c-p.values[n-1] > tolerance {
			p.values, p.chances = append(p.values, c), append(p.chances, 0)
		}
		p.chances[len(p.chances)-1] += share
	}
	for i := range p.chances {
		p.chances[i] /= weights
	}
	p.seen = make([]int, len(p.values))
	return p
}

// calibration returns the weights by which values, in a unit, have the mean 0 and the given variance. The weights are linear
// in the value and its square (Deville and Särndal 1992), but not below 0. They are 1 if the values have that mean and
// variance as they are.
func calibration(values []float64, unit, variance float64) func(float64) float64 {
	var moments [5]float64
	for _, v := range values {
		power := 1 / float64(len(values))
		for i := range moments {
			moments[i] += power
			power *= v / unit
		}
	}
	mean, square := moments[1], moments[2]
	xx, xy, yy := square-mean*mean, moments[3]-mean*square, moments[4]-square*square
	slope, bend := 0.0, 0.0
	switch det := xx*yy - xy*xy; {
	case xx <= 1e-9*square: // all values are one
	case det <= 1e-9*xx*yy: // they are two, so the squares follow from the values
		slope = -mean / xx
	default:
		slope, bend = (-mean*yy-(variance-square)*xy)/det, ((variance-square)*xx+mean*xy)/det
	}
	return func(v float64) float64 {
		v /= unit
		return max(0, 1+slope*(v-mean)+bend*(v*v-square))
	}
}

// choose returns the number of ways to choose k of n. ok is false if it is above maxRelabellings.
func choose(n, k int) (ways int, ok bool) {
	ways = 1
	for i := 1; i <= min(k, n-k); i++ {
		if ways = ways * (n - i + 1) / i; ways > maxRelabellings {
			return 0, false
		}
	}
	return ways, true
}
