package accept

import (
	"errors"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Moved reports whether the truth of a case is no longer the one with hash, a [report.Case].DataHash. It has not moved
// if any value of its line has that hash, since the run may have taken the truth from there. Moved reports
// false without a hash, for a case that is not in the file or is there twice, and if its truth cannot be read.
func (l *Labels) Moved(id, hash string) bool {
	i, ok := l.index[id]
	if _, twice := l.repeated[id]; !ok || twice || hash == "" {
		return false
	}
	_, _, _, now, err := l.truth(i, id, hash)
	return err == nil && !l.hashed(id, hash, now)
}

// errElsewhere is the error of a truth in which no change is made.
var errElsewhere = errors.New("its truth is in a text of JSON, or the line has it twice: change it by hand, and run the test again")

// truth splits line i into its truth, text, and the bytes before and behind it. evaluated is the truth as records hash
// it. If the truth under want has not the hash, it is the value of the line that has it: the run may have taken it from there.
func (l *Labels) truth(i int, id, hash string) (head, text, behind string, evaluated []byte, err error) {
	head, text, behind, evaluated, err = l.usual(i)
	if !l.number || hash == "" || err == nil && l.hashed(id, hash, evaluated) {
		return head, text, behind, evaluated, err
	}
	line := l.lines[i]
	start := len(line) - len(strings.TrimPrefix(line, byteOrderMark))
	var found []gjson.Result
	held := false
	var search func(v gjson.Result, inText bool)
	search = func(v gjson.Result, inText bool) {
		v.ForEach(func(_, value gjson.Result) bool {
			content := dataset.Held(value)
			if l.hashed(id, hash, []byte(content.Raw)) {
				found, held = append(found, value), held || inText || content.Raw != value.Raw
			} else if content.IsObject() || content.IsArray() {
				search(content, inText || content.Raw != value.Raw)
			}
			return true
		})
	}
	search(gjson.Parse(line[start:]), false)
	switch {
	case len(found) == 0:
		return head, text, behind, evaluated, err
	case len(found) > 1 || held:
		return "", "", "", nil, errElsewhere
	}
	start += found[0].Index
	end := start + len(found[0].Raw)
	return line[:start], found[0].Raw, line[end:], []byte(found[0].Raw), nil
}

// usual splits line i as truth does, by the key want.
func (l *Labels) usual(i int) (head, text, behind string, evaluated []byte, err error) {
	line := l.lines[i]
	start := len(line) - len(strings.TrimLeft(strings.TrimPrefix(line, byteOrderMark), " \t\r\n"))
	end := len(strings.TrimRight(line, " \t\r\n"))
	if _, ok := l.keys[i]; !l.number || ok && !gjson.Get(line, "want").Exists() {
		text = line[start:end]
		return line[:start], text, line[end:], []byte(text), nil
	}
	object := line[start:end]
	if want := dataset.Lookup([]byte(object), "want"); want.Exists() {
		position := start + want.Index
		return line[:position], want.Raw, line[position+len(want.Raw):], []byte(want.Raw), nil
	}
	if !l.format.Labelled([]byte(object)) {
		return "", "", "", nil, errors.New("the case has no truth")
	}
	evaluated, _, _ = l.format.Values([]byte(object), nil)
	return line[:start], object, line[end:], evaluated, nil
}
