package assign

import (
	"math"
	"slices"
)

// augmentation finds an assignment of maximum weight by the primal-dual method. Items have prices, which are never
// negative and never greater than the greatest weight; at all times
//
//   - no pair weighs more than the prices of its two items together (the difference is its slack),
//   - a pair in the assignment weighs exactly as much,
//   - an item that is left alone for good has price 0.
//
// When every got item is settled, the third holds for all items, and the assignment reaches the sum of the prices,
// which no assignment can exceed.
type augmentation struct {
	gotPrice, wantPrice []int64
	waiting             []int32 // got ranks without a decision

	// One search for a shortest path.
	limit    int64   // the length of the best complete path so far
	endWant  int32   // where that ends: at a free want rank,
	endGot   int32   // or at a got rank to be left alone; the other is none
	distance []int64 // want rank -> least slack of a path to it, or unreached
	previous []int32 // want rank -> got rank before it on that path
	open     []int32 // want ranks reached, paired, and not settled
	settled  []int32 // want ranks whose distance is final
	ends     []int32 // want ranks reached that are free
}

const unreached = math.MaxInt64

// augment pairs the items of the collected pairs so that the sum of the weights is the greatest possible. Items that
// are in no such pair keep their partner.
func (s *solver) augment() {
	s.gotPrice = make([]int64, len(s.wantOf))
	s.wantPrice = make([]int64, len(s.gotOf))
	s.distance = slices.Repeat([]int64{unreached}, len(s.gotOf))
	n := len(s.gotOf)
	room := make([]int32, 4*n)
	s.previous, s.open, s.settled, s.ends = room[:n], room[n:n:2*n], room[2*n:2*n:3*n], room[3*n:3*n]
	s.waiting = make([]int32, 0, len(s.wantOf))
	for g := range s.wantOf {
		if s.start[g] == s.start[g+1] {
			continue
		}
		if w := s.wantOf[g]; w != none {
			s.wantOf[g], s.gotOf[w] = none, none
		}
		s.waiting = append(s.waiting, int32(g))
	}
	s.reduceRows()
	s.reduceRows()
	for k, g := range s.waiting {
		if s.steps > maxSteps || s.stop != nil && s.stop() {
			s.stopped = true
			s.settle(s.waiting[k:])
			return
		}
		s.search(int(g))
	}
}

// maxSteps ends searches that no Stop function ends. A step takes some nanoseconds; a dense problem of 2,000 items on
// each side can need twice as many.
const maxSteps = 1 << 32

// settle gives waiting got items the want items of greatest weight that are free.
func (s *solver) settle(waiting []int32) {
	for _, g := range waiting {
		best, bestWant := int64(0), none
		wants, weights := s.pairs(int(g))
		for k, w := range wants {
			if s.gotOf[w] == none && weights[k] > best {
				best, bestWant = weights[k], int(w)
			}
		}
		if bestWant != none {
			s.connect(int(g), bestWant)
		}
	}
}

// reduceRows lets each waiting got item take the want item that is worth most beyond its price, and raises the price
// until the second best want item is as good. The got item that held the want item before waits again. This is the
// augmenting row reduction of Jonker and Volgenant; it settles most items of real lists. Prices can rise in small steps
// for long, so the number of steps is limited.
func (s *solver) reduceRows() {
	steps := 2 * len(s.waiting)
	next := 0 // of those waiting now
	later := 0
	prices := s.wantPrice
	for ; next < len(s.waiting) && steps > 0; steps-- {
		g := s.waiting[next]
		next++
		wants, weights := s.pairs(int(g))
		bestWant, secondWant, best, second := twoBest(wants, weights, prices)
		if bestWant == none { // every pair is worth less than being left alone, and prices only rise
			s.gotPrice[g] = 0
			continue
		}
		holder := s.gotOf[bestWant]
		if best == second && holder != none { // an equal second best may be free
			bestWant = secondWant
			holder = s.gotOf[bestWant]
		}
		s.wantPrice[bestWant] += best - second
		s.gotPrice[g] = second
		s.connect(int(g), int(bestWant))
		if holder == none {
			continue
		}
		s.wantOf[holder] = none
		if best > second {
			next-- // it bids at once
			s.waiting[next] = holder
		} else {
			s.waiting[later] = holder // later < next: its place is free
			later++
		}
	}
	later += copy(s.waiting[later:], s.waiting[next:])
	s.waiting = s.waiting[:later]
}

