package dataset

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/words"
)

// Condition is a slice: the cases with one value of a tag, or with some values of a measure.
type Condition struct {
	// Name is a tag, or the name of a measure where Computed is set: "rows of lines".
	Name     string
	Computed bool
	Op       Op
	Number   float64 // the value of a measure that is a number
	Text     string  // the value of a tag, or of a measure that is not a number
}

// Op compares the value of a case with the value of a condition.
type Op string

const (
	Equal   Op = "="
	AtLeast Op = ">="
	Below   Op = "<"
)

// measure is a property of cases by which slices are computed. Its name is the first part of their names.
type measure struct {
	name   string
	thing  string // the whole name of its computed slice, "pages of document"; "" for a measure of any attribute
	number bool
	values func() []string // all values, nil for any text
	sample string
}

const (
	Rows     = "rows"
	Presence = "presence"
	Class    = "class"

	Pages   = "pages of document"
	Length  = "length of text"
	Size    = "size of input"
	Latency = "latency of answer"
	Retries = "retries of answer"
	Stop    = "stop of answer"
	Script  = "script of text"
	Numbers = "layout of numbers"
	Dates   = "layout of dates"

	Yes = "yes"
	No  = "no"
)

const of = " of "

// MeasureOf returns the name of a measure of an attribute: "rows of lines".
func MeasureOf(measure, attribute string) string { return measure + of + attribute }

// measures come in the order of the documentation.
var measures = []measure{
	{name: Rows, number: true, sample: "rows of lines>=40"},
	{name: "pages", thing: Pages, number: true, sample: "pages of document>=10"},
	{name: "length", thing: Length, number: true, sample: "length of text>=3000"},
	{name: "size", thing: Size, number: true, sample: "size of input>=100000"},
	{name: "latency", thing: Latency, number: true, sample: "latency of answer>=2.5"},
	{name: "retries", thing: Retries, number: true, sample: "retries of answer>=1"},
	{name: Presence, values: func() []string { return []string{Yes, No} }, sample: "presence of notes=yes"},
	{name: Class, sample: "class of type=invoice"},
	{name: "stop", thing: Stop, sample: "stop of answer=max_tokens"},
	{name: "script", thing: Script, values: Scripts, sample: "script of text=Cyrillic"},
	{name: "layout", thing: Numbers, sample: "layout of numbers=1.889,00"},
	{name: "layout", thing: Dates, values: DateLayouts, sample: "layout of dates=dmy"},
}

// measureOf returns the measure whose name the text begins with: "rows of lines>=40" is of "rows".
func measureOf(text string) *measure {
	name, _, ok := strings.Cut(text, of)
	i := slices.IndexFunc(measures, func(m measure) bool { return m.name == name })
	if !ok || i < 0 {
		return nil
	}
	return &measures[i]
}

// CheckTag returns an error if the name of a tag has the form of a computed slice: nobody could tell a limit on the tag
// from a limit on the computed slice.
func CheckTag(name string) error {
	if measureOf(name) == nil {
		return nil
	}
	return fmt.Errorf("%q has the form of a computed slice (%q): rename the tag", name, strings.SplitAfter(name, of)[0]+"…")
}

// CheckTags returns the error of [CheckTag] for the first bad tag, in the order of the names.
func CheckTags(tags map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		if err := CheckTag(name); err != nil {
			return err
		}
	}
	return nil
}

