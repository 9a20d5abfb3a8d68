package breakdown

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
)

const (
	leastUnits = 5  // of a slice that is judged
	mostBins   = 20 // of a trait that is a number
	mostFound  = 10 // slices
	// sameSlice is the least Jaccard index of the documents of two slices that count as one. A trait is taken out of
	// the search if its rank correlation with the trait of a found slice is at least sameTrait, or at most -sameTrait.
	sameSlice = 0.9
	sameTrait = 0.7
)

// found has the slices that are worse than the rest beyond chance, the worst first.
//
// The first slice is the worst of all. It is found only if chance makes any slice as bad in at most 5 % of reports: see
// [onerun.WorseSlices]. The search then removes the units of this slice, and judges the other units anew at the same
// level. So it does not find a slice that is worse only because it shares documents with a worse one. Where no slice is
// truly worse, at most 5 % of reports have any line: see TestNoPatternByChance and, for slices of unequal documents,
// TestVendorsOfOneF1. After slices that are truly worse, at most 5 % of reports list a slice that is not.
type found struct {
	c      *compared
	all    []foundSlice
	first  []onerun.Worse // the judged slices of all units; traits has their traits
	traits []foundTrait
	noun   string   // of a unit
	whole  bool     // all cases are compared
	early  []string // the items of lists that end early: "lines[]"
}

// foundTrait is a trait of all units, or of the units that are left.
type foundTrait struct {
	onerun.Trait
	number int       // in compared.traits
	least  []float64 // of a number: the least value of each bin
	kinds  []int     // of words: the kind of each bin
}

type foundSlice struct {
	condition     dataset.Condition
	trait         traitName
	number        int                 // of the trait in compared.traits
	omitted       int                 // the number of the field that F1 leaves out, or -1
	aliases       []dataset.Condition // slices by other traits with nearly the same units
	members, rest []unit
}

// findSlices searches for the slices that are worse.
func (s *Slicer) findSlices() found {
	f := found{c: &s.compared, noun: "document"}
	if s.Cluster != "" {
		f.noun = "cluster"
	}
	if s.Mistakes != nil {
		f.early = s.Mistakes.cut.early()
	}
	units := f.c.units(s.documents.joinedUnit())
	f.whole = casesOf(units) == f.c.cases
	skip := map[int]bool{}
	for len(f.all) < mostFound {
		traits := f.c.traitsOf(units, skip)
		worse := onerun.WorseSlices(valuesOf(units), bareTraits(traits), leastUnits)
		if f.first == nil {
			f.first, f.traits = worse, traits
		}
		best := f.c.worst(worse, traits)
		if best < 0 || worse[best].P > 1-estimate.DefaultLevel {
			break
		}
		slice, ok := f.c.slice(units, worse, traits, best)
		for _, other := range traits {
			if trait := traits[worse[best].Trait]; trait.Ordered && other.Ordered && math.Abs(rankCorrelation(other.Trait, trait.Trait)) >= sameTrait || other.number == trait.number && !ok {
				skip[other.number] = true
			}
		}
		if ok {
			units = slice.rest
			f.all = append(f.all, slice)
		}
	}
	return f
}

// slice returns the slice that is printed for worse[best]. ok is false if its F1 is not below the F1 of the rest: its
// documents may have the easy fields.
func (c *compared) slice(units []unit, worse []onerun.Worse, traits []foundTrait, best int) (found foundSlice, ok bool) {
	trait, slice := c.finest(units, worse[best], traits)
	if slice.To == 0 {
		return found, false
	}
	inside := unitsIn(trait, slice)
	found = foundSlice{condition: c.condition(trait, slice), trait: c.traits.All[trait.number], number: trait.number, omitted: trait.Without}
	found.aliases = c.aliases(worse, traits, inside, trait.number)
	for i, u := range units {
		if inside[i] {
			found.members = append(found.members, u)
		} else {
			found.rest = append(found.rest, u)
		}
	}
	own, rest := found.sliceF1(found.members), found.sliceF1(found.rest)
	return found, own.Defined && rest.Defined && own.Value < rest.Value
}

func casesOf(units []unit) (n int) {
	for _, u := range units {
		n += len(u.cases)
	}
	return n
}

func valuesOf(units []unit) [][]onerun.Values {
	all := make([][]onerun.Values, len(units))
	for i := range units {
		all[i] = units[i].values
	}
	return all
}

func bareTraits(found []foundTrait) []onerun.Trait {
	all := make([]onerun.Trait, len(found))
	for i := range found {
		all[i] = found[i].Trait
	}
	return all
}

