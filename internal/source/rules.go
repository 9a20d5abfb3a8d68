package source

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

func sameNumber(got, want *reading) Class {
	class := Class("")
	zero := number.Decimal{}
	for _, g := range got.numbers {
		for _, w := range want.numbers {
			switch {
			case g.Cmp(w) == 0:
				return classNumberFormat
			case g.Cmp(zero.Sub(w)) == 0:
				class = classSign
			}
		}
	}
	return class
}

func sameDate(got, want *reading) Class {
	g, w := got.day, want.day
	switch {
	case g == date.Date{} || w == date.Date{}:
		return ""
	case g == w:
		return classDateFormat
	case g.Year == w.Year && int(g.Month) == w.Day && g.Day == int(w.Month):
		// If both texts leave the order open, day and month are exchanged under either order.
		if got.other == w && want.other != g || want.other == g && got.other != w {
			return classDateAmbiguous
		}
		return classDateOrder
	case g.Month == w.Month && g.Day == w.Day:
		return classWrongYear
	}
	return ""
}

// scaled reports whether two numbers are apart by 10, 100 or 1000, in either direction.
func scaled(got, want *reading) bool {
	if len(got.numbers) == 0 {
		return false
	}
	g, w := got.numbers[0], want.numbers[0]
	if g.Sign() == 0 || w.Sign() == 0 {
		return false
	}
	for _, factor := range []int64{10, 100, 1000} {
		f := number.FromInt(factor)
		if g.Mul(f).Cmp(w) == 0 || w.Mul(f).Cmp(g) == 0 {
			return true
		}
	}
	return false
}

// digitsOff returns classOneDigit for two texts that differ in one digit, classTransposed for texts that differ in two
// neighbouring digits that changed places, and else "".
func digitsOff(got, want string) Class {
	if len(got) != len(want) {
		return ""
	}
	first, differing := -1, 0
	for i := range len(got) {
		if got[i] == want[i] {
			continue
		}
		if !isDigit(rune(got[i])) || !isDigit(rune(want[i])) {
			return ""
		}
		if differing++; differing == 1 {
			first = i
		}
	}
	switch {
	case differing == 1:
		return classOneDigit
	case differing == 2 && first+1 < len(got) && got[first] == want[first+1] && got[first+1] == want[first]:
		return classTransposed
	}
	return ""
}

// sameDecimals returns two numbers written with the same number of decimals. It returns them as they are if got is a
// part of want, or a text is not a number or has an exponent.
func sameDecimals(got, want string, numbers bool) (string, string) {
	if !numbers || isPart(got, want) || strings.ContainsRune(got+want, 'e') {
		return got, want
	}
	point := func(text string) (pointed string, decimals int) {
		if i := strings.IndexByte(text, '.'); i >= 0 {
			return text, len(text) - i - 1
		}
		return text + ".", 0
	}
	g, inGot := point(got)
	w, inWant := point(want)
	return g + strings.Repeat("0", max(inWant-inGot, 0)), w + strings.Repeat("0", max(inGot-inWant, 0))
}

// ocrForm returns a text with one character in place of all that look alike, folded.
func ocrForm(text string) string {
	form := make([]byte, 0, len(text))
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case strings.HasPrefix(rest, "rn"):
			r, size = 'm', len("rn")
		case r == 'O' || r == 'o':
			r = '0'
		case r == 'l' || r == 'I' || r == '|':
			r = '1'
		case r == 'S' || r == 's':
			r = '5'
		case r == 'B':
			r = '8'
		}
		rest = rest[size:]
		if r = foldRune(r); r >= 0 {
			form = utf8.AppendRune(form, r)
		}
	}
	return string(form)
}

// minEvidence is the number of characters from which equal texts are no coincidence.
const minEvidence = 3

// isPart reports whether small is a proper part of big.
func isPart(small, big string) bool {
	if small == "" || len(small) >= len(big) {
		return false
	}
	if strings.HasPrefix(big, small) || strings.HasSuffix(big, small) {
		return true
	}
	return utf8.RuneCountInString(small) >= minEvidence && strings.Contains(big, small)
}

// elsewhere finds the attributes whose truth is a folded value.
type elsewhere struct {
	leaves  []Leaf
	holders map[string]holder // nil before the first question
}

// holder is an attribute that has a value.
type holder struct {
	attribute string
	others    bool // other attributes have it, too
}

