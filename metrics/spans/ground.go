package spans

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/assign"
)

// Grounding holds the tallies of the four schemes. They judge a quote that has a
// gold span by
//
//	scheme   same place, same class  same place, other class  overlap, same class  overlap, other class
//	Strict   COR                     INC                      INC                  INC
//	Exact    COR                     COR                      INC                  INC
//	Partial  COR                     COR                      PAR                  PAR
//	Type     COR                     INC                      COR                  INC
//
// In each of them a quote without gold span is SPU, a gold span without quote MIS.
type Grounding struct {
	Strict  Tally `json:"strict"`
	Exact   Tally `json:"exact"`
	Partial Tally `json:"partial"`
	Type    Tally `json:"type"`
}

// merge returns the sum of g and h, scheme by scheme.
func (g Grounding) merge(h Grounding) Grounding {
	return Grounding{
		Strict: g.Strict.merge(h.Strict), Exact: g.Exact.merge(h.Exact),
		Partial: g.Partial.merge(h.Partial), Type: g.Type.merge(h.Type),
	}
}

// Report is the result of [Ground] for one document, or the sum over several.
type Report struct {
	Overall Grounding `json:"overall"`
	// Classes has the classes of got and want by name. Each class is judged by itself, as if the document had no other
	// class: a quote with the right place and another class is MIS in the class of the gold span and SPU in its own
	// class. In Overall it is INC, so classes do not add up to Overall.
	Classes map[string]Grounding `json:"classes,omitempty"`
	// Incomplete says that more than 2^20 pairs of one document overlap, and that some of them were
	// not examined.
	Incomplete bool `json:"incomplete,omitzero"`
}

// Plus returns the sum of r and s: micro counts over documents.
func (r Report) Plus(s Report) Report {
	sum := Report{Overall: r.Overall.merge(s.Overall), Incomplete: r.Incomplete || s.Incomplete}
	sum.Classes = map[string]Grounding{}
	for _, classes := range []map[string]Grounding{r.Classes, s.Classes} {
		for class, g := range classes {
			sum.Classes[class] = sum.Classes[class].merge(g)
		}
	}
	return sum
}

// maxPairs is the most pairs of overlapping spans of one document that are compared.
const maxPairs = 1 << 20

// defaultMinOverlap is the least overlap where 0 is given: nervaluate's default of 1 per cent.
const defaultMinOverlap = 0.01

