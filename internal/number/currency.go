package number

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:generate env EXTRACTEVAL_UPDATE=1 go test .. -run ^TestTablesAreOfCLDR$$

// table has a line for each code of ISO 4217 for money, in use or since 1999 replaced, for each sign of CLDR and on
// invoices, and for each noun in the names of currencies. A line has the text in the form of foldName, a tab, and the
// codes of the currencies that it may mean. Lines are sorted. Codes that are words in lower case, such as TOP, are upper
// case here. The texts "0" and "3" stand for the currencies whose amounts have so many decimals in use.
//
//go:embed currencies.txt
var table string

// currencies are the codes of the table by their texts.
var currencies = sync.OnceValue(func() map[string]string {
	return IndexWords(table, func(codes string, _ int) string { return codes })
})

// find returns the codes on the line of a text, with a blank between them, "" without such a line.
func find(text string) string { return currencies()[text] }

// currency is the currency beside a number: a sign, a name or a code as printed, and the codes of the currencies that it
// may be, with a blank between them. Two texts can mean the same currency iff they have a code in common. The zero currency
// is none, or any.
type currency struct{ text, codes string }

// isCode reports whether the text is the code of the currency, in any case.
func (c currency) isCode() bool {
	return len(c.codes) == 3 && strings.EqualFold(strings.TrimSuffix(c.text, "."), c.codes)
}

// canBe reports whether both can mean the same currency. A currency without codes can mean any.
func (c currency) canBe(d currency) bool {
	if c.codes == "" || d.codes == "" {
		return true
	}
	for code := range strings.SplitSeq(c.codes, " ") {
		if strings.Contains(d.codes, code) {
			return true
		}
	}
	return false
}

// decimals returns 0 or 3 if that is how many decimals all currencies have that c may be, and false otherwise.
func (c currency) decimals() (n int32, ok bool) {
	if c.codes == "" {
		return 0, false
	}
	within := func(list string) bool {
		for code := range strings.SplitSeq(c.codes, " ") {
			if !strings.Contains(list, code) {
				return false
			}
		}
		return true
	}
	if within(find("3")) {
		return 3, true
	}
	return 0, within(find("0"))
}

// findCurrency returns the currency that a text names as a whole, in any case.
func findCurrency(text string) (c currency, ok bool) {
	name := foldName(text)
	if r, _ := utf8.DecodeRuneInString(text); isDigit(r) || name == "r" && r != 'R' {
		return c, false
	}
	codes := find(name)
	if codes == "" {
		codes = find(text) // TOP
	}
	if codes == "" && !isAnyCurrency(text) {
		return c, false
	}
	return currency{text, codes}, true
}

// isAnyCurrency reports whether a text is the sign of a currency that the table does not have.
func isAnyCurrency(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && isSign(r)
}

// foldName returns the form in which the table has a name: in lower case, without blanks, marks of writing direction and
// a point after its last letter.
func foldName(text string) string {
	if name, ok := strings.CutSuffix(text, "."); ok {
		if last, _ := utf8.DecodeLastRuneInString(name); !isSign(last) {
			text = name
		}
	}
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && r > ' ' {
			return unicode.ToLower(r)
		}
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// maxName bounds the bytes of a name, so that a long text is looked up a few times.
const maxName = 64

// currencyPrefix returns the length of the longest currency that s begins with, 0 without one. A word that only begins
// like one does not count.
func currencyPrefix(s string) (size int, c currency) {
	end := strings.IndexFunc(s[:min(len(s), maxName)], func(r rune) bool { return !inName(r) })
	if end < 0 { // no digits
		c, _ = findCurrency(s[:min(len(s), maxName)])
		return len(c.text), c
	}
	for size := 0; end > 0; end -= size {
		text := s[:end]
		var last rune
		last, size = utf8.DecodeLastRuneInString(text)
		if isBlank(last) || isLetter(last) && startsWithLetter(s[end:]) {
			continue
		}
		if found, ok := findCurrency(text); ok && (last != '.' || !found.isCode() && text != "R.") {
			return end, found
		}
	}
	return 0, currency{}
}

// currencySuffix returns the length of the longest currency that s ends with, 0 without one.
func currencySuffix(s string) (size int, c currency) {
	start := max(0, len(s)-maxName)
	start += len(s[start:]) - len(strings.TrimLeftFunc(s[start:], func(r rune) bool { return r == utf8.RuneError }))
	if i := strings.LastIndexFunc(s[start:], func(r rune) bool { return !inName(r) }); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[start+i:])
		start += i + size
	}
	for i, r := range s[start:] {
		if !isSign(r) && (!isLetter(r) || endsWithLetter(s[:start+i])) {
			continue
		}
		if found, ok := findCurrency(s[start+i:]); ok {
			return len(s) - start - i, found
		}
	}
	return 0, currency{}
}

// inName reports whether a character may be in the name or sign of a currency.
func inName(r rune) bool {
	return isLetter(r) || isSign(r) || isBlank(r) || r == '.' || r == '/' || strings.ContainsRune("-'’‘\"״", r)
}

// isLetter reports whether r is of a word: a letter, or a mark on one, such as the vowels of Devanagari.
func isLetter(r rune) bool {
	return unicode.IsLetter(r) || r > unicode.MaxLatin1 && unicode.Is(unicode.M, r)
}

// isSign reports whether r is the sign of a currency. The cent sign is not one: 5¢ are not 5 of the currency.
func isSign(r rune) bool {
	return r == '$' || r > '¢' && unicode.Is(unicode.Sc, r) && r != '\uFFE0'
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isLetter(r)
}

func endsWithLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isLetter(r)
}

// CurrencyCodes returns the codes of ISO 4217 that a text may mean: a code in any case, a sign or a name, such as "zł",
// "US $", "kronor" and "ユーロ". They are sorted; there are none for a text that is not a currency.
func CurrencyCodes(text string) []string {
	c, _ := findCurrency(text)
	return strings.Fields(c.codes)
}

// CurrencyMarks returns the other texts that may mean a currency, which is given as its code, a sign or a name. Each text
// is returned in lower case, in capitals and with a first capital. For "EUR" the texts are "€", "Euro", "euros" and so on.
// For "$", which many countries print, they are only codes and signs. It is nil for a text that is not a currency.
func CurrencyMarks(text string) []string {
	c, ok := findCurrency(text)
	if !ok {
		return nil
	}
	all, ok := marksByCodes.Load(c.codes)
	if !ok {
		all, _ = marksByCodes.LoadOrStore(c.codes, c.marks())
	}
	marks := slices.Clone(all.([]string))
	return slices.DeleteFunc(marks, func(mark string) bool { return foldName(mark) == foldName(text) })
}

// marksByCodes has the marks of each currency that was asked for, as the table is long.
var marksByCodes sync.Map // of []string by the codes of a currency

func (c currency) marks() (marks []string) {
	for line := range strings.Lines(table) {
		name, codes, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		other := currency{name, codes}
		first, size := utf8.DecodeRuneInString(name)
		switch {
		case name[0] == '#' || isDigit(first) || !c.canBe(other):
		case other.isCode():
			marks = append(marks, codes)
		case !strings.ContainsFunc(name, unicode.IsLetter):
			marks = append(marks, name)
		case len(c.codes) == 3:
			marks = append(marks, name, string(unicode.ToUpper(first))+name[size:], strings.ToUpper(name))
		}
	}
	return marks
}
