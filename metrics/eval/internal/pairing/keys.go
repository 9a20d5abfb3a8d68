package pairing

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
)

// choosesAll reports whether the spec states neither match fields nor a threshold, and items are paired by similarity.
func (l *List) choosesAll() bool {
	return l.By == nil && l.Threshold == 0 && l.Assign != ByKey && l.Assign != InOrder
}

// matchKeys returns the match fields, and the place of the description among them, -1 for none. With By, they are the
// fields of By. Without it, they are the scored fields of which both sides have values: a field that one side lacks
// everywhere does not tell which items belong together. The description is a match field, even if it is not scored, if
// each item of the truth has a scalar there and at least one item of got has a value. With a stated threshold, by_key
// or in_order, such a description is the only match field, and the place is -1.
func (m *matcher) matchKeys() (keys []Field, description int) {
	if m.list.By != nil {
		return m.list.By, -1
	}
	described := m.list.Described
	if described.Text != "" && !(allDescribed(m.want.Items, described.Want) &&
		slices.ContainsFunc(m.got.Items, func(item document.Value) bool { return !item.At(described.Got).Empty() })) {
		described.Text = ""
	}
	if described.Text != "" && !m.list.choosesAll() {
		return []Field{described}, -1
	}
	description = -1
	for _, k := range m.list.Scored {
		if !m.got.knows(&k) || !m.want.knows(&k) {
			continue
		}
		if described.Text == k.Text {
			description = len(keys)
		}
		keys = append(keys, k)
	}
	if described.Text != "" && description < 0 {
		description = len(keys)
		keys = append(keys, described)
	}
	return keys, description
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

// textWeight is the weight of a text relative to a number or a date. Other items may have the same number by chance,
// and one misread character makes it another number.
const textWeight = 2

// weigh returns the weights of the match fields for each item of the truth. Stated match fields, and a single one, have
// weight 1. A chosen match field weighs the share of the other items of the truth that have a different value: 0 for a
// currency that all items have, 1 for a number that only this item has. A match field that is a text or a set in at
// least half of the items has textWeight times that weight.
func (m *matcher) weigh() []float64 {
	n := m.want.Len()
	m.heavy = slices.Clone(m.equalWeights)
	if m.list.By != nil || len(m.keys) < 2 || n == 0 {
		return slices.Repeat(m.equalWeights, n)
	}
	weights := make([]float64, n*len(m.keys))
	for k := range m.keys {
		texts := 0
		times := make(map[string]int, n)
		for i := range n {
			op := &m.wantOps[i*len(m.keys)+k]
			if op.text || op.set != nil {
				texts++
			}
			times[op.identity()]++
		}
		if 2*texts >= n {
			m.heavy[k] = textWeight
		}
		for i := range n {
			others := times[m.wantOps[i*len(m.keys)+k].identity()] - 1
			weights[i*len(m.keys)+k] = m.heavy[k] * (1 - float64(others)/float64(max(n-1, 1)))
		}
	}
	return weights
}
