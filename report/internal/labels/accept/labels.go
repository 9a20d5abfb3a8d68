package accept

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Labels is a file of truths in memory, with the changes made so far: a file of JSON Lines or CSV, or the truth of a pair.
type Labels struct {
	name     string
	format   score.Lines
	lines    []string // with their line ends, as they are now
	number   bool     // the cases are lines of the file
	named    bool     // a line has an id
	index    map[string]int
	repeated map[string]int // the second line of ids that appear twice
	dirty    bool
	edited   map[string]bool      // ids of the cases that Apply has changed
	read     []byte               // the file as it was read
	table    *dataset.Table       // of CSV: lines are its rows as JSON
	places   map[int]dataset.Line // of a file of another form, whose documents are some of the lines: their places in the file
	keys     map[int]string       // of one object with a document for each id: the ids of the lines
}

// ErrCompressed says that a file cannot be changed because it is compressed.
var ErrCompressed = errors.New("it is compressed by gzip: unpack it (gunzip FILE), accept, and pack it again")

const byteOrderMark = "\uFEFF"

// Lines reads a file of JSON Lines or CSV, as a suite or evalreport score reads it. name is its name in messages, key the key
// of the id, "id" by default. A line that is not a case stays as it is.
func Lines(name string, data []byte, key string) (*Labels, error) {
	return readLines(name, data, score.Lines{Key: key})
}

func readLines(name string, data []byte, format score.Lines) (*Labels, error) {
	if err := check(name, data); err != nil {
		return nil, err
	}
	l := &Labels{name: name, format: format, number: true, index: map[string]int{}, repeated: map[string]int{}, read: data}
	if dataset.IsCSV(data) {
		var err error
		if l.table, data, err = dataset.ReadTable(name, data); err != nil {
			return nil, err
		}
	}
	if err := l.cut(data); err != nil {
		return nil, err
	}
	for i, line := range l.lines {
		place, found := l.places[i]
		if l.places != nil && !found {
			continue
		}
		if l.places == nil {
			place.Number = i + 1
		}
		text := []byte(strings.TrimPrefix(line, byteOrderMark))
		id, err := l.format.ID(text)
		if err != nil || l.format.ByLine {
			if v, wrong := document.Parse(text); wrong != nil || v.Kind() != document.Object {
				continue
			}
			id = place.Name()
		} else {
			l.named = true
		}
		if key, ok := l.keys[i]; ok {
			id, l.named = key, true
		}
		if _, ok := l.index[id]; !ok {
			l.index[id] = i
		} else if _, ok := l.repeated[id]; !ok {
			l.repeated[id] = i
		}
	}
	if len(l.index) == 0 {
		return nil, fmt.Errorf("%s has no case; want one JSON object per line", name)
	}
	return l, nil
}

// Pair reads the file with the truth of one case, NAME.want.json.
func Pair(name, id string, data []byte) (*Labels, error) {
	if err := check(name, data); err != nil {
		return nil, err
	}
	return &Labels{name: name, lines: []string{string(data)}, index: map[string]int{id: 0}, read: data}, nil
}

