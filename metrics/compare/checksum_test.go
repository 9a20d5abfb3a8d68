package compare_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Codes that are known to be valid: examples of the standards and registries, and
// numbers that their owners publish.
var validCodes = map[string][]string{
	"iban": {
		"GB82WEST12345698765432", "DE89370400440532013000", "BE68539007547034", "FR1420041010050500013M02606", // ISO 13616, ECBS and the IBAN registry
		"CH9300762011623852957", "NO9386011117947", "MT84MALT011000012345MTLCAST001S", "SA0380000000608010167519",
	},
	"luhn": {"79927398713", "4111111111111111", "378282246310005", "490154203237518"}, // a textbook's, test cards, an IMEI
	"ean": {
		"4006381333931", "5901234123457", "9780306406157", // EAN-13, the last an ISBN
		"96385074", "73513537", // EAN-8
		"036000291452", "012345678905", // UPC-A
		"10614141000415", // GTIN-14
	},
	"vat": {
		"ATU13585627", "BE0428759497", "BE428759497", "DE136695976", "DK13585628", "EE100931558", "EL094259216", "GR094259216", "FI20774740",
		"FR83404833048", "FR40303265045", "HR33392005961", "HU12892312", "IT00743110157", "LU15027442", "MT11679112", "NL004495445B01",
		"PL8567346215", "PT501964843", "SE123456789701", "SI50223054", "SK2022749619",
		"CY10259033P", "CZ25123891", "ES54362315K", "ESA13585625", "IE6433435F", "IE8Z49289F", "LT119511515", "LV40003521600", "RO18547290", "BG175074752", "XI123456789", "FRK7399859412",
	},
}

// faultOf returns why a code fails a check.
func faultOf(name, code string) string {
	text, _ := json.Marshal(code)
	v, _ := document.Parse(text)
	r, _ := compare.Read(compare.Code{Checksum: name}, v)
	return r.Why
}

func TestValidCodes(t *testing.T) {
	for name, codes := range validCodes {
		for _, code := range codes {
			assert.Empty(t, faultOf(name, code), "%s %s", name, code)
		}
	}
}

// Every check finds every wrong digit, but for countries whose rule is not here.
func TestOneWrongDigitOfACode(t *testing.T) {
	unchecked := map[string]bool{"BG": true, "CY": true, "CZ": true, "ES": true, "IE": true, "LT": true, "LV": true, "RO": true, "XI": true}
	for name, codes := range validCodes {
		for _, code := range codes {
			if name == "vat" && (unchecked[code[:2]] || code == "FRK7399859412") {
				continue
			}
			checked := len(code)
			switch {
			case name == "vat" && code[:2] == "SE", name == "vat" && code[:2] == "NL": // the last two count branches
				checked -= 2
			}
			for i := range checked {
				if code[i] < '0' || code[i] > '9' {
					continue
				}
				for d := byte('0'); d <= '9'; d++ {
					if d == code[i] {
						continue
					}
					wrong := code[:i] + string(d) + code[i+1:]
					if slices.Contains(escapes, wrong) {
						assert.Empty(t, faultOf(name, wrong), "%s %s", name, wrong)
						continue
					}
					assert.NotEmpty(t, faultOf(name, wrong), "%s %s for %s", name, wrong, code)
				}
			}
		}
	}
}

// escapes are wrong digits that are not found: the Netherlands have two rules, and
// this one is right by the other.
var escapes = []string{"NL004095445B01"}

func TestFaultsOfCodes(t *testing.T) {
	for _, tt := range []struct{ name, code, want string }{
		{"iban", "DE89370400440532013001", "fails the IBAN check"},
		{"iban", "DE8937040044", "does not have the form of an IBAN"},
		{"iban", "8989370400440532013000", "does not have the form of an IBAN"},
		{"iban", "DE8937040044053201300Ä", "does not have the form of an IBAN"},
		{"luhn", "79927398710", "fails the Luhn check"},
		{"luhn", "4111A", "is not two or more digits"},
		{"luhn", "0", "is not two or more digits"},
		{"ean", "4006381333932", "fails the EAN check"},
		{"ean", "400638133393", "fails the EAN check"},
		{"ean", "40063813339", "does not have the 8, 12, 13 or 14 digits of an EAN"},
		{"ean", "400638133393X", "does not have the 8, 12, 13 or 14 digits of an EAN"},
		{"vat", "DE136695977", "fails the VAT check of DE"},
		{"vat", "GR094259217", "fails the VAT check of EL"},
		{"vat", "DE13669597", "does not have the form of a VAT number of DE"},
		{"vat", "AT13585627", "does not have the form of a VAT number of AT"},
		{"vat", "US136695976", "does not begin with the two letters of a member state of the EU"},
		{"vat", "136695976", "does not begin with the two letters of a member state of the EU"},
		{"vat", "DE", "does not have the form of a VAT number"},
		{"vat", "ЯЯ99999999", "does not begin with the two letters of a member state of the EU"},
	} {
		assert.Equal(t, tt.want, faultOf(tt.name, tt.code), fmt.Sprint(tt.name, " ", tt.code))
	}
}

// No code makes a check panic.
func TestChecksOfAnyCode(t *testing.T) {
	codes := rapid.OneOf(rapid.String(), rapid.StringMatching(`(AT|BE|NL|FR|SE|SI|PT|EL|LU|IE)?[A-Z]?[0-9B]{0,14}`))
	rapid.Check(t, func(t *rapid.T) {
		for _, name := range []string{"iban", "luhn", "ean", "vat"} {
			faultOf(name, codes.Draw(t, name))
		}
	})
}
