package source

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Find reports whether a value stands in the text, and returns the first place, or the most
// similar one. See the package comment for the rules.
//
// The comparator is the one that a spec writes for the field, before [compare.Prepare]; nil is
// [compare.Auto]. The place is zero for a value that neither stands nor resembles.
func (t *Text) Find(c compare.Comparator, v document.Value) (Place, Standing) {
	var first Place
	standing := t.eachPlace(c, v, func(p Place) bool {
		first = p
		return false
	})
	return first, standing
}

// eachPlace calls yield for each place of a value until yield returns false. For a value that only [Resembles], it calls
// yield for the most similar place.
func (t *Text) eachPlace(c compare.Comparator, v document.Value, yield func(Place) bool) Standing {
	if t == nil {
		return NotApplicable
	}
	if !t.formMade {
		t.form, t.formMade = newForm(t.source), true
	}
	s := &search{Text: t, yield: yield, left: min(maxGoneOver, t.left)}
	budget := s.left
	applicable := s.value(c, v)
	t.left -= budget - max(s.left, 0)
	switch {
	case !applicable:
		return NotApplicable
	case s.found:
		return Stands
	case s.incomplete || !t.whole:
		return NotApplicable
	case s.resembles:
		yield(s.nearest)
		return Resembles
	}
	return Nowhere
}

// maxGoneOver bounds the bytes of text that are searched for the accepted values of one truth: 26,000 values in 4 KB,
// 12 in 10 MB.
const maxGoneOver = 1 << 27

// value searches for a value. applicable is false for a value that it does not search for.
func (s *search) value(c compare.Comparator, v document.Value) (applicable bool) {
	if c == nil {
		c = compare.Auto{}
	}
	if a, ok := c.(compare.Alternatives); ok {
		return s.alternatives(a, v)
	}
	if v.Empty() || v.Kind() != document.Number && v.Kind() != document.String {
		return false
	}
	if s.left -= len(s.source) + 1<<10; s.left < 0 || len(v.RawText()) > 4*maxSought {
		s.incomplete = true
		return true
	}
	switch form := compare.PrintedAs(c, v); {
	case form.Literal:
		s.literal(v)
	case form.Code:
		s.searchCode(v)
	case form.Similar != nil && valid(form.Similar):
		if v.Kind() == document.Number {
			s.literal(v)
		} else {
			s.fuzzy(*form.Similar, v.Text())
		}
	case form.Number != nil && valid(form.Number):
		s.amount(number.Format(form.Number.Format), v)
	case form.Date != nil:
		return s.searchDate(*form.Date, v)
	default:
		return false
	}
	return true
}

// valid reports whether the options of a comparator are valid.
func valid(c compare.Comparator) bool {
	_, err := compare.Prepare(c)
	return err == nil
}

// alternatives looks for each accepted value.
func (s *search) alternatives(a compare.Alternatives, v document.Value) (applicable bool) {
	each := compare.Comparator(compare.Exact{})
	if w, ok := a.(compare.Wrapper); ok && w.Unwrap() != nil {
		each = w.Unwrap()
	}
	for _, accepted := range a.Accepted(v) {
		if s.done {
			break
		}
		applicable = s.value(each, accepted) || applicable
	}
	return applicable
}

// literal looks for a text as it is, or, when it is a number or a date, in any form.
func (s *search) literal(v document.Value) {
	text := v.Text()
	q := newSought(text)
	q.number = !strings.ContainsFunc(text, func(r rune) bool { return !isDigit(r) && !unicode.IsSpace(r) })
	if v.Kind() == document.Number {
		s.amount(number.Auto, v)
		if q.code && q.number {
			s.words(q) // an order number is a number, too
		}
		return
	}
	if days := autoDays(v); len(days) > 0 {
		s.searchDays(defaultDates(), days)
		return
	}
	if values, ok := readings(text, number.Auto); ok && !isCode(text) && !isLabelled(text) {
		s.numeric(values, number.Auto)
		if q.number {
			s.words(q)
		}
		s.resemblingNumber(values)
		return
	}
	s.words(q)
	s.currency(q)
	s.resembling(q.form, shortestAlike)
}

// isCode reports whether a text that could be read as a number is a code: 0049, R-0015 (which is not 15 rand), or a
// text that is longer than amounts are.
func isCode(text string) bool {
	text = strings.TrimSpace(text)
	first := strings.IndexFunc(text, isDigit)
	if first < 0 || len(text) > maxAmount {
		return first >= 0
	}
	zeros := text[first] == '0' && first+1 < len(text) && text[first+1]-'0' <= 9
	return zeros && !strings.ContainsFunc(text[:first], unicode.IsSpace)
}

const maxAmount = 24

// autoDays returns the days of a text that [compare.Auto] reads as a date.
func autoDays(v document.Value) []date.Date {
	if compare.Name(compare.Auto{}.For(v)) != compare.Name(compare.Date{}) {
		return nil
	}
	return defaultDates().readDates(v)
}

var defaultDates = sync.OnceValue(func() dates {
	d, _ := newDates(compare.Date{})
	return d
})

// amount looks for a number in any form, or for the text of a value that is not a number.
func (s *search) amount(format number.Format, v document.Value) {
	values, ok := numbersOf(v, format)
	if ok {
		s.numeric(values, format)
	}
	if !ok {
		s.words(newSought(v.Text()))
	}
	s.resemblingNumber(values)
}

// searchCode looks for letters and digits.
func (s *search) searchCode(v document.Value) {
	text := v.Text()
	if v.Kind() == document.Number {
		text = number.Canonical(v.RawText())
	}
	q := newSought(text)
	q.code = len(q.form.text) >= shortestCode
	s.words(q)
	s.resembling(q.form, shortestAlike)
}

// searchDate searches for a day. applicable is false for options that are not valid.
func (s *search) searchDate(c compare.Date, v document.Value) (applicable bool) {
	d, ok := newDates(c)
	if !ok {
		return false
	}
	days := d.readDates(v)
	if len(days) == 0 {
		q := newSought(v.Text())
		s.words(q)
		s.resembling(q.form, shortestAlike)
		return true
	}
	s.searchDays(d, days)
	return true
}

func (s *search) searchDays(d dates, days []date.Date) {
	for _, day := range days {
		if !s.done {
			s.dated(d, day)
		}
	}
	s.resemblingDays(days)
}

// currency looks for a currency by its other marks: € for EUR.
func (s *search) currency(q *sought) {
	marks := number.CurrencyMarks(q.source)
	switch {
	case s.found:
		return
	case len(marks)*len(s.source) > maxGoneOver/2:
		s.incomplete = true
		return
	}
	for _, mark := range marks {
		for low := 0; !s.done; {
			i := strings.Index(s.source[low:], mark)
			if i < 0 {
				break
			}
			start := low + i
			low = start + len(mark)
			previous, _ := utf8.DecodeLastRuneInString(s.source[:start])
			next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s.source[low:], "s")) // Euros
			first, _ := utf8.DecodeRuneInString(mark)
			last, _ := utf8.DecodeLastRuneInString(mark)
			if !(unicode.IsLetter(previous) && unicode.IsLetter(first)) && !(unicode.IsLetter(next) && unicode.IsLetter(last)) {
				s.yieldPlace(s.place(start, low, 1))
			}
		}
	}
}

func stringValue(text string) document.Value {
	data, err := json.Marshal(text)
	if err != nil {
		return document.Value{}
	}
	v, _ := document.Parse(data) // of a string that was just written
	return v
}
