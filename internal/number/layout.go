package number

import "bytes"

// Layout says how a text prints a number. A field is "" if the text does not show it.
type Layout struct {
	Decimal string // the separator of the decimals
	Group   string // the separator of groups, [Ungrouped], or [IndianGroups]
}

// The groups of a [Layout] that are not a separator.
const (
	Ungrouped    = "none"  // four digits or more without one, before decimals: 1889.00
	IndianGroups = "2,2,3" // 12,34,567.00
)

// LayoutOf returns the layout of a text, the zero Layout for a text that is not a number, that has no separators or
// that has one that could be of either kind, such as "1.889":
//
//   - "1,889.00" shows both separators, "12,50" the decimal one;
//   - "1.889.000" shows that the point separates groups, and so that the comma is the decimal separator;
//   - "1 889 000" shows neither: telephone numbers and codes are printed like that, too.
func LayoutOf(text string) (l Layout) {
	if len(text) > MaxLength {
		return l
	}
	b, digits, reason := strip(text)
	if reason != "" {
		return l
	}
	d, reason := separate(digits, Auto)
	ambiguous := d.other != 0
	b.settle(&d)
	if reason != "" || d.other != 0 {
		return l
	}
	body, hasExponent, _ := new(separated).scanBody(digits)
	if hasExponent {
		return l
	}
	decimal, group, _ := new(separated).guess(body, false)
	switch mark := max(decimal, group); {
	case ambiguous && d.decimals == 0: // 1.250/-
		decimal, group = none, mark
	case ambiguous: // 1,250 KWD
		decimal, group = mark, none
	}
	whole := body
	if i := bytes.IndexByte(body, decimal); decimal != none && i >= 0 {
		whole = body[:i]
	}
	l.Decimal, l.Group = separators[decimal], separators[group]
	switch {
	case decimal == none && group == point:
		l.Decimal = separators[comma]
	case decimal == none && group == comma:
		l.Decimal = separators[point]
	case decimal == none && (group == space || group == apostrophe):
		return Layout{}
	case group == none && decimal != none && len(whole) > 3:
		l.Group = Ungrouped
	}
	if groups := bytes.Split(whole, []byte{comma}); group == comma && len(groups) > 2 && len(groups[1]) == 2 {
		l.Group = IndianGroups
	}
	return l
}

var separators = map[byte]string{point: ".", comma: ",", apostrophe: "'", space: " ", arabicDecimal: "\u066B", arabicGroup: "\u066C"}
