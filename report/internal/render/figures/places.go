package figures

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

const maxFoundValues = 200 // of a case, searched in its text

// Comparators returns the comparators of a spec by attribute. If any comparator is the user's own, it returns none at
// all: values are then found as compare.Auto compares them.
func Comparators(spec json.RawMessage) map[string]compare.Comparator {
	all := map[string]compare.Comparator{}
	parsed, err := eval.ParseSpec(spec, nil)
	if err != nil {
		return all
	}
	maps.Insert(all, parsed.Leaves())
	return all
}

// spot is where values stand in a text.
type spot struct {
	start, end int
	kind       string // "hit", "got" or "want"
	leaves     []int
	title      string
}

// findSpots searches the text of a case for its values, first for those that are not as expected. Of overlapping places it
// keeps the longest; of equally long ones, the first found.
func findSpots(text string, c *report.Case, comparators map[string]compare.Comparator) []spot {
	searched := source.New(text)
	var spots []spot
	looked := 0
	look := func(i int, kind string, value json.RawMessage) {
		f := &c.Fields[i]
		if len(value) == 0 || f.Cut || looked == maxFoundValues {
			return
		}
		v, err := document.Parse(value)
		if err != nil {
			return
		}
		looked++
		place, standing := searched.Find(comparators[f.Attribute], v)
		if standing != source.Stands && standing != source.Resembles || place.Start >= place.End {
			return
		}
		title := terminal.Excerpt(f.Path, terminal.MaxName) + ", " + map[string]string{"hit": "as expected", "got": "what the answer has", "want": "what is wanted"}[kind]
		if standing == source.Resembles {
			title += ", or alike"
		}
		for n := range spots {
			if s := &spots[n]; s.start == place.Start && s.end == place.End {
				s.leaves = append(s.leaves, i)
				s.title += "; " + title
				return
			}
		}
		overlaps := func(s spot) bool { return place.Start < s.end && s.start < place.End }
		for _, s := range spots {
			if overlaps(s) && s.end-s.start >= place.End-place.Start {
				return
			}
		}
		spots = slices.DeleteFunc(spots, overlaps)
		spots = append(spots, spot{place.Start, place.End, kind, []int{i}, title})
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; !f.Outcome.Hit() {
			look(i, "want", f.Want)
			look(i, "got", f.Got)
		}
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Outcome == metrics.Match {
			look(i, "hit", f.Got)
		}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.start, b.start) })
	return spots
}

// Labels returns the numbers of the fields of a case that are wrong or missing and whose truths stand in its text.
func Labels(text string, c *report.Case, comparators map[string]compare.Comparator) map[int]bool {
	searched, stands := source.New(text), map[int]bool{}
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() || len(f.Want) == 0 || f.Cut {
			continue
		}
		if v, err := document.Parse(f.Want); err == nil && len(stands) < maxFoundValues {
			if _, standing := searched.Find(comparators[f.Attribute], v); standing == source.Stands {
				stands[i] = true
			}
		}
	}
	return stands
}

// Pages returns the numbers, from 1 and in order, of the pages of a text on which values of a case stand. A form feed
// ends a page; a text without form feeds has no pages. If there are more such pages than most, Pages prefers those with
// the most values that are wanted and not in the answer, then those with the most values that are in the answer and not
// wanted, then those with the most other values.
func Pages(text string, c *report.Case, comparators map[string]compare.Comparator, most int) (numbers []int) {
	if !strings.Contains(text, "\f") {
		return nil
	}
	stand := map[int]map[string]int{} // by page and kind
	offset, number := 0, 1
	for _, s := range findSpots(text, c, comparators) {
		number += strings.Count(text[offset:s.start], "\f")
		offset = s.start
		if stand[number] == nil {
			stand[number] = map[string]int{}
		}
		stand[number][s.kind] += len(s.leaves)
	}
	numbers = slices.SortedFunc(maps.Keys(stand), func(a, b int) int {
		for _, kind := range []string{"want", "got", "hit"} {
			if more := stand[b][kind] - stand[a][kind]; more != 0 {
				return more
			}
		}
		return a - b
	})
	numbers = numbers[:min(len(numbers), most)]
	slices.Sort(numbers)
	return numbers
}

// Mark writes a text with marks where values of a case stand, and explains the marks. A
// mark has the numbers of its fields as data-leaf.
func Mark(text string, c *report.Case, comparators map[string]compare.Comparator) (html template.HTML, marked string) {
	spots := findSpots(text, c, comparators)
	var b strings.Builder
	write := func(part string) {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "\r\n", "\n"), "\f", "\n")
		b.WriteString(template.HTMLEscapeString(terminal.VisibleLines(part)))
	}
	offset := 0
	counts := map[string]int{}
	for _, s := range spots {
		write(text[offset:s.start])
		var leaves []string
		for _, leaf := range s.leaves {
			leaves = append(leaves, strconv.Itoa(leaf))
		}
		fmt.Fprintf(&b, `<mark class="spot %s" data-leaf="%s" title="%s">`, s.kind, strings.Join(leaves, " "), template.HTMLEscapeString(terminal.Excerpt(s.title, 2*terminal.MaxCharacters)))
		write(text[s.start:s.end])
		b.WriteString("</mark>")
		offset = s.end
		counts[s.kind]++
	}
	write(text[offset:])
	var parts []string
	for _, k := range []struct{ kind, text string }{{"want", "wanted, and not in the answer"}, {"got", "in the answer, and not wanted"}, {"hit", "as expected"}} {
		if n := counts[k.kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k.text))
		}
	}
	marked = "no value was found in the text"
	if len(parts) > 0 {
		marked = "marked: " + strings.Join(parts, ", ")
	}
	return template.HTML(b.String()), marked
}