// twoBest returns the want ranks of the two pairs that are worth most beyond their prices, and the worth of both. Being
// left alone is worth 0.
func twoBest(wants []int32, weights, prices []int64) (bestWant, secondWant int32, best, second int64) {
	bestWant, secondWant = none, none
	weights = weights[:len(wants)]
	for k, w := range wants {
		worth := weights[k] - prices[w]
		if worth <= second {
			continue
		}
		if worth > best {
			second, secondWant = best, bestWant
			best, bestWant = worth, w
		} else {
			second, secondWant = worth, w
		}
	}
	return bestWant, secondWant, best, second
}

// search settles a waiting got item. By Dijkstra's method it finds a path of least slack to a free want item, or to a
// got item that can be left alone. Then it changes the prices so that the path has slack 0, and pairs the items along
// it.
func (s *solver) search(root int) {
	prices, distance := s.wantPrice, s.distance
	wants, weights := s.pairs(root)
	_, _, price, _ := twoBest(wants, weights, prices)
	s.gotPrice[root] = price

	s.open, s.settled, s.ends = s.open[:0], s.settled[:0], s.ends[:0]
	s.limit, s.endWant, s.endGot = price, none, int32(root)
	for g, d := root, int64(0); ; {
		s.relax(g, d)
		rank := s.nearest(d)
		if rank == none {
			break
		}
		next := s.open[rank]
		s.open[rank] = s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		s.settled = append(s.settled, next)
		g, d = int(s.gotOf[next]), distance[next]
		if alone := d + s.gotPrice[g]; alone < s.limit {
			s.limit, s.endWant, s.endGot = alone, none, int32(g)
		}
	}

	limit := s.limit
	s.gotPrice[root] -= limit
	for _, w := range s.settled {
		s.wantPrice[w] += limit - s.distance[w]
		s.gotPrice[s.gotOf[w]] -= limit - s.distance[w]
		s.distance[w] = unreached
	}
	for _, w := range s.open {
		s.distance[w] = unreached
	}
	for _, w := range s.ends {
		s.distance[w] = unreached
	}

	// Pair backwards from the end of the path to its root.
	w := s.endWant
	if s.endGot != none {
		w = s.wantOf[s.endGot] // none for root itself
		s.wantOf[s.endGot] = none
	}
	for w != none {
		g := s.previous[w]
		previous := s.wantOf[g]
		s.connect(int(g), int(w))
		w = previous
	}
}

// relax follows the pairs of a got rank, to which the path is d long.
func (s *solver) relax(g int, d int64) {
	wants, weights := s.pairs(g)
	s.steps += int64(len(wants))
	base, limit := d+s.gotPrice[g], s.limit
	prices, distance := s.wantPrice, s.distance
	weights = weights[:len(wants)]
	for k, w := range wants {
		length := base + prices[w] - weights[k]
		if length >= limit || length >= distance[w] {
			continue
		}
		if s.gotOf[w] == none {
			limit, s.endWant, s.endGot = length, w, none
			s.ends = append(s.ends, w)
		} else if distance[w] == unreached {
			s.open = append(s.open, w)
		}
		distance[w] = length
		s.previous[w] = int32(g)
	}
	s.limit = limit
}

// pairs returns the pairs of a got rank, wants ascending.
func (s *solver) pairs(g int) (wants []int32, weights []int64) {
	start, end := s.start[g], s.start[g+1]
	return s.pairWant[start:end], s.weight[start:end]
}

// nearest returns the place in s.open of the want rank of least distance, which is not below floor. It returns none if
// every rank is at least as far away as the best end. A search opens at most as many ranks as the got items that it has
// come through have pairs. So looking at all open ranks costs no more than finding them.
func (s *solver) nearest(floor int64) int {
	best, least := none, s.limit
	for i, w := range s.open {
		if d := s.distance[w]; d < least {
			best, least = i, d
			if d == floor {
				return best
			}
		}
	}
	return best
}
