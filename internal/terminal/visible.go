package terminal

import (
	"regexp"
	"strings"

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

// believed matches the beginning of a line that programs which read the output of go test
// take for a word of go test, or GitHub for a command.
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
