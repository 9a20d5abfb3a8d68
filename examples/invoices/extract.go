// Package invoices is a small extraction service: it reads invoices, receipts,
// bills and credit notes in six languages, as plain text, with a few hundred
// lines of rules. It is an example of any such service, with or without a
// model: the test in this folder measures how much of its answers is right.
package invoices

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Extract reads one document, UTF-8 text. The answer depends only on the text. A value that is not found stays empty.
// An error means that the text is empty or not UTF-8, or that ctx is done.
func Extract(ctx context.Context, doc []byte) (Invoice, error) {
	if err := ctx.Err(); err != nil {
		return Invoice{}, fmt.Errorf("invoices: %w", err)
	}
	if !utf8.Valid(doc) {
		return Invoice{}, errors.New("invoices: the document is not UTF-8 text")
	}
	if strings.TrimSpace(string(doc)) == "" {
		return Invoice{}, errors.New("invoices: the document is empty")
	}
	p := newPage(string(doc))
	lang := languageOf(p.text)
	dates := dateReader{monthFirst: lang == english && strings.Contains(p.text, "$")}

	var inv Invoice
	inv.Number, _ = lookup(p, lang.number, dates.readNumber)
	inv.Date = issueDate(p, lang, dates)
	inv.DueDate, _ = lookup(p, lang.due, dates.read)
	inv.Currency = currency(p.text)
	inv.Total = total(p, lang)
	inv.Tax = tax(p, lang)
	inv.Vendor.Name = vendorName(p, lang)
	inv.Vendor.TaxID, _ = lookup(p, lang.taxID, readTaxID)
	inv.Customer = customerName(p, lang, inv.Vendor.Name)
	inv.Lines = readLines(p, lang)
	return inv, nil
}

var numberText = regexp.MustCompile(`^(?:[A-Z]{1,3} )?[A-Za-z0-9./-]*\d[A-Za-z0-9./-]*`)

// readNumber reads a document number, which has a digit and is not a date.
func (d dateReader) readNumber(text string) (string, bool) {
	number := strings.TrimRight(numberText.FindString(text), ".")
	if _, isDate := d.read(number); isDate {
		return "", false
	}
	return number, number != ""
}

// issueDate returns a labelled date, or else the first date on the page: a letter has its date at the top.
func issueDate(p page, lang *language, dates dateReader) string {
	if date, ok := lookup(p, lang.date, dates.read); ok {
		return date
	}
	for _, r := range p.rows {
		if date, ok := dates.read(r.text(0)); ok {
			return date
		}
	}
	return ""
}

var currencies = []struct {
	sign *regexp.Regexp
	code string
}{
	{regexp.MustCompile(`\bCHF\b`), "CHF"},
	{regexp.MustCompile(`\bMXN\b`), "MXN"},
	{regexp.MustCompile(`€|(?i)\beuros?\b|\beur\b`), "EUR"},
	{regexp.MustCompile(`£|\bGBP\b`), "GBP"},
	{regexp.MustCompile(`\$|\bUSD\b`), "USD"},
}

func currency(text string) string {
	for _, c := range currencies {
		if c.sign.MatchString(text) {
			return c.code
		}
	}
	return ""
}

// total returns the amount after the most specific label that has one, in the lowest such row: sums are at the end.
func total(p page, lang *language) *float64 {
	for _, l := range lang.total {
		for i := len(p.rows) - 1; i >= 0; i-- {
			for j, c := range p.rows[i] {
				rest, found := l.cutFrom(c.text)
				if !found {
					continue
				}
				if amount, ok := lastAmount(rest + "  " + p.rows[i].text(j+1)); ok {
					return &amount
				}
				// A column may be headed "Total EUR".
				if under, ok := p.inColumn(i+1, c); ok && len(rest) <= len("EURO") {
					if amount, ok := lastAmount(under.text); ok {
						return &amount
					}
				}
			}
		}
	}
	return nil
}

// tax adds up the amounts of the rows with a tax label: there is a row for each rate.
func tax(p page, lang *language) *float64 {
	var sum *float64
	for _, r := range p.rows {
		for j, c := range r {
			if !anyIn(lang.tax, c.text) || anyIn(lang.total, c.text) || anyIn(lang.net, c.text) {
				continue
			}
			if amount, ok := lastAmount(r.text(j)); ok {
				if sum == nil {
					sum = new(float64)
				}
				*sum += amount
				break
			}
		}
	}
	return sum
}
