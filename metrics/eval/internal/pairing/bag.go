package pairing

// bag counts the characters of a text in 16 classes of 7 bits. It bounds edit
// distances from below at the price of a few instructions: each insertion,
// deletion or substitution changes a class by one at most, so texts whose bags
// are far apart are far apart themselves.
//
// Source: Bartolini, Ciaccia, Patella: String matching with metric trees using
// an approximate distance, SPIRE 2002 ("bag distance").
type bag struct {
	low, high uint64
	length    int // in code points
	counted   int // the code points that counts has, at most 127 in a class
}

const maxInClass = 127

func newBag(text string) bag {
	var counts [16]uint8
	b := bag{}
	for _, r := range text {
		b.length++
		// The golden ratio spreads neighbouring letters over the classes (Knuth, TAOCP 6.4).
		class := (uint32(r) * 0x9E3779B1) >> 28
		if counts[class] < maxInClass {
			counts[class]++
			b.counted++
		}
	}
	for i := range 8 {
		b.low |= uint64(counts[i]) << (8 * i)
		b.high |= uint64(counts[i+8]) << (8 * i)
	}
	return b
}

// similarityAtMost returns an upper bound of the normalised Levenshtein
// similarity of the texts of two bags.
func (a *bag) similarityAtMost(b *bag) float64 {
	more := excess(a.low, b.low) + excess(a.high, b.high) // in a
	less := more - (a.counted - b.counted)                // in b
	longer := max(a.length, b.length)
	distance := max(more, less, longer-min(a.length, b.length))
	if longer == 0 {
		return 1
	}
	return float64(longer-distance) / float64(longer)
}

// excess returns the sum of a-b over the bytes in which a is greater. The bytes of a and b are at most 127.
func excess(a, b uint64) int {
	const (
		tops  = 0x8080808080808080
		evens = 0x00ff00ff00ff00ff
		ones  = 0x0001000100010001
	)
	d := (a | tops) - b // by byte: 128 + a - b
	ge := d & tops      // set where a >= b
	d &= ge - ge>>7     // a - b there, 0 elsewhere
	pairs := d&evens + d>>8&evens
	return int(pairs * ones >> 48)
}
