package internal_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// squash leaves the letters and digits of a text, in lower case.
func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// plainly reports whether a value may be printed in a text: whether a squashed form of it is anywhere in
// the squashed text. It is cruder than package source on purpose: it answers yes too often (5 is in 15),
// so that a no is certain.
func plainly(text string, value any) bool {
	text = squash(text)
	return slices.ContainsFunc(forms(value), func(form string) bool { return strings.Contains(text, form) })
}

// forms are the ways in which a value may be printed, squashed.
func forms(value any) []string {
	if n, ok := value.(json.Number); ok {
		whole, decimals, _ := strings.Cut(strings.TrimPrefix(n.String(), "-"), ".")
		if strings.Trim(decimals, "0") == "" {
			return []string{whole} // also before decimals
		}
		return []string{whole + strings.TrimRight(decimals, "0")} // also before zeros
	}
	text := value.(string)
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return []string{squash(text)}
	}
	all := []string{}
	for _, layout := range []string{"20060102", "02012006", "01022006", "020106", "212006", "2106", "2Jan2006", "2January2006", "Jan22006", "January22006"} {
		all = append(all, strings.ToLower(day.Format(layout)))
	}
	for _, month := range months[day.Month()] {
		for _, form := range []string{"%d%s%d", "%02d%s%d", "%de%s%d", "%dde%sde%d", "%ddi%s%d"} {
			all = append(all, fmt.Sprintf(form, day.Day(), month, day.Year()))
		}
	}
	return all
}

// months are the names of the months in the languages of the corpus but English, squashed.
var months = map[time.Month][]string{
	time.January: {"januar", "jänner", "janvier", "enero", "gennaio", "januari"}, time.February: {"februar", "février", "febrero", "febbraio", "februari"},
	time.March: {"märz", "mars", "marzo", "maart"}, time.April: {"april", "avril", "abril", "aprile"}, time.May: {"mai", "mayo", "maggio", "mei"},
	time.June: {"juni", "juin", "junio", "giugno"}, time.July: {"juli", "juillet", "julio", "luglio"}, time.August: {"august", "août", "agosto", "augustus"},
	time.September: {"september", "septembre", "septiembre", "settembre"}, time.October: {"oktober", "octobre", "octubre", "ottobre"},
	time.November: {"november", "novembre", "noviembre"}, time.December: {"dezember", "décembre", "diciembre", "dicembre", "december"},
}

var (
	amountPattern = regexp.MustCompile(`\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}`)
	dayPattern    = regexp.MustCompile(`\d{1,2}\.\d{1,2}\.\d{4}`)
	codePattern   = regexp.MustCompile(`[0-9A-Za-z][0-9A-Za-z/-]{3,}[0-9A-Za-z]`)
	gapPattern    = regexp.MustCompile(`\s{2,}|[|·:]`)
)

// apart returns the matches of a pattern that are not a part of a longer number, date or code, nor
// negative, nor a percentage.
func apart(pattern *regexp.Regexp, text string) []string {
	var all []string
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		if !leads.MatchString(text[:at[0]]) && !follows.MatchString(text[at[1]:]) {
			all = append(all, text[at[0]:at[1]])
		}
	}
	return all
}

var (
	leads   = regexp.MustCompile(`[0-9A-Za-z][.,/]?$|-$`)
	follows = regexp.MustCompile(`^[.,/-]?[0-9A-Za-z]|^%`)
)

// amounts returns the printed numbers with two decimals.
func amounts(text string) []any {
	var all []any
	for _, token := range apart(amountPattern, text) {
		digits := strings.TrimLeft(squash(token), "0")
		if len(digits) > 2 {
			all = append(all, json.Number(digits[:len(digits)-2]+"."+digits[len(digits)-2:]))
		}
	}
	return all
}

// days returns the printed dates of the form 5.3.2024, by ISO 8601.
func days(text string) []any {
	var all []any
	for _, token := range apart(dayPattern, text) {
		if day, err := time.Parse("2.1.2006", token); err == nil {
			all = append(all, day.Format(time.DateOnly))
		}
	}
	return all
}

// codes returns words with three digits or more.
func codes(text string) []any {
	var all []any
	for _, token := range apart(codePattern, text) {
		if countDigits(token) >= 3 {
			all = append(all, token)
		}
	}
	return all
}

func countDigits(text string) (n int) {
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// phrases returns the parts of a text between gaps that have words.
func phrases(text string) []any {
	var all []any
	for line := range strings.Lines(text) {
		for _, phrase := range gapPattern.Split(strings.TrimSpace(line), -1) {
			phrase = strings.TrimSpace(phrase)
			if n := len(squash(phrase)); n >= 6 && countDigits(phrase) < n/3 {
				all = append(all, phrase)
			}
		}
	}
	return all
}
