package accept

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// Moved reports whether the truth of a case is another one than that with this [report.Case].DataHash. It has not moved where the value
// of any key of its line is that truth, since the run may have taken it from there. A case that is not there, or whose truth cannot be
// read, says nothing, and has not moved.
func (l *Labels) Moved(id, hash string) bool {
	i, ok := l.at[id]
	if _, twice := l.again[id]; !ok || twice || hash == "" {
		return false
	}
	_, _, _, now, err := l.truth(i)
	if err != nil || hash == report.DataHash(id, now) {
		return false
	}
	moved := true
	gjson.Parse(strings.TrimPrefix(l.lines[i], byteOrderMark)).ForEach(func(_, value gjson.Result) bool {
		moved = hash != report.DataHash(id, []byte(value.Raw))
		return moved
	})
	return moved
}
