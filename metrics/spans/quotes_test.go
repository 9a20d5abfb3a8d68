package spans_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/spans"
)

// The offsets below were taken with Python 3.11: len(s), len(s.encode("utf-8")) and
// len(s.encode("utf-16-le"))//2 of everything before the quote and before its end.
func TestCheckQuotesHoldsInEveryUnit(t *testing.T) {
	tests := []struct {
		name, text, quote  string
		utf16, byte_, rune [2]int
	}{
		{"ASCII", "from Anna to Bonn", "Anna", [2]int{5, 9}, [2]int{5, 9}, [2]int{5, 9}},
		{"after an umlaut", "für Anna", "Anna", [2]int{4, 8}, [2]int{5, 9}, [2]int{4, 8}},
		{"after a surrogate pair", "🙂 Anna", "Anna", [2]int{3, 7}, [2]int{5, 9}, [2]int{2, 6}},
		{"a surrogate pair itself", "a🙂b", "🙂", [2]int{1, 3}, [2]int{1, 5}, [2]int{1, 2}},
		{"between two surrogate pairs", "𝒜Ω𝒵", "Ω", [2]int{2, 3}, [2]int{4, 6}, [2]int{1, 2}},
		{"a family of emoji and joiners", "👩‍👩‍👧 at home", "👩‍👩‍👧", [2]int{0, 8}, [2]int{0, 18}, [2]int{0, 5}},
		{"a letter with a combining mark", "cafe\u0301 au lait", "cafe\u0301", [2]int{0, 5}, [2]int{0, 6}, [2]int{0, 5}},
		{"after a combining mark", "cafe\u0301 au lait", "au", [2]int{6, 8}, [2]int{7, 9}, [2]int{6, 8}},
		{"a letter without its combining mark", "cafe\u0301", "cafe", [2]int{0, 4}, [2]int{0, 4}, [2]int{0, 4}},
		{"a combining mark alone", "cafe\u0301", "\u0301", [2]int{4, 5}, [2]int{4, 6}, [2]int{4, 5}},
		{"CJK beyond the BMP", "字𠮷野家", "𠮷野", [2]int{1, 4}, [2]int{3, 10}, [2]int{1, 3}},
		{"the whole text", "é🙂", "é🙂", [2]int{0, 3}, [2]int{0, 6}, [2]int{0, 2}},
		{"an empty quote at the end", "é🙂", "", [2]int{3, 3}, [2]int{6, 6}, [2]int{2, 2}},
		{"an empty text", "", "", [2]int{}, [2]int{}, [2]int{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for unit, at := range map[spans.Unit][2]int{"utf16": tt.utf16, "bytes": tt.byte_, "runes": tt.rune} {
				check, err := spans.CheckQuotes(tt.text, unit, []spans.Extraction{{Start: at[0], End: at[1], Quote: tt.quote}})
				require.NoError(t, err)
				assert.Empty(t, check.Violations, unit)
				assert.Equal(t, 1.0, check.Rate(), unit)
			}
		})
	}
}

func TestCheckQuotesViolations(t *testing.T) {
	const face = "a🙂b and Anna" // 🙂: UTF-16 units 1 and 2, bytes 1 to 4, rune 1
	tests := []struct {
		name       string
		text       string
		unit       spans.Unit
		start, end int
		quote      string
		reason     string
		detail     string
	}{
		{"inverted", "Anna", "runes", 3, 1, "nn", "inverted", "got start 3 and end 1"},
		{"negative", "Anna", "runes", -1, 2, "An", "out_of_range", "got offset -1, the text has 4 runes"},
		{"end after the text", face, "utf16", 9, 14, "Anna", "out_of_range", "got offset 14, the text has 13 UTF-16 units"},
		{"start after the text", face, "bytes", 16, 17, "Anna", "out_of_range", "got offset 16, the text has 15 bytes"},
		{"the largest offsets", "Anna", "bytes", math.MaxInt, math.MaxInt, "", "out_of_range", fmt.Sprintf("got offset %d, the text has 4 bytes", math.MaxInt)},
		{"the smallest offsets", "Anna", "bytes", math.MinInt, math.MinInt, "", "out_of_range", fmt.Sprintf("got offset %d, the text has 4 bytes", math.MinInt)},
		{"start inside a surrogate pair", face, "utf16", 2, 4, "b", "inside_character", "offset 2 lies inside a character"},
		{"end inside a surrogate pair", face, "utf16", 0, 2, "a", "inside_character", "offset 2 lies inside a character"},
		{"start inside a UTF-8 sequence", face, "bytes", 3, 6, "b", "inside_character", "offset 3 lies inside a character"},
		{"end inside a UTF-8 sequence", "é", "bytes", 0, 1, "é", "inside_character", "offset 1 lies inside a character"},
		{
			"runes taken for UTF-16", face, "utf16", 8, 12, "Anna", "other_text",
			`got quote "Anna", the text there is " Ann"; it is the text there with offsets in runes`,
		},
		{
			"UTF-16 taken for bytes", face, "bytes", 9, 13, "Anna", "other_text",
			`got quote "Anna", the text there is "d An"; it is the text there with offsets in UTF-16 units`,
		},
		{
			"another normal form", "cafe\u0301", "runes", 0, 5, "caf\u00e9", "other_text",
			"got quote \"caf\u00e9\", the text there is \"cafe\u0301\"; they differ in Unicode normalization only",
		},
		{
			"another place", "Anna met Bob", "runes", 0, 3, "Bob", "other_text",
			`got quote "Bob", the text there is "Ann"; the document has it elsewhere`,
		},
		{
			"another case", "Anna", "runes", 0, 4, "anna", "other_text",
			`got quote "anna", the text there is "Anna"; the document does not have it`,
		},
		{
			"long texts are cut", strings.Repeat("x", 100), "runes", 0, 100, strings.Repeat("y", 100), "other_text",
			`got quote "` + strings.Repeat("y", 40) + `…", the text there is "` + strings.Repeat("x", 40) + `…"; the document does not have it`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := spans.Extraction{Class: "c", Start: tt.start, End: tt.end, Quote: tt.quote}
			check, err := spans.CheckQuotes(tt.text, tt.unit, []spans.Extraction{e})
			require.NoError(t, err)
			assert.Equal(t, []spans.Violation{{Extraction: e, Reason: tt.reason, Detail: tt.detail}}, check.Violations)
			assert.Equal(t, 0.0, check.Rate())
		})
	}
}

