package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Pairing measures how well the stated By of a list pairs items, and how well each other field alone would pair them.
// Texts are compared after [compare.Fold].
type Pairing struct {
	// By is the stated By, as a spec writes it: "sku, lot".
	By string `json:"by"`
	// Items is the number of items in truths, Apart the number of items that are the only ones in their list with their
	// values of By.
	Items int `json:"items,omitzero"`
	Apart int `json:"apart,omitzero"`
	// Rows is the number of items in lists that have an answer, Paired the number of these items that By gives a partner.
	// Pairs of items that were left over do not count.
	Rows   int `json:"rows,omitzero"`
	Paired int `json:"paired,omitzero"`
	// Shifts has the number of lists by the amount by which the numbers of the answer in By are greater: "-1" if answers count from 0
	// and truths from 1, "?" if the amount is not the same for all items and lists. A list counts if both sides have equally many
	// items, two or more, and each item has an integer.
	Shifts map[string]int `json:"shifts,omitempty"`
	// Keys are the other fields, by path: the first 20 in alphabetical order.
	Keys map[string]Rival `json:"keys,omitempty"`
}

// Rival is a field of the items that may match them in place of By.
type Rival struct {
	// Apart is the number of items that are the only ones in their list with their value.
	Apart int `json:"apart,omitzero"`
	// Would is the least number of rows that the field would pair: the rows whose value exactly one item of each side
	// has.
	Would int `json:"would,omitzero"`
	// Held is the number of pairs with a value of the field on both sides, and Same the number of these pairs with the
	// same value. A number of rows, for example, differs in the rows after a missing row.
	Held int `json:"held,omitzero"`
	Same int `json:"same,omitzero"`
}

const (
	maxRivals = 20
	maxRows   = 10_000 // the most rows of a list that is examined
)

// Answered examines the result of the answer to a truth that was added, once for each truth: how the items of lists
// were paired, by which order ambiguous dates would match, by which other comparator wrong values would match, and
// which other names the answer gives to missing values. truth is the missing Value for a case without a truth. In every
// answer it looks for the values that invariants name.
func (c *Check) Answered(truth document.Value, r *eval.Result) {
	c.answered(r.Answer)
	c.misnamed(truth, r)
	c.formed(truth, r)
	c.compared(r)
	for i := range r.Fields {
		if leaf := &r.Fields[i]; leaf.Note != "" && (leaf.Outcome == metrics.Match || leaf.Outcome == metrics.Wrong) { // an ambiguous date has a note
			c.orders.answered(leaf, c.byName[leaf.Attribute].match())
		}
	}
	for _, f := range c.root {
		if f.Pairing == nil || f.spec.List.Assign == eval.InOrder {
			continue
		}
		place := cmp.Or(f.got.String(), paths.Document)
		i := slices.IndexFunc(r.Alignments, func(a eval.Alignment) bool { return a.Path == place })
		if i < 0 {
			continue
		}
		a := &r.Alignments[i]
		want, got := itemsOf(truth.At(f.want)), itemsOf(r.Answer.At(f.got))
		if len(want) == 0 || len(got) == 0 || max(len(want), len(got)) > maxRows {
			continue
		}
		p := f.Pairing
		p.Rows += len(a.Pairs) + len(a.UnmatchedWant)
		for i := range a.Pairs {
			if a.Pairs[i].Agreeing == nil {
				p.Paired++
			}
		}
		if by := slices.IndexFunc(f.items, func(k *field) bool { return k.By }); by >= 0 && len(f.spec.List.By) == 1 {
			p.shift(textsOf(want, f.items[by].want), textsOf(got, f.items[by].got))
		}
		for _, k := range c.rivals(f, want) {
			wantTexts, gotTexts := textsOf(want, k.want), textsOf(got, k.got)
			v := Rival{Would: onesOfBoth(wantTexts, gotTexts)}
			for _, pair := range a.Pairs {
				if pair.Want >= len(want) || pair.Got >= len(got) {
					continue // a result of other values
				}
				w, g := wantTexts[pair.Want], gotTexts[pair.Got]
				if w == "" || g == "" {
					continue
				}
				v.Held++
				if w == g {
					v.Same++
				}
			}
			p.rival(k.spec.Path, v)
		}
	}
}

