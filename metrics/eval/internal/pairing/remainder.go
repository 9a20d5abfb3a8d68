package pairing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// The rule for items that are left on both sides. The comment of package eval states it, and TestStrangersStayApart there measures it.
const (
	// maxLeft bounds the pairs of left items that are compared. If there are more, only pairs that share a value are
	// compared, and at most maxSharing items of the truth may have this value.
	maxLeft, maxSharing = 1 << 18, 20 // 512 x 512
	// mostChance is the greatest expected number of pairs of strangers, among the items without partner, that agree as
	// well as the items of a pair; see keepTold.
	mostChance = 0.01
	// leastTold is the least share of the telling values in which two items must agree.
	leastTold = 0.5
	// fewItems is the number of other items below which a pair needs two values that agree.
	fewItems = 10
	// longChance and shortChance are the chances that two strangers have the same value, before any items are counted; they weigh as much
	// as one pair of items. shortChance is for values of at most shortLength characters (1, EUR, pcs).
	longChance, shortChance = 0.02, 1. / 3
	shortLength             = 3
)

// remainder is a matcher of items that are left on both sides.
type remainder struct {
	*matcher
	gotTold, wantTold []told      // the values of each item
	chances           []float64   // of each field: that two strangers have the same value
	others            int         // the items of both lists besides the two of a pair
	pairs             int         // the number of pairs of items of the same list, for both lists: they are strangers
	samples           [][]float64 // of each field: numbers of the first items of the truth
	agreeing          []int       // the fields in which the two items agree that agreement compared last

	gotWithin, wantWithin []leaves // of each field that is a list; nil until they are asked for
}

// told is the value of a field in an item.
type told struct {
	text string // "" for none
	same int    // the number of other items of the list that have it
	long bool
}

// pairsLeft reports whether items that are left on both sides may be paired.
func (l *List) pairsLeft() bool {
	return l.Threshold == 0 && l.Assign != ByKey && l.Assign != InOrder
}

// pairLeft pairs items that are left on both sides. It returns the fields in which each new pair agrees, by item of got.
func (m *matcher) pairLeft(r *assign.Result) (reasons map[int][]string, err error) {
	list, gots, wants := m.list, r.UnmatchedGot, r.UnmatchedWant
	if !list.pairsLeft() || m.ended || len(gots) == 0 || len(wants) == 0 {
		return nil, nil
	}
	l := m.readRemainder()
	most := mostChance / (math.Abs(float64(len(gots)-len(wants))) + 1)
	problem := assign.Problem{
		Got: len(gots), Want: len(wants),
		Similarity: func(i, j int) float64 {
			if share, chance := l.agreement(gots[i], wants[j]); chance <= most*(1+compare.Slack) {
				return share
			}
			return 0
		},
		Threshold:   leastTold,
		Prefer:      func(i, j int) int { return m.prefer(gots[i], wants[j]) },
		GotContent:  pickItems(m.gotContent, gots),
		WantContent: pickItems(m.wantContent, wants),
		MaxPairs:    min(maxLeft, affordable(m.got, m.want)),
		Stop:        m.expired,
	}
	if len(gots)*len(wants) > problem.MaxPairs {
		width := len(list.Fields)
		problem.Candidates = sharing(width, gots, wants, func(i, k int) string { return l.gotTold[i*width+k].text }, func(j, k int) string { return l.wantTold[j*width+k].text })
	}
	rest, err := assign.Greedy(problem)
	if err != nil {
		return nil, err
	}
	reasons = make(map[int][]string)
	for _, pair := range l.keepTold(rest.Pairs, gots, wants) {
		i, j := gots[pair.Got], wants[pair.Want]
		r.Pairs = append(r.Pairs, assign.Pair{Got: i, Want: j, Similarity: pair.Similarity})
		for k := range list.Fields {
			if chance, both := l.chance(k, i, j); both && chance < 1 && (l.agrees(k, i, j) || l.chanceWithin(k, i, j) < 1) {
				reasons[i] = append(reasons[i], list.Fields[k].Text)
			}
		}
	}
	m.complete(r, rest.Ambiguous)
	return reasons, nil
}

