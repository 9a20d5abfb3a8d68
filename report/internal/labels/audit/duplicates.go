package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
)

// duplicates returns the labels that differ between documents of the same source.
func (f *Finder) duplicates() []SuspectLabel {
	groups := slices.SortedFunc(maps.Values(f.copies), func(a, b []labels) int { return cmp.Compare(a[0].number, b[0].number) })
	var all []SuspectLabel
	for _, group := range groups {
		if len(group) == f.Documents && !group[0].hasText {
			continue // an input that all documents have is no mark of any
		}
		for i := range group {
			for k := range group[i].all {
				if l, ok := differing(group, i, &group[i].all[k]); ok {
					all = append(all, l)
				}
			}
		}
	}
	return all
}

// differing returns a label of document i with the evidence of the other documents of its group that do not have it.
func differing(group []labels, i int, l *label) (SuspectLabel, bool) {
	if l.value.Empty() {
		return SuspectLabel{}, false // the labels of the others are added with the others
	}
	others := 0
	first, replacement := "", ""
	for k := range group {
		if k == i || has(&group[k], l) {
			continue
		}
		if others++; others == 1 {
			first, replacement = group[k].location, labelAt(&group[k], l.path)
		}
	}
	if others == 0 {
		return SuspectLabel{}, false
	}
	text := fmt.Sprintf("%s has the same document, and %s", first, replacement)
	if others > 1 {
		text += fmt.Sprintf("; so do %d more", others-1)
	}
	return SuspectLabel{
		Where: group[i].location, ID: group[i].id, Path: l.path, Attribute: l.attribute, Value: l.value.RawText(),
		Evidence: []Evidence{{Kind: Duplicate, Of: others, Text: text}},
	}, true
}

// has reports whether a document has the value of a label in the same field, perhaps in another item.
func has(own *labels, l *label) bool {
	return slices.ContainsFunc(own.all, func(m label) bool { return m.attribute == l.attribute && equalValues(m.value, l.value) })
}

// labelAt returns the value of a document at a path.
func labelAt(own *labels, path string) string {
	for i := range own.all {
		if l := &own.all[i]; l.path == path && !l.value.Empty() {
			return words.Excerpt(l.value.RawText(), maxShown)
		}
	}
	return "no such value"
}
