package spans

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/words"
)

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
	//	out_of_range      an offset is negative or behind the end of the text
	//	inside_character  an offset splits a surrogate pair or the bytes of a code point
	//	other_text        another text stands there
	Reason string
	// Detail explains the reason with numbers and, in bounded length, texts.
	Detail string
}

// searchBudget bounds how many bytes are searched for quotes that stand elsewhere.
const searchBudget = 1 << 28

// CheckQuotes checks for each extraction whether text[start:end] is its quote, with
// offsets in a unit. The comparison is by code point: nothing is folded, and "é" as
// one code point is not "é" as two, though the detail says so. An offset between a
// letter and its combining mark is an offset like others. An empty quote holds
// at every offset there is.
//
// Violations are facts about the extractions; the error is about the unit.
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
		part, reason, detail := cut(text, index, length, unit, e)
		switch {
		case reason != "":
		case same(part, e.Quote):
			check.Held++
			continue
		default:
			reason, detail = "other_text", fmt.Sprintf("got quote %q, the text there is %q", words.Excerpt(e.Quote, maxQuoted), words.Excerpt(part, maxQuoted))
			if fits(part, e.Quote) && norm.NFC.String(part) == norm.NFC.String(e.Quote) {
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

// cut returns the text that an extraction points to, or the reason why it points to no text.
func cut(text string, index map[int]int, length int, unit Unit, e Extraction) (part string, reason string, detail string) {
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

// same reports whether a part of a document and a quote, which was JSON and so has U+FFFD for bytes
// that are not valid UTF-8, are the same text.
func same(part, quote string) bool {
	return part == quote || fits(part, quote) && string([]rune(part)) == string([]rune(quote))
}

// fits reports whether two texts may be two forms of one. It bounds the work on one quote by the
// length of the quote.
func fits(part, quote string) bool {
	return len(part) <= 4*len(quote) && len(quote) <= 4*len(part)
}

// explain adds to the details of quotes that do not stand at their place whether
// they do in another unit, or anywhere.
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
			part, reason, _ := cut(text, index, length, other, violations[v].Extraction)
			if reason == "" && same(part, violations[v].Extraction.Quote) {
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
