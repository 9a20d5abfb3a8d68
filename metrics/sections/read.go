package sections

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

const (
	// MaxPage is the greatest number of a page; the least is 1.
	MaxPage = 1_000_000
	// maxPages is the greatest number of pages of a section.
	maxPages = 100_000
	// maxPacket is the greatest number of pages of all sections of a packet together.
	maxPacket = 1_000_000
)

const form = `a page, a text such as "1-3,7", or a list of both`

var (
	errLong = fmt.Errorf("more than %d pages, want at most that many in a section", maxPages)
	errFull = fmt.Errorf("more than %d pages with the sections before it, want at most that many in a packet", maxPacket)
)

// ReadAll reads the pages of all sections of a packet as [ReadPages] does, and returns the pages and the error of each
// section. A page counts in every section that has it. A section that takes the packet beyond 1,000,000 pages is an
// error and has no pages; later sections may have pages if they still fit.
func ReadAll(sections []document.Value) (pages [][]int, errs []error) {
	pages, errs = make([][]int, len(sections)), make([]error, len(sections))
	room := maxPacket
	for i, v := range sections {
		pages[i], errs[i] = ReadPages(v)
		if len(pages[i]) > room {
			pages[i], errs[i] = nil, errFull
		}
		room -= len(pages[i])
	}
	return pages, errs
}

// ReadPages reads the pages of one section, in their order in v:
//
//   - a number is a page: a whole number from 1 to [MaxPage], 3.0 as well as 3;
//   - a text has pages and ranges of pages between commas, "1-3,7". A number has the digits 0 to 9 alone; a range goes up, from
//     its first page to its last, with a hyphen or an en dash between them; white space around numbers has no meaning;
//   - a list has numbers and texts.
//
// ReadPages returns a page twice if it appears twice. The error names the first value that is not of this form. With an
// error, ReadPages still returns the pages of the other elements of a list; a text with an error anywhere has no pages.
// A value of more than 100,000 pages or elements is an error and has no pages. A value without pages is an error,
// too.
func ReadPages(v document.Value) ([]int, error) {
	switch v.Kind() {
	case document.Number, document.String:
		return appendPages(nil, v)
	case document.Array:
		return readList(v)
	case document.Missing, document.Null:
		return nil, fmt.Errorf("no pages, want %s", form)
	}
	return nil, fmt.Errorf("pages are %s, want %s", words.Article(v), form)
}

func readList(v document.Value) ([]int, error) {
	switch n := v.Len(); {
	case n == 0:
		return nil, fmt.Errorf("pages are an empty list, want %s", form)
	case n > maxPages:
		return nil, errLong
	}
	var pages []int
	var first error
	for i, item := range v.Items() {
		more, err := appendPages(pages, item)
		if errors.Is(err, errLong) {
			return nil, err
		}
		if err != nil && first == nil {
			first = fmt.Errorf("[%d] of the pages: %w", i, err)
		}
		pages = more
	}
	return pages, first
}

// appendPages adds the pages of a number or a text. With an error it returns pages as they were.
func appendPages(pages []int, v document.Value) ([]int, error) {
	switch v.Kind() {
	case document.Number:
		page, err := strconv.ParseFloat(v.RawText(), 64)
		if err != nil || page < 1 || page > MaxPage || page != math.Trunc(page) {
			return pages, fmt.Errorf("%s is not a page, want a whole number from 1 to %d", words.Brief(v), MaxPage)
		}
		return appendRange(pages, int(page), int(page))
	case document.String:
		return appendText(pages, v.Text())
	}
	return pages, fmt.Errorf(`%s, want a page or a text such as "1-3,7"`, words.Brief(v))
}

func appendText(pages []int, text string) ([]int, error) {
	const most = 40 // most characters of a text in a message
	if strings.TrimSpace(text) == "" {
		return pages, errors.New(`an empty text, want pages such as "1-3,7"`)
	}
	all := pages
	for part := range strings.SplitSeq(text, ",") {
		begin, end, isRange := strings.Cut(strings.Replace(part, "–", "-", 1), "-")
		first, ok := number(begin)
		last := first
		if isRange && ok {
			last, ok = number(end)
		}
		switch {
		case strings.TrimSpace(part) == "":
			return pages, fmt.Errorf(`no page beside a comma in %q, want pages such as "1-3,7"`, words.Excerpt(text, most))
		case !ok:
			return pages, fmt.Errorf(`%q is not a page or a range, want numbers from 1 to %d such as "1-3,7"`, words.Excerpt(part, most), MaxPage)
		case last < first:
			return pages, fmt.Errorf(`range %q goes down, want "%d-%d"`, words.Excerpt(part, most), last, first)
		}
		var err error
		if all, err = appendRange(all, first, last); err != nil {
			return pages, err
		}
	}
	return all, nil
}

func appendRange(pages []int, first, last int) ([]int, error) {
	if last-first >= maxPages-len(pages) {
		return pages, errLong
	}
	for page := first; page <= last; page++ {
		pages = append(pages, page)
	}
	return pages, nil
}

// number reads a page in a text, with white space around it.
func number(text string) (int, bool) {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "0123456789") != "" { // Atoi reads a sign, too
		return 0, false
	}
	page, err := strconv.Atoi(text)
	return page, err == nil && page >= 1 && page <= MaxPage
}

// FormatPages returns pages as people write them: ascending, each once, neighbours as a range, "1-3,7". No pages are "".
func FormatPages(pages []int) string {
	var b strings.Builder
	pages = distinct(pages)
	for i := 0; i < len(pages); {
		last := i
		for last+1 < len(pages) && pages[last+1] == pages[last]+1 {
			last++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(pages[i]))
		if last > i {
			b.WriteByte('-')
			b.WriteString(strconv.Itoa(pages[last]))
		}
		i = last + 1
	}
	return b.String()
}
