// Package tabletest shows a hand-written table of tests: a handful of documents
// in the test file, each a subtest, and a gate over all of them.
package tabletest

import (
	"regexp"
	"strings"
)

// Receipt holds the values of a till receipt.
type Receipt struct {
	Shop  string `json:"shop,omitzero"`
	Date  string `json:"date,omitzero"`
	Total string `json:"total,omitzero"`
}

var (
	dates  = regexp.MustCompile(`\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|\b\d{4}-\d{2}-\d{2}\b`)
	totals = regexp.MustCompile(`(?i)\b(?:total|summe|gesamt)\b[^\d-]*(-?[\d.,]+)`)
)

// Read returns the first line as the shop, the first text in the form of a date
// as the date, and the number after the word for total as the total.
func Read(text string) Receipt {
	shop, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	r := Receipt{Shop: strings.TrimSpace(shop), Date: dates.FindString(text)}
	if m := totals.FindStringSubmatch(text); m != nil {
		r.Total = m[1]
	}
	return r
}
