package assign

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

const (
	// resolution is the number of steps from similarity 0 to 1 in which similarities are compared and added.
	resolution = 1 << 30

	// slack is how far a similarity may lie below the threshold, or outside of 0 to 1, and still count: it covers the
	// rounding of means such as (1+.7+.7)/3.
	slack = 1e-9

	// defaultMaxPairs is the limit when Problem.MaxPairs is 0: 4,096 x 4,096 items.
	defaultMaxPairs = 1 << 24
)

// Problem describes two lists of items by their sizes and by functions of the indices 0 <= got < Got and
// 0 <= want < Want. The functions must be pure: they may be called in any order, more than once for a pair, or never.
type Problem struct {
	// Got and Want are the numbers of items.
	Got, Want int

	// Similarity returns the similarity of two items, from 0 (nothing in common) to 1. Values that leave this range by
	// no more than 1e-9 count as 0 or 1; all other values, NaN included, are an error.
	Similarity func(got, want int) float64

	// Matrix gives the similarities row by row in place of the function: Matrix[i*Want+j] belongs to got item
	// i and want item j.
	Matrix []float64

	// Threshold is the similarity from 0 to 1 that a pair must reach, with a slack of 1e-9. With 0 every pair of
	// similarity above 0 may be formed. ByKey and InOrder do not use it.
	Threshold float64

	// Prefer decides between equal similarities: a greater value is better, such as the number of fields that agree. It
	// is called only for pairs that are tied. Negative values count as 0, and values above 2^30/min(Got, Want) as this
	// bound. Nil: no preference.
	Prefer func(got, want int) int

	// GotContent and WantContent hold a text for each item that represents its whole content. Where similarity and
	// preference leave a tie, these texts decide, and not the indices. Items of one list with equal texts are
	// interchangeable: Similarity, Bound and Prefer are the same for them, exchanging them is not an ambiguity, and the
	// first of them are paired. Nil: the order of the indices decides, and all items differ.
	GotContent, WantContent []string

	// EqualIsOne states that a got and a want item with equal content have similarity 1, and that no other pair of
	// either has a higher Prefer. The algorithms do not compute such pairs, and form them before all others if that
	// cannot change the result: see [Greedy] and [Optimal]. Without contents it has no effect.
	EqualIsOne bool

	// Bound is an upper bound of Similarity that costs less, by lengths for instance. Pairs whose bound is below the
	// threshold are not computed. Nil: none. ByKey and InOrder do not use it.
	Bound func(got, want int) float64

	// Candidates lists, in any order, the want items that may be paired with a got item; no other pair is compared. The
	// slice is read before the next call. Nil: all items. ByKey and InOrder do not use it.
	Candidates func(got int) []int

	// MaxPairs bounds the compared pairs, and so time and memory; 0 means 2^24, 4,096 x 4,096 items. If there are more
	// pairs (with EqualIsOne, after items with equal content were paired), each of the n got items left is compared
	// only with the MaxPairs/n want items nearest to it in the order of the contents (without contents: in relative
	// position), and Result.Incomplete is set. Of the pairs that Candidates lists, only the first MaxPairs are
	// compared.
	MaxPairs int

	// Stop ends the search of Optimal: Optimal calls it now and then, and ends the search if it returns true. See
	// Result.Stopped. The search can take long even if comparing the pairs did not. Nil: the search ends early only
	// after 2^32 steps.
	Stop func() bool
}

// Pair is a got item and the want item that it was matched with.
type Pair struct {
	Got, Want  int
	Similarity float64
}

// Result is an assignment: every index of either side is in exactly one pair or in one list of unmatched items.
type Result struct {
	// Pairs are in the order of the want index.
	Pairs []Pair

	// UnmatchedGot and UnmatchedWant are in ascending order.
	UnmatchedGot, UnmatchedWant []int

	// Ambiguous says that an assignment that pairs other contents is as good by similarity and preference. The order of
	// contents or indices decided between them.
	Ambiguous bool

	// Stopped says that Optimal ended its search before it found the optimum, because of Problem.Stop or after 2^32
	// steps, some seconds. Each got item that was still waiting then took the most similar want item left.
	Stopped bool

	// Incomplete says that there were more than Problem.MaxPairs pairs, so that not all were compared.
	Incomplete bool
}