// traitsOf returns the traits by which units differ, without those in skip.
func (c *compared) traitsOf(units []unit, skip map[int]bool) []foundTrait {
	var all []foundTrait
	for number, name := range c.traits.All {
		if skip[number] {
			continue
		}
		t := foundTrait{Trait: onerun.Trait{Without: c.without(name), Ordered: name.number}, number: number}
		if name.number {
			t.Bins, t.least = onerun.Cuts(c.numbersOf(units, number), mostBins)
			t.Count = len(t.least)
		} else {
			t.Bins = c.kindsOf(units, number)
			t.kinds = slices.Compact(slices.Sorted(slices.Values(t.Bins)))
			if len(t.kinds) > 0 && t.kinds[0] < 0 {
				t.kinds = t.kinds[1:]
			}
			for i, k := range t.Bins {
				if index, ok := slices.BinarySearch(t.kinds, k); ok {
					t.Bins[i] = index
				}
			}
			t.Count = len(t.kinds)
		}
		if t.parts() {
			all = append(all, t)
		}
	}
	return all
}

// parts reports whether at least leastUnits units are outside of the largest bin. Units without the trait are a bin.
func (t *foundTrait) parts() bool {
	sizes := make([]int, t.Count+1)
	for _, b := range t.Bins {
		sizes[b+1]++
	}
	return len(t.Bins)-slices.Max(sizes) >= leastUnits
}

// worst returns the index of the slice with the least p-value, -1 for no slices. Of equal p-values it takes the
// greatest statistic, then the first name.
func (c *compared) worst(worse []onerun.Worse, traits []foundTrait) int {
	best := -1
	rounded := func(w onerun.Worse) float64 { return math.Round(w.Z * 1e9) } // the sums of the same units may differ by rounding
	for i, w := range worse {
		if best < 0 || cmp.Or(cmp.Compare(w.P, worse[best].P), cmp.Compare(rounded(worse[best]), rounded(w)), strings.Compare(c.nameOf(w, traits), c.nameOf(worse[best], traits))) < 0 {
			best = i
		}
	}
	return best
}

func (c *compared) nameOf(w onerun.Worse, traits []foundTrait) string {
	if w.Trend {
		return c.traits.All[traits[w.Trait].number].name
	}
	return c.condition(traits[w.Trait], w).String()
}

// finest returns the trait and the slice that are printed for a found slice. For a number it tries a cut at each value.
// It returns the cut with the greatest statistic on the side on which units are worse, or the zero slice if there is no
// cut.
func (c *compared) finest(units []unit, w onerun.Worse, traits []foundTrait) (foundTrait, onerun.Worse) {
	trait := traits[w.Trait]
	if !trait.Ordered {
		return trait, w
	}
	higher := w.From > 0 || w.Higher
	trait.Bins, trait.least = onerun.Cuts(c.numbersOf(units, trait.number), len(units))
	trait.Count = len(trait.least)
	var best onerun.Worse
	for _, cut := range onerun.SliceStatistics(valuesOf(units), []onerun.Trait{trait.Trait}, leastUnits) {
		if !cut.Trend && cut.From > 0 == higher && cut.Z > best.Z {
			best = cut
		}
	}
	return trait, best
}

// unitsIn tells which units are in a slice.
func unitsIn(t foundTrait, w onerun.Worse) []bool {
	members := make([]bool, len(t.Bins))
	for i, b := range t.Bins {
		members[i] = b >= w.From && b < w.To
	}
	return members
}

// condition names a slice that is not a trend.
func (c *compared) condition(t foundTrait, w onerun.Worse) dataset.Condition {
	name := c.traits.All[t.number]
	result := dataset.Condition{Name: name.name, Computed: name.computed, Op: dataset.Equal}
	switch {
	case !t.Ordered:
		result.Text = c.kinds.All[t.kinds[w.From]].value
	case w.From > 0:
		result.Op, result.Number = dataset.AtLeast, between(t.least[w.From-1], t.least[w.From])
	default:
		result.Op, result.Number = dataset.Below, between(t.least[w.To-1], t.least[w.To])
	}
	return result
}

// aliases returns the slices of other traits with nearly the same units, one for each trait, sorted by name.
func (c *compared) aliases(worse []onerun.Worse, traits []foundTrait, members []bool, trait int) []dataset.Condition {
	nearest := map[int]float64{}
	names := map[int]dataset.Condition{}
	for _, w := range worse {
		t := traits[w.Trait]
		if w.Trend || t.number == trait {
			continue
		}
		if same := jaccard(members, unitsIn(t, w)); same >= sameSlice && same > nearest[t.number] {
			nearest[t.number], names[t.number] = same, c.condition(t, w)
		}
	}
	var all []dataset.Condition
	for _, name := range names {
		all = append(all, name)
	}
	slices.SortFunc(all, func(a, b dataset.Condition) int { return strings.Compare(a.String(), b.String()) })
	return all
}

