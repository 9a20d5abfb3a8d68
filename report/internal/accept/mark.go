package accept

import (
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
)

// Mark says in the label of a case who has looked at its truth, at some fields or, without any, at all of it, and reports whether that
// changes the label. A case without a label stays as it is. So does one whose truth is neither the evaluated one nor was changed by
// Apply; see [Labels.Apply] for hash.
func (l *Labels) Mark(id, hash string, by labels.Part, fields []string) bool {
	i, ok := l.at[id]
	if !ok || !l.number || !l.edited[id] && !l.Current(id, hash) {
		return false
	}
	object := strings.TrimPrefix(l.lines[i], byteOrderMark)
	label := labels.Of([]byte(object))
	if label == nil {
		return false
	}
	marked := labels.Set(object, label.Mark(by, fields...))
	if marked == object {
		return false
	}
	l.lines[i] = l.lines[i][:len(l.lines[i])-len(object)] + marked
	l.dirty = true
	return true
}
