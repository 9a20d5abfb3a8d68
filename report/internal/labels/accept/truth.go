package accept

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// Moved reports whether the truth of a case is no longer the one with hash, a [report.Case].DataHash. It has not moved
// if the value of any key of its line has that hash, since the run may have taken the truth from there. Moved reports
// false without a hash, for a case that is not in the file or is there twice, and if its truth cannot be read.
func (l *Labels) Moved(id, hash string) bool {
	i, ok := l.index[id]
	if _, twice := l.repeated[id]; !ok || twice || hash == "" {
		return false
	}
	_, _, _, now, err := l.truth(i)
	if err != nil || l.hashed(id, hash, now) {
		return false
	}
	moved := true
	gjson.Parse(strings.TrimPrefix(l.lines[i], byteOrderMark)).ForEach(func(_, value gjson.Result) bool {
		moved = hash != report.DataHash(id, []byte(value.Raw))
		return moved
	})
	return moved
}
