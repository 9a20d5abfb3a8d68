package audit

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// Options are the options of a plan.
type Options struct {
	// Right is the share of the documents accepted unseen that is to be right, between 0 and 1.
	Right float64
	// Seed decides the random order.
	Seed uint64
	// Confidence is a bound: a document with a value of less confidence is looked at first; 0 for none.
	Confidence float64
	// Suspects are the labels of the data set that are likely to be wrong.
	Suspects []SuspectLabel
	// Readings are the readings so far. A document that changed after it was read is in Plan.Rest, whatever reasons
	// there are to doubt it.
	Readings []accept.Reading
}

// Run is a run over the documents.
type Run struct {
	Name  string
	Cases []*report.Case // each trial by itself
}

// Plan says which documents are looked at, in which order.
type Plan struct {
	Options
	// First are the documents to look at first, Rest the others in random order.
	First, Rest []*Document
	// Looks are the points in Rest at which a promise may be given, in order. If there are none, a person has to look
	// at all documents.
	Looks []Look
	// Cases is the number of cases, and Skipped the number of skipped ones, which are in neither First nor Rest.
	Cases, Skipped int
	// Gone are the cases that were read, and are not in the run or are skipped there. Each is a document of Rest.
	Gone []string

	rules *accept.ReadingRules
}

// Document is one document of the audited run.
type Document struct {
	Cases   []string // the ids of the case and of its copies, in the order of the run
	Held    []string // for each case the hash of its truth or answer, see [accept.Reading]; "" if the record lacks it
	Reasons []Reason // to doubt it, the strongest first

	records []*report.Case // the first trial of each case, none for a document that is gone
	others  []*report.Case // further trials, and the answers of other runs
}

// NewPlan plans the audit of a run. An answer of another run over the same documents that differs is a reason to doubt a
// document.
func NewPlan(rules *accept.ReadingRules, run Run, others []Run, o Options) (*Plan, error) {
	if !(o.Right > 0 && o.Right < 1) {
		return nil, fmt.Errorf("the share of right documents is %v, want a number between 0 and 1, such as 0.99", o.Right)
	}
	if !(o.Confidence >= 0 && o.Confidence <= 1) {
		return nil, fmt.Errorf("the confidence is %v, want a number from 0 to 1", o.Confidence)
	}
	p := &Plan{Options: o, rules: rules}
	all, byCase := p.documents(run)
	for _, other := range others {
		for _, c := range other.Cases {
			if d := byCase[c.ID]; d != nil {
				d.others = append(d.others, c)
			}
		}
	}
	read := byID(o.Readings)
	for _, id := range slices.Sorted(maps.Keys(read)) {
		if byCase[id] == nil {
			p.Gone = append(p.Gone, id)
			all = append(all, &Document{Cases: []string{id}, Held: []string{""}})
		}
	}
	suspects := map[*Document][]SuspectLabel{}
	for _, l := range o.Suspects {
		if d := byCase[l.ID]; d != nil {
			suspects[d] = append(suspects[d], l)
		}
	}
	for _, d := range all {
		if d.changed(read) {
			p.Rest = append(p.Rest, d)
			continue
		}
		if d.Reasons = p.reasons(d, suspects[d]); len(d.Reasons) > 0 {
			p.First = append(p.First, d)
		} else {
			p.Rest = append(p.Rest, d)
		}
	}
	slices.SortStableFunc(p.First, compareDoubt)
	rank := make(map[*Document]string, len(p.Rest))
	for _, d := range p.Rest {
		rank[d] = p.drawn(d)
	}
	slices.SortFunc(p.Rest, func(a, b *Document) int { return strings.Compare(rank[a], rank[b]) })
	p.Looks = looks(len(p.Rest), o.Right)
	return p, nil
}

// documents joins the cases of a run that belong to one document, and returns the documents in the order of the run and
// by case.
func (p *Plan) documents(run Run) (all []*Document, byCase map[string]*Document) {
	var census traits.Census
	for _, c := range run.Cases {
		if c.Status != report.Skipped {
			census.Add(c, traits.DocumentOf(c))
		}
	}
	joined := census.Decide()
	byKey, byCase := map[uint64]*Document{}, map[string]*Document{}
	for _, c := range run.Cases {
		if c.Trial <= 1 {
			p.Cases++
		}
		switch {
		case c.Status == report.Skipped:
			if c.Trial <= 1 {
				p.Skipped++
			}
			continue
		case byCase[c.ID] != nil:
			d := byCase[c.ID]
			d.others = append(d.others, c)
			continue
		}
		u := traits.DocumentOf(c)
		key := u.Key
		if u.Open() && !joined {
			key = u.Alone
		}
		d := byKey[key]
		if d == nil {
			d = &Document{}
			byKey[key] = d
			all = append(all, d)
		}
		held, _ := p.rules.Held(c)
		d.Cases, d.Held, d.records = append(d.Cases, c.ID), append(d.Held, held), append(d.records, c)
		byCase[c.ID] = d
	}
	return all, byCase
}

// drawn returns a text by which documents are in random order. It depends on the seed and the smallest id of the
// document.
func (p *Plan) drawn(d *Document) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", p.Seed, slices.Min(d.Cases)))
	return string(sum[:])
}

// compareDoubt orders documents, the most doubtful first.
func compareDoubt(a, b *Document) int {
	x, y := a.Reasons[0], b.Reasons[0]
	return cmp.Or(cmp.Compare(len(b.Reasons), len(a.Reasons)), cmp.Compare(x.Kind, y.Kind), cmp.Compare(y.weight, x.weight))
}

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
// A look is at the first point at which so few wrong documents would be unlikely if the documents after it had one more
// wrong document than the wish allows. This chance is the same for all looks (Pocock 1977 spreads a risk over looks in
// this way). It is chosen so that a promise is false with a probability of at most 1 - Level over all looks, however
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
