package terminal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

// Visible returns text that is safe to send to a terminal: control characters become
// their pictures (␛ for escape), other characters that are not seen or change how
// their neighbours are shown (bidi controls, zero-width and other format
// characters, line separators, private use) become \u and their number, and
// bytes that are not UTF-8 become \x and their value. The second # of "##[" and "##vso["
// becomes \u0023, since CI servers take these for commands wherever they stand. The
// result is one line.
func Visible(text string) string { return words.Visible(text) }

// LineStart is [words.LineStart].
func LineStart(text string) string { return words.LineStart(text) }

// VisibleLines is [Visible] for a text of several lines, such as a stack: line
// breaks and tabs stay.
func VisibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, "\t"))
		lines[i] = line[:indent] + Visible(line[indent:])
	}
	return strings.Join(lines, "\n")
}

// Characters that a line shows of a text from a document, a model or an error.
const (
	PathRunes = 200
	TextRunes = 1000
)

// lineWidth is the most cells that a line shows of each of two values.
const lineWidth = 80

// Brief returns text with its control characters visible, cut to most
// characters.
func Brief(text string, most int) string {
	return words.Excerpt(Visible(text[:min(len(text), utf8.UTFMax*(most+1))]), most)
}

// Bounds of a text on show, in characters.
const (
	MaxCharacters = view.MaxCharacters // of one value, note, warning or error
	MaxName       = view.MaxName       // of ids, tags and paths
)

// ShownValue is a JSON value as people read it, on one line: strings in quotes without JSON's escapes, with invisible
// characters as [Visible] shows them. A missing value is the zero ShownValue.
type ShownValue struct {
	Before string // the quote and the mark of an omission
	Text   string
	After  string // the mark of an omission, the length of the whole value, and the quote
}

func (v ShownValue) String() string { return v.Before + v.Text + v.After }

// ShowValue returns one value, cut to a number of characters.
func ShowValue(value json.RawMessage, limit int) ShownValue { return ShowValues(limit, value)[0] }

// ShowValues returns compared values, cut around their first difference to limit characters. A value that is already
// cut, by package diff for example, has "…" at the cut.
func ShowValues(limit int, values ...json.RawMessage) []ShownValue {
	const mark = "…"
	texts, shown, quotes := make([]string, len(values)), make([]ShownValue, len(values)), make([]string, len(values))
	for i, value := range values {
		texts[i], quotes[i] = plainText(value)
		if quotes[i] != "" {
			continue
		}
		if text, ok := strings.CutPrefix(texts[i], mark); ok {
			texts[i], shown[i].Before = text, mark
		}
		if text, ok := strings.CutSuffix(texts[i], mark); ok {
			texts[i], shown[i].After = text, mark
		}
	}
	for i, part := range words.Excerpts(limit, utf8.RuneCountInString, texts...) {
		v := &shown[i]
		v.Text = Visible(part.Text)
		switch {
		case part.Before:
			v.Before = quotes[i] + mark
		case v.Before == "":
			v.Text = quotes[i] + v.Text
		}
		switch {
		case part.After && v.After == "":
			v.After = mark + fmt.Sprintf(" (%d bytes)", len(texts[i])) + quotes[i]
		case v.After == "":
			v.Text += quotes[i]
		}
	}
	return shown
}

// plainText returns the characters of a JSON string, and its quote. It returns any other text without the escapes that
// can be read.
func plainText(value json.RawMessage) (text, quote string) {
	if len(value) > 0 && value[0] == '"' {
		var s string
		if json.Unmarshal(value, &s) == nil {
			return s, `"`
		}
	}
	return words.Unescape(string(value)), ""
}

// Excerpt makes text visible and cuts it to a number of characters.
func Excerpt(text string, limit int) string { return view.Excerpt(text, limit) }

// NoValue returns the text for a missing value or, if withheld, for a value that the record does not keep.
func NoValue(withheld bool) string {
	if withheld {
		return "(redacted)"
	}
	return "nothing"
}

