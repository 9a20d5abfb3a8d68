package report

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Visible returns text as a terminal may be sent it: control characters become
// their pictures (␛ for escape), other characters that are not seen or change how
// their neighbours are shown (bidi controls, zero-width and other format
// characters, line separators, private use) become \u and their number, and
// bytes that are no UTF-8 become \x and their value. The second # of "##[" and "##vso["
// becomes \u0023, since CI servers take these for commands wherever they stand. The
// result is one line.
func Visible(text string) string {
	if strings.Contains(text, "##") {
		text = ciCommands.Replace(text)
	}
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size <= 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune(0x2421)
		case r > 0xffff && !seen(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		case !seen(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

var ciCommands = strings.NewReplacer("##[", `#\u0023[`, "##vso[", `#\u0023vso[`)

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] > 0x7e {
			return false
		}
	}
	return true
}

// seen reports whether r is shown as itself: a graphic character, an unusual
// kind of space excepted.
func seen(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) }

// Width returns how many cells of a terminal visible text takes.
func Width(text string) int { return uniseg.StringWidth(text) }

// Fit cuts visible text to a number of cells, in the middle: names differ at
// their ends.
func Fit(text string, cells int) string {
	if Width(text) <= cells {
		return text
	}
	var clusters []string
	for g := uniseg.NewGraphemes(text); g.Next(); {
		clusters = append(clusters, g.Str())
	}
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
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if room -= Width(g.Str()); room < 0 {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// pad fills visible text with spaces up to a number of cells.
func pad(text string, cells int) string {
	return text + strings.Repeat(" ", max(cells-Width(text), 0))
}

// believed matches what programs that read the output of go test take for a
// word of go test when a line begins with it, and what GitHub takes for a command.
var believed = regexp.MustCompile(`^\s*(---|===|#|::|(PASS|FAIL|SKIP|BENCH|ok|\?|panic|fatal error|exit status|coverage|testing|Benchmark\S*|goos|goarch|pkg|cpu)($|[\s:]))`)

// LineStart returns text as a line may begin with it: made visible, and quoted
// when it could be taken for a word of go test, or for a command of GitHub's.
func LineStart(text string) string {
	text = Visible(text)
	if believed.MatchString(text) {
		return `"` + text + `"`
	}
	return text
}

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
