package sections_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
	"github.com/extracteval/extracteval/testdata/effort"
)

func value(t testing.TB, text string) document.Value {
	t.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}

func TestReadPages(t *testing.T) {
	for _, test := range []struct {
		pages string
		want  []int
	}{
		{`3`, []int{3}},
		{`3.0`, []int{3}}, // as some programs write whole numbers
		{`1e2`, []int{100}},
		{`1000000`, []int{1_000_000}},
		{`"3"`, []int{3}},
		{`"007"`, []int{7}},
		{`"1-3,7"`, []int{1, 2, 3, 7}},
		{`"5-5"`, []int{5}},
		{`"1–3"`, []int{1, 2, 3}}, // an en dash
		{`" 1 - 3 , 7 "`, []int{1, 2, 3, 7}},
		{`"7,1-3,2"`, []int{7, 1, 2, 3, 2}}, // their order, and a page twice, are kept
		{`[4, 5]`, []int{4, 5}},
		{`["1-2", 9, "4,6"]`, []int{1, 2, 9, 4, 6}},
		{`"999999-1000000"`, []int{999_999, 1_000_000}},
	} {
		pages, err := sections.ReadPages(value(t, test.pages))
		require.NoError(t, err, test.pages)
		assert.Equal(t, test.want, pages, test.pages)
	}
}

func TestUnreadablePages(t *testing.T) {
	for _, test := range []struct {
		pages, problem string
		left           []int // the pages beside it
	}{
		{`0`, `number 0 is not a page, want a whole number from 1 to 1000000`, nil},
		{`-1`, `number -1 is not a page, want a whole number from 1 to 1000000`, nil},
		{`1.5`, `number 1.5 is not a page, want a whole number from 1 to 1000000`, nil},
		{`1e9`, `number 1e9 is not a page, want a whole number from 1 to 1000000`, nil},
		{`1e999`, `number 1e999 is not a page, want a whole number from 1 to 1000000`, nil},
		{`1000001`, `number 1000001 is not a page, want a whole number from 1 to 1000000`, nil},

		{`""`, `an empty text, want pages such as "1-3,7"`, nil},
		{`" \t"`, `an empty text, want pages such as "1-3,7"`, nil},
		{`"NaN"`, `"NaN" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"page 3"`, `"page 3" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1,-2"`, `"-2" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"+2"`, `"+2" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"0-3"`, `"0-3" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1.5"`, `"1.5" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1-2-3"`, `"1-2-3" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"3-"`, `"3-" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1;2"`, `"1;2" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1 2"`, `"1 2" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"٣"`, `"٣" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1-1000000000"`, `"1-1000000000" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"1-99999999999999999999"`, `"1-99999999999999999999" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, nil},
		{`"3-1"`, `range "3-1" goes down, want "1-3"`, nil},
		{`"1,,2"`, `no page beside a comma in "1,,2", want pages such as "1-3,7"`, nil},
		{`"1,2,"`, `no page beside a comma in "1,2,", want pages such as "1-3,7"`, nil},

		{`null`, `no pages, want a page, a text such as "1-3,7", or a list of both`, nil},
		{`true`, `pages are a bool, want a page, a text such as "1-3,7", or a list of both`, nil},
		{`{"from": 1}`, `pages are an object, want a page, a text such as "1-3,7", or a list of both`, nil},
		{`[]`, `pages are an empty list, want a page, a text such as "1-3,7", or a list of both`, nil},
		{`[[1, 2]]`, `[0] of the pages: array [1, 2], want a page or a text such as "1-3,7"`, nil},
		{`[1, null]`, `[1] of the pages: null, want a page or a text such as "1-3,7"`, []int{1}},
		{`[1, "2-3,x", -4, 5]`, `[1] of the pages: "x" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`, []int{1, 5}},
		{`["", 5]`, `[0] of the pages: an empty text, want pages such as "1-3,7"`, []int{5}},

		{`"1-1000000"`, `more than 100000 pages, want at most that many in a section`, nil},
		{`["1-100000", 1]`, `more than 100000 pages, want at most that many in a section`, nil},
	} {
		pages, err := sections.ReadPages(value(t, test.pages))
		require.EqualError(t, err, test.problem, test.pages)
		assert.Equal(t, test.left, pages, test.pages)
	}
	_, err := sections.ReadPages(document.Value{})
	require.EqualError(t, err, `no pages, want a page, a text such as "1-3,7", or a list of both`)

	long := strings.Repeat("1,", effort.Size(150_000, 1_000_000))
	for _, text := range []string{"[" + long + "1]", strconv.Quote(long + "1"), "[" + strings.Repeat(`"x",`, 100_000) + "1]"} {
		pages, err := sections.ReadPages(value(t, text))
		require.EqualError(t, err, `more than 100000 pages, want at most that many in a section`)
		assert.Empty(t, pages)
	}
	_, err = sections.ReadPages(value(t, strconv.Quote(strings.Repeat("9", 1_000_000))))
	require.ErrorContains(t, err, `"9999999999999999999999999999999999999999…" is not a page`)
}

// An answer of a few bytes for each section may not fill the memory.
func TestAPacketIsBounded(t *testing.T) {
	var values []document.Value
	for _, text := range strings.Fields(strings.Repeat(`"1-99999" `, 10) + `"x" "11-21" 7 "1-9" 8`) {
		values = append(values, value(t, text))
	}
	pages, errs := sections.ReadAll(values)
	require.NoError(t, errs[9])
	assert.Len(t, pages[9], 99_999)
	assert.Error(t, errs[10])
	assert.EqualError(t, errs[11], "more than 1000000 pages with the sections before it, want at most that many in a packet")
	assert.Empty(t, pages[11], "eleven pages, and room for ten")
	assert.NoError(t, errs[12])
	assert.NoError(t, errs[13])
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, pages[13])
	assert.Error(t, errs[14])
}

func TestFormatPages(t *testing.T) {
	for want, pages := range map[string][]int{
		"": nil, "4": {4}, "1-3,7": {7, 3, 2, 1, 2}, "1-2": {1, 2}, "1,3,5": {5, 3, 1}, "9-11": {9, 10, 11, 11},
	} {
		before := append([]int{}, pages...)
		assert.Equal(t, want, sections.FormatPages(pages))
		assert.Equal(t, before, append([]int{}, pages...), "they are left as they were")
	}
}

// Whatever an extractor writes: no panic, pages in range, and a text of them that reads as the same pages.
func FuzzReadPages(f *testing.F) {
	for _, seed := range []string{`3`, `"1-3,7"`, `[1, "2-4", 1.5]`, `"1–3"`, `" 1 - 3 ,"`, `"3-1"`, `1e9`, `"٣"`, `[[1]]`, `"99999999999999999999-1"`, `null`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := document.Parse(data)
		if err != nil {
			return
		}
		pages, err := sections.ReadPages(v)
		if err == nil {
			require.NotEmpty(t, pages)
		}
		require.LessOrEqual(t, len(pages), 100_000)
		for _, page := range pages {
			require.True(t, page >= 1 && page <= sections.MaxPage, "%d", page)
		}
		if len(pages) == 0 {
			return
		}
		text := sections.FormatPages(pages)
		again, err := sections.ReadPages(value(t, strconv.Quote(text)))
		require.NoError(t, err)
		require.Equal(t, text, sections.FormatPages(again))
		require.True(t, sections.Compare([]sections.Section{{Pages: pages}}, []sections.Section{{Pages: again}}).Pairs[0].Right())
	})
}