// Ground compares the quotes of an answer with the gold spans of its document, by class and place; it ignores the texts
// of the quotes. Each quote belongs to at most one gold span, and each gold span to at most one quote. Ground first
// forms the pairs that the scheme calls COR, then pairs that merely overlap, in both cases the pairs with the nearest
// boundaries (|Δstart| + |Δend|) first. The order of got and want makes no difference. minOverlap is the share of the
// gold span, in (0,1], that a quote must cover to count as overlapping it; 0 means 0.01.
//
// The categories, the schemes, the least overlap and the rows of classes follow nervaluate
// (MantisAI/nervaluate, src/nervaluate/strategies.py, evaluator.py and README.md as of commit
// 0340f67, after version 0.3.1). Two things differ. Nervaluate takes quotes in the order of the
// list and gives each the first gold span that will do, so that its counts may change with that
// order where spans overlap several others. And its sum over documents counts a PAR as 0 instead of
// one half; here the sum follows its documentation.
//
// A quote with a Problem, or with inverted or negative offsets, overlaps no gold span. Gold spans
// of that kind are an error, which names them all.
func Ground(got, want []Extraction, minOverlap float64) (Report, error) {
	if !(minOverlap >= 0 && minOverlap <= 1) {
		return Report{}, fmt.Errorf("spans: minOverlap is %v, want a share of the gold span above 0 and at most 1, or 0 for %v", minOverlap, defaultMinOverlap)
	}
	g := grounder{minOverlap: cmp.Or(minOverlap, defaultMinOverlap)}
	var errs []error
	for i, e := range want {
		if !e.placed() {
			errs = append(errs, fmt.Errorf("spans: gold span %d (class %q): %s", i, words.Excerpt(e.Class, maxQuoted), e.displacement()))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return Report{}, err
	}
	r := Report{Classes: map[string]Grounding{}}
	if err := g.addCase(&r.Overall, &r.Incomplete, got, want); err != nil {
		return Report{}, err
	}
	gotByClass, wantByClass := byClass(got), byClass(want)
	for _, e := range slices.Concat(got, want) {
		if _, done := r.Classes[e.Class]; done {
			continue
		}
		var grounding Grounding
		if err := g.addCase(&grounding, &r.Incomplete, gotByClass[e.Class], wantByClass[e.Class]); err != nil {
			return Report{}, err
		}
		r.Classes[e.Class] = grounding
	}
	return r, nil
}

func byClass(extractions []Extraction) map[string][]Extraction {
	classes := make(map[string][]Extraction)
	for _, e := range extractions {
		classes[e.Class] = append(classes[e.Class], e)
	}
	return classes
}

// placed reports whether e has a place that a span can have.
func (e Extraction) placed() bool { return e.Problem == "" && e.Start >= 0 && e.Start <= e.End }

func (e Extraction) displacement() string {
	return cmp.Or(e.Problem, fmt.Sprintf("got start %d and end %d, want 0 <= start <= end", e.Start, e.End))
}

func samePlace(a, b *Extraction) bool { return a.Start == b.Start && a.End == b.End }
func sameClass(a, b *Extraction) bool { return a.Class == b.Class }

// grounder compares under one least overlap.
type grounder struct{ minOverlap float64 }

// addCase judges by all four schemes.
func (g grounder) addCase(sum *Grounding, incomplete *bool, got, want []Extraction) error {
	neighbours, gots, wants := g.neighbours(got, want, incomplete), contents(got), contents(want)
	for _, s := range []struct {
		tally   *Tally
		correct func(got, want *Extraction) bool
		other   func(*Tally) *int // the count of the pairs that are not correct
	}{
		{&sum.Strict, func(g, w *Extraction) bool { return samePlace(g, w) && sameClass(g, w) }, incorrect},
		{&sum.Exact, samePlace, incorrect},
		{&sum.Partial, samePlace, partial},
		{&sum.Type, sameClass, incorrect},
	} {
		result, err := assign.Greedy(assign.Problem{
			Got: len(got), Want: len(want),
			Similarity: func(i, j int) float64 { return closeness(&got[i], &want[j], s.correct) },
			Candidates: func(i int) []int { return neighbours[i] },
			GotContent: gots, WantContent: wants,
			EqualIsOne: true,
			MaxPairs:   maxPairs,
		})
		if err != nil {
			return fmt.Errorf("spans: %w", err)
		}
		*incomplete = *incomplete || result.Incomplete
		for _, p := range result.Pairs {
			if s.correct(&got[p.Got], &want[p.Want]) {
				s.tally.Correct++
			} else {
				*s.other(s.tally)++
			}
		}
		s.tally.Spurious += len(result.UnmatchedGot)
		s.tally.Missed += len(result.UnmatchedWant)
	}
	return nil
}

func incorrect(t *Tally) *int { return &t.Incorrect }
func partial(t *Tally) *int   { return &t.Partial }

// closeness orders pairs: correct pairs first, and in both groups pairs with nearer
// boundaries first.
func closeness(got, want *Extraction, correct func(got, want *Extraction) bool) float64 {
	distance := float64(max(got.Start, want.Start)-min(got.Start, want.Start)) + float64(max(got.End, want.End)-min(got.End, want.End))
	c := max(1/(1+distance), 1e-6) / 2 // above 0 at any distance: a pair of similarity 0 is not formed
	if correct(got, want) {
		c += 0.5
	}
	return c
}

// contents returns a text for each extraction that orders them by class and place.
func contents(extractions []Extraction) []string {
	texts := make([]string, len(extractions))
	for i, e := range extractions {
		texts[i] = strconv.Quote(e.Class) + " " + strconv.Itoa(e.Start) + " " + strconv.Itoa(e.End)
		if !e.placed() {
			texts[i] = "" // all alike: they are in no pair
		}
	}
	return texts
}

// neighbours lists for each quote the gold spans at the same place and those that overlap
// it enough. It goes through both sides in the order of their starts, and drops the
// gold spans that have ended.
func (g grounder) neighbours(got, want []Extraction, incomplete *bool) [][]int {
	neighbours := make([][]int, len(got))
	gots, wants := byStart(got), byStart(want)
	pairs, looked := 0, 0
	first := 0 // wants[:first] end before the remaining quotes start
	for _, i := range gots {
		e := &got[i]
		if !e.placed() {
			continue
		}
		for first < len(wants) && want[wants[first]].End < e.Start {
			first++
		}
		for _, j := range wants[first:] {
			w := &want[j]
			if w.Start > e.End {
				break
			}
			if looked++; pairs == maxPairs || looked > 64*maxPairs {
				*incomplete = true
				return neighbours
			}
			overlap := min(e.End, w.End) - max(e.Start, w.Start)
			if samePlace(e, w) || overlap > 0 && float64(overlap) >= g.minOverlap*float64(w.End-w.Start)-1e-9 {
				neighbours[i] = append(neighbours[i], j)
				pairs++
			}
		}
	}
	return neighbours
}

func byStart(extractions []Extraction) []int {
	order := make([]int, len(extractions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &extractions[a], &extractions[b]
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(x.Class, y.Class))
	})
	return order
}