// ParseCondition reads a slice. If the text begins with a measure and " of ", it is a computed slice; otherwise the text before
// the first "=" is a tag. The caller writes the error after the text: `want a tag and its value: "vendor=acme"`.
func ParseCondition(text string) (Condition, error) {
	m := measureOf(text)
	if m == nil {
		tag, value, ok := strings.Cut(text, "=")
		if !ok || tag == "" {
			return Condition{}, fmt.Errorf("want a tag and its value: %q", "vendor=acme")
		}
		return Condition{Name: tag, Op: Equal, Text: value}, nil
	}
	name, op, value := splitSlice(text)
	c := Condition{Name: name, Computed: true, Op: op}
	if err := m.check(&c); err != nil {
		return Condition{}, err
	}
	if i := slices.IndexFunc(measures, func(m measure) bool { return m.thing == name }); i >= 0 {
		m = &measures[i]
	}
	if m.number {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return Condition{}, fmt.Errorf("want a number after %q, as in %q", op, m.sample)
		}
		c.Number = n
		return c, nil
	}
	c.Text = value
	if quoted, err := strconv.Unquote(value); err == nil && value[0] == '"' {
		c.Text = quoted
	}
	switch {
	case c.Text == "":
		return Condition{}, fmt.Errorf("want a value after %q, as in %q", op, m.sample)
	case m.values != nil && !slices.Contains(m.values(), c.Text):
		return Condition{}, fmt.Errorf("and %q is not a value of %q%s%s", c.Text, c.Name, words.Hint(c.Text, m.values()), valid(m.values()))
	}
	return c, nil
}

// valid lists the values of a measure for an error; it returns "" for more than 10.
func valid(values []string) string {
	if len(values) > 10 {
		return ""
	}
	return " (valid: " + strings.Join(values, ", ") + ")"
}

// check returns an error if the measure has no slice of the name, or does not allow the operator.
func (m *measure) check(c *Condition) error {
	names := m.names()
	switch {
	case len(names) > 0 && !slices.Contains(names, c.Name):
		return fmt.Errorf("want \"%s\", as in %q", strings.Join(names, `" or "`), m.sample)
	case c.Name == strings.TrimSpace(m.name+of):
		return fmt.Errorf("want the path of a value after %q, as in %q", m.name+of, m.sample)
	case m.number && c.Op != Equal && c.Op != AtLeast && c.Op != Below:
		return fmt.Errorf(`want ">=", "<" or "=" after %q, as in %q`, c.Name, m.sample)
	case !m.number && c.Op != Equal:
		return fmt.Errorf(`want "=" after %q, as in %q`, c.Name, m.sample)
	}
	return nil
}

// names returns the names of the computed slices of a measure, none for a measure of any attribute.
func (m *measure) names() (names []string) {
	for _, other := range measures {
		if other.name == m.name && other.thing != "" {
			names = append(names, other.thing)
		}
	}
	return names
}

// splitSlice cuts a computed slice at its operator: the first "=" before a text in quotes, or else the last operator. The
// name of an attribute may also have the characters of operators.
func splitSlice(text string) (name string, op Op, value string) {
	offset := strings.LastIndexAny(text, "<>=")
	for i := range len(text) {
		if rest := text[i+1:]; text[i] == '=' && strings.HasPrefix(strings.TrimSpace(rest), `"`) {
			if _, err := strconv.Unquote(strings.TrimSpace(rest)); err == nil {
				offset = i
				break
			}
		}
	}
	if offset < 0 {
		return strings.TrimSpace(text), "", ""
	}
	start := offset
	for start > 0 && strings.ContainsRune("<>=!", rune(text[start-1])) {
		start--
	}
	return strings.TrimSpace(text[:start]), Op(text[start : offset+1]), strings.TrimSpace(text[offset+1:])
}

// Takes reports whether a measured number meets the condition.
func (c Condition) Takes(n float64) bool {
	switch c.Op {
	case AtLeast:
		return n >= c.Number
	case Below:
		return n < c.Number
	}
	return n == c.Number
}

// IsNumber reports whether the condition is on a measure that is a number.
func (c Condition) IsNumber() bool { return c.Computed && c.Text == "" }

// MeasureNames returns the names of the computed slices that are not of an attribute.
func MeasureNames() (names []string) {
	for _, m := range measures {
		if m.thing != "" {
			names = append(names, m.thing)
		}
	}
	return names
}

// String returns the text that [ParseCondition] reads as c.
func (c Condition) String() string {
	switch {
	case !c.Computed:
		return c.Name + "=" + c.Text
	case c.IsNumber():
		return c.Name + string(c.Op) + strconv.FormatFloat(c.Number, 'f', -1, 64)
	}
	return c.Name + string(c.Op) + quoted(c.Text)
}

// quoted puts a text in quotes unless it is a plain word.
func quoted(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./,'", r)
	}) {
		return strconv.Quote(text)
	}
	return text
}
