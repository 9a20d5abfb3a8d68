package sections

import "slices"

// maxSteps bounds the search for the earliest of the best pairings, to some tenths of a second.
const maxSteps = 1 << 26

// exchange changes a best pairing into another best pairing. To find a best pairing is a linear program, so by duality
// each section has a price, such that
//
//   - a joint is worth at most the sum of the prices of its two sections;
//   - a pairing is best iff each of its pairs is worth exactly the sum of its prices, and each section without a
//     partner has price 0.
//
// With the prices known, walks along joints of exact worth lead to every other best pairing.
type exchange struct {
	*graph
	gotPrice, wantPrice []int
	steps               int // joints visited

	// One walk. Its places are the wants; the last place, len(gots), stands for all sections without a partner.
	// from[p] is the place before place p, or none if the walk has not reached p. take[p] is the got that from[p] takes
	// from p, or none.
	source, take []int
	reached      []int // places, in the order in which they were reached
}

// takeEarliest changes a best pairing into the earliest one: the first section of want has the partner of least index,
// then the second, and so on; having no partner comes last.
func (g *graph) takeEarliest() {
	x := exchange{
		graph: g, gotPrice: make([]int, len(g.wants)), wantPrice: make([]int, len(g.gots)),
		source: slices.Repeat([]int{none}, len(g.gots)+1), take: make([]int, len(g.gots)+1),
	}
	x.setPrices()
	for j, joints := range g.gots {
		for _, a := range joints {
			if a.target == g.gotOf[j] || x.steps > maxSteps {
				break
			}
			x.steps++
			if x.exact(a.target, j, a) && x.exchangePage(a.target, j) {
				break
			}
		}
	}
}

// worth returns the worth of a joint, in units in which one shared page is worth more than all equal classes together.
func (x *exchange) worth(a joint) int {
	worth := a.shared * (len(x.gots) + 1)
	if a.equal {
		worth++
	}
	return worth
}

// exact reports whether the joint of got i and want j is worth exactly the sum of their prices.
func (x *exchange) exact(i, j int, a joint) bool { return x.gotPrice[i]+x.wantPrice[j] == x.worth(a) }

// setPrices finds the least prices of the wants. A got without a partner has price 0, so a want costs at least the
// worth of its joint to that got. The price of a got with a partner is the worth of that pair less the price of the
// partner: when the partner's price rises, the got also bids more for its other wants.
func (x *exchange) setPrices() {
	var raised []int
	raise := func(i, price int) {
		for _, a := range x.wants[i] {
			x.steps++
			if bid := x.worth(a) - price; bid > x.wantPrice[a.target] {
				x.wantPrice[a.target] = bid
				raised = append(raised, a.target)
			}
		}
	}
	rest := func(i int) int { // the price of a got
		if j := x.wantOf[i]; j != none {
			return x.worth(x.joint(i, j)) - x.wantPrice[j]
		}
		return 0
	}
	for i := range x.wants {
		raise(i, rest(i))
	}
	for len(raised) > 0 && x.steps <= maxSteps {
		i := x.gotOf[raised[0]]
		raised = raised[1:]
		if i != none {
			raise(i, rest(i))
		}
	}
	for i := range x.gotPrice {
		x.gotPrice[i] = rest(i)
	}
}

// exchangePage makes got i the partner of want j, if the pairing stays a best one and the wants before j keep their partners.
// It reports whether it did.
//
// It looks for the shortest walk: the want that loses i takes another got, the want that loses that got takes another
// one, and so on, until a want takes the got that j gave up. At the place of sections without a partner, a section of
// price 0 may lose its partner in exchange for one that gains a partner.
func (x *exchange) exchangePage(i, j int) bool {
	defer func() {
		for _, state := range x.reached {
			x.source[state] = none
		}
		x.reached = x.reached[:0]
	}()
	alone, left := len(x.gots), x.gotOf[j]
	reach := func(target, source, take int) {
		if target > j && x.source[target] == none {
			x.source[target], x.take[target] = source, take
			x.reached = append(x.reached, target)
		}
	}
	reach(x.placeOf(i), j, i)
	for next := 0; next < len(x.reached) && x.steps <= maxSteps; next++ {
		state := x.reached[next]
		if state == alone {
			if left == none || x.gotPrice[left] == 0 {
				x.follow(j, alone, none)
				return true
			}
			for want := j + 1; want < alone; want++ {
				x.steps++
				if got := x.gotOf[want]; got == none || x.gotPrice[got] == 0 {
					reach(want, alone, none)
				}
			}
			continue
		}
		if x.wantPrice[state] == 0 {
			reach(alone, state, none)
		}
		for _, a := range x.gots[state] {
			x.steps++
			if !x.exact(a.target, state, a) {
				continue
			}
			if a.target == left {
				x.follow(j, state, left)
				return true
			}
			reach(x.placeOf(a.target), state, a.target)
		}
	}
	return false
}

// placeOf returns the place of a got in a walk: its partner, or the place of sections without a partner.
func (x *exchange) placeOf(got int) int {
	if x.wantOf[got] == none {
		return len(x.gots)
	}
	return x.wantOf[got]
}

// follow gives each want of the walk from j to a place the got that it takes; the want at that place takes last.
func (x *exchange) follow(j, state, last int) {
	takes := map[int]int{}
	for take := last; ; take, state = x.take[state], x.source[state] {
		if state < len(x.gots) {
			takes[state] = take
		}
		if state == j {
			break
		}
	}
	for want := range takes {
		if got := x.gotOf[want]; got != none {
			x.wantOf[got] = none
		}
	}
	for want, got := range takes {
		x.gotOf[want] = got
		if got != none {
			x.wantOf[got] = want
		}
	}
}