// Tally counts spans in the five categories of the Message Understanding
// Conferences (Chinchor and Sundheim 1993), as SemEval-2013 task 9 and nervaluate
// use them. The zero value is an empty tally.
type Tally struct {
	Correct   int `json:"cor"` // COR: agrees with its gold span
	Incorrect int `json:"inc"` // INC: has a gold span and disagrees with it
	Partial   int `json:"par"` // PAR: overlaps its gold span, in the partial scheme
	Missed    int `json:"mis"` // MIS: a gold span without a quote
	Spurious  int `json:"spu"` // SPU: a quote without a gold span
}

// merge returns the sum of t and u.
func (t Tally) merge(u Tally) Tally {
	return Tally{
		Correct:   t.Correct + u.Correct,
		Incorrect: t.Incorrect + u.Incorrect,
		Partial:   t.Partial + u.Partial,
		Missed:    t.Missed + u.Missed,
		Spurious:  t.Spurious + u.Spurious,
	}
}

// Possible returns the number of gold spans: COR + INC + PAR + MIS.
func (t Tally) Possible() int { return t.Correct + t.Incorrect + t.Partial + t.Missed }

// Actual returns the number of quotes: COR + INC + PAR + SPU.
func (t Tally) Actual() int { return t.Correct + t.Incorrect + t.Partial + t.Spurious }

// credit is COR + PAR/2: only the partial scheme has PAR, so that one formula
// serves all four.
func (t Tally) credit() float64 { return float64(t.Correct) + 0.5*float64(t.Partial) }

// Precision returns (COR + PAR/2) / Actual, in [0,1]. Undefined without quotes.
func (t Tally) Precision() (float64, bool) { return ratio(t.credit(), t.Actual()) }

// Recall returns (COR + PAR/2) / Possible, in [0,1]. Undefined without gold spans.
func (t Tally) Recall() (float64, bool) { return ratio(t.credit(), t.Possible()) }

// F1 returns the harmonic mean of precision and recall, computed as 2·(COR + PAR/2) / (Possible +
// Actual). Undefined when either is undefined, or both are 0.
func (t Tally) F1() (float64, bool) {
	if t.Actual() == 0 || t.Possible() == 0 || t.credit() == 0 {
		return 0, false
	}
	return ratio(2*t.credit(), t.Possible()+t.Actual())
}

func ratio(numerator float64, denominator int) (float64, bool) {
	if denominator == 0 {
		return 0, false
	}
	return numerator / float64(denominator), true
}
