package spans

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/words"
)

// Unit is the unit of an offset. There is no default: each language's strings suggest another one,
// and they agree on ASCII only.
//
//	utf16  UTF-16 code units: JavaScript, Java, C#
//	bytes  bytes of UTF-8: Go, Rust
//	runes  Unicode code points: Python
type Unit string

const (
	utf16 Unit = "utf16"
	bytes Unit = "bytes"
	runes Unit = "runes"
)

var units = []Unit{utf16, bytes, runes}

// validate returns an error that lists the units when u is unknown.
func (u Unit) validate() error {
	if !slices.Contains(units, u) {
		return fmt.Errorf("spans: unknown offset unit %q, want one of %q", string(u), units)
	}
	return nil
}

// width returns the number of units of the character r, which takes size bytes of UTF-8.
func (u Unit) width(r rune, size int) int {
	switch {
	case u == bytes:
		return size
	case u == utf16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// inside is the byte index of an offset that lies within a character: between the halves of a surrogate pair, or
// between the bytes of one code point.
const inside = -1

// locate returns the byte index in text of each offset, inside for an offset within a character, and the length of the
// text in units. It leaves out offsets below 0 or after the end of the text. It makes one pass over the text, whatever
// the offsets are.
//
// A byte that is not part of valid UTF-8 is a character of its own, as in a range loop over the
// string: one rune, one UTF-16 unit, one byte.
func locate(text string, unit Unit, offsets []int) (index map[int]int, length int) {
	offsets = slices.Compact(slices.Sorted(slices.Values(offsets)))
	index = make(map[int]int, len(offsets))
	next := 0
	for next < len(offsets) && offsets[next] < 0 {
		next++
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		end := length + unit.width(r, size)
		for ; next < len(offsets) && offsets[next] < end; next++ {
			index[offsets[next]] = inside
			if offsets[next] == length {
				index[length] = i
			}
		}
		length = end
		i += size
	}
	if next < len(offsets) && offsets[next] == length {
		index[length] = len(text)
	}
	return index, length
}

// QuoteCheck says how many quotes stand where their offsets say.
type QuoteCheck struct {
	Unit  Unit
	Total int
	Held  int
	// Violations are in the order of the extractions.
	Violations []Violation
}

// Rate returns the quote invariant rate Held / Total, in [0,1]; 1 without any
// extraction, since nothing is violated.
func (c QuoteCheck) Rate() float64 {
	if c.Total == 0 {
		return 1
	}
	return float64(c.Held) / float64(c.Total)
}

// Violation is one quote that does not stand where its offsets say.
type Violation struct {
	Index      int // of the extraction
	Extraction Extraction
	// Reason names why the quote violates the invariant:
	//
	//	unreadable        the quote or an offset of the record is missing or has the wrong type
	//	inverted          the end lies before the start
	//	out_of_range      an offset is negative or after the end of the text
	//	inside_character  an offset splits a surrogate pair or the bytes of a code point
	//	other_text        another text stands there
	Reason string
	// Detail explains the reason with numbers and, in bounded length, texts.
	Detail string
}

// searchBudget is the most bytes that are searched for quotes that stand elsewhere.
const searchBudget = 1 << 28

// CheckQuotes checks for each extraction whether text[start:end] is its quote, with offsets in a unit. It compares code
// points without folding: "é" as one code point is not "é" as two, and the detail of the violation says so. An offset
// between a letter and its combining mark is valid. An empty quote holds at every valid offset.
//
// It is an error if the unit is unknown. Violations are not errors.
func CheckQuotes(text string, unit Unit, extractions []Extraction) (QuoteCheck, error) {
	check := QuoteCheck{Unit: unit, Total: len(extractions)}
	if err := unit.validate(); err != nil {
		return QuoteCheck{}, err
	}
	offsets := make([]int, 0, 2*len(extractions))
	for _, e := range extractions {
		offsets = append(offsets, e.Start, e.End)
	}
	index, length := locate(text, unit, offsets)
	var displaced []int // violations with other text
	for i, e := range extractions {
		part, reason, detail := cutQuote(text, index, length, unit, e)
		switch {
		case reason != "":
		case equalFolded(part, e.Quote):
			check.Held++
			continue
		default:
			reason, detail = "other_text", fmt.Sprintf("got quote %q, the text there is %q", words.Excerpt(e.Quote, maxQuoted), words.Excerpt(part, maxQuoted))
			if matches(part, e.Quote) && norm.NFC.String(part) == norm.NFC.String(e.Quote) {
				detail += "; they differ in Unicode normalization only"
			} else {
				displaced = append(displaced, len(check.Violations))
			}
		}
		check.Violations = append(check.Violations, Violation{Index: i, Extraction: e, Reason: reason, Detail: detail})
	}
	explain(text, unit, check.Violations, displaced)
	return check, nil
}

// cutQuote returns the text that an extraction points to, or the reason why it points to no text.
func cutQuote(text string, index map[int]int, length int, unit Unit, e Extraction) (part string, reason string, detail string) {
	if e.Problem != "" {
		return "", "unreadable", e.Problem
	}
	if e.End < e.Start {
		return "", "inverted", fmt.Sprintf("got start %d and end %d", e.Start, e.End)
	}
	for _, offset := range [...]int{e.Start, e.End} {
		if offset < 0 || offset > length {
			return "", "out_of_range", fmt.Sprintf("got offset %d, the text has %d %s", offset, length, unit.plural())
		}
	}
	for _, offset := range [...]int{e.Start, e.End} {
		if index[offset] == inside {
			return "", "inside_character", fmt.Sprintf("offset %d lies inside a character", offset)
		}
	}
	return text[index[e.Start]:index[e.End]], "", ""
}

func (u Unit) plural() string {
	if u == utf16 {
		return "UTF-16 units"
	}
	return string(u)
}

// equalFolded reports whether a part of a document and a quote are the same text. The quote comes from JSON, so it has U+FFFD
// for bytes that are not valid UTF-8.
func equalFolded(part, quote string) bool {
	return part == quote || matches(part, quote) && string([]rune(part)) == string([]rune(quote))
}

// matches reports whether two texts may be two forms of the same text. It bounds the work on one quote by the length of
// the quote.
func matches(part, quote string) bool {
	return len(part) <= 4*len(quote) && len(quote) <= 4*len(part)
}

// explain adds to the details of displaced quotes whether they stand there with offsets in another unit, or elsewhere
// in the text.
func explain(text string, unit Unit, violations []Violation, displaced []int) {
	if len(displaced) == 0 {
		return
	}
	var offsets []int
	for _, v := range displaced {
		offsets = append(offsets, violations[v].Extraction.Start, violations[v].Extraction.End)
	}
	explained := make(map[int]bool)
	for _, other := range units {
		if other == unit {
			continue
		}
		index, length := locate(text, other, offsets)
		for _, v := range displaced {
			if explained[v] {
				continue
			}
			part, reason, _ := cutQuote(text, index, length, other, violations[v].Extraction)
			if reason == "" && equalFolded(part, violations[v].Extraction.Quote) {
				violations[v].Detail += fmt.Sprintf("; it is the text there with offsets in %s", other.plural())
				explained[v] = true
			}
		}
	}
	budget := searchBudget
	for _, v := range displaced {
		if explained[v] {
			continue
		}
		if budget -= len(text); budget < 0 {
			return
		}
		if strings.Contains(text, violations[v].Extraction.Quote) {
			violations[v].Detail += "; the document has it elsewhere"
		} else {
			violations[v].Detail += "; the document does not have it"
		}
	}
}