// apart looks at the items that a truth has.
func (c *Check) apart(truth document.Value) {
	for _, f := range c.root {
		if f.Pairing == nil {
			continue
		}
		want := itemsOf(truth.At(f.want))
		if len(want) == 0 || len(want) > maxRows {
			continue
		}
		f.Pairing.Items += len(want)
		tuples := make([]string, len(want))
		for _, key := range f.items {
			if !key.By {
				continue
			}
			for i, text := range textsOf(want, key.want) {
				if text != "" {
					tuples[i] += key.Attribute + "\x00" + text + "\x00"
				}
			}
		}
		f.Pairing.Apart += onesOfBoth(tuples, tuples)
		for _, k := range c.rivals(f, want) {
			texts := textsOf(want, k.want)
			f.Pairing.rival(k.spec.Path, Rival{Apart: onesOfBoth(texts, texts)})
		}
	}
}

// rivals returns the leaves of a list's items, sorted by name: the leaves that the spec names or, if it names none, the
// leaves of the items. It leaves out the field of a By with only one field.
func (c *Check) rivals(f *field, want []document.Value) []*field {
	wanted := f.spec.List.By
	var keys []*field
	for _, inner := range f.items {
		if inner.Kind == "leaf" && (len(wanted) > 1 || !inner.By) {
			keys = append(keys, inner)
		}
	}
	if len(f.spec.List.Fields) == 0 && !c.evidence.Redacted {
		seen := map[string]bool{}
		for _, item := range want {
			for key, v := range item.Members() {
				path := document.Path{{Key: key, Index: -1}}
				name := path.String()
				if !seen[name] && textOf(v) != "" && (len(wanted) > 1 || wanted[0] != name) {
					seen[name] = true
					keys = append(keys, &field{spec: &eval.Field{Path: name}, got: path, want: path})
				}
			}
		}
	}
	slices.SortFunc(keys, func(a, b *field) int { return cmp.Compare(a.spec.Path, b.spec.Path) })
	return keys[:min(len(keys), maxRivals)]
}

// itemsOf returns the items of an array, so that their places are their indices.
func itemsOf(v document.Value) []document.Value {
	var items []document.Value
	if v.Kind() == document.Array {
		for _, item := range v.Items() {
			items = append(items, item)
		}
	}
	return items
}

// textsOf returns each item's text at a path.
func textsOf(items []document.Value, path document.Path) []string {
	texts := arithmetic.Each(items, func(item document.Value) string { return textOf(item.At(path)) })
	return texts
}

// textOf returns the form in which a scalar is compared, "" for a value that items cannot be matched by.
func textOf(v document.Value) string {
	switch v.Kind() {
	case document.String:
		return compare.Fold(v.Text())
	case document.Number:
		return v.RawText()
	}
	return ""
}

// onesOfBoth returns the number of texts that occur exactly once in a and exactly once in b.
func onesOfBoth(a, b []string) (n int) {
	inB := counts(b)
	for text, times := range counts(a) {
		if times == 1 && inB[text] == 1 {
			n++
		}
	}
	return n
}

func counts(texts []string) map[string]int {
	n := make(map[string]int, len(texts))
	for _, text := range texts {
		if text != "" {
			n[text]++
		}
	}
	return n
}

// rival adds the numbers of one list for a field. It keeps the first names in alphabetical order. The order of the
// lists does not matter: a dropped name always has enough names before it.
func (p *Pairing) rival(name string, v Rival) {
	rival, ok := p.Keys[name]
	if !ok && len(p.Keys) == maxRivals {
		names := slices.Sorted(maps.Keys(p.Keys))
		last := names[len(names)-1]
		if last < name {
			return
		}
		delete(p.Keys, last)
	}
	arithmetic.Map(&p.Keys)[name] = Rival{rival.Apart + v.Apart, rival.Would + v.Would, rival.Held + v.Held, rival.Same + v.Same}
}