// complete sorts the pairs, and sets the items that are left on both sides.
func (m *matcher) complete(r *assign.Result, ambiguous bool) {
	sortPairs(r.Pairs)
	partner, paired := Partners(r.Pairs, m.got, m.want)
	r.UnmatchedGot = slices.DeleteFunc(arithmetic.Indices(m.got.Len()), func(i int) bool { return paired[i] })
	r.UnmatchedWant = slices.DeleteFunc(arithmetic.Indices(m.want.Len()), func(j int) bool { return partner[j] >= 0 })
	r.Ambiguous = r.Ambiguous || ambiguous
}

// sharing returns a function that returns, for an item of gots, the places in wants of the items with the same text in one of n fields. A
// text of more than maxSharing items does not count. gotText and wantText return the text of an item in a field, "" for none.
func sharing(n int, gots, wants []int, gotText, wantText func(item, field int) string) func(i int) []int {
	type text struct {
		field int
		text  string
	}
	holders := make(map[text][]int)
	for place, j := range wants {
		for k := range n {
			if t := (text{k, wantText(j, k)}); t.text != "" {
				holders[t] = append(holders[t], place)
			}
		}
	}
	return func(i int) (all []int) {
		for k := range n {
			if found := holders[text{k, gotText(gots[i], k)}]; len(found) <= maxSharing {
				all = append(all, found...)
			}
		}
		return all
	}
}

// remarks returns remarks by item of got: the fields in which a pair of pairLeft agrees, or the joint that the item belongs to.
func (m *matcher) remarks(reasons map[int][]string, joined map[int]Candidate) map[int]string {
	all := make(map[int]string, len(reasons))
	for i, fields := range reasons {
		all[i] = fmt.Sprintf("item %d of got was left over, and is paired by %s", m.got.Index[i], strings.Join(fields, ", "))
	}
	for i, c := range joined {
		all[i] = address([]Candidate{c}, m.got, m.want)[0].Note(false)
	}
	return all
}

// readRemainder reads the values of all items, and counts how often each value occurs.
func (m *matcher) readRemainder() *remainder {
	width := len(m.list.Fields)
	l := &remainder{matcher: m, others: m.got.Len() + m.want.Len() - 2, chances: make([]float64, width), samples: make([][]float64, width)}
	pairs := 0
	read := func(s *Sheet) []told {
		values := make([]told, len(s.Slots))
		for k := range width {
			times := make(map[string]int, s.Len())
			for i, v := range s.column(k) {
				value, rows := &values[i*width+k], s.innerOf(k)
				switch {
				case rows != nil && rows.empty(i), Valueless(v, document.Value.Empty):
					continue
				case rows != nil:
					value.text = rows.texts[i]
				case v.Kind() >= document.Array || m.list.Fields[k].Pairing == compare.PairCostly:
					value.text = canonical(v)
				default:
					value.text = scalarText(v)
				}
				value.long = isLong(v, value.text)
				times[value.text]++
			}
			for i := k; i < len(values); i += width {
				if values[i].text != "" {
					values[i].same = times[values[i].text] - 1
					l.chances[k] += float64(values[i].same) / 2
				}
			}
		}
		pairs += s.Len() * (s.Len() - 1) / 2
		return values
	}
	l.gotTold, l.wantTold = read(m.got), read(m.want)
	for k := range l.chances {
		l.chances[k] /= float64(pairs + 1)
	}
	l.pairs = pairs
	return l
}

