package words

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Width returns the number of terminal cells that visible text takes.
func Width(text string) int { return uniseg.StringWidth(text) }

// Characters yields the characters as a reader counts them. uniseg.Graphemes also finds words, sentences and lines,
// whose tables every test that imports evaltest would link.
func Characters(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for state := -1; text != ""; {
			var c string
			c, text, _, state = uniseg.FirstGraphemeClusterInString(text, state)
			if !yield(c) {
				return
			}
		}
	}
}

// Fit cuts visible text to a number of cells, in the middle: names differ at
// their ends.
func Fit(text string, cells int) string {
	if Width(text) <= cells {
		return text
	}
	clusters := slices.Collect(Characters(text))
	room := cells - 1 // for the ellipsis
	head, tail := 0, len(clusters)
	for fromHead := false; head < tail; fromHead = !fromHead {
		next := clusters[tail-1]
		if fromHead {
			next = clusters[head]
		}
		if room -= Width(next); room < 0 {
			break
		}
		if fromHead {
			head++
		} else {
			tail--
		}
	}
	return strings.Join(clusters[:head], "") + "…" + strings.Join(clusters[tail:], "")
}

// Clip cuts visible text to a number of cells at its end.
func Clip(text string, cells int) string {
	if Width(text) <= cells {
		return text
	}
	var b strings.Builder
	room := cells - 1
	for c := range Characters(text) {
		if room -= Width(c); room < 0 {
			break
		}
		b.WriteString(c)
	}
	return b.String() + "…"
}

// FitAll cuts visible texts to a number of cells so that different texts stay different. If [Fit] makes different texts
// equal, FitAll cuts their common beginning instead. If they are still equal, it adds numbers to them.
func FitAll(texts []string, cells int) []string {
	short := arithmetic.Each(texts, func(text string) string { return Fit(text, cells) })
	for _, group := range alike(texts, short) {
		begin := commonBeginning(texts, group)
		for _, i := range group {
			short[i] = Fit("…"+texts[i][begin:], cells)
		}
	}
	numbers := map[string]int{}
	for _, group := range alike(texts, short) {
		for _, i := range group {
			if numbers[texts[i]] == 0 {
				numbers[texts[i]] = len(numbers) + 1
			}
			number := "~" + strconv.Itoa(numbers[texts[i]])
			short[i] = Fit(texts[i], max(cells-len(number), 1)) + number
		}
	}
	return short
}

// alike returns groups of indices: the texts of a group have the same short text, and not all are equal.
func alike(texts, short []string) (groups [][]int) {
	index := map[string]int{}
	for i := range short {
		place, ok := index[short[i]]
		if !ok {
			place = len(groups)
			index[short[i]] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], i)
	}
	return slices.DeleteFunc(groups, func(group []int) bool {
		return !slices.ContainsFunc(group, func(i int) bool { return texts[i] != texts[group[0]] })
	})
}

// commonBeginning returns the length in bytes of the common beginning of the texts of a group, in whole characters.
func commonBeginning(texts []string, group []int) int {
	first := texts[group[0]]
	n := len(first)
	for _, i := range group[1:] {
		n = min(n, len(texts[i]))
		for first[:n] != texts[i][:n] {
			n--
		}
	}
	for n > 0 && n < len(first) && !utf8.RuneStart(first[n]) {
		n--
	}
	return n
}

// Wrap breaks visible lines that are wider than a number of cells, at a blank if there is one. It indents the rest of a
// line like the line and marks it, so that nobody takes it for the beginning of a line. Fewer than 8 cells count as 8.
func Wrap(text string, cells int) string {
	cells = max(cells, 8) // the mark and a wide character fit
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		mark := indent + "  ↳ "
		if Width(mark) > cells/2 {
			mark = "↳ "
		}
		for Width(line) > cells {
			head := beginning(line, cells)
			if offset := strings.LastIndexByte(head, ' '); offset > max(len(indent), len(head)/3) && strings.TrimSpace(head[:offset]) != "↳" {
				head = head[:offset]
			}
			b.WriteString(strings.TrimRight(head, " ") + "\n")
			line = mark + strings.TrimLeft(line[len(head):], " ")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// beginning returns as much of a text as fits into a number of cells, but at least one character.
func beginning(text string, cells int) string {
	n, width := 0, 0
	for c := range Characters(text) {
		if width += Width(c); width > cells && n > 0 {
			break
		}
		n += len(c)
	}
	return text[:n]
}
