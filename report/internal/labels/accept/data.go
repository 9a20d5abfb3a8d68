package accept

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Data is the data set whose labels change.
type Data struct {
	dataset.Place
	Key string // of ids in a file; default "id"
}

// Read reads the file that has the truth of a case.
func (d Data) Read(id string) (*Labels, error) {
	path := d.TruthOf(id)
	if d.Folder && filepath.Dir(path) != filepath.Clean(d.Path) {
		return nil, fmt.Errorf("case %q: that is not the name of a pair in %s", id, d.Path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	if d.Folder {
		return Pair(filepath.ToSlash(path), id, data)
	}
	l, err := Lines(filepath.ToSlash(path), data, d.Key)
	if err == nil && !l.named {
		if key := keyOf(path); key != "" {
			l, err = Lines(filepath.ToSlash(path), data, key)
		}
	}
	if err == nil && !l.has(id) { // the run may have joined the lines by their order
		if byLine, wrong := readLines(filepath.ToSlash(path), data, score.Lines{Key: d.Key, ByLine: true}); wrong == nil && byLine.has(id) {
			return byLine, nil
		}
	}
	return l, err
}

func (l *Labels) has(id string) bool {
	_, ok := l.index[id]
	return ok
}

// keyOf returns the key of the ids in a file of truths as score finds it, "" for none.
func keyOf(path string) string {
	f, err := dataset.Open(path, path)
	if err != nil {
		return ""
	}
	defer f.Close()
	var format score.Lines
	_, _ = format.FindTruths(f, nil) // several keys are as good as none
	return format.Key
}

// Beside reads the file with the labels of a folder of pairs. It returns nil if there is no such file.
func (d Data) Beside() (*Labels, error) {
	if !d.Folder {
		return nil, nil
	}
	path := filepath.Join(d.Path, dataset.LabelsFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	return Pair(filepath.ToSlash(path), "", data)
}

// Write writes the whole file with the accepted changes. It is an error if somebody has changed the file since it was
// read.
func (l *Labels) Write() error {
	return Replace(filepath.FromSlash(l.name), l.read, l.Bytes())
}

// cut cuts a file into lines. A file of another form it cuts into its documents and the texts between them.
func (l *Labels) cut(data []byte) error {
	pieces, err := dataset.Pieces(l.name, data)
	if err != nil {
		return err
	}
	if pieces == nil {
		l.lines = slices.Collect(strings.Lines(string(data)))
		return nil
	}
	mark := int64(len(data) - len(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	l.places = map[int]dataset.Line{}
	end := int64(0)
	for _, p := range pieces {
		l.lines = append(l.lines, string(data[end:mark+p.Start]), string(data[mark+p.Start:mark+p.End]))
		l.places[len(l.lines)-1] = dataset.Line{Number: p.Line, Item: p.Item}
		end = mark + p.End
		if p.ID != "" {
			arithmetic.Map(&l.keys)[len(l.lines)-1] = p.ID
		}
	}
	l.lines = append(l.lines, string(data[end:]))
	return nil
}

// Mark notes in the label of a case who has looked at its truth: at the given fields or, if there are none, at all of it. It
// reports whether the label changes. The label of a pair is in other, the file that [Data.Beside] reads; for other files it is
// nil. Mark does not change a case without a label. The truth of the case must be the evaluated one, or Apply must have
// changed it; see [Labels.Apply] for hash. In CSV it changes a label only if there is a column for each of its keys.
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

// Moved reports whether the truth of a case is no longer the one with hash, a [report.Case].DataHash. It has not moved
// if any value of its line has that hash, since the run may have taken the truth from there. Moved reports
// false without a hash, for a case that is not in the file or is there twice, and if its truth cannot be read.
func (l *Labels) Moved(id, hash string) bool {
	i, ok := l.index[id]
	if _, twice := l.repeated[id]; !ok || twice || hash == "" {
		return false
	}
	_, _, _, now, err := l.truth(i, id, hash)
	return err == nil && !isHashed(id, hash, now)
}

// errElsewhere is the error of a truth in which no change is made.
var errElsewhere = errors.New("its truth is in a text of JSON, beside another one under want, or in the line twice: change it by hand, and run the test again")

// truth splits line i into its truth, text, and the bytes before and behind it. evaluated is the truth as records hash it.
// If the line has no truth under want, the truth is the value of the line with this hash: the run took it from there. It is
// an error if the line has such a value beside another truth under want: the value may be an older truth.
func (l *Labels) truth(i int, id, hash string) (head, text, behind string, evaluated []byte, err error) {
	head, text, behind, evaluated, err = l.usual(i)
	if !l.number || hash == "" || err == nil && isHashed(id, hash, evaluated) {
		return head, text, behind, evaluated, err
	}
	line := l.lines[i]
	start := len(line) - len(strings.TrimPrefix(line, byteOrderMark))
	whole, wrong := document.Parse([]byte(line[start:]))
	if wrong != nil { // it may be nested too deeply to be searched
		return head, text, behind, evaluated, err
	}
	var found []gjson.Result
	held := false
	var search func(v gjson.Result, inText bool)
	search = func(v gjson.Result, inText bool) {
		v.ForEach(func(_, value gjson.Result) bool {
			content := dataset.Held(value)
			if isHashed(id, hash, []byte(content.Raw)) {
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
	case len(found) > 1 || held || whole.Member("want").Exists():
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
