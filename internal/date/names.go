package date

import (
	_ "embed"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/number"
)

// table has the words of dates in their folded form, sorted, each in a line of its own with its meanings; see readMeanings.
// The months and weekdays are from CLDR. A comment lists the languages, each with the order of its dates in numbers.
//
//go:generate env EXTRACTEVAL_UPDATE=1 go test .. -run ^TestTablesAreOfCLDR$$
//go:embed names.txt
var table string

// words are the words of the table.
var words = sync.OnceValue(func() map[string]word {
	return number.IndexWords(table, func(meanings string, place int) word {
		w := readMeanings(meanings)
		w.meanings = int32(place)
		return w
	})
})

// findWord returns the meanings of a folded word.
func findWord(text string) (word, bool) {
	w, ok := words()[text]
	return w, ok
}

// longestWord returns the longest word that a folded text begins with, and its length. It may have two parts (segunda-feira,
// ม.ค). Chinese characters run on without blanks between words.
func longestWord(text string) (w word, length int, ok bool) {
	length = wordEnd(text)
	if next := length + 1; length > 0 && next < len(text) && strings.IndexByte(" .-", text[length]) >= 0 {
		if second := wordEnd(text[next:]); second > 0 {
			if w, ok = findWord(text[:next+second]); ok {
				return w, next + second, true
			}
		}
	}
	for end := length; end > 0; end-- {
		if w, ok = findWord(text[:end]); ok {
			return w, end, true
		}
		if !isHan(text) {
			break
		}
	}
	return w, length, false
}

// languageOrders lists the languages of the table, each with the order of its dates in numbers: "de:dmy.". The point says that
// the language prints one after the day.
func languageOrders() []string {
	_, rest, _ := strings.Cut(table, "\n#+\t")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Fields(line)
}

// Languages lists the languages of month and weekday names, by their codes in CLDR (ISO 639), English first.
func Languages() []string {
	codes := languageOrders()
	for i, entry := range codes {
		codes[i], _, _ = strings.Cut(entry, ":")
	}
	return codes
}

// DefaultOrder returns the order of dates in numbers in documents of these languages: the order of the first language in which
// the month is not first, or [MDY] if there is none.
func DefaultOrder(languages []string) Order {
	for _, code := range languages {
		order, _, _ := strings.Cut(languageOrder(code), ".")
		if o, _ := OrderOf(order); o != 0 && o != MDY {
			return o
		}
	}
	return MDY
}

func languageOrder(code string) string {
	for _, entry := range languageOrders() {
		if name, order, _ := strings.Cut(entry, ":"); name == code {
			return order
		}
	}
	return ""
}

// weekdaySet holds the weekdays that a name may mean, Sunday in bit 0: "so" is
// Sonntag in German and sobota in Czech.
type weekdaySet uint8

func (s weekdaySet) contains(day time.Weekday) bool { return s>>day&1 != 0 }