func check(name string, data []byte) error {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return fmt.Errorf("%s: %w", name, ErrCompressed)
	}
	if dataset.IsYAML(name) {
		return fmt.Errorf("%s: it is YAML, which accept does not write: change it by hand", name)
	}
	if err := words.CheckUTF8(data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Bytes returns the file with the accepted changes.
func (l *Labels) Bytes() []byte {
	if l.table != nil {
		return l.table.Bytes()
	}
	return []byte(strings.Join(l.lines, ""))
}

// setLine replaces a line. The error says that the columns of a table have no place for a value of it.
func (l *Labels) setLine(i int, line string) error {
	if l.table != nil {
		if err := l.table.Set(i+1, []byte(line)); err != nil {
			return err
		}
	}
	l.lines[i], l.dirty = line, true
	return nil
}

// Changed reports whether anything was accepted.
func (l *Labels) Changed() bool { return l.dirty }

// Edit is a change that was made in a file. Was and Now are JSON texts. Was is nil for an added value, Now for a
// removed one.
type Edit struct {
	Where, Case, Path string
	Was, Now          json.RawMessage
}

// Apply makes changes of one case and returns the edits. hash is the [report.Case].DataHash of the record, "" for a
// redacted record, whose hash is keyed. Apply refuses a case as a whole if its truth is not the evaluated one. It
// refuses a change if the truth has another value at the place than the record. A change that the truth already has is
// in neither result.
func (l *Labels) Apply(id, hash string, changes []Change) (done []Edit, refused []Refusal) {
	refuse := func(format string, args ...any) ([]Edit, []Refusal) {
		return nil, []Refusal{{id, "", fmt.Sprintf(format, args...)}}
	}
	i, ok := l.index[id]
	if !ok {
		return refuse("%s has no such case", l.name)
	}
	if line, ok := l.repeated[id]; ok {
		return refuse("it is in %s twice, on lines %d and %d", l.name, i+1, line+1)
	}
	head, text, behind, evaluated, err := l.truth(i, id, hash)
	if err != nil {
		return refuse("%s: %v", l.where(i), err)
	}
	truth, err := document.Parse([]byte(text))
	if err != nil {
		return refuse("%s: %v", l.where(i), err)
	}
	same := isHashed(id, hash, evaluated)
	t := jsonText{text: text, colon: colonOf(l.lines[i])}
	made := map[string]*Change{} // by place
	for _, c := range inOrder(changes) {
		if first := made[c.place()]; first != nil {
			if !Same(first.Got, c.Got) {
				refused = append(refused, Refusal{id, c.Path, fmt.Sprintf("trial %d says %s, and %s of trial %d was accepted", c.Trial, brief(c.Got), brief(first.Got), first.Trial)})
			}
			continue
		}
		made[c.place()] = c
		older := truth.At(c.path)
		switch now := c.value(older); {
		case c.kind == leaf && Same(now, older.Raw()) && older.Exists():
			continue // the truth has the new value already
		case !same:
			return refuse("%s: its truth is not the one that was evaluated; run the test again, and accept its answers", l.where(i))
		case c.kind == leaf && !c.replaces(older):
			refused = append(refused, Refusal{id, c.Path, fmt.Sprintf("%s has %s there, and %s was evaluated", l.where(i), brief(older.Raw()), brief(c.Want))})
		default:
			edit, err := t.change(c, older)
			if err != nil {
				refused = append(refused, Refusal{id, c.Path, err.Error()})
				continue
			}
			edit.Where, edit.Case = l.where(i), id
			done = append(done, edit)
		}
	}
	if len(done) == 0 {
		return nil, refused
	}
	if changed, err := document.Parse([]byte(t.text)); err != nil || changed.Kind() == document.Missing {
		return refuse("%s: the truth would not be JSON any more", l.where(i))
	}
	if err := l.setLine(i, head+t.text+behind); err != nil {
		return refuse("%s: %v", l.where(i), err)
	}
	arithmetic.Map(&l.edited)[id] = true
	return done, refused
}

// Current reports whether the truth of a case is the evaluated one; see [Labels.Apply] for hash. The error says why there is no
// truth that could be changed.
func (l *Labels) Current(id, hash string) (bool, error) {
	i, ok := l.index[id]
	if !ok {
		return false, fmt.Errorf("%s has no such case", l.name)
	}
	_, _, _, evaluated, err := l.truth(i, id, hash)
	if err != nil {
		return false, fmt.Errorf("%s: %w", l.where(i), err)
	}
	return isHashed(id, hash, evaluated), nil
}

// isHashed reports whether a truth has a hash, see [Labels.Apply].
func isHashed(id, hash string, truth []byte) bool {
	return hash == "" || hash == report.DataHash(id, truth)
}

// At returns the present value of the truth of a case at the place of a change, nil for no value and for a row that the
// truth lacks. See [Labels.Apply] for hash.
func (l *Labels) At(hash string, c Change) json.RawMessage {
	i, ok := l.index[c.Case]
	if !ok || c.kind == surplus {
		return nil
	}
	_, text, _, _, err := l.truth(i, c.Case, hash)
	if err != nil {
		return nil
	}
	truth, err := document.Parse([]byte(text))
	if err != nil {
		return nil
	}
	return truth.At(c.path).Raw()
}

func (l *Labels) where(i int) string {
	if !l.number {
		return l.name
	}
	if place, ok := l.places[i]; ok {
		return fmt.Sprintf("%s:%d", l.name, place.Number)
	}
	return fmt.Sprintf("%s:%d", l.name, i+1)
}

// inOrder sorts changes so that each finds its place: values, then added rows, then removed rows, the last row first.
func inOrder(changes []Change) []*Change {
	ordered := make([]*Change, len(changes))
	for i := range changes {
		ordered[i] = &changes[i]
	}
	rank := func(c *Change) int {
		switch {
		case c.kind == surplus:
			return 1
		case c.kind == lacking && c.Got == nil:
			return 2
		}
		return 0
	}
	slices.SortStableFunc(ordered, func(a, b *Change) int {
		if d := rank(a) - rank(b); d != 0 || rank(a) < 2 {
			return d
		}
		return slices.CompareFunc(b.path, a.path, func(x, y document.Step) int {
			if x.Bracket && y.Bracket {
				return x.Index - y.Index
			}
			return strings.Compare(x.Key, y.Key)
		})
	})
	return ordered
}

// change makes one change. previous is the value at its place.
func (t *jsonText) change(c *Change, previous document.Value) (Edit, error) {
	e := Edit{Path: c.path.String(), Now: c.value(previous)}
	if len(c.path) == 0 {
		e.Path = paths.Document
	}
	if previous.Exists() {
		e.Was = slices.Clone(previous.Raw())
	}
	if err := words.CheckUTF8(e.Now); err != nil {
		return Edit{}, err
	}
	var err error
	switch {
	case c.kind == surplus:
		e.Was, e.Path = nil, strings.TrimPrefix(e.Path, paths.Document)+"[]"
		err = t.push(c.path, t.spaced(e.Now))
	case c.kind == lacking && c.Got == nil:
		e.Now = nil
		err = t.remove(c.path)
	default:
		err = t.set(c.path, t.spaced(e.Now))
	}
	return e, err
}

// place returns a key for the place of a change; Apply makes one change for each key. Rows that the truth lacks have
// the same key only if they are equal, such as the same row in two trials.
func (c *Change) place() string {
	text := c.path.String()
	if c.kind == surplus {
		text += fmt.Sprintf(" %s %s", c.Path, Canonical(c.Got))
	}
	return text
}

// value returns the new value of the truth, which replaces was.
func (c *Change) value(previous document.Value) json.RawMessage {
	switch {
	case c.Got == nil && !c.both:
		return json.RawMessage("null")
	case !c.oneOf:
		return c.Got
	case !c.both:
		return accepted(c.Got)
	}
	values := []string{cmp.Or(string(previous.Raw()), "null")}
	if previous.Kind() == document.Array {
		values = nil
		for _, value := range previous.Items() {
			values = append(values, string(value.Raw()))
		}
	}
	values = append(values, cmp.Or(string(c.Got), "null"))
	return json.RawMessage("[" + strings.Join(values, ",") + "]")
}

// replaces reports whether was, the present value of the truth, is the value that the record has.
func (c *Change) replaces(previous document.Value) bool {
	if c.Want == nil {
		return previous.Empty() || previous.Kind() >= document.Array && previous.Len() == 0
	}
	return Same(previous.Raw(), c.Want)
}

// Canonical returns a text that is equal for equal values: nil for null, which is no value. A text that is not JSON
// is returned as it is.
func Canonical(text json.RawMessage) []byte {
	v, err := document.Parse(text)
	switch {
	case err != nil:
		return text
	case v.Kind() == document.Null:
		return nil
	}
	return v.AppendCanonical(nil)
}

// Same reports whether two JSON texts have the same value; null is no value.
func Same(a, b json.RawMessage) bool { return bytes.Equal(Canonical(a), Canonical(b)) }

func brief(text json.RawMessage) string {
	if len(text) == 0 {
		return "no value"
	}
	return words.Excerpt(string(text), 60)
}
