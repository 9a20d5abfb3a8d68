package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/document"
)

// Part is the stretch of one text of several that a message shows.
type Part struct {
	Text          string
	Before, After bool // the text has more before the stretch, or after it
}

// String returns the stretch, with "…" where something was left out.
func (p Part) String() string {
	text := p.Text
	if p.Before {
		text = mark + text
	}
	if p.After {
		text += mark
	}
	return text
}

const mark = "…"

// Excerpts shortens texts that a message compares, such as got and want, and returns the parts in
// their order:
//
//   - If each text is of size most or less, Excerpts returns all of them whole.
//   - Otherwise all parts begin at the same place, so that a reader sees the first difference with some text before it.
//     The place is the beginning of the texts if the difference is near it. Each part goes to the end of its text, or
//     as far as most allows.
//   - Texts without a difference begin at their beginning. An empty text means a missing value: Excerpts does not
//     compare it, and its Part is empty.
//
// Excerpts does not separate a character from the marks that follow it. size measures a text in the unit of most:
// [utf8.RuneCountInString] in code points, or a function that counts the cells of a terminal. The size of a text must
// be about the sum of the sizes of its characters. most includes the marks of [Part.String].
func Excerpts(most int, size func(string) int, texts ...string) []Part {
	c := cutter{most: most, size: size, room: most}
	parts := make([]Part, len(texts))
	fit := true
	for i, text := range texts {
		parts[i].Text = text
		fit = fit && c.headEnd(text, most) == len(text)
	}
	if fit {
		return parts
	}
	start := c.start(texts)
	if start > 0 {
		c.room -= size(mark)
	}
	for i, text := range texts {
		if text != "" {
			parts[i] = c.cutPart(text, start)
		}
	}
	return parts
}

type cutter struct {
	most int
	size func(string) int
	room int // for a text and the mark after it
}

// start returns the place where the parts begin.
func (c *cutter) start(texts []string) int {
	first, longest, differ := "", "", -1
	for _, text := range texts {
		if len(text) > len(longest) {
			longest = text
		}
		if first == "" {
			first = text
		} else if text != "" && text != first {
			offset := commonPrefix(first, text)
			if differ < 0 || offset < differ {
				differ = offset
			}
		}
	}
	if differ < 0 || c.backStart(first, differ, c.most*2/3) == 0 {
		return 0
	}
	// The parts must have the characters that differ, even if these fill the room.
	room := c.most - c.size(mark)
	lead := c.most / 3
	for _, text := range texts {
		if start := characterStart(text, min(differ, len(text))); start < len(text) {
			lead = min(lead, room-c.size(mark)-c.size(text[start:start+firstCharacter(text[start:])]))
		}
	}
	start := c.backStart(first, differ, lead)
	// If all texts end before the room does, there is room for more of the text before start.
	rest := 0
	for _, text := range texts {
		if text != "" {
			n := c.headEnd(text[start:], room)
			if n < len(text)-start {
				return start
			}
			rest = max(rest, c.size(text[start:]))
		}
	}
	return c.backStart(first, start, room-rest)
}

// cutPart returns the part of a text from start on.
func (c *cutter) cutPart(text string, start int) Part {
	p := Part{Text: text[start:], Before: start > 0}
	if c.headEnd(p.Text, c.room) < len(p.Text) {
		p.Text, p.After = p.Text[:c.headEnd(p.Text, c.room-c.size(mark))], true
	}
	return p
}

// headEnd returns the length in bytes of the first characters of text that fit into room.
func (c *cutter) headEnd(text string, room int) int {
	offset := 0
	for offset < len(text) {
		next := offset + firstCharacter(text[offset:])
		if room -= c.size(text[offset:next]); room < 0 {
			break
		}
		offset = next
	}
	return offset
}

// backStart returns the beginning of the characters before at that fit into room.
func (c *cutter) backStart(text string, offset, room int) int {
	offset = characterStart(text, offset)
	for offset > 0 {
		_, n := utf8.DecodeLastRuneInString(text[:offset])
		start := characterStart(text, offset-n)
		if room -= c.size(text[start:offset]); room < 0 {
			break
		}
		offset = start
	}
	return offset
}

// commonPrefix returns the length in bytes of the common beginning of two texts.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// firstCharacter returns the length in bytes of the first character of text with its
// marks.
func firstCharacter(text string) int {
	_, size := utf8.DecodeRuneInString(text)
	for size < len(text) && !startsCharacter(text, size) {
		_, n := utf8.DecodeRuneInString(text[size:])
		size += n
	}
	return size
}

// characterStart returns the beginning of the character that contains at, or that begins there.
func characterStart(text string, offset int) int {
	for offset > 0 && !startsCharacter(text, offset) {
		offset--
	}
	return offset
}

// startsCharacter reports whether text may be separated at a byte.
func startsCharacter(text string, offset int) bool {
	if offset == len(text) || text[offset] < utf8.RuneSelf {
		return true
	}
	if !utf8.RuneStart(text[offset]) {
		// Bytes that are not UTF-8 are characters of their own.
		start := offset
		for start > 0 && offset-start < utf8.UTFMax-1 && !utf8.RuneStart(text[start]) {
			start--
		}
		_, n := utf8.DecodeRuneInString(text[start:])
		return start+n <= offset
	}
	const joiner = '\u200d'
	r, _ := utf8.DecodeRuneInString(text[offset:])
	return r != joiner && !unicode.IsMark(r) && !strings.HasSuffix(text[:offset], string(joiner))
}

// Values returns compared JSON texts for a line of a terminal: readable, visible, and cut around their first difference
// (see [Excerpts]) to a number of cells. An empty text stays "".
func Values(cells int, texts ...string) []string {
	shown := arithmetic.Each(texts, func(text string) string { return Visible(Unescape(text)) })
	for i, part := range Excerpts(cells, Width, shown...) {
		shown[i] = part.String()
	}
	return shown
}

// CutValues returns compared JSON texts for a record: as people read them, and cut around their first difference to at
// most size bytes.
func CutValues(size int, texts ...string) []string {
	kept := arithmetic.Each(texts, Unescape)
	for i, part := range Excerpts(size, func(text string) int { return len(text) }, kept...) {
		kept[i] = part.String()
	}
	return kept
}

// Shorten bounds a text of a document or a spec in a message: it keeps the first most characters
// and replaces invisible ones.
func Shorten(text string, most int) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, Excerpt(text, most))
}

const briefly = 39 // characters of a value in a message

// Brief names a value in a message: "string \"12abc\"", "null".
func Brief(v document.Value) string {
	if v.Kind() == document.Null {
		return "null"
	}
	return v.Kind().String() + " " + Shorten(v.RawText(), briefly)
}

// Excerpt shortens a text of a document, a model or a user for a message: all of it, or its first
// most characters (code points) and "…" when it has more.
func Excerpt(text string, most int) string {
	n := 0
	for i := range text {
		if n >= most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