// foldedWant returns the folded truth of a leaf, if another attribute may have taken it.
func (l *Leaf) foldedWant() (folded string, ok bool) {
	if len(l.Want) == 0 || len(l.Want) > maxSought || l.Outcome == metrics.CorrectAbsence {
		return "", false
	}
	return foldText(textOf(l.Want)), true
}

func (e *elsewhere) index() {
	e.holders = make(map[string]holder, len(e.leaves))
	for i := range e.leaves {
		l := &e.leaves[i]
		folded, ok := l.foldedWant()
		if !ok {
			continue
		}
		found, ok := e.holders[folded]
		switch {
		case !ok:
			e.holders[folded] = holder{attribute: l.Attribute}
		case found.attribute != l.Attribute:
			found.others = true
			e.holders[folded] = found
		}
	}
}

// holds reports whether an attribute other than the named one has a value.
func (e *elsewhere) holds(attribute, folded string) bool {
	if utf8.RuneCountInString(folded) < minEvidence {
		return false
	}
	if e.holders == nil {
		e.index()
	}
	holder, ok := e.holders[folded]
	return ok && (holder.others || holder.attribute != attribute)
}

// reordered reports whether two texts have the same words, two or more, in another order.
func reordered(got, want string) bool {
	a, b := textWords(got), textWords(want)
	if len(a) < 2 || len(a) != len(b) {
		return false
	}
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// textWords returns the words between white space and punctuation, in lower case.
func textWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return unicode.IsPunct(r) || unicode.IsSpace(r) || unicode.IsControl(r)
	})
}

// oneCharacter reports whether two texts are equal but for one character, which is different, missing or extra. The
// longer text must have at least minEvidence others.
func oneCharacter(got, want string) bool {
	short, long := []rune(got), []rune(want)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(long)-len(short) > 1 || len(long)-1 < minEvidence {
		return false
	}
	head := 0
	for head < len(short) && short[head] == long[head] {
		head++
	}
	// After the character that differs or is too many in the longer one.
	rest := short[min(head+1-(len(long)-len(short)), len(short)):]
	return slices.Equal(rest, long[min(head+1, len(long)):])
}

// classOfPlaces returns the class of two places, "" if one of the values is not a place.
func classOfPlaces(l *Leaf) Class {
	if l.Got[0] != '{' && l.Got[0] != '[' || l.Want[0] != '{' && l.Want[0] != '[' {
		return ""
	}
	got, err := document.Parse(l.Got)
	if err != nil {
		return ""
	}
	want, err := document.Parse(l.Want)
	if err != nil {
		return ""
	}
	if g, w := pageText(got), pageText(want); g != "" && w != "" && g != w {
		return WrongPage
	}
	return boxes(got, want, l.format())
}

// pageText returns the page of a place, as text, "" if the value is not a place or has no page.
func pageText(v document.Value) string {
	for _, key := range []string{"bbox", "polygon", "point"} {
		if !v.Member(key).Empty() {
			return v.Member("page").Text()
		}
	}
	return ""
}

// format returns the format of boxes in the details of the comparator, "" if it does not compare boxes.
func (l *Leaf) format() string {
	details, err := document.Parse(l.Details)
	if err != nil || !details.Member("iou").Exists() {
		return ""
	}
	return details.Member("format").Text()
}

func boxes(got, want document.Value, format string) Class {
	if format == "" {
		return ""
	}
	reader := compare.Box{Format: format, Polygon: "bounds"} // its boxes are those around shapes
	gotShape, err := reader.Shape(got)
	if err != nil {
		return ""
	}
	wantShape, err := reader.Shape(want)
	if err != nil {
		return ""
	}
	g, w := gotShape.BoundingBox(), wantShape.BoundingBox()
	if g.Page != w.Page || g.Relative != w.Relative {
		return ""
	}
	return boxClass(g, w)
}

func boxClass(got, want geometry.Box) Class {
	if got.X2 <= want.X1 || want.X2 <= got.X1 || got.Y2 <= want.Y1 || want.Y2 <= got.Y1 {
		return classBoxElsewhere
	}
	g, w := got.Centre(), want.Centre()
	moved := math.Abs(g.X-w.X) + math.Abs(g.Y-w.Y)
	grown := math.Abs((got.X2-got.X1)-(want.X2-want.X1)) + math.Abs((got.Y2-got.Y1)-(want.Y2-want.Y1))
	switch {
	case moved >= grown:
		return classBoxShifted
	case got.Area() < want.Area():
		return classBoxSmall
	}
	return classBoxBig
}
