package pairing

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
)

// choosesAll reports whether match fields and threshold are both chosen here, for pairs of
// similar items.
func (l *List) choosesAll() bool {
	return l.By == nil && l.Threshold == 0 && l.Assign != ByKey && l.Assign != InOrder
}

// matchKeys returns the match fields: the fields of By or, without it, all scored fields that both lists have, since a
// key that one whole side lacks does not tell which items belong together. A description that every item of the truth
// and some item of got have is a match field, too, even if it is not scored, and description is its place. With a
// stated threshold, by_key or in_order, it is the only match field, and description is -1.
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

// textWeight is the weight of a text relative to a number or a date, which other items may have by chance, and which
// one misread character changes.
const textWeight = 2

// weigh returns the weights of the match fields for each item of the truth. Stated match fields have weight 1. A chosen
// match field has as weight the share of the other items of the truth that have another value: 0 for a currency that
// all items have, 1 for a number that only this item has. A match field that is a text or a set in at least half of the
// items has textWeight times that weight.
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
