package audit

import (
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Level is the confidence of a promise.
const Level = 0.95

// Look is a point of a random sample. If few enough documents were wrong up to it, the look is kept: it gives a
// promise.
type Look struct {
	// Documents is how many documents of the random order were looked at, from its beginning, and Wrong is how many of them
	// may have been wrong.
	Documents, Wrong int
}

// maxLooks bounds the looks. A person who finds that many wrong documents has something to fix first.
const maxLooks = 6

// looks returns the looks at a random sample of documents, in order: at the first look no document may be wrong, at
// each further look one more. They depend only on the number of documents and the wished share right. At the first look
// that is kept, this share of the documents after it is promised to be right.
//
// A look is at the first point at which so few wrong documents have at most a small chance if, after it, one more
// document is wrong than the wish allows. This chance is the same for all looks (Pocock 1977 spreads a risk over looks
// in this way). It is chosen so that a promise is false with a probability of at most 1 - Level over all looks, however
// many documents are wrong: see worst. There is no look at a point after which the wish allows no wrong document: a
// person has then looked at nearly all documents.
func looks(documents int, right float64) []Look {
	for most := maxLooks; most > 0; most-- {
		low, high := 0.0, 1-Level
		if all := looksAt(documents, right, high, most); worst(documents, right, all) <= 1-Level {
			low = high
		}
		for range 20 {
			middle := (low + high) / 2
			if worst(documents, right, looksAt(documents, right, middle, most)) <= 1-Level {
				low = middle
			} else {
				high = middle
			}
		}
		if all := looksAt(documents, right, low, most); len(all) > 0 {
			return all
		}
	}
	return nil
}

// looksAt returns at most most looks, each with the same chance.
func looksAt(documents int, right, chance float64, most int) (all []Look) {
	n := 0
	for wrong := range most {
		for n++; allowed(documents-n, right) > 0; n++ {
			if tail(documents, wrong+allowed(documents-n, right)+1, n, wrong) <= chance {
				all = append(all, Look{n, wrong})
				break
			}
		}
		if len(all) == wrong {
			break
		}
	}
	return all
}

// worst returns a bound on the probability of a false promise, whatever the number of wrong documents. With more wrong
// documents, more looks make a false promise, but each look is kept more rarely. So the probability is greatest where
// the promise of one more look begins to be false. There it is the chance that any look with a false promise is kept.
func worst(documents int, right float64, all []Look) (chance float64) {
	for _, l := range all {
		bad := l.Wrong + allowed(documents-l.Documents, right) + 1
		untrue := slices.DeleteFunc(slices.Clone(all), func(l Look) bool { return bad-l.Wrong <= allowed(documents-l.Documents, right) })
		chance = max(chance, kept(documents, bad, untrue))
	}
	return chance
}

// kept returns the chance that any of the looks is kept, if bad of the documents are wrong.
func kept(documents, bad int, all []Look) (chance float64) {
	most := all[len(all)-1].Wrong
	done, open := 0, []float64{1} // open[n] is the chance of n bad ones found and no look kept
	for _, l := range all {
		next := make([]float64, most+1)
		for found, p := range open {
			for more := 0; found+more <= most && p > 0; more++ {
				next[found+more] += p * arithmetic.Hypergeometric(more, l.Documents-done, bad-found, documents-done)
			}
		}
		for found := range l.Wrong + 1 {
			chance += next[found]
			next[found] = 0
		}
		done, open = l.Documents, next
	}
	return chance
}

// allowed returns how many of the documents may be wrong if the share right of them has to be right.
func allowed(documents int, right float64) int {
	return int(math.Floor((1-right)*float64(documents) + 1e-9))
}

// tail returns the chance that a sample of n documents has at most few bad ones, if bad of all documents are bad.
func tail(documents, bad, n, few int) (chance float64) {
	for found := range min(few, bad, n) + 1 {
		chance += arithmetic.Hypergeometric(found, n, bad, documents)
	}
	return chance
}

// needed returns the least number of documents for which there is a look: a single look, which takes all of the risk.
func needed(right float64) int {
	least := math.MaxInt
	for bad := 1; bad <= 50; bad++ {
		behind := int(math.Ceil(float64(bad)/(1-right) - 1e-6)) // the fewest documents of which bad may be wrong
		low, high := behind+1, 1000*behind
		for low < high {
			middle := low + (high-low)/2
			if tail(middle, bad+1, middle-behind, 0) <= 1-Level {
				high = middle
			} else {
				low = middle + 1
			}
		}
		least = min(least, low)
	}
	return least
}
