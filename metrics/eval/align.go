package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// MaxPairs is how many pairs of items of one list are compared, or of elements of
// one set. In a longer list each item of got is compared only with the
// MaxPairs/len(got) items of the truth whose contents come nearest in the order of
// their texts, and a warning says so. Where the texts are so long that comparing
// all pairs would take more than a second or two (2,000 x 2,000 items with 180
// characters each, 100 x 100 with 3,700), the items of a list are matched by the
// beginnings of their texts, and fewer pairs of elements of a set are compared;
// there are warnings for these, too.
const MaxPairs = 1 << 22 // 2,048 x 2,048

// matcher knows how similar two items of a list are.
type matcher struct {
	ev        *evaluation
	list      *list
	got, want *sheet
	threshold float64 // below it similarities need not be exact

	keys                    []key
	gotOps, wantOps         []operand // of each item, one for each key
	gotContent, wantContent []string

	ofFields, ofKeys []*agreement // made when first asked
}

// maxCells bounds the work of comparing the texts of two lists, in pairs of
// characters: a second or two of edit distances. Lists of 2,000 items with 180
// characters each stay below it.
const maxCells = 1 << 37

// cutTexts shortens the texts by which items are matched where comparing all pairs
// would take too long. All are cut at the same length, so that the order of the
// items still decides nothing.
func (m *matcher) cutTexts(f *field) {
	pairs := min(float64(m.got.len())*float64(m.want.len()), MaxPairs)
	if pairs < 2 {
		return
	}
	cells := pairs * meanLength(m.gotOps, m.got.len()) * meanLength(m.wantOps, m.want.len())
	if cells <= maxCells {
		return
	}
	most := int(math.Sqrt(maxCells / pairs / float64(len(m.keys))))
	if cut := cutOperands(m.gotOps, most); cutOperands(m.wantOps, most) || cut {
		m.ev.warn("field %q: %d items of got and %d of the truth have texts that are too long to compare whole; items were matched by the first %d characters of each",
			f.attribute, m.got.len(), m.want.len(), most)
	}
}

// meanLength returns the mean length of the JSON texts by which an item is matched.
func meanLength(ops []operand, items int) float64 {
	sum := 0
	for i := range ops {
		if ops[i].text {
			sum += len(ops[i].value.RawText())
		}
	}
	return float64(sum) / float64(items)
}

func cutOperands(ops []operand, most int) (cut bool) {
	for i := range ops {
		op := &ops[i]
		if !op.text {
			continue
		}
		op.folded()
		n := 0
		for at := range op.fold {
			if n == most {
				op.fold, cut = op.fold[:at], true
				op.bag = newBag(op.fold)
				break
			}
			n++
		}
	}
	return cut
}

// operand is one match field of one item.
type operand struct {
	value document.Value
	empty bool
	extra bool // it is none of the item's fields
	text  bool // its text is compared, by edit distance
	ready bool // what is below is computed
	bag   bag
	fold  string
}

func (o *operand) folded() string {
	if !o.ready {
		o.fold = compare.Fold(o.value.Text())
		o.bag = newBag(o.fold)
		o.ready = true
	}
	return o.fold
}

