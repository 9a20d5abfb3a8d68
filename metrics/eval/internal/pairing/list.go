package pairing

import (
	"context"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// List says how the items of a list are paired.
type List struct {
	Name      string  // its name in warnings
	Fields    []Field // the columns of the sheets
	By        []Field // nil: chosen from the fields below; see matchKeys
	Described Field   // its Text is "" if the description is not a leaf
	Scored    []Field
	Threshold float64 // 0: StatedThreshold with By, else ChosenThreshold
	Assign    Assign
	Empty     func(field int, v document.Value) bool // a value carries no information for a field; nil: by its Words
}

// Field is a field of the items of a list, or a match field that serves only to pair them.
type Field struct {
	Text      string // its path, as the spec writes it
	Column    int    // in the sheets of the list; -1 for a match field that is not compared
	Got, Want document.Path
	Match     compare.Comparator
	Pairing   compare.Pairing
	Set       bool   // its elements are matched by their folded texts
	Inner     *Inner // its rows, if it is a list, set or map
	Aside     bool   // it does not count in the choice between similar items
	Ignored   bool   // it is not compared; its values decide nothing

	Place       string // the general path in got: the attribute without the class of a section
	InTruth     string // the general path in the truth
	ZeroIsEmpty bool   // see eval.Field
	Words       *paths.AbsentWords
}

// Assign names how pairs are chosen, as in a spec.
type Assign string

const (
	Greedy  Assign = "greedy"
	Optimal Assign = "optimal"
	ByKey   Assign = "by_key"
	InOrder Assign = "in_order"
)

// maxPairs bounds the pairs of items that are compared; the comment of package eval describes longer
// lists.
const maxPairs = 1 << 22 // 2,048 x 2,048

// Warnings are about pairs that were left out to stay within bounds, and about weak match fields.
type Warnings []string

func (w *Warnings) warnf(format string, args ...any) { *w = append(*w, fmt.Sprintf(format, args...)) }

// structure warns if the items of a list or set are of another kind on one side than on the other (objects, arrays,
// scalars): every item is then missing or invented.
func (w *Warnings) structure(name string, got, want *Sheet) {
	ofGot, ofWant := paths.CommonKind(got.Items), paths.CommonKind(want.Items)
	names := map[document.Kind]string{document.Object: "objects", document.Array: "arrays", document.String: "texts or numbers"}
	if ofGot != ofWant && names[ofGot] != "" && names[ofWant] != "" {
		w.warnf("field %q: the truth has %s where got has %s, so no items can match", name, names[ofWant], names[ofGot])
	}
}

// matcher knows how similar two items of a list are.
type matcher struct {
	list      *List
	got, want *Sheet
	threshold float64 // below it similarities need not be exact

	keys                    []Field
	description             int // its place among the keys; -1: none
	step                    step
	weights                 []float64 // of each item of the truth, one for each key
	heavy                   []float64 // of each key: textWeight for a text or a set, else 1
	equalWeights            []float64 // each counts 1
	gotOps, wantOps         []operand // of each item, one for each key
	gotContent, wantContent []string
	gotEmpty, wantEmpty     []bool // of each item, one for each field
	gotZero                 []bool // it counts as empty if the truth is empty

	agreements []agreement // of each field, then of each match field
	verdicts   map[question]bool
	inner      map[int]*matcher // of the rows in each field; see within

	patience
	Warnings
}

// Paired says which items of a list belong together, by their places in the sheets, and the nearest
// candidates of the first items without partner.
type Paired struct {
	assign.Result
	NearestToWant, NearestToGot []Candidate
	Agreeing                    map[int][]string // by item of got that pairLeft paired: the fields in which the pair agrees
	Remarks                     map[int]string   // by item of got: how its pair was formed
	Warnings                    Warnings
}

// newMatcher returns a matcher of two sheets, without match fields. zero reports whether a value of got carries no information for a
// field if the truth is empty.
func newMatcher(ctx context.Context, l *List, got, want *Sheet, zero func(field int, v document.Value) bool) *matcher {
	m := &matcher{patience: patience{ctx: ctx}, list: l, got: got, want: want, threshold: l.Threshold, verdicts: map[question]bool{}}
	m.gotEmpty, m.wantEmpty, m.gotZero = got.empty(l.isEmpty), want.empty(l.isEmpty), got.empty(zero)
	return m
}

func (l *List) isEmpty(field int, v document.Value) bool {
	if l.Empty == nil {
		return l.Fields[field].Words.Empty(v)
	}
	return l.Empty(field, v)
}

// Items pairs the items of a list. zero reports whether a value of got carries no information for a field if the truth is empty.
func Items(ctx context.Context, l *List, got, want *Sheet, zero func(field int, v document.Value) bool) Paired {
	got.readInner(l.Fields, true)
	want.readInner(l.Fields, false)
	m := newMatcher(ctx, l, got, want, zero)
	m.structure(l.Name, got, want)
	if m.threshold == 0 {
		m.threshold = spectext.ChosenThreshold
		if l.By != nil {
			m.threshold = spectext.StatedThreshold
		}
	}
	least := m.threshold
	m.keys, m.description = m.matchKeys()
	m.agreements = make([]agreement, len(l.Fields)+len(m.keys))
	if m.description >= 0 {
		m.step = named
	}
	m.gotOps = m.operands(got, m.gotEmpty, func(k *Field) document.Path { return k.Got })
	for i := range m.gotOps {
		if field := m.keys[i%len(m.keys)].Column; field >= 0 {
			m.gotOps[i].zero = m.gotZero[i/len(m.keys)*got.Width+field]
		}
	}
	m.wantOps = m.operands(want, m.wantEmpty, func(k *Field) document.Path { return k.Want })
	m.settleNumbers()
	m.equalWeights = slices.Repeat([]float64{1}, len(m.keys))
	m.weights = m.weigh()
	m.gotContent = got.contents(l.Fields, m.gotOps, len(m.keys))
	m.wantContent = want.contents(l.Fields, m.wantOps, len(m.keys))

	var gotKeys, wantKeys []string
	switch l.Assign {
	case ByKey:
		gotKeys, wantKeys = texts(m.gotOps, len(m.keys), got.Len()), texts(m.wantOps, len(m.keys), want.Len())
		m.threshold = 0
		m.warnListed()
	case InOrder:
		gotKeys, wantKeys = got.indices(), want.indices()
		m.threshold = 0
	}
	m.cutTexts()
	p := assign.Problem{
		Got: got.Len(), Want: want.Len(),
		Similarity:  m.likeness,
		Threshold:   least,
		Prefer:      m.prefer,
		GotContent:  m.gotContent,
		WantContent: m.wantContent,
		EqualIsOne:  true,
		Stop:        m.expired,
		Bound:       m.likenessBound,
		MaxPairs:    maxPairs,
	}
	var r assign.Result
	var err error
	if l.choosesAll() {
		r, err = m.inTwo(p)
	} else {
		r, err = solve(l.Assign, p, gotKeys, wantKeys)
	}
	var agreeing map[int][]string
	if err == nil {
		agreeing, err = m.pairLeft(&r)
	}
	m.warnKeyless(r.Pairs)
	m.warnOver(&m.patience, l.Name)
	paired := Paired{Result: m.assigned(l.Name, r, err, got, want), Agreeing: agreeing, Warnings: m.Warnings}
	ofGot, ofWant := m.joinedParts(m.joints(&paired.Result))
	paired.Remarks = m.remarks(agreeing, ofGot)
	paired.NearestToWant, paired.NearestToGot = m.nearest(&paired.Result, ofGot, ofWant, least)
	return paired
}

func (m *matcher) operandsOf(i, j int) (got, want []operand) {
	n := len(m.keys)
	return m.gotOps[i*n : (i+1)*n], m.wantOps[j*n : (j+1)*n]
}

// saysNothing reports whether a match field does not count for two items: both have no value there, or got has none and
// the truth accepts that.
func saysNothing(got, want *operand) bool {
	return want.empty && (got.empty || got.zero) || got.empty && want.mayLack
}

// bound returns an upper bound of the similarity of two items.
func (m *matcher) bound(i, j int) float64 {
	if m.exhausted() {
		return 0
	}
	got, want := m.operandsOf(i, j)
	weights := m.weightsOf(j)
	sum, all := 0.0, 0.0
	for k := range got {
		g, w := &got[k], &want[k]
		if saysNothing(g, w) {
			continue
		}
		weight := weights[k]
		all += weight
		switch {
		case g.empty || w.empty:
		case g.text && w.text:
			g.folded()
			w.folded()
			sum += weight * g.bag.similarityAtMost(&w.bag)
		default:
			sum += weight
		}
	}
	if all == 0 {
		return 1
	}
	return sum / all
}

// similarity returns the weighted mean of the similarities in the match fields that at least one of two items has, in
// [0,1]. It returns 0 if the mean is below the threshold, and 1 for items with equal content.
func (m *matcher) similarity(i, j int) float64 {
	if m.gotContent[i] == m.wantContent[j] {
		return 1
	}
	if m.exhausted() {
		return 0
	}
	got, want := m.operandsOf(i, j)
	weights := m.weightsOf(j)
	all, open := m.stakes(weights, got, want)
	if all == 0 {
		// These two items may have only fields that do not tell items of the truth apart.
		weights = m.equalWeights
		all, open = m.stakes(weights, got, want)
	}
	if all == 0 {
		return m.equality(i, j)
	}
	sum, needed := 0.0, (m.threshold-2*compare.Slack)*all
	for _, texts := range [...]bool{true, false} { // the cheap ones first
		for k := range got {
			g, w := &got[k], &want[k]
			if g.empty || w.empty || texts != (g.text && w.text) {
				continue
			}
			weight := weights[k]
			open -= weight
			switch {
			case m.keys[k].Set:
				sum += weight * g.elementsInCommon(w)
			case texts:
				if m.overTexts(len(g.folded()), len(w.folded())) {
					return 0
				}
				s, _ := similarity.LevenshteinAtLeast(g.folded(), w.folded(), max((needed-sum-open)/weight, 0))
				sum += weight * s
			case m.keyAgrees(k, i, j):
				sum += weight
			}
			if sum+open < needed {
				return 0
			}
		}
	}
	return min(sum/all, 1)
}

// weightsOf returns the weights of the match fields for an item of the truth.
func (m *matcher) weightsOf(j int) []float64 {
	return m.weights[j*len(m.keys):][:len(m.keys)]
}

// stakes returns two sums of weights: all for the match fields that at least one of two items has, and open for those
// that both have, which may still add to their similarity.
func (m *matcher) stakes(weights []float64, got, want []operand) (all, open float64) {
	for k := range got {
		switch g, w := &got[k], &want[k]; {
		case saysNothing(g, w):
		case g.empty || w.empty:
			all += weights[k]
		default:
			all += weights[k]
			open += weights[k]
		}
	}
	return all, open
}

// equality returns 1 if two items agree in all fields, else 0.
func (m *matcher) equality(i, j int) float64 {
	for k := range m.list.Fields {
		if !m.fits(k, i, j) {
			return 0
		}
	}
	return 1
}

// prefer returns how many fields of two items agree. It does not call costly comparators: their fields agree if they
// have the same content.
func (m *matcher) prefer(i, j int) int {
	if m.exhausted() {
		return 0
	}
	agreeing := 0
	for k := range m.list.Fields {
		if !m.list.Fields[k].Aside && m.fits(k, i, j) {
			agreeing++
		}
	}
	return agreeing
}

// fits reports whether two items agree in a field, or both have no value there. It calls no costly comparator.
func (m *matcher) fits(field, i, j int) bool {
	width, f := len(m.list.Fields), &m.list.Fields[field]
	noGot, noWant := m.gotEmpty[i*width+field], m.wantEmpty[j*width+field]
	switch {
	case noWant && m.gotZero[i*width+field], noGot && (noWant || f.Words.Accepts(f.Match, m.want.Row(j)[field])):
		return true
	case noGot || noWant:
		return false
	}
	return m.agrees(field, i, j)
}

// agrees reports whether two items agree in a field in which both have a value. It calls no costly comparator: values that
// have one agree if they have the same content.
func (m *matcher) agrees(field, i, j int) bool {
	switch f := &m.list.Fields[field]; {
	case f.Inner != nil:
		return m.innerAgrees(field, i, j)
	case f.Pairing == compare.PairCostly:
		return canonical(m.got.Row(i)[field]) == canonical(m.want.Row(j)[field])
	}
	return m.fieldAgrees(field, i, j)
}