// Natural compares names as people order them: n2 comes before n10. It compares names byte by byte if they differ only
// in zeros before a number.
func Natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if isDigit(x[0]) && isDigit(y[0]) {
			var m, n string
			m, x = digits(x)
			n, y = digits(y)
			if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
				return c
			}
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digits returns the number that a text begins with, without zeros before it, and the rest.
func digits(text string) (number, rest string) {
	end := 0
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	return strings.TrimLeft(text[:end], "0"), text[end:]
}

// Span returns the span of a value, or the words for a missing one, see [NoValue].
func (v ShownValue) Span(withheld bool) view.Span {
	if v == (ShownValue{}) {
		return view.Span{Text: NoValue(withheld), Tone: "none"}
	}
	return view.Span{Text: v.String(), Code: true, Segments: around(v, whole(v.Text, false))}
}

// Difference returns the spans of two values in segments that are the same and segments that differ. Values with less than
// half in common differ as a whole: scattered letters that happen to agree tell nothing. The marks of an omission never
// differ. If both values are cut at the end, and only one of them ends with a difference, neither end is marked: the other
// value may continue with the same text. noGot and noWant say that a value is withheld.
func Difference(got, want ShownValue, noGot, noWant bool) (g, w view.Span) {
	g, w = got.Span(noGot), want.Span(noWant)
	a, b := textDifference(got.Text, want.Text, got.Before != "")
	if last := len(a) - 1; last >= 0 && got.After != "" && want.After != "" && a[last].Differs != b[len(b)-1].Differs {
		a[last].Differs, b[len(b)-1].Differs = false, false
	}
	g.Segments, w.Segments = around(got, a), around(want, b)
	return g, w
}

// maxCompared is how many characters between the common beginning and the common end of two values are compared one by
// one. If there are more, all of them differ.
const maxCompared = 160

// around returns the segments of a text between the marks of its value.
func around(v ShownValue, text []view.Segment) []view.Segment {
	return slices.Concat(whole(v.Before, false), text, whole(v.After, false))
}

// textDifference compares the shown texts. begun says that the values begin with the same text before the shown texts:
// if the shown texts have little in common, only the part after their common beginning differs.
func textDifference(got, want string, begun bool) (g, w []view.Segment) {
	if got == "" || want == "" || got == want {
		return whole(got, false), whole(want, false)
	}
	a, b := []rune(got), []rune(want)
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	inA, inB := make([]bool, len(a)), make([]bool, len(b)) // in common
	for i := range head {
		inA[i], inB[i] = true, true
	}
	for i := range tail {
		inA[len(a)-1-i], inB[len(b)-1-i] = true, true
	}
	common := head + tail
	middleA, middleB := a[head:len(a)-tail], b[head:len(b)-tail]
	if len(middleA) <= maxCompared && len(middleB) <= maxCompared {
		common += commonSubsequence(middleA, middleB, inA[head:], inB[head:])
	}
	if 2*common < max(len(a), len(b)) {
		if !begun {
			head = 0
		}
		return headAndRest(a, head), headAndRest(b, head)
	}
	return segments(a, inA), segments(b, inB)
}

func whole(text string, differs bool) []view.Segment {
	if text == "" {
		return nil
	}
	return []view.Segment{{Text: text, Differs: differs}}
}

// headAndRest returns the common beginning of a text, and the rest as a difference.
func headAndRest(text []rune, head int) []view.Segment {
	return append(whole(string(text[:head]), false), whole(string(text[head:]), true)...)
}

// commonSubsequence marks a longest common subsequence and returns its length.
func commonSubsequence(a, b []rune, inA, inB []bool) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	row := len(b) + 1
	length := make([]uint16, (len(a)+1)*row) // of the longest common subsequence of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i*row+j] = length[(i+1)*row+j+1] + 1
			} else {
				length[i*row+j] = max(length[(i+1)*row+j], length[i*row+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			inA[i], inB[j] = true, true
			i++
			j++
		case length[(i+1)*row+j] >= length[i*row+j+1]:
			i++
		default:
			j++
		}
	}
	return int(length[0])
}

func segments(text []rune, common []bool) []view.Segment {
	var all []view.Segment
	for i := 0; i < len(text); {
		n := slices.Index(common[i:], !common[i])
		if n < 0 {
			n = len(text) - i
		}
		all = append(all, view.Segment{Text: string(text[i : i+n]), Differs: !common[i]})
		i += n
	}
	return all
}
