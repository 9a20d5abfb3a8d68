package strictness

// This file finds comparators that take different truths of a field as equal.

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

const (
	most           = 32      // different values of an attribute are compared with each other
	mostAttributes = 500     // attributes
	leastPairs     = 3       // of an attribute that is reported
	mostBytes      = 1 << 12 // of a value
	mostHashes     = 1 << 16
)

// Counts are the pairs of different truths of an attribute, of at most 32 truths in one run.
type Counts struct {
	Attribute string `json:"attribute"`
	Match     string `json:"match"`  // the name of the comparator
	Option    string `json:"option"` // the option that makes it lenient
	Pairs     int    `json:"pairs"`
	Alike     int    `json:"alike"`             // pairs that it takes as equal
	Codes     int    `json:"codes,omitempty"`   // truths with digits and without blanks, under a threshold
	Altered   int    `json:"altered,omitempty"` // codes that it takes as equal with another last digit
}

// Plus returns the counts of two parts of a data set.
func (c Counts) Plus(o Counts) Counts {
	c.Pairs += o.Pairs
	c.Alike += o.Alike
	c.Codes += o.Codes
	c.Altered += o.Altered
	return c
}

// Finding returns a text if the comparator cannot tell the truths of an attribute apart, else "". It cannot if it takes
// at least half of the pairs as equal. Aliases may be spellings of one value: with these it must take all pairs as
// equal. It also cannot if it takes at least half of the codes as equal with another last digit: codes that count up
// mostly differ in more digits, so pairs do not show this. option is another comparator that tells the truths apart, ""
// if only an option of the comparator does. write returns an option in the notation of the spec.
func (c Counts) Finding(write func(option string) string) (text, option string) {
	least := 2 * c.Alike
	if c.Option == "aliases" {
		least = c.Alike
	}
	switch {
	case c.Pairs < leastPairs:
		return "", ""
	case least >= c.Pairs:
		text = fmt.Sprintf("%s takes %d of %d pairs of different truths as equal, so the value of another document counts as right: write ", c.Match, c.Alike, c.Pairs)
	case c.Altered >= leastPairs && 2*c.Altered >= c.Codes:
		text = fmt.Sprintf("%s takes %d of %d codes as equal if their last digit is another, so a wrong code counts as right: write ", c.Match, c.Altered, c.Codes)
	default:
		return "", ""
	}
	if c.Match != "one_of" {
		option = "match: exact"
	}
	switch c.Option {
	case "aliases":
		return text + "fewer aliases, each another name of one value", ""
	case "tolerance":
		return text + "a smaller tolerance", ""
	case "precision":
		return text + write("precision: day"), ""
	case "threshold":
		return text + write(cmp.Or(option, "each: exact")) + ", or a higher threshold", option
	}
	return text + write(cmp.Or(option, "each: exact")), option
}

// Table has the truths of attributes by their names. The zero value is empty.
type Table map[string]*truths

// truths holds different truths, each once, chosen by their hashes.
type truths struct {
	name, option    string
	lenient, strict compare.Comparator
	hashes          map[uint64]bool
	values          arithmetic.First[hashed]
}

type hashed struct {
	hash  uint64
	value document.Value
}

// Add adds a truth, in JSON, that match compares. It keeps none if match tells all different values apart.
func (t *Table) Add(attribute string, match compare.Comparator, truth []byte) {
	d := (*t)[attribute]
	if d == nil {
		if len(*t) == mostAttributes {
			return
		}
		if *t == nil {
			*t = Table{}
		}
		d = newTruths(match)
		(*t)[attribute] = d
	}
	if d.strict == nil || len(truth) > mostBytes {
		return
	}
	added := hashed{hash: arithmetic.Hash(truth)}
	if d.hashes[added.hash] || len(d.hashes) == mostHashes || !d.values.Takes(added) {
		return
	}
	var err error
	added.value, err = document.Parse(truth)
	if _, auto := match.(compare.Auto); err == nil && !added.value.Empty() && (!auto || isSimilar(match, added.value)) {
		d.hashes[added.hash] = true
		d.values.Add(added)
	}
}

func newTruths(match compare.Comparator) *truths {
	d := &truths{name: compare.Name(match)}
	strict, option := strictOf(match)
	lenient, err := compare.Prepare(match)
	if option == "" || err != nil {
		return d
	}
	if strict, err = compare.Prepare(strict); err == nil {
		d.lenient, d.strict, d.option = lenient, strict, option
		d.hashes = map[uint64]bool{}
		d.values = arithmetic.NewFirst(most, func(a, b hashed) int { return cmp.Compare(a.hash, b.hash) })
	}
	return d
}

