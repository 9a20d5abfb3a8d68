package kind

// This file finds typing errors in identifiers by their check digits. A code is of ASCII capitals and digits, and
// of letters that have no ASCII form.
//
// Sources: ISO 13616-1 (IBAN) with ISO/IEC 7064 mod 97-10; ISO/IEC 7812-1, annex B (Luhn); the GS1 General Specifications,
// section 7.9 (EAN, UPC, GTIN); for VAT numbers the forms that the European Commission's VIES lists, and the check digits as the
// member states publish them.

import "strings"

// Checksums lists the checks.
var Checksums = []string{"iban", "luhn", "ean", "vat"}

// CodeFault returns in a few words why a code fails the check of that name ("fails the IBAN check"), and "" for a valid code
// and without a name.
func CodeFault(name, code string) string {
	switch name {
	case "iban":
		return checkIBAN(code)
	case "luhn":
		if len(code) < 2 || !isNumeric(code) {
			return "is not two or more digits"
		}
		return unless(checkLuhn(code), "fails the Luhn check")
	case "ean":
		if n := len(code); n != 8 && n != 12 && n != 13 && n != 14 || !isNumeric(code) {
			return "does not have the 8, 12, 13 or 14 digits of an EAN"
		}
		return unless(checkEAN(code), "fails the EAN check")
	case "vat":
		return checkVAT(code)
	}
	return ""
}

func unless(ok bool, fault string) string {
	if ok {
		return ""
	}
	return fault
}

// checkIBAN checks form and check digits. The length differs by country; only its range, 15 to 34, is
// checked.
func checkIBAN(code string) string {
	const longest = "AA99******************************"
	if len(code) < 15 || len(code) > len(longest) || !hasForm(code, longest[:len(code)]) {
		return "does not have the form of an IBAN"
	}
	return unless(mod97(code[4:]+code[:4]) == 1, "fails the IBAN check")
}

// mod97 returns a code modulo 97, with the letters A to Z read as the numbers 10 to 35.
func mod97(code string) int {
	rest := 0
	for i := range len(code) {
		if c := code[i]; isDigit(c) {
			rest = (10*rest + int(c-'0')) % 97
		} else {
			rest = (100*rest + int(c-'A') + 10) % 97
		}
	}
	return rest
}

// checkLuhn reports whether digits pass the Luhn check: every second digit from the right is doubled, and the sum of the
// digits of all numbers is a multiple of 10.
func checkLuhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// checkEAN reports whether the sum of the digits, with the weights 1 and 3 in turn from the right, is a multiple of 10.
func checkEAN(digits string) bool {
	sum := 0
	for i := range len(digits) {
		sum += int(digits[len(digits)-1-i]-'0') * (1 + i%2*2)
	}
	return sum%10 == 0
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' }

func isNumeric(code string) bool {
	return strings.Trim(code, "0123456789") == ""
}

// hasForm reports whether a code has a form, in which 9 is a digit, A a letter, * either,
// and everything else itself.
func hasForm(code, form string) bool {
	if len(code) != len(form) {
		return false
	}
	for i := range len(form) {
		digit, letter := isDigit(code[i]), isLetter(code[i])
		ok := code[i] == form[i]
		switch form[i] {
		case '9':
			ok = digit
		case 'A':
			ok = letter
		case '*':
			ok = digit || letter
		}
		if !ok {
			return false
		}
	}
	return true
}