// align pairs the items of a list.
func (ev *evaluation) align(f *field, l *list, got, want *sheet) assign.Result {
	m := matcher{ev: ev, list: l, got: got, want: want, threshold: l.threshold}
	m.keys = m.matchKeys()
	m.ofFields = make([]*agreement, len(l.items.fields))
	m.ofKeys = make([]*agreement, len(m.keys))
	m.gotOps = operands(got, m.keys, func(k *key) document.Path { return k.got })
	m.wantOps = operands(want, m.keys, func(k *key) document.Path { return k.want })
	m.gotContent = got.contents(m.gotOps, len(m.keys))
	m.wantContent = want.contents(m.wantOps, len(m.keys))
	m.warnKeyless(f)

	var gotKeys, wantKeys []string
	if l.assign == ByKey {
		gotKeys, wantKeys = texts(m.gotOps, len(m.keys), got.len()), texts(m.wantOps, len(m.keys), want.len())
	}
	m.cutTexts(f)

	p := assign.Problem{
		Got: got.len(), Want: want.len(),
		Similarity:  m.similarity,
		Threshold:   l.threshold,
		Prefer:      m.prefer,
		GotContent:  m.gotContent,
		WantContent: m.wantContent,
		EqualIsOne:  true,
		Bound:       m.bound,
		MaxPairs:    MaxPairs,
	}
	var r assign.Result
	var err error
	switch l.assign {
	case Optimal:
		r, err = assign.Optimal(p)
	case ByKey:
		m.threshold = 0
		r, err = assign.ByKey(p, gotKeys, wantKeys)
	case InOrder:
		m.threshold = 0
		r, err = assign.ByKey(p, indices(got), indices(want))
	default:
		r, err = assign.Greedy(p)
	}
	return ev.assigned(f, r, err, got, want)
}

// assigned makes the most of an assignment: a problem that could not be solved
// pairs nothing, and what was left out is a warning.
func (ev *evaluation) assigned(f *field, r assign.Result, err error, got, want *sheet) assign.Result {
	if err != nil {
		ev.warn("field %q: items could not be paired: %v", f.attribute, err)
		return assign.Result{}
	}
	if r.Incomplete {
		ev.warn("field %q: %d items of got and %d of the truth are too many pairs; each item was compared with the nearest ones only",
			f.attribute, got.len(), want.len())
	}
	return r
}

// indices returns a key for each item that says where it stands.
func indices(s *sheet) []string {
	keys := make([]string, s.len())
	for i, index := range s.index {
		keys[i] = strconv.Itoa(index)
	}
	return keys
}

// texts returns the folded texts of the match fields of each item, as one key;
// "" for an item without any.
func texts(ops []operand, perItem, n int) []string {
	keys := make([]string, n)
	var b strings.Builder
	for i := range keys {
		b.Reset()
		some := false
		for k := range perItem {
			op := &ops[i*perItem+k]
			if !op.empty {
				b.WriteString(op.folded())
				some = true
			}
			b.WriteByte('\n') // folded text has none
		}
		if some {
			keys[i] = b.String()
		}
	}
	return keys
}

// alignment translates an assignment to the indices of the arrays.
func alignment(r assign.Result, path string, got, want *sheet) Alignment {
	a := Alignment{Path: path, Ambiguous: r.Ambiguous}
	pairedGot := make([]bool, got.len())
	pairedWant := make([]bool, want.len())
	for _, p := range r.Pairs {
		pairedGot[p.Got], pairedWant[p.Want] = true, true
		a.Pairs = append(a.Pairs, Pair{Got: got.index[p.Got], Want: want.index[p.Want], Similarity: p.Similarity})
	}
	a.UnmatchedGot = without(got, pairedGot)
	a.UnmatchedWant = without(want, pairedWant)
	return a
}

func without(s *sheet, paired []bool) (unmatched []int) {
	for i, index := range s.index {
		if !paired[i] {
			unmatched = append(unmatched, index)
		}
	}
	return unmatched
}

// matchKeys returns the match fields: those of By or, without it, the
// description if every item of the truth has one, else all scored leaves.
func (m *matcher) matchKeys() []key {
	if m.list.by != nil {
		return m.list.by
	}
	if k := m.list.described; k.text != "" && allDescribed(m.want.items, k.want) {
		return []key{k}
	}
	return m.list.scored
}

// allDescribed reports whether all items have a scalar at the path of their
// description.
func allDescribed(items []document.Value, path document.Path) bool {
	for _, item := range items {
		d := item.At(path)
		if k := d.Kind(); d.Empty() || k == document.Object || k == document.Array {
			return false
		}
	}
	return len(items) > 0
}