// agreement returns the share of the telling values of two items that agree, from leastTold to 1, and the chance that two strangers agree
// as well. A value tells more, the less likely it is that strangers share it. If the chance is 1, the items are not to be paired.
func (l *remainder) agreement(i, j int) (share, chance float64) {
	if l.exhausted() {
		return 0, 1
	}
	if l.agreesWhole(i, j) {
		return 1, 0
	}
	told, all, least := 0.0, 0.0, 1.0
	l.agreeing = l.agreeing[:0]
	for k := range l.list.Fields {
		c, both := l.chance(k, i, j)
		if !both {
			continue
		}
		all += 1 - c
		if l.agrees(k, i, j) {
			l.agreeing = append(l.agreeing, k)
			told, least = told+1-c, least*c
		}
	}
	share, chance = leastTold, 1
	if told > 0 && compare.Reaches(told, leastTold*all) && least <= mostChance*(1+compare.Slack) {
		share, chance = min(told/all, 1), l.chanceOf(i, j)
	}
	if chance > mostChance/float64(l.pairs+1) {
		chance = min(chance, l.chanceOfOne(i, j))
		for k := range l.list.Fields {
			chance = min(chance, l.chanceWithin(k, i, j))
		}
	}
	return share, chance
}

// keepTold sorts pairs by their chance, and drops pairs from the end. It drops a pair if more than mostChance pairs of strangers are
// expected to agree as well: the chance of the pair, times the number of pairs of items that have no surer pair.
func (l *remainder) keepTold(pairs []assign.Pair, gots, wants []int) []assign.Pair {
	chances := make(map[assign.Pair]float64, len(pairs))
	for _, p := range pairs {
		_, chances[p] = l.agreement(gots[p.Got], wants[p.Want])
	}
	slices.SortStableFunc(pairs, func(a, b assign.Pair) int { return cmp.Compare(chances[a], chances[b]) })
	kept := len(pairs)
	for kept > 0 && chances[pairs[kept-1]]*float64(len(gots)-kept+1)*float64(len(wants)-kept+1) > mostChance*(1+compare.Slack) {
		kept--
	}
	return pairs[:kept]
}

// agreesWhole reports whether item j of the truth has only one value, this value is long, and of all other items only item i
// of got has it.
func (l *remainder) agreesWhole(i, j int) bool {
	width := len(l.list.Fields)
	only := -1
	for k := range width {
		if l.wantTold[j*width+k].text == "" || l.list.Fields[k].Aside {
			continue
		}
		if only >= 0 {
			return false
		}
		only = k
	}
	if only < 0 {
		return false
	}
	got, want := &l.gotTold[i*width+only], &l.wantTold[j*width+only]
	return got.text != "" && want.long && got.same+want.same == 0 && l.agrees(only, i, j)
}

// chance returns the chance that two strangers agree in a field as these two items do. both is false unless both have a
// value, and the field counts.
func (l *remainder) chance(field, i, j int) (chance float64, both bool) {
	width := len(l.list.Fields)
	got, want := &l.gotTold[i*width+field], &l.wantTold[j*width+field]
	if got.text == "" || want.text == "" || l.list.Fields[field].Aside {
		return 0, false
	}
	prior := shortChance
	if got.long || want.long {
		prior = longChance
	}
	chance = l.chances[field] + prior/float64(l.pairs+1)
	if l.others > 0 {
		chance = max(chance, float64(got.same+want.same)/float64(l.others))
	}
	return min(chance, 1), true
}

// followingChance is the chance that strangers agree in a number that follows from numbers in which they agree.
const followingChance = 0.5

// amount is the number of a field in an item of the truth.
type amount struct {
	field int
	value float64
}

// chanceOf returns the chance that two strangers agree in all fields in which items i and j agree. A number that follows from others
// lowers it only by followingChance: items with the same count and price also have the same total and tax. If all values follow from one,
// the chance is that of this value alone. It is 1 if a single value agrees and there are fewer than fewItems other items.
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

// follows reports whether the number x of item j follows from known numbers. It does if it is the sum or the difference of two; if it is
// one of them, or the product or quotient of two, apart from a power of ten; or if isShare is true for one of them.
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

// isShare reports whether x is the same share of a in item j of the truth as in another of the first fewItems items, to half a cent.
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
