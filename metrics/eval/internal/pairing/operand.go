package pairing

import (
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// operand is one match field of one item.
type operand struct {
	value document.Value
	empty bool
	zero  bool // it counts as empty if the truth is empty
	extra bool // it is not one of the item's fields
	text  bool // its text is compared, by edit distance
	// mayLack: the truth has the field, and accepts a got that lacks it
	mayLack bool
	ready   bool // the fields below are computed
	bag     bag
	fold    string
	set     []string // the folded texts of the elements of a set, sorted
	settled bool     // a number has one form, whatever the form in which it is written
}

// elementsInCommon returns the similarity of two sets, the Dice coefficient: the number of common elements, divided by
// the mean size of the sets, in [0,1].
func (o *operand) elementsInCommon(p *operand) float64 {
	common := 0
	for i, j := 0, 0; i < len(o.set) && j < len(p.set); {
		switch c := strings.Compare(o.set[i], p.set[j]); {
		case c == 0:
			common++
			i++
			j++
		case c < 0:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(o.set)+len(p.set))
}

// elements returns the folded texts of the elements of an array that are not empty, sorted.
func elements(v document.Value, empty func(document.Value) bool) []string {
	var texts []string
	for _, item := range v.Items() {
		if !empty(item) {
			texts = append(texts, folded(item))
		}
	}
	slices.Sort(texts)
	return texts
}

func (o *operand) folded() string {
	if !o.ready {
		if o.fold = folded(o.value); o.settled && o.value.Kind() == document.Number {
			o.fold = number.Canonical(o.fold)
		}
		o.bag = newBag(o.fold)
		o.ready = true
	}
	return o.fold
}

func (m *matcher) operands(s *Sheet, empty []bool, path func(*Field) document.Path) []operand {
	keys := m.keys
	ops := make([]operand, s.Len()*len(keys))
	for i := range s.Items {
		for c := range keys {
			k, op := &keys[c], &ops[i*len(keys)+c]
			if k.Column >= 0 {
				op.value = s.Row(i)[k.Column]
			} else {
				op.value = s.Items[i].At(path(k))
				op.extra = true
			}
			if k.Set {
				op.set = elements(op.value, k.Words.Empty)
				op.empty = len(op.set) == 0 // other values have no elements
				continue
			}
			op.mayLack = k.Words.Accepts(k.Match, op.value)
			op.empty = k.Words.Empty(op.value)
			if k.Column >= 0 {
				op.empty = empty[i*s.Width+k.Column]
			}
			op.text = op.value.Kind() == document.String &&
				(k.Pairing == compare.PairByText || k.Pairing == compare.PairByKind && likened(op.value))
		}
	}
	return ops
}

// values returns the values of match field k of all items.
func (m *matcher) values(ops []operand, k int) (values []document.Value) {
	for ; k < len(ops); k += len(m.keys) {
		values = append(values, ops[k].value)
	}
	return values
}

// identity returns the text by which values of a match field are told apart: "" for an empty value, the elements of a set, a
// folded text, or the JSON of another value.
func (o *operand) identity() string {
	switch {
	case o.empty:
		return ""
	case o.set != nil:
		return strings.Join(o.set, "\t")
	case o.text:
		return o.folded()
	case o.value.Kind() >= document.Array:
		return canonical(o.value)
	}
	return scalarText(o.value)
}

// likened reports whether a text that Auto judges is compared by edit distance. Dates and e-mail addresses are not: two
// addresses of one company differ in a few characters.
func likened(v document.Value) bool {
	switch compare.Name(compare.Auto{}.For(v)) {
	case "date":
		return false
	case "exact":
		return !strings.Contains(v.Text(), "@")
	}
	return true
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
			switch {
			case op.empty:
			case op.set != nil:
				b.WriteString(op.identity())
				some = true
			default:
				b.WriteString(op.folded())
				some = true
			}
			b.WriteByte('\n') // folded text has no line break
		}
		if some {
			keys[i] = b.String()
		}
	}
	return keys
}

// maxCells bounds the work of comparing the texts of two lists, in pairs of
// characters: some seconds of edit distances. Lists of 2,000 items with 180
// characters each stay below it.
const maxCells = 1 << 37

// cutTexts shortens the texts by which items are matched if comparing all pairs would take too long. It cuts all texts
// at the same length, so that the order of the items still does not matter.
func (m *matcher) cutTexts() {
	pairs := min(float64(m.got.Len())*float64(m.want.Len()), maxPairs)
	if pairs < 2 {
		return
	}
	cells := pairs * meanLength(m.gotOps, m.got.Len()) * meanLength(m.wantOps, m.want.Len())
	if cells <= maxCells {
		return
	}
	most := int(math.Sqrt(maxCells / pairs / float64(len(m.keys))))
	if cut := cutOperands(m.gotOps, most); cutOperands(m.wantOps, most) || cut {
		m.warnf("field %q: %s of got and %d of the truth have texts that are too long to compare whole; items were matched by the first %d characters of each",
			m.list.Name, words.Plural(m.got.Len(), "item"), m.want.Len(), most)
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
		for index := range op.fold {
			if n == most {
				op.fold, cut = op.fold[:index], true
				op.bag = newBag(op.fold)
				break
			}
			n++
		}
	}
	return cut
}