func TestCheckQuotesUnknownUnit(t *testing.T) {
	_, err := spans.CheckQuotes("", "utf-16", nil)
	assert.EqualError(t, err, `spans: unknown offset unit "utf-16", want one of ["utf16" "bytes" "runes"]`)
	_, err = spans.CheckQuotes("", "", nil)
	assert.EqualError(t, err, `spans: unknown offset unit "", want one of ["utf16" "bytes" "runes"]`)
}

func TestCheckQuotesInvalidUTF8(t *testing.T) {
	// A quote that went through JSON has U+FFFD for each byte that is not UTF-8.
	for _, unit := range []spans.Unit{"utf16", "bytes", "runes"} {
		check, err := spans.CheckQuotes("a\xff\xfeb", unit, []spans.Extraction{{Start: 1, End: 3, Quote: "\ufffd\ufffd"}})
		require.NoError(t, err)
		assert.Equal(t, 1.0, check.Rate(), unit)
	}
}

func TestQuoteRateWithoutExtractions(t *testing.T) {
	check, err := spans.CheckQuotes("text", "runes", nil)
	require.NoError(t, err)
	assert.Equal(t, 1.0, check.Rate())
}

// Whatever piece is cut from whatever text, it holds at its offsets in each unit, and
// a shift by a part of a character is noticed.
func TestQuotesHoldWhereTheyWereCut(t *testing.T) {
	letters := []rune("ab é\u0301字🙂𝒜\u200d")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom(letters), 0, 20).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		quote := string(text[from:to])
		length := map[spans.Unit]func([]rune) int{
			"runes": func(r []rune) int { return len(r) },
			"bytes": func(r []rune) int { return len(string(r)) },
			"utf16": func(r []rune) int { return len(utf16.Encode(r)) },
		}
		for unit, n := range length {
			e := spans.Extraction{Start: n(text[:from]), End: n(text[:to]), Quote: quote}
			check, err := spans.CheckQuotes(string(text), unit, []spans.Extraction{e})
			if err != nil || check.Rate() != 1 {
				t.Fatalf("%s: %v %+v", unit, err, check)
			}
			if to > from && n(text[to-1:to]) > 1 {
				e.End--
				check, _ = spans.CheckQuotes(string(text), unit, []spans.Extraction{e})
				if check.Held != 0 || check.Violations[0].Reason != "inside_character" {
					t.Fatalf("%s: %+v", unit, check)
				}
			}
		}
	})
}

func FuzzCheckQuotes(f *testing.F) {
	f.Add("a🙂b", 1, 3, "🙂")
	f.Add("cafe\u0301", 0, 5, "caf\u00e9")
	f.Add("a\xffb", 1, 2, "\ufffd")
	f.Add("", -1, math.MaxInt/2, "")
	f.Fuzz(func(t *testing.T, text string, start, end int, quote string) {
		for _, unit := range []spans.Unit{"utf16", "bytes", "runes"} {
			check, err := spans.CheckQuotes(text, unit, []spans.Extraction{{Start: start, End: end, Quote: quote}})
			if err != nil || check.Total != 1 || check.Held+len(check.Violations) != 1 {
				t.Fatalf("%v %+v", err, check)
			}
			for _, v := range check.Violations {
				if v.Detail == "" || !utf8.ValidString(v.Detail) {
					t.Fatalf("detail %q", v.Detail)
				}
			}
		}
		// In bytes, a quote that holds is the same slice of the text in Go.
		if start >= 0 && start <= end && end <= len(text) && utf8.ValidString(text) && utf8.ValidString(quote) {
			check, _ := spans.CheckQuotes(text, "bytes", []spans.Extraction{{Start: start, End: end, Quote: quote}})
			if want := text[start:end] == quote; want != (check.Held == 1) {
				t.Fatalf("text %q [%d:%d] quote %q: got %+v", text, start, end, quote, check)
			}
		}
	})
}

// A QuoteCheck has a Violation for each quote that does not stand at its offsets. JavaScript counts them in the Unit utf16.
func ExampleCheckQuotes() {
	text := "🙂 Anna lives in Bonn"
	check, err := spans.CheckQuotes(text, "utf16", []spans.Extraction{
		{Class: "person", Start: 3, End: 7, Quote: "Anna"},
		{Class: "place", Start: 16, End: 20, Quote: "Bonn"}, // counted in runes
		{Class: "mood", Start: 0, End: 1, Quote: "🙂"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f\n", check.Rate())
	for _, v := range check.Violations {
		fmt.Printf("%d %s: %s\n", v.Index, v.Reason, v.Detail)
	}
	// Output:
	// 0.33
	// 1 other_text: got quote "Bonn", the text there is " Bon"; it is the text there with offsets in runes
	// 2 inside_character: offset 1 lies inside a character
}
