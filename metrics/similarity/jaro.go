package similarity

func jaro(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	j, _ := jaroSimilarity(a, b)
	return j
}

func jaroWinkler(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	const threshold, scale = 0.7, 0.1
	j, beginning := jaroSimilarity(a, b)
	if j > threshold {
		j += scale * float64(beginning) * (1 - j)
	}
	return j
}

// jaroSimilarity returns the Jaro similarity and the code points that a and b begin with in
// common, at most 4.
func jaroSimilarity(a, b string) (similarity float64, beginning int) {
	w := newWorkspace()
	defer w.release()
	if x, y, ok := w.ascii(a, b); ok {
		return jaroBetween(w, x, y)
	}
	x, y := w.decode(a, b)
	return jaroBetween(w, x, y)
}

func jaroBetween[S symbol](w *workspace, x, y []S) (similarity float64, beginning int) {
	for beginning < min(4, len(x)) && x[beginning] == y[beginning] {
		beginning++
	}
	var c, t int
	if len(y) <= wordBits {
		places := setPlaces(&w.table, x)
		for i, s := range y {
			w.equal[i] = number(places, s)
		}
		forget(&w.table, x)
		c, t = jaroMatches(w.equal[:len(y)], len(x))
	} else {
		c, t = w.jaroMatches(intern(w, x, y))
	}
	return jaroOf(c, t, len(x), len(y)), beginning
}

// jaroOf returns the similarity for c matches, t transpositions and strings of
// n and m code points.
func jaroOf(c, t, n, m int) float64 {
	if c == 0 {
		return 0
	}
	matches := float64(c)
	return (matches/float64(n) + matches/float64(m) + float64(c-t)/matches) / 3
}

// jaroReach returns how far apart matches may be in strings of n and m code
// points.
func jaroReach(n, m int) int { return max(0, max(n, m)/2-1) }

// jaroMatches counts matches and transpositions, given for each code point of b
// the bits that say where it stands in a, which has n code points. It uses up
// equal.
func jaroMatches(equal []uint64, n int) (matches, transpositions int) {
	reach := jaroReach(n, len(equal))
	window := uint64(1)<<uint(reach+1) - 1 // the places of a within reach
	grow := uint64(1)<<uint(reach) - 1     // a bit for each step that still widens it
	free := ^uint64(0)                     // the places of a that are not matched yet
	disorder := uint64(0)                  // the matches to the left of an earlier one
	for _, e := range equal {
		hit := e & window & free
		hit &= -hit // the leftmost
		disorder |= ^free &^ (hit - 1)
		free &^= hit
		equal[matches] = e // to stay if there was a hit
		matches += int((hit | -hit) >> 63)
		window = window<<1 | grow&1
		grow >>= 1
	}
	if disorder == 0 { // both strings have their matches in the same order
		return matches, 0
	}
	differ := uint64(0)
	taken := ^free
	for _, e := range equal[:matches] {
		same := e & taken & -taken
		differ += 1 - (same|-same)>>63
		taken &= taken - 1
	}
	return matches, int(differ / 2)
}

// positions lists for each symbol of a string where it stands.
type positions struct {
	first []int32 // by symbol: the first place still of use, or none
	next  []int32 // by place: the next one with the same symbol, or none
	taken []bool  // by place: matched
	order []int32 // the symbols matched, in the order of the other string
}

const none = 1<<31 - 1

// jaroMatches counts matches and transpositions in two texts of intern, in linear time: the window
// only moves to the right, so that a place that it has left, or that is taken, never comes back,
// and the candidates of each symbol are met once.
func (w *workspace) jaroMatches(x, y []int32, symbols int) (matches, transpositions int) {
	p := &w.jaro
	p.first = resize(p.first, symbols)
	for i := range p.first {
		p.first[i] = none
	}
	p.next = resize(p.next, len(x))
	for i := len(x) - 1; i >= 0; i-- {
		p.next[i], p.first[x[i]] = p.first[x[i]], int32(i)
	}
	p.taken = zeroed(p.taken, len(x))
	p.order = p.order[:0]
	reach := jaroReach(len(x), len(y))
	for j, symbol := range y {
		i := p.first[symbol]
		for int(i) < j-reach {
			i = p.next[i]
		}
		if int(i) <= j+reach && i != none {
			p.taken[i] = true
			p.order = append(p.order, symbol)
			i = p.next[i]
		}
		p.first[symbol] = i
	}
	differ, k := 0, 0
	for i, taken := range p.taken {
		if taken {
			if x[i] != p.order[k] {
				differ++
			}
			k++
		}
	}
	return len(p.order), differ / 2
}
