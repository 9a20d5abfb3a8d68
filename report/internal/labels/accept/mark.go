package accept

import (
	"strings"

	"github.com/extracteval/extracteval/internal/labels"
)

// Mark notes in the label of a case who has looked at its truth: at the given fields or, if there are none, at all of
// it. It reports whether the label changes. The label of a pair is in beside, the file that [Data.Beside] reads; for
// other files beside is nil. Mark does not change a case without a label, nor a case whose truth is neither the
// evaluated one nor was changed by Apply; see [Labels.Apply] for hash. In CSV it changes a label only if there is a column for
// each of its keys.
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
	return of.setLine(i, of.lines[i][:len(of.lines[i])-len(object)]+marked) == nil
}
