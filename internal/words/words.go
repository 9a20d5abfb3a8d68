// Package words makes the small parts of messages that package report and the packages below it share, and finds the
// name that was meant ([Nearest]).
package words

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/document"
)

// Visible returns text in one line that is safe to send to a terminal; see terminal.Visible, which calls it.
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
		case r > 0xffff && !shown(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		case !shown(r):
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

// shown reports whether r is shown as itself: a graphic character, an unusual
// kind of space excepted.
func shown(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) }

// Plural returns a number with its noun: "1 case", "2 cases".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Quoted lists the first names in quotes, and the number of the others. Without names it returns none.
func Quoted(names []string, shown int, none string) string {
	if len(names) == 0 {
		return none
	}
	quoted := arithmetic.Each(names, strconv.Quote)
	return List(quoted, shown, "and %d more")
}

// List returns the first texts with commas between them, and the number of the others in words: "and %d more".
func List(texts []string, shown int, others string) string {
	if more := len(texts) - shown; more > 0 {
		texts = append(texts[:shown:shown], fmt.Sprintf(others, more))
	}
	return strings.Join(texts, ", ")
}

var plainWord = regexp.MustCompile(`^[\w./:=@%+,-][\w./:=@%+,#-]*$`)

// Command returns the arguments of a command as a shell reads them.
func Command(args ...string) string {
	quoted := slices.Clone(args)
	for i, arg := range args {
		if !plainWord.MatchString(arg) {
			quoted[i] = "'" + strings.ReplaceAll(Visible(arg), "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// PValue returns a p-value for people: "0.016", "<0.001".
func PValue(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Signed returns a change with three decimals, and with a sign unless they are 0: "-0.085", "0.000".
func Signed(change float64) string {
	if text := fmt.Sprintf("%+.3f", change); text != "-0.000" && text != "+0.000" {
		return text
	}
	return "0.000"
}

// Points returns a change of a ratio in points, hundredths of 1: "+2.5" for 0.025, "0.0" for no change.
func Points(change float64) string {
	if text := fmt.Sprintf("%+.1f", 100*change); text != "-0.0" && text != "+0.0" {
		return text
	}
	return "0.0"
}

// Cut returns text, or at most size bytes of it and "…". It does not cut inside a character.
func Cut(text string, size int) string {
	if len(text) <= size {
		return text
	}
	for size > 0 && !utf8.RuneStart(text[size]) {
		size--
	}
	return text[:size] + "…"
}

// GateProblems returns the lines of an error about a gate as one line, without their prefixes.
func GateProblems(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "report: gate: ")
	}
	return strings.Join(lines, "; ")
}

// Article returns the kind of a value with its article: "an object".
func Article(v document.Value) string { return ArticleOf(v.Kind()) }

// ArticleOf returns a kind with its article: "an object".
func ArticleOf(k document.Kind) string {
	switch k {
	case document.Array, document.Object:
		return "an " + k.String()
	default:
		return "a " + k.String()
	}
}

// CheckUTF8 returns a [*document.SyntaxError] for a text that is not valid UTF-8, as JSON has to be (RFC
// 8259, 8.1). [document.Parse] accepts such a text: an extractor's answer should be read as far as possible,
// while a truth in another encoding is a mistake of its author.
func CheckUTF8(data []byte) error {
	if utf8.Valid(data) {
		return nil
	}
	offset := 0
	for {
		r, n := utf8.DecodeRune(data[offset:])
		if r == utf8.RuneError && n == 1 {
			return &document.SyntaxError{Offset: int64(offset), Problem: fmt.Sprintf("byte 0x%02X is not UTF-8, which JSON has to be", data[offset])}
		}
		offset += n
	}
}

// IsHash reports whether a value of a record is the hash of a redacted value.
func IsHash(value []byte) bool { return hashPattern.Match(value) }

var hashPattern = regexp.MustCompile(`^"hmac:[0-9a-f]{16}"$`)

// Unreadable is the reason why an answer could not be read. It replaces an answer that was not
// kept, and is evaluated like that answer.
type Unreadable string

const unreadableWarning = "got could not be read: "

// Warning returns the reason as a warning of a result.
func (u Unreadable) Warning() string { return unreadableWarning + string(u) }

// F1 returns "F1 0.871", or "no match" for "-", the F1 of a field with mistakes of which nothing is right: "-" would read as if
// there were no data.
func F1(text string) string {
	if text == "-" {
		return "no match"
	}
	return "F1 " + text
}

// Unread says how many answers could not be read.
func Unread(n int) string { return Plural(n, "answer") + " could not be read" }

// EndsEarly reports whether an answer is unreadable for the reason that its text ends in the middle of the JSON.
func EndsEarly(reason string) bool {
	return strings.HasSuffix(reason, ": unexpected end of JSON input") || strings.HasSuffix(reason, " is cut off")
}

// UnreadableReason finds the reason why an answer could not be read in the warnings of its result. It is "" for an
// answer that was read.
func UnreadableReason(warnings []string) string {
	for _, w := range warnings {
		if reason, ok := strings.CutPrefix(w, unreadableWarning); ok {
			return reason
		}
	}
	return ""
}

// believed matches the beginning of a line that programs which read the output of go test
// take for a word of go test, or GitHub for a command.
var believed = regexp.MustCompile(`^\s*(---|===|#|::|(PASS|FAIL|SKIP|BENCH|ok|\?|panic|fatal error|exit status|coverage|testing|Benchmark\S*|goos|goarch|pkg|cpu)($|[\s:]))`)

// LineStart returns text in a form that may begin a line: visible (see
// [Visible]), and in quotes if it could be taken for a line of go
// test or for a command of GitHub.
func LineStart(text string) string {
	text = Visible(text)
	if believed.MatchString(text) {
		return `"` + text + `"`
	}
	return text
}
