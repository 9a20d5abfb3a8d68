package accept

import (
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Mark notes in the label of a case who has looked at its truth: at the given fields or, if there are none, at all of
// it. It reports whether the label changes. The label of a pair is in other, the file that [Data.Beside] reads; for
// other files it is nil. Mark does not change a case without a label, nor a case whose truth is neither the
// evaluated one nor was changed by Apply; see [Labels.Apply] for hash. In CSV it changes a label only if there is a column for
// each of its keys.
func (l *Labels) Mark(other *Labels, id, hash string, part dataset.LabelPart, fields []string) bool {
	i, ok := l.index[id]
	if current, _ := l.Current(id, hash); !ok || !l.edited[id] && !current {
		return false
	}
	target, name := l, dataset.LabelKey
	if !l.number {
		target, i, name = other, 0, id
	}
	if target == nil {
		return false
	}
	object := strings.TrimPrefix(target.lines[i], byteOrderMark)
	label := dataset.LabelIn([]byte(object), name)
	if label == nil {
		return false
	}
	marked := dataset.SetLabelIn(object, name, label.Mark(part, fields...))
	if marked == object {
		return false
	}
	return target.setLine(i, target.lines[i][:len(target.lines[i])-len(object)]+marked) == nil
}