func operands(s *sheet, keys []key, path func(*key) document.Path) []operand {
	ops := make([]operand, s.len()*len(keys))
	for i := range s.items {
		for c := range keys {
			k, op := &keys[c], &ops[i*len(keys)+c]
			if k.field >= 0 {
				op.value = s.row(i)[k.field]
			} else {
				op.value = s.items[i].At(path(k))
				op.extra = true
			}
			op.empty = op.value.Empty()
			op.text = op.value.Kind() == document.String &&
				(k.pairing == compare.PairByText || k.pairing == compare.PairByKind && compare.Auto{}.For(op.value) != compare.Exact{})
		}
	}
	return ops
}

// warnKeyless warns when items on both sides have no match field, so that only
// equal ones are paired.
func (m *matcher) warnKeyless(f *field) {
	keyless := func(s *sheet, ops []operand) int {
		n := len(m.keys)
	items:
		for i := range s.items {
			for k := range n {
				if !ops[i*n+k].empty {
					continue items
				}
			}
			return i
		}
		return -1
	}
	g, w := keyless(m.got, m.gotOps), keyless(m.want, m.wantOps)
	if g < 0 || w < 0 || m.list.assign == InOrder {
		return
	}
	var names, present []string
	for i := range m.keys {
		names = append(names, strconv.Quote(m.keys[i].text))
	}
	for key := range m.want.items[w].LastMembers() {
		present = append(present, strconv.Quote(key))
	}
	for key := range m.got.items[g].LastMembers() {
		if q := strconv.Quote(key); !slices.Contains(present, q) {
			present = append(present, q)
		}
	}
	m.ev.warn("field %q: items without any match field (%s) are paired only if they are equal; they have %s: name some of these in By",
		f.attribute, briefly(names, "none is given"), briefly(present, "no keys"))
}

func briefly(names []string, none string) string {
	const most = 10
	switch {
	case len(names) == 0:
		return none
	case len(names) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

func (m *matcher) operandsOf(i, j int) (got, want []operand) {
	n := len(m.keys)
	return m.gotOps[i*n : (i+1)*n], m.wantOps[j*n : (j+1)*n]
}

// bound returns an upper bound of the similarity of two items.
func (m *matcher) bound(i, j int) float64 {
	got, want := m.operandsOf(i, j)
	sum, n := 0.0, 0
	for k := range got {
		g, w := &got[k], &want[k]
		if g.empty && w.empty {
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
		case g.empty && w.empty:
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
			} else if m.ask(m.keyAgreement(k), m.keys[k].match, i, j) {
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
	got, want := m.got.row(i), m.want.row(j)
	for k := range got {
		g, w := got[k], want[k]
		if g.Empty() && w.Empty() {
			continue
		}
		if c, err := judge(m.ev.ctx, compare.Exact{}, g, w); err != nil || !c.Match {
			return 0
		}
	}
	return 1
}

// prefer returns how many fields of two items agree. Comparators of the user's,
// which may be costly, are not asked.
func (m *matcher) prefer(i, j int) int {
	got, want := m.got.row(i), m.want.row(j)
	agreeing := 0
	for k := range m.list.items.fields {
		f := &m.list.items.fields[k]
		if f.ignored || f.aside || f.invalid != "" {
			continue
		}
		g, w := got[k], want[k]
		gotEmpty, wantEmpty := m.ev.empty(f, g), m.ev.empty(f, w)
		switch {
		case gotEmpty && wantEmpty:
			agreeing++
		case gotEmpty || wantEmpty:
		case f.list != nil || f.set != nil || f.pairing == compare.PairCostly:
			if string(g.AppendCanonical(nil)) == string(w.AppendCanonical(nil)) {
				agreeing++
			}
		default:
			if m.ask(m.fieldAgreement(k), f.match, i, j) {
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
				return m.got.row(i)[k]
			}
			return m.want.row(i)[k]
		}}
	}
	return m.ofFields[k]
}

func (m *matcher) keyAgreement(k int) *agreement {
	if field := m.keys[k].field; field >= 0 {
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
