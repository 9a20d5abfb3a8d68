package pairing

import (
	"math"
	"strconv"
)

// followingChance is the chance that strangers agree in a number that follows from numbers in which they agree.
const followingChance = 0.5

// amount is the number of a field in an item of the truth.
type amount struct {
	field int
	value float64
}

// chanceOf returns the chance that two strangers agree in what items i and j agree in, without the numbers that follow from
// others: items with the same count and price have the same total and the same tax. It is 1 for too few values.
func (l *remainder) chanceOf(i, j int) float64 {
	fields := l.agreeing
	if len(fields) > 1 {
		fields = l.independent(j)
	}
	if len(fields) < 2 && l.others < fewItems {
		return 1
	}
	if len(fields) == 1 && len(l.agreeing) > 1 {
		return l.chanceAlone(fields[0], 1)
	}
	chance := math.Pow(followingChance, float64(len(l.agreeing)-len(fields)))
	for _, k := range fields {
		c, _ := l.chance(k, i, j)
		chance *= c
	}
	return chance
}

// independent returns the agreeing fields without numbers that follow from others in item j of the truth.
func (l *remainder) independent(j int) (fields []int) {
	var open, known []amount
	for _, k := range l.agreeing {
		if x, ok := l.amount(j, k); ok {
			open = append(open, x)
		} else {
			fields = append(fields, k)
		}
	}
	for len(open) > 0 {
		next := 0
		for next < len(open) && !l.follows(j, open[next], known) {
			next++
		}
		if next == len(open) {
			next = 0
			fields = append(fields, open[0].field)
		}
		known = append(known, open[next])
		open = append(open[:next], open[next+1:]...)
	}
	return fields
}

// amount returns a number of the truth. It reports false for 0, and for a value that is no number.
func (l *remainder) amount(j, field int) (amount, bool) {
	d, ok := decimalOf(l.want.Row(j)[field])
	if !ok || d.Sign() == 0 {
		return amount{}, false
	}
	x, err := strconv.ParseFloat(d.String(), 64)
	return amount{field, x}, err == nil
}

// follows reports whether a number is the sum, difference, product or quotient of two known ones, or a share of one that
// another item has, too, apart from powers of ten.
func (l *remainder) follows(j int, x amount, known []amount) bool {
	for n, a := range known {
		if isPowerOfTen(x.value/a.value) || l.isShare(j, x, a) {
			return true
		}
		for _, b := range known[:n] {
			y, z := a.value, b.value
			if near(x.value, y+z) || near(x.value, y-z) || near(x.value, z-y) ||
				isPowerOfTen(x.value/(y*z)) || isPowerOfTen(x.value*y/z) || isPowerOfTen(x.value*z/y) {
				return true
			}
		}
	}
	return false
}

// isShare reports whether x is the same share of a in item j of the truth as in one of the first other items, to half a cent.
func (l *remainder) isShare(j int, x, a amount) bool {
	for other := range min(l.want.Len(), fewItems) {
		y, b := l.sample(x.field)[other], l.sample(a.field)[other]
		if other != j && y != 0 && b != 0 && y != x.value && math.Abs(y*a.value/b-x.value) <= 0.005*(1+math.Abs(a.value/b)) {
			return true
		}
	}
	return false
}

// sample returns the numbers of a field in the first items of the truth, 0 for none.
func (l *remainder) sample(field int) []float64 {
	if l.samples[field] == nil {
		l.samples[field] = make([]float64, min(l.want.Len(), fewItems))
		for j := range l.samples[field] {
			x, _ := l.amount(j, field)
			l.samples[field][j] = x.value
		}
	}
	return l.samples[field]
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(a) }

func isPowerOfTen(x float64) bool {
	exponent := math.Log10(math.Abs(x))
	return math.Abs(exponent-math.Round(exponent)) < 1e-9
}
