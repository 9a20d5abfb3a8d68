package invoices

import (
	"regexp"
	"strconv"
	"strings"
)

// money is an amount as people print it: with or without groups, two decimals
// or a dash, the minus on either side. O, l and I count as digits, since
// scanners confuse them with 0 and 1.
var money = regexp.MustCompile(`(^|[^\w.,'/])(- ?)?([€$£] ?)?(-?)([\dOlI]{1,3}(?:[.,' ][\dOlI]{3})+|[\dOlI]+)[.,]([\dOlI]{2}|-)(-?)`)

// digits replaces letters that a scanner confused with digits.
var digits = strings.NewReplacer("O", "0", "l", "1", "I", "1")

// lastAmount returns the rightmost amount in text.
func lastAmount(text string) (float64, bool) {
	all := amounts(text)
	if len(all) == 0 {
		return 0, false
	}
	return all[len(all)-1], true
}

// amounts returns all amounts in text, from left to right.
func amounts(text string) []float64 {
	var list []float64
	for {
		m := money.FindStringSubmatchIndex(text)
		if m == nil {
			return list
		}
		group := func(i int) string { return text[max(m[2*i], 0):max(m[2*i+1], 0)] }
		rest := text[m[1]:]
		if !continues.MatchString(rest) {
			whole, decimals := onlyDigits(group(5)), digits.Replace(strings.Trim(group(6), "-"))
			if value, err := strconv.ParseFloat(whole+"."+decimals+"0", 64); err == nil {
				if group(2)+group(4)+group(7) != "" {
					value = -value
				}
				list = append(list, value)
			}
		}
		text = rest
	}
}

// continues matches the text after the beginning of a date, a longer number or a percentage, which is not an amount:
// 12.03 in 12.03.2024, 4.03 in 4.0336, 7.25 in 7.25 %.
var continues = regexp.MustCompile(`^(?:[.,/]?\d| ?%)`)

// onlyDigits drops all other characters.
func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, digits.Replace(s))
}

var count = regexp.MustCompile(`^(-?\d+(?:[.,' ]\d{3})*(?:[.,]\d{1,3})?)(?: ?\pL{1,5}[23²³]?\.?)?(?: ?(?:x|×|@|at|à) .*)?$`)

// readQuantity reads a cell that holds a count, and perhaps its unit and a
// price for each. A separator in front of three digits groups them: quantities
// seldom have three decimals.
func readQuantity(cell string) (float64, bool) {
	m := count.FindStringSubmatch(strings.TrimSpace(cell))
	if m == nil {
		return 0, false
	}
	whole, decimals := m[1], ""
	if i := strings.LastIndexAny(whole, ".,"); i >= 0 && len(whole)-i-1 < 3 {
		whole, decimals = whole[:i], whole[i+1:]
	}
	value, err := strconv.ParseFloat(onlyDigits(whole)+"."+decimals+"0", 64)
	if strings.HasPrefix(m[1], "-") {
		value = -value
	}
	return value, err == nil
}
