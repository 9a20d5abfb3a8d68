package convention

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

// KIEval holds the entity-level counts of KIEval: the corrections that a person would make to the answers.
//
// The Confusion has KIEval's entity-level precision, recall and F1; where they are undefined KIEval prints 0.
type KIEval struct {
	metrics.Confusion     // TP are exact matches; a wrong value is in FP and FN; KIEval knows no TN
	WrongMatch        int // pairs of a false positive and a false negative: values to be replaced
	NoMatch           int // values without a counterpart, to be removed or added
}

// KIEvalOf returns KIEval's counts for one document; add up the counts of several with Plus. The wrong matches of a key
// are the smaller of its numbers of false positives and false negatives in the document: a missing value and an
// invented value of the same key are one replacement. The rows must be of one document, since counts summed over
// documents would replace values of one document by values of another.
//
// Item-level rows and the row of invented keys, [metrics.InventedAttribute], are not keys in KIEval and are left out.
//
// KIEval takes the minimum within a pair of groups (list items), not within the document. The two differ when one pair
// lacks a value of a key and another pair of the same document has one too many: KIEval counts two corrections,
// KIEvalOf one replacement. [KIEvalOfFields] counts two, like KIEval. KIEval's score of whole groups is not derived.
//
// Source: Khang, Jung, Park, Hong: KIEval: Evaluation Metric for Document Key Information Extraction, ICDAR 2025,
// arXiv:2503.05488; github.com/UpstageAI/KIEval, KIEval/kieval.py and KIEval/utils.py (95914a4).
func KIEvalOf(document []metrics.Row) KIEval {
	var k KIEval
	for _, row := range document {
		if !row.Items && row.Attribute != metrics.InventedAttribute {
			k = k.Plus(ofKey(row.Counts))
		}
	}
	return k
}

// ofKey returns KIEval's counts of one key.
func ofKey(counts metrics.Counts) KIEval {
	c := counts.Confusion(metrics.WrongBoth)
	c.TN = 0
	replaced := min(c.FP, c.FN)
	return KIEval{Confusion: c, WrongMatch: replaced, NoMatch: max(c.FP, c.FN) - replaced}
}

// Plus returns the sum of k and l.
func (k KIEval) Plus(l KIEval) KIEval {
	return KIEval{Confusion: k.Confusion.Plus(l.Confusion), WrongMatch: k.WrongMatch + l.WrongMatch, NoMatch: k.NoMatch + l.NoMatch}
}

// Aligned returns KIEval's aligned score, TP / (TP + WrongMatch + NoMatch), in [0,1]: the share of all values
// that need no correction. 0 and false without anything.
func (k KIEval) Aligned() (float64, bool) {
	return ratio(k.TP, k.TP+k.WrongMatch+k.NoMatch)
}

// Accuracy returns TP / (TP + FP + FN), in [0,1], in which a wrong value costs twice; 0 and false without anything.
func (k KIEval) Accuracy() (float64, bool) { return ratio(k.TP, k.TP+k.FP+k.FN) }

// KIEvalOfFields returns KIEval's counts for one document from the Fields of its [eval.Result], with wrong matches
// counted as KIEval does: per key within each pair of list items, and per key within the document outside of lists.
// KIEval forms as many pairs of groups as the shorter side has groups, however different they are. So the list items
// without a partner are paired here in order, the first one of got with the first one of want.
//
// A key with several values, in the document or in a group, is a field that is a set ([eval.Field].Set, match set): each value
// of it counts, as with KIEval's split_merged_value. KIEval splits texts at a delimiter; here truth and answer hold arrays, and
// a text that holds several values is one value. Keys with one value compare with [compare.Exact].
//
// The numbers equal KIEval's if the pairs do. KIEval's grouping strategy "hungarian" takes the pairs with the most
// equal values over all keys together; a list with all of its fields in By and [eval.Optimal] comes nearest to it. But
// package eval pairs by the mean similarity of these fields, in which a set of five values weighs as much as a key with
// one value, and similar texts count in part: if several items share a value, it may choose another partner. It forms
// no pair below Threshold: equal values of two such items are missing and invented. KIEval has one level of groups:
// items of lists in lists are items of one list.
//
// Fields hold at most 1,000 invented values. Source: as [KIEvalOf].
func KIEvalOfFields(document []eval.FieldResult) KIEval {
	counts := map[unit]metrics.Counts{}
	left := leftItems{}
	for i := range document {
		f := &document[i]
		if f.Attribute == metrics.InventedAttribute {
			continue
		}
		u := unit{key: f.Attribute, pair: left.pairLeft(f)}
		c := counts[u]
		c.Add(f.Outcome)
		counts[u] = c
	}
	var k KIEval
	for _, c := range counts {
		k = k.Plus(ofKey(c))
	}
	return k
}

// unit is one key in one pair of items.
type unit struct{ key, pair string }

// leftItems numbers the items without a partner, by their list and side.
type leftItems map[string]int

// pairLeft names the pair of items that a leaf is in, "" for a leaf outside of lists.
func (l leftItems) pairLeft(f *eval.FieldResult) string {
	// The last index of a set belongs to the value.
	list := strings.TrimSuffix(f.Attribute, paths.Items)
	depth := strings.Count(list, paths.Items) + strings.Count(list, paths.Members)
	if depth == 0 {
		return ""
	}
	list = list[:max(strings.LastIndex(list, paths.Items), strings.LastIndex(list, paths.Members))]
	got, want := len(f.GotIndex) >= depth, len(f.WantIndex) >= depth
	switch {
	case got && want:
		return fmt.Sprint(f.GotIndex[:depth], f.WantIndex[:depth])
	case got:
		return l.number(list, "got", f.GotIndex[:depth])
	case want:
		return l.number(list, "want", f.WantIndex[:depth])
	}
	return ""
}

// number names an item without a partner by its place among the unpaired items of its list.
func (l leftItems) number(list, side string, index []int) string {
	all := list + " " + side
	item := all + fmt.Sprint(index)
	if l[item] == 0 {
		l[all]++
		l[item] = l[all]
	}
	return fmt.Sprint("left ", l[item])
}