// shift adds the numbers of one list to Shifts.
func (p *Pairing) shift(want, got []string) {
	numbers := func(texts []string) (all []int) {
		for _, text := range texts {
			if n, err := strconv.Atoi(text); err == nil && len(text) < 10 {
				all = append(all, n)
			}
		}
		slices.Sort(all)
		return all
	}
	wanted, found := numbers(want), numbers(got)
	if len(wanted) < 2 || len(wanted) != len(want) || len(found) != len(got) || len(want) != len(got) {
		return
	}
	shift := strconv.Itoa(found[0] - wanted[0])
	for i := range found {
		if found[i]-wanted[i] != found[0]-wanted[0] {
			shift = "?"
		}
	}
	p.addShift(shift, 1)
}

// addShift adds lists to Shifts, which keeps one difference, or "?" for several.
func (p *Pairing) addShift(shift string, lists int) {
	for other, n := range p.Shifts {
		if other != shift {
			shift, lists = "?", lists+n
			delete(p.Shifts, other)
		}
	}
	arithmetic.Map(&p.Shifts)[shift] += lists
}

// clone returns a copy that shares nothing.
func (p *Pairing) clone() *Pairing {
	if p == nil {
		return nil
	}
	own := *p
	own.Keys, own.Shifts = maps.Clone(p.Keys), maps.Clone(p.Shifts)
	return &own
}

// merge adds the numbers of another part of a data set.
func (p *Pairing) merge(o *Pairing) *Pairing {
	if p == nil || o == nil {
		return cmp.Or(p, o).clone()
	}
	sum := p.clone()
	sum.Items += o.Items
	sum.Apart += o.Apart
	sum.Rows += o.Rows
	sum.Paired += o.Paired
	for name, v := range o.Keys {
		sum.rival(name, v)
	}
	for shift, lists := range o.Shifts {
		sum.addShift(shift, lists)
	}
	return sum
}

// unpaired returns the finding that answers number items from another number than truths, or that another field would pair more items
// than the stated By. Without answers, By must tell less than half of the items from the others of their lists, and the other field more
// than half.
func (e Evidence) unpaired(f *Field) (Finding, bool) {
	p := f.Pairing
	if p == nil || e.matchesNothing(f) {
		return Finding{}, false
	}
	for shift, lists := range p.Shifts {
		if n, err := strconv.Atoi(shift); err == nil && n != 0 && lists >= 3 {
			than := "greater"
			if n < 0 {
				n, than = -n, "less"
			}
			return Finding{Text: fmt.Sprintf("%q: %s pairs other items: its numbers are %s by %d in the answers, in all %d lists with as many items on both sides; number both alike",
				f.place(), e.writeMatch(p.By), than, n, lists)}, true
		}
	}
	if p.Rows > 0 {
		name, v := p.bestRival(func(v Rival) int {
			if v.Same*10 < v.Held*9 { // it is about something else
				return 0
			}
			return v.Would
		})
		more := v.Would - p.Paired
		return Finding{
			By:   name,
			Text: fmt.Sprintf("%q: %s pairs %d of %s; %s would pair %d of %d", f.place(), e.writeMatch(p.By), p.Paired, words.Plural(p.Rows, "item"), e.writeBy(name), v.Would, p.Rows),
		}, more > 0 && more*20 >= p.Rows
	}
	name, v := p.bestRival(func(v Rival) int { return v.Apart })
	return Finding{
		By: name,
		Text: fmt.Sprintf("%q: %s tells %d of %s from the others of their lists; %s would tell %d of %d",
			f.place(), e.writeMatch(p.By), p.Apart, words.Plural(p.Items, "item"), e.writeBy(name), v.Apart, p.Items),
	}, 2*p.Apart < p.Items && 2*v.Apart > p.Items
}

// bestRival returns the field with the highest worth above 0; if several have it, the first by name.
func (p *Pairing) bestRival(worth func(Rival) int) (name string, best Rival) {
	most := 0
	for _, n := range slices.Sorted(maps.Keys(p.Keys)) {
		if w := worth(p.Keys[n]); w > most {
			name, best, most = n, p.Keys[n], w
		}
	}
	return name, best
}

// matchesNothing reports whether no item has a match field of a list, which is a finding
// of its own.
func (e Evidence) matchesNothing(list *Field) bool {
	return slices.ContainsFunc(e.Fields, func(f Field) bool {
		level, _ := levelOf(f.Attribute)
		return f.By && f.Had == 0 && level == list.Attribute+"[]"
	})
}
