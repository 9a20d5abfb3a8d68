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
// at random. Documents with the same scores share a part; a document whose scores are all equal contributes nothing.
func addRelabelled(parts []part, index map[string]int, d Trials) []part {
	scores := slices.Concat(d.Old, d.New)
	if slices.Min(scores) == slices.Max(scores) {
		return parts
	}
	slices.Sort(scores)
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
		center := arithmetic.Mean(changes) // the mean over all ways is 0
		for i := range changes {
			changes[i] -= center
		}
	}
	slices.Sort(changes)
	tolerance := 1e-9 * (changes[len(changes)-1] - changes[0])
	var p part
	for _, c := range changes {
		if n := len(p.values); n == 0 || c-p.values[n-1] > tolerance {
			p.values, p.chances = append(p.values, c), append(p.chances, 0)
		}
		p.chances[len(p.chances)-1] += 1 / float64(len(changes))
	}
	p.seen = make([]int, len(p.values))
	return p
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
