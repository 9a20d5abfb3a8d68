package pairing

import (
	"math"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// operand is one match field of one item.
type operand struct {
	value document.Value
	empty bool
	extra bool // it is not one of the item's fields
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

func operands(s *Sheet, keys []Key, path func(*Key) document.Path) []operand {
	ops := make([]operand, s.Len()*len(keys))
	for i := range s.Items {
		for c := range keys {
			k, op := &keys[c], &ops[i*len(keys)+c]
			if k.Field >= 0 {
				op.value = s.Row(i)[k.Field]
			} else {
				op.value = s.Items[i].At(path(k))
				op.extra = true
			}
			op.empty = op.value.Empty()
			op.text = op.value.Kind() == document.String &&
				(k.Pairing == compare.PairByText || k.Pairing == compare.PairByKind && compare.Name(compare.Auto{}.For(op.value)) != "date")
		}
	}
	return ops
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

// maxCells bounds the work of comparing the texts of two lists, in pairs of
// characters: a second or two of edit distances. Lists of 2,000 items with 180
// characters each stay below it.
const maxCells = 1 << 37

// cutTexts shortens the texts by which items are matched where comparing all pairs
// would take too long. All are cut at the same length, so that the order of the
// items still decides nothing.
func (m *matcher) cutTexts() {
	pairs := min(float64(m.got.Len())*float64(m.want.Len()), MaxPairs)
	if pairs < 2 {
		return
	}
	cells := pairs * meanLength(m.gotOps, m.got.Len()) * meanLength(m.wantOps, m.want.Len())
	if cells <= maxCells {
		return
	}
	most := int(math.Sqrt(maxCells / pairs / float64(len(m.keys))))
	if cut := cutOperands(m.gotOps, most); cutOperands(m.wantOps, most) || cut {
		m.warn("field %q: %d items of got and %d of the truth have texts that are too long to compare whole; items were matched by the first %d characters of each",
			m.list.Name, m.got.Len(), m.want.Len(), most)
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