// Counts returns the counts of the attributes with two truths or more.
func (t Table) Counts() (all []Counts) {
	for _, attribute := range slices.Sorted(maps.Keys(t)) {
		d := t[attribute]
		if d.strict == nil {
			continue
		}
		c := Counts{Attribute: attribute, Match: d.name, Option: d.option}
		values := d.values.Sorted()
		for i, want := range values {
			if altered, ok := alterCode(Accepted(d.lenient, want.value)); ok && d.option == "threshold" {
				c.Codes++
				if Alike(d.lenient, altered, want.value) {
					c.Altered++
				}
			}
			for _, other := range values[:i] {
				got := Accepted(d.lenient, other.value)
				if !isRead(d.strict, got) || !isRead(d.strict, want.value) || Alike(d.strict, got, want.value) {
					continue
				}
				c.Pairs++
				if Alike(d.lenient, got, want.value) {
					c.Alike++
				}
			}
		}
		if c.Pairs > 0 {
			all = append(all, c)
		}
	}
	return all
}

// alterCode returns a code with another last digit. A code is a text with a digit and without blanks.
func alterCode(code document.Value) (altered document.Value, ok bool) {
	text := []byte(code.Text())
	last := bytes.LastIndexAny(text, "0123456789")
	if code.Kind() != document.String || last < 0 || bytes.ContainsFunc(text, unicode.IsSpace) {
		return altered, false
	}
	text[last] = '0' + (text[last]-'0'+1)%10
	return words.TextValue(string(text)), true
}

// strictOf returns the comparator that tells the values apart that m may take as equal, and the option of m that makes
// it lenient: "similarity" for Auto, "" for a comparator that is not lenient.
func strictOf(m compare.Comparator) (strict compare.Comparator, option string) {
	switch m := m.(type) {
	case compare.OneOf:
		if len(m.Aliases) > 0 {
			return compare.OneOf{Each: m.Each}, "aliases"
		}
		m.Each, option = strictOf(m.Each)
		return m, option
	case compare.Class:
		if len(m.Aliases) > 0 {
			return compare.Exact{Fold: true, Loose: true}, "aliases"
		}
	case compare.Fuzzy:
		return compare.Exact{Fold: true}, "threshold"
	case nil, compare.Auto:
		return compare.Exact{Fold: true}, "similarity"
	case compare.Numeric:
		if m.Tolerance > 0 || m.HalfDigit {
			m.Tolerance, m.Relative, m.HalfDigit = 0, false, false
			return m, "tolerance"
		}
	case compare.Date:
		switch {
		case m.Tolerance > 0:
			m.Tolerance = 0
			return m, "tolerance"
		case m.Precision == "month" || m.Precision == "year":
			m.Precision = ""
			return m, "precision"
		}
	}
	return nil, ""
}

func isRead(m compare.Comparator, v document.Value) bool {
	r, asked := compare.Read(m, v)
	return r.OK || !asked
}

// Confuses reports whether a comparator must not be proposed: it takes two truths as equal that differ in more than
// their form, or it takes an answer as right that is the truth of another document. answers[i] is the answer to
// truths[i].
func Confuses(c compare.Comparator, answers, truths []document.Value) bool {
	for i, want := range truths[:min(len(truths), most)] {
		for _, other := range truths[:min(len(truths), most)] {
			if other.RawText() == want.RawText() || !Alike(c, other, want) {
				continue
			}
			if PassedOver(c, other, want) != "" || !hasForms(c) && other.RawText() == answers[i].RawText() || isSimilar(c, want) && !Alike(compare.Exact{Fold: true}, other, want) {
				return true
			}
		}
	}
	return false
}

// hasForms reports whether one value often has several texts under a comparator, so that truths also have several.
func hasForms(c compare.Comparator) bool {
	switch c.(type) {
	case compare.Numeric, compare.Date, compare.Time:
		return true
	}
	return false
}

// isSimilar reports whether a comparator takes texts as equal to a value if they are only similar to it.
func isSimilar(c compare.Comparator, v document.Value) bool {
	if auto, ok := c.(compare.Auto); ok {
		c = auto.For(v)
	}
	return compare.Name(c) == compare.Name(compare.Fuzzy{})
}
