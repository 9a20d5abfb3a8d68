package pairing

import (
	"context"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// List says how the items of a list are paired.
type List struct {
	Name      string  // what warnings call it
	Fields    []Field // the columns of the sheets
	By        []Key   // nil: Described, if every item of the truth has it, or Scored
	Described Key     // without text where the description is not a leaf
	Scored    []Key
	Threshold float64
	Assign    Assign
}

// Field is one column of the sheets of a list.
type Field struct {
	Match   compare.Comparator
	Pairing compare.Pairing
	// Aside fields take no part where similar items are told apart.
	Aside bool
	// Whole fields, lists and sets, agree if they have the same content.
	Whole bool
}

// Key is a match field of a list.
type Key struct {
	Text      string
	Field     int // its column, or -1
	Got, Want document.Path
	Match     compare.Comparator
	Pairing   compare.Pairing
}

// Assign names how pairs are chosen, as in a spec.
type Assign string

const (
	Greedy  Assign = "greedy"
	Optimal Assign = "optimal"
	ByKey   Assign = "by_key"
	InOrder Assign = "in_order"
)

// MaxPairs is eval.MaxPairs, which says what becomes of more.
const MaxPairs = 1 << 22 // 2,048 x 2,048

// Warn is called with what was left out to stay within bounds, and with what the
// author of a spec should know.
type Warn func(format string, args ...any)

// matcher knows how similar two items of a list are.
type matcher struct {
	ctx       context.Context
	list      *List
	got, want *Sheet
	empty     func(field int, v document.Value) bool
	warn      Warn
	threshold float64 // below it similarities need not be exact

	keys                    []Key
	gotOps, wantOps         []operand // of each item, one for each key
	gotContent, wantContent []string

	ofFields, ofKeys []*agreement // made when first asked
}

// Items pairs the items of a list. The function empty says whether a value carries
// no information for a field.
func Items(ctx context.Context, l *List, got, want *Sheet, empty func(field int, v document.Value) bool, warn Warn) assign.Result {
	m := matcher{ctx: ctx, list: l, got: got, want: want, empty: empty, warn: warn, threshold: l.Threshold}
	m.keys = m.matchKeys()
	m.ofFields = make([]*agreement, len(l.Fields))
	m.ofKeys = make([]*agreement, len(m.keys))
	m.gotOps = operands(got, m.keys, func(k *Key) document.Path { return k.Got })
	m.wantOps = operands(want, m.keys, func(k *Key) document.Path { return k.Want })
	m.gotContent = got.contents(m.gotOps, len(m.keys))
	m.wantContent = want.contents(m.wantOps, len(m.keys))
	m.warnKeyless()

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
	r, err := solve(l.Assign, assign.Problem{
		Got: got.Len(), Want: want.Len(),
		Similarity:  m.similarity,
		Threshold:   l.Threshold,
		Prefer:      m.prefer,
		GotContent:  m.gotContent,
		WantContent: m.wantContent,
		EqualIsOne:  true,
		Bound:       m.bound,
		MaxPairs:    MaxPairs,
	}, gotKeys, wantKeys)
	return assigned(l.Name, r, err, got, want, warn)
}

// solve chooses pairs. The keys are for ByKey and InOrder.
func solve(how Assign, p assign.Problem, gotKeys, wantKeys []string) (assign.Result, error) {
	switch how {
	case Optimal:
		return assign.Optimal(p)
	case ByKey, InOrder:
		return assign.ByKey(p, gotKeys, wantKeys)
	}
	return assign.Greedy(p)
}

// assigned makes the most of an assignment: a problem that could not be solved
// pairs nothing, and what was left out is a warning.
func assigned(name string, r assign.Result, err error, got, want *Sheet, warn Warn) assign.Result {
	if err != nil {
		warn("field %q: items could not be paired: %v", name, err)
		return assign.Result{}
	}
	if r.Incomplete {
		warn("field %q: %d items of got and %d of the truth are too many pairs; each item was compared with the nearest ones only",
			name, got.Len(), want.Len())
	}
	return r
}

// matchKeys returns the match fields: those of By or, without it, the
// description if every item of the truth has one, else all scored leaves.
func (m *matcher) matchKeys() []Key {
	if m.list.By != nil {
		return m.list.By
	}
	if k := m.list.Described; k.Text != "" && AllDescribed(m.want.Items, k.Want) {
		return []Key{k}
	}
	return m.list.Scored
}

// AllDescribed reports whether all items have a scalar at the path of their
// description.
func AllDescribed(items []document.Value, path document.Path) bool {
	for _, item := range items {
		d := item.At(path)
		if k := d.Kind(); d.Empty() || k == document.Object || k == document.Array {
			return false
		}
	}
	return len(items) > 0
}

func (m *matcher) operandsOf(i, j int) (got, want []operand) {
	n := len(m.keys)
	return m.gotOps[i*n : (i+1)*n], m.wantOps[j*n : (j+1)*n]
}

// saysNothing reports whether a match field is left out for two items: neither has it,
// or got rightly lacks it.
func (m *matcher) saysNothing(k int, got, want *operand) bool {
	return got.empty && (want.empty || compare.AcceptsEmpty(m.keys[k].Match, want.value))
}

// bound returns an upper bound of the similarity of two items.
func (m *matcher) bound(i, j int) float64 {
	got, want := m.operandsOf(i, j)
	sum, n := 0.0, 0
	for k := range got {
		g, w := &got[k], &want[k]
		if m.saysNothing(k, g, w) {
			continue
		}
		n++
		switch {
		case g.empty || w.empty:
		case g.text && w.text:
			g.folded()
			w.folded()
			sum += g.bag.similarityAtMost(&w.bag)
		default:
			sum++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}

// similarity returns the mean over the match fields that one of the items has,
// or 0 where it is below the threshold. Equal items have similarity 1.
func (m *matcher) similarity(i, j int) float64 {
	if m.gotContent[i] == m.wantContent[j] {
		return 1
	}
	got, want := m.operandsOf(i, j)
	n, open := 0, 0.0 // match fields, and what those may still add that are not looked at yet
	for k := range got {
		switch g, w := &got[k], &want[k]; {
		case m.saysNothing(k, g, w):
		case g.empty || w.empty:
			n++
		default:
			n++
			open++
		}
	}
	if n == 0 {
		return m.equality(i, j)
	}
	sum, needed := 0.0, m.threshold*float64(n)-2*compare.Slack*float64(n)
	for _, texts := range [...]bool{true, false} { // the cheap ones first
		for k := range got {
			g, w := &got[k], &want[k]
			if g.empty || w.empty || texts != (g.text && w.text) {
				continue
			}
			open--
			if texts {
				s, _ := similarity.LevenshteinAtLeast(g.folded(), w.folded(), max(needed-sum-open, 0))
				sum += s
			} else if m.ask(m.keyAgreement(k), m.keys[k].Match, i, j) {
				sum++
			}
			if sum+open < needed {
				return 0
			}
		}
	}
	return sum / float64(n)
}

// equality returns 1 where all fields of two items have the same values, else 0:
// 100 and 100.0 have different texts and are the same.
func (m *matcher) equality(i, j int) float64 {
	got, want := m.got.Row(i), m.want.Row(j)
	for k := range got {
		g, w := got[k], want[k]
		if g.Empty() && (w.Empty() || compare.AcceptsEmpty(m.list.Fields[k].Match, w)) {
			continue
		}
		if c, err := Judge(m.ctx, compare.Exact{}, g, w); err != nil || !c.Match {
			return 0
		}
	}
	return 1
}

// prefer returns how many fields of two items agree. Comparators of the user's,
// which may be costly, are not asked.
func (m *matcher) prefer(i, j int) int {
	got, want := m.got.Row(i), m.want.Row(j)
	agreeing := 0
	for k := range m.list.Fields {
		f := &m.list.Fields[k]
		if f.Aside {
			continue
		}
		g, w := got[k], want[k]
		gotEmpty, wantEmpty := m.empty(k, g), m.empty(k, w)
		switch {
		case gotEmpty && (wantEmpty || compare.AcceptsEmpty(f.Match, w)):
			agreeing++
		case gotEmpty || wantEmpty:
		case f.Whole || f.Pairing == compare.PairCostly:
			if string(g.AppendCanonical(nil)) == string(w.AppendCanonical(nil)) {
				agreeing++
			}
		default:
			if m.ask(m.fieldAgreement(k), f.Match, i, j) {
				agreeing++
			}
		}
	}
	return agreeing
}

func (m *matcher) fieldAgreement(k int) *agreement {
	if m.ofFields[k] == nil {
		m.ofFields[k] = &agreement{values: func(ofGot bool, i int) document.Value {
			if ofGot {
				return m.got.Row(i)[k]
			}
			return m.want.Row(i)[k]
		}}
	}
	return m.ofFields[k]
}

func (m *matcher) keyAgreement(k int) *agreement {
	if field := m.keys[k].Field; field >= 0 {
		return m.fieldAgreement(field)
	}
	if m.ofKeys[k] == nil {
		m.ofKeys[k] = &agreement{values: func(ofGot bool, i int) document.Value {
			if ofGot {
				return m.gotOps[i*len(m.keys)+k].value
			}
			return m.wantOps[i*len(m.keys)+k].value
		}}
	}
	return m.ofKeys[k]
}
