package number

import (
	_ "embed"
	"strings"
	"unicode/utf8"
)

// units has a line for each unit behind quantities and prices: a blank before each spelling and at the end, the name of the unit
// first. They are picked by hand from the common codes of UN/ECE Recommendation 20 (EA, H87, C62, KGM) and from the long and short
// names of units in CLDR 48, of languages of Europe. A spelling of one letter is read in this case alone.
//
//go:embed units.txt
var units string

const (
	piece = "pcs" // the unit of what is counted, whatever its word

	// notUnits are currencies whose signs are units in other letters: the mark of Bosnia, the forint.
	notUnits = " KM КМ Ft STD "
	// apart are units that stand after a blank alone: "1st" is the first, "5m" may be millions.
	apart = " m t st "
	// perUnit are the words between a price and its unit.
	perUnit = " per pro je par por "
)

// findUnit returns the name of the unit that a word means, in any case if it is longer than a letter.
func findUnit(word string) string {
	word = strings.TrimSuffix(word, ".")
	const longest = 24
	if word == "" || len(word) > longest || strings.Contains(notUnits, " "+word+" ") {
		return ""
	}
	if utf8.RuneCountInString(word) > 1 {
		word = strings.ToLower(word)
	}
	i := strings.Index(units, " "+word+" ")
	if i < 0 {
		return ""
	}
	line := units[strings.LastIndexByte(units[:i], '\n')+2:]
	return line[:strings.IndexByte(line, ' ')]
}

// addUnit counts the unit that s ends with, if it is the given word, and returns the length of the word and of the slash or
// the word before it: "/EA", "per kg".
func (b *beside) addUnit(s, word string) (size int) {
	r, _ := utf8.DecodeRuneInString(word)
	rest := s[:len(s)-len(word)]
	if isDigit(r) || rest == "" || endsWithLetter(rest) {
		return 0
	}
	unit := findUnit(word)
	if unit == "" || endsWithDigit(rest) && strings.Contains(apart, " "+word+" ") {
		return 0
	}
	b.measures++
	b.unit = unit
	rest = strings.TrimRightFunc(rest, isBlank)
	if before, ok := strings.CutSuffix(rest, "/"); ok {
		rest, b.per = before, true
	} else if before, between := cutWord(rest); between != "" && strings.Contains(perUnit, " "+between+" ") {
		rest, b.per = before, true
	}
	return len(s) - len(rest)
}

// inUnit reports whether a character may be in the word of a unit: "Stk.", "m²", "°C".
func inUnit(r rune) bool { return isLetter(r) || r == '.' || r == '°' || r == '²' || r == '³' }