// valueError returns the error for a similarity that is not a number from 0 to 1, given the indices of the two items.
func valueError(got, want int, value float64) error {
	return fmt.Errorf("assign: similarity of got %d and want %d is %v: must be a number from 0 to 1", got, want, value)
}

// validate returns an error for the first field that is invalid.
func (p *Problem) validate() error {
	switch {
	case p.Got < 0 || p.Want < 0 || p.Got > math.MaxInt32 || p.Want > math.MaxInt32:
		return fmt.Errorf("assign: %d got and %d want items: numbers of items must be from 0 to %d", p.Got, p.Want, math.MaxInt32)
	case p.Similarity != nil && p.Matrix != nil:
		return errors.New("assign: both Similarity and Matrix: set one of them")
	case p.Matrix != nil && len(p.Matrix) != p.Got*p.Want:
		return fmt.Errorf("assign: Matrix has %d values for %d got and %d want items: it must have %d", len(p.Matrix), p.Got, p.Want, p.Got*p.Want)
	case p.Similarity == nil && p.Matrix == nil && p.Got > 0 && p.Want > 0:
		return fmt.Errorf("assign: nothing says how similar %d got and %d want items are: set Similarity or Matrix", p.Got, p.Want)
	case !(p.Threshold >= 0 && p.Threshold <= 1):
		return fmt.Errorf("assign: threshold is %v: must be a number from 0 to 1", p.Threshold)
	case p.GotContent != nil && len(p.GotContent) != p.Got:
		return fmt.Errorf("assign: %d texts in GotContent for %d items: give one for each or none", len(p.GotContent), p.Got)
	case p.WantContent != nil && len(p.WantContent) != p.Want:
		return fmt.Errorf("assign: %d texts in WantContent for %d items: give one for each or none", len(p.WantContent), p.Want)
	case p.MaxPairs < 0:
		return fmt.Errorf("assign: MaxPairs is %d: must be positive, or 0 for %d", p.MaxPairs, defaultMaxPairs)
	}
	return nil
}

// plain reports whether the similarities are numbers in a matrix whose indices are ranks.
func (p *Problem) plain() bool {
	return p.Matrix != nil && p.GotContent == nil && p.WantContent == nil && p.Bound == nil
}

func (p *Problem) maxPairs() int {
	return cmp.Or(p.MaxPairs, defaultMaxPairs)
}

// least is the least similarity that a pair may be formed with: the threshold less its slack, and enough not to be
// rounded to 0.
func (p *Problem) least() float64 {
	return max(p.Threshold-slack, 0.5/resolution)
}

// similarity is the checked value of Similarity.
func (p *Problem) similarity(got, want int) (float64, error) {
	var s float64
	if p.Matrix != nil {
		s = p.Matrix[got*p.Want+want]
	} else {
		s = p.Similarity(got, want)
	}
	if !(s >= -slack && s <= 1+slack) { // NaN fails both
		return 0, valueError(got, want, s)
	}
	return min(max(s, 0), 1), nil
}

// newPair is the pair of two items with its similarity.
func (p *Problem) newPair(got, want int) (Pair, error) {
	if p.EqualIsOne && p.GotContent != nil && p.WantContent != nil && p.GotContent[got] == p.WantContent[want] {
		return Pair{Got: got, Want: want, Similarity: 1}, nil
	}
	similarity, err := p.similarity(got, want)
	return Pair{Got: got, Want: want, Similarity: similarity}, err
}

// quantize gives a similarity in units of 1/resolution. Multiplying by a power of two is exact, so the result does not
// depend on whether the machine fuses the multiplication with the addition.
func quantize(similarity float64) int64 {
	return int64(similarity*resolution + 0.5)
}
