package invariant

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// kind is the kind of a value, and of an expression where the rule alone decides it.
type kind uint8

const (
	raw kind = iota // a value of the document that was not read yet; an expression whose kind depends on one
	number
	date
	text
	yesNo
	list
)

func (k kind) String() string {
	return [...]string{"a value of the document", "a number", "a date", "a text", "true or false", "a list"}[k]
}

// value is the result of an expression.
type value struct {
	kind  kind
	num   *apd.Decimal
	day   int64 // days since 1 January 1970
	text  string
	yes   bool
	items []value

	// The place of a value of the document, whether it was read or not.
	doc   document.Value
	spot  *spot
	place int // the index of its place in the rule, -1 for a row
}

// spot is a place in the document. It is nil for a value that the rule calculates.
type spot struct {
	owner *spot // nil for the document
	name  string
	item  int // the index of an item, where name is empty
}

func (s *spot) String() string {
	if s == nil {
		return ""
	}
	if s.name == "" {
		return s.owner.String() + "[" + strconv.Itoa(s.item) + "]"
	}
	return strings.TrimPrefix(s.owner.String()+s.name, ".")
}

// emptyError says that an operand is empty: the rule does not apply.
type emptyError struct {
	path string
	list *node // a list without items that the rule calculates; it has no path
}

func (e *emptyError) Error() string {
	if e.list != nil {
		return e.list.label() + " is empty"
	}
	return e.path + " is empty"
}

func empty(v value) halt { return halt{&emptyError{path: v.spot.String()}} }

// unreadError says that an operand is there and cannot be read: the rule is broken.
type unreadError struct{ note, path string }

func (e *unreadError) Error() string { return e.note }

// unread is the end of an evaluation that cannot read a value. Its note begins with the place and the
// value; format continues it.
func unread(v value, format string, args ...any) halt {
	problem := fmt.Sprintf(format, args...)
	if v.spot == nil {
		return halt{&unreadError{note: formatValue(v) + " " + problem}}
	}
	path := v.spot.String()
	return halt{&unreadError{note: path + " " + formatValue(v) + " " + problem, path: path}}
}

// A number beyond these bounds is an error. They keep every sum and product short, and
// 1e999999999 out.
const (
	maxDigits   = 100
	maxExponent = 100
)

// scalar reads a value of the document as its comparator does.
func (m *machine) scalar(v value) value {
	if v.kind != raw {
		return v
	}
	m.present(v)
	m.countSteps(1 + len(v.doc.RawText())/64)
	var c compare.Comparator
	if v.place >= 0 {
		c = m.rule.fields[v.place]
	}
	return must(m.readValue(v, c))
}

// empty reports whether a value of the document carries no information.
func (m *machine) empty(v value) bool {
	var words *paths.AbsentWords
	if v.place >= 0 {
		words = m.rule.words[v.place]
	}
	return words.Empty(v.doc) || vacant(v.doc)
}

// present refuses a value of the document that is empty, an array or an object.
func (m *machine) present(v value) {
	m.noteValue(v)
	if m.empty(v) {
		panic(empty(v))
	}
	if k := v.doc.Kind(); k == document.Array || k == document.Object {
		panic(unread(v, "is not a number, a text, true or false"))
	}
}

// readValue reads a value of the document as c does.
func (m *machine) readValue(v value, c compare.Comparator) (value, error) {
	s, err := compare.ScalarOf(c, v.doc)
	if err != nil {
		return value{}, &unreadError{v.spot.String() + " " + err.Error(), v.spot.String()}
	}
	switch s.Kind {
	case "number":
		d, ok := decimal(s.Text)
		if !ok && c == nil && v.doc.Kind() == document.String {
			v.kind, v.text = text, v.doc.Text()
			return v, nil
		}
		if !ok {
			return value{}, unread(v, "is too long or too large to calculate with").error
		}
		v.kind, v.num = number, d
	case "date":
		day, ok := dayOf(s.Text)
		if !ok {
			return value{}, unread(v, "is not a date").error
		}
		v.kind, v.day = date, day
	case "bool":
		v.kind, v.yes = yesNo, s.Text == "true"
	default:
		v.kind, v.text = text, s.Text
	}
	return v, nil
}

// decimal reads a JSON number that is within the bounds.
func decimal(s string) (*apd.Decimal, bool) {
	if len(s) > maxDigits+maxExponent {
		return nil, false
	}
	d, _, err := apd.NewFromString(s)
	if err != nil || d.Form != apd.Finite || d.NumDigits() > maxDigits || d.Exponent > maxExponent || d.Exponent < -maxExponent {
		return nil, false
	}
	return d, true
}

const secondsPerDay = 24 * 60 * 60

// dayOf reads a date by ISO 8601; without a day it is the first of the month or year.
func dayOf(s string) (int64, bool) {
	for _, layout := range [...]string{time.DateOnly, "2006-01", "2006"} {
		if len(s) != len(layout) {
			continue
		}
		t, err := time.Parse(layout, s)
		return t.Unix() / secondsPerDay, err == nil
	}
	return 0, false
}

// vacant reports whether v is an array without items or an object without members.
func vacant(v document.Value) bool {
	k := v.Kind()
	return (k == document.Array || k == document.Object) && v.Len() == 0
}

// lacksItems reports whether v is a value of the document that is empty.
func (v *value) lacksItems() bool { return v.kind == raw && (v.doc.Empty() || vacant(v.doc)) }

// readList returns the items of a list.
func (m *machine) readList(v value) (items []value) {
	switch {
	case v.kind == list:
		return v.items
	case v.lacksItems():
		panic(empty(v))
	case v.kind != raw || v.doc.Kind() != document.Array:
		panic(unread(v, "is not a list"))
	}
	m.countSteps(len(v.doc.RawText()) / 64)
	for i, item := range v.doc.Items() {
		m.countSteps(8)
		items = append(items, value{doc: item, spot: &spot{owner: v.spot, item: i}, place: -1})
	}
	return items
}

// formatValue returns a value for a note: a value of the document as it stands there.
func formatValue(v value) string {
	const most = 40
	if v.spot != nil {
		if v.doc.Kind() == document.String {
			return strconv.Quote(words.Excerpt(v.doc.Text(), most))
		}
		return words.Excerpt(v.doc.RawText(), most)
	}
	switch v.kind {
	case number:
		return showNumber(v.num)
	case date:
		return time.Unix(v.day*secondsPerDay, 0).UTC().Format(time.DateOnly)
	case yesNo:
		return strconv.FormatBool(v.yes)
	case list:
		return fmt.Sprintf("a list of %d", len(v.items))
	}
	return strconv.Quote(words.Excerpt(v.text, most))
}

func showNumber(d *apd.Decimal) string {
	const most = 30
	if d.Exponent > most || d.Exponent < -most || d.NumDigits() > most {
		return words.Excerpt(d.Text('G'), 2*most)
	}
	return d.Text('f')
}
