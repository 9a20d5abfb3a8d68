package invoices

import (
	"regexp"
	"strings"
)

var (
	postcode = regexp.MustCompile(`^(?:[A-Z]{1,2}-)?\d{4,5} (?:[A-Z]{2} )?\pL|\b[A-Z]{2}\d \d[A-Z]{2}$`)
	letters  = regexp.MustCompile(`\pL{3,}`)
	idText   = regexp.MustCompile(`^(?:[A-Z]{1,4}[- ]?)?\d[\dA-Z]*(?:[ ./-][A-Z]{0,2}\d+|-[A-Z]\b)*`)
)

// vendorName returns the first cell with words that is not the document's
// title, since the letterhead comes first.
func vendorName(p page, lang *language) string {
	for _, r := range p.rows {
		for _, c := range r {
			if letters.MatchString(c.text) && !anyIn(lang.title, c.text) && !opens(lang.date, c.text) && !strings.Contains(c.text, "@") {
				name, _, _ := strings.Cut(c.text, " · ")
				return name
			}
		}
	}
	return ""
}

// customerName returns the value of a label, or else the first line of the
// first address that is not the vendor's.
func customerName(p page, lang *language, vendor string) string {
	name, ok := lookup(p, lang.customer, lang.readName)
	if ok {
		return withoutSalutation(lang, name)
	}
	for i, r := range p.rows {
		for _, c := range r {
			if name, ok = addressee(p, lang, i, c); ok && name != vendor {
				return name
			}
		}
	}
	return ""
}

// addressLines is the maximum number of lines of an address above its postcode.
const addressLines = 6

// addressee returns the first line of the address whose postcode is in cell c of row i. It searches upwards from there.
func addressee(p page, lang *language, i int, c cell) (name string, ok bool) {
	if !postcode.MatchString(c.text) {
		return "", false
	}
	for line := 1; line <= addressLines; line++ {
		if c, ok = p.inColumn(i-line, c); !ok {
			break
		}
		if head := withoutSalutation(lang, c.text); letters.MatchString(head) {
			name = head
		}
	}
	return name, name != ""
}

// withoutSalutation drops "Herrn", "Mrs" and the like from the front of a name.
func withoutSalutation(lang *language, name string) string {
	for _, l := range lang.salutation {
		name, _ = l.cutHead(name)
	}
	return name
}

// readName returns the text up to a comma or bracket, where the address starts.
// A text that has digits or is a label is not a name.
func (lang *language) readName(text string) (string, bool) {
	name := text
	if i := strings.IndexAny(text, ",("); i > 0 {
		name = strings.TrimSpace(text[:i])
	}
	isLabel := opens(lang.number, name) || opens(lang.date, name) || opens(lang.customer, name)
	return name, !isLabel && letters.MatchString(name) && !strings.ContainsAny(name, "0123456789")
}

// readTaxID takes an identifier with at least seven digits.
func readTaxID(text string) (string, bool) {
	id := idText.FindString(text)
	return id, len(onlyDigits(id)) >= 7
}
