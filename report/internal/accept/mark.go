package accept

import (
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
)

// Mark says in the label of a case who has looked at its truth, at some fields or, without any, at all of it, and reports whether that
// changes the label. The label of a pair is in the file that [Data.Beside] reads; elsewhere beside is nil. A case without a label stays as
// it is. So does one whose truth is neither the evaluated one nor was changed by Apply; see [Labels.Apply] for hash.
func (l *Labels) Mark(beside *Labels, id, hash string, by labels.Part, fields []string) bool {
	i, ok := l.at[id]
	if !ok || !l.edited[id] && !l.Current(id, hash) {
		return false
	}
	of, name := l, labels.Key
	if !l.number {
		of, i, name = beside, 0, id
	}
	if of == nil {
		return false
	}
	object := strings.TrimPrefix(of.lines[i], byteOrderMark)
	label := labels.In([]byte(object), name)
	if label == nil {
		return false
	}
	marked := labels.SetIn(object, name, label.Mark(by, fields...))
	if marked == object {
		return false
	}
	of.lines[i] = of.lines[i][:len(of.lines[i])-len(object)] + marked
	of.dirty = true
	return true
}