// jaccard is the share of the units of either slice that are in both.
func jaccard(a, b []bool) float64 {
	both, either := 0, 0
	for i := range a {
		if a[i] && b[i] {
			both++
		}
		if a[i] || b[i] {
			either++
		}
	}
	return float64(both) / float64(max(either, 1))
}

// rankCorrelation returns Spearman's rank correlation of the bins of two traits, over the units that have both; 0 if
// either trait has a single bin there.
func rankCorrelation(a, b onerun.Trait) float64 {
	var x, y []int
	for i := range a.Bins {
		if a.Bins[i] >= 0 && b.Bins[i] >= 0 {
			x, y = append(x, a.Bins[i]), append(y, b.Bins[i])
		}
	}
	p, q := midranks(x, a.Count), midranks(y, b.Count)
	var products, xs, ys float64
	for i := range p {
		products += p[i] * q[i]
		xs += p[i] * p[i]
		ys += q[i] * q[i]
	}
	if xs == 0 || ys == 0 {
		return 0
	}
	return products / math.Sqrt(xs*ys)
}

// midranks returns the rank of each bin minus the mean rank; equal bins share the middle of their ranks.
func midranks(bins []int, count int) []float64 {
	sizes := make([]int, count)
	for _, b := range bins {
		sizes[b]++
	}
	rank, seen := make([]float64, count), 0
	for b, n := range sizes {
		rank[b] = float64(seen) + float64(n)/2 - float64(len(bins))/2
		seen += n
	}
	all := make([]float64, len(bins))
	for i, b := range bins {
		all[i] = rank[b]
	}
	return all
}

// between returns the number with the fewest digits that is above low and at most high; of several, the greatest.
func between(low, high float64) float64 {
	for digits := 1; digits < 17; digits++ {
		if v := floorTo(high, digits); v > low {
			return v
		}
	}
	return high
}

// floorTo returns the greatest number of at most v with the given number of significant digits.
func floorTo(v float64, digits int) float64 {
	text := strconv.FormatFloat(v, 'e', digits-1, 64)
	rounded, _ := strconv.ParseFloat(text, 64) // as FormatFloat writes it
	if rounded <= v {
		return rounded
	}
	_, exponent, _ := strings.Cut(text, "e")
	e, _ := strconv.Atoi(exponent)
	lower, _ := strconv.ParseFloat(strconv.FormatFloat(rounded-math.Pow10(e-digits+1), 'e', digits-1, 64), 64)
	return lower
}

// tagWeights returns the p-value of each slice by tag, among all slices.
func (f *found) tagWeights() map[tag]float64 {
	p := map[tag]float64{}
	for _, w := range f.first {
		if t := f.traits[w.Trait]; !f.c.traits.All[t.number].computed {
			k := f.c.kinds.All[t.kinds[w.From]]
			p[tag{f.c.traits.All[k.trait].name, k.value}] = w.P
		}
	}
	return p
}

// computed yields the name and the sums of each found slice by a computed trait, if all cases were compared. The sums
// are over all units, as limits are, including the units of worse slices.
func (f *found) computed(s *Slicer) iter.Seq2[string, *sums] {
	return func(yield func(string, *sums) bool) {
		for _, slice := range f.all {
			if !slice.trait.computed || !f.whole {
				continue
			}
			sum := &sums{}
			for _, c := range casesIn(f.c.holding(f.units(), &slice)) {
				sum.addCase(c, false, s)
			}
			if !yield(slice.condition.String(), sum) {
				return
			}
		}
	}
}

// units returns all units, those of the first slice before the others.
func (f *found) units() []unit { return slices.Concat(f.all[0].members, f.all[0].rest) }

// holding returns the units for which the condition of a slice by a computed trait holds.
func (c *compared) holding(units []unit, s *foundSlice) (members []unit) {
	numbers, kinds := c.numbersOf(units, s.number), c.kindsOf(units, s.number)
	for i, u := range units {
		if s.trait.number && s.condition.Takes(numbers[i]) || kinds[i] >= 0 && c.kinds.All[kinds[i]].value == s.condition.Text {
			members = append(members, u)
		}
	}
	return members
}
