package compare

import (
	"context"
	"slices"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Code compares identifiers: IBANs, VAT numbers, order, article and phone numbers.
// They match when they have the same letters and digits in the same order; case and
// everything between them (blanks, dashes, points, slashes) make no difference, nor
// do full- and half-width forms.
//
//	"DE89 3704 0044 0532 0130 00"   "de89370400440532013000"   match
//	"INV-2024/001"                  "INV 2024 001"             match
//	"RE-O01"                        "RE-001"                   no match: O is not 0
//
// International phone numbers are the same with + or 00, with tel: and with the (0) of their national form. A national
// form is not the international one, since nothing says of which country it is; the module metrics/compare/phone is told:
//
//	"0049 30 123456"                "+49 30 123456"            match
//	"tel:+49-30-123456"             "+49 (0)30 123456"         match
//	"030 123456"                    "+49 30 123456"            no match
//
// Strings are compared, and JSON numbers by their digits: 12345 matches "12-345". A value of another type
// matches an identical one alone; if the types differ, the tag is "type mismatch". A truth that has neither a letter nor a
// digit matches an identical answer. The score is 1 or 0.
type Code struct {
	// Checksum names a check of the codes. If a code of either side fails it, the note says so; it does not change the
	// match:
	//
	//   - "iban": the two check digits of ISO 13616, by ISO/IEC 7064 mod 97-10
	//   - "luhn": the last digit by ISO/IEC 7812-1, annex B (payment cards, IMEI)
	//   - "ean": the last digit of 8, 12, 13 or 14, by GS1 (EAN, UPC, GTIN)
	//   - "vat": a VAT number of a member state of the EU (or XI) with its two
	//     letters: the form, and the check digits of AT, BE, DE, DK, EE, EL, FI, FR
	//     (digits only), HR, HU, IT, LU, MT, NL, PL, PT, SE, SI and SK
	Checksum string `json:"checksum,omitzero"`
}

func (Code) name() string { return "code" }

func (Code) pairing() Pairing { return PairByText }

func (c Code) sentence() string {
	text := "code, letters and digits alone"
	if c.Checksum != "" {
		text += ", with a note where the " + c.Checksum + " check fails"
	}
	return text
}

func (Code) formats() map[string]Comparator { return codeFormats }

var codeFormats = map[string]Comparator{
	"uuid":  Code{},
	"iban":  Code{Checksum: "iban"},
	"ean":   Code{Checksum: "ean"},
	"gtin":  Code{Checksum: "ean"},
	"phone": Code{},
	"tel":   Code{},
}

func (Code) forms() []Form {
	return []Form{
		{Comparator: Code{Checksum: "iban"}, Noun: "code", Property: "pass the check of IBANs", Has: passes("iban", 8, false)},
		{Comparator: Code{Checksum: "vat"}, Noun: "code", Property: "pass the check of VAT numbers", Has: passes("vat", 8, false), Distinct: 3},
		{Comparator: Code{Checksum: "ean"}, Noun: "code", Property: "pass the check of EANs", Has: passes("ean", 8, true), Distinct: 5, All: true},
		{Comparator: Code{Checksum: "luhn"}, Noun: "code", Property: "pass the Luhn check", Has: passes("luhn", 12, true), Distinct: 6, All: true},
	}
}

// passes returns a function that reports whether a text passes a check; see [kind.CodePasses].
func passes(name string, least int, bare bool) func(document.Value) bool {
	return func(v document.Value) bool { return kind.CodePasses(name, v.Text(), least, bare) }
}

// validate reports an unknown Checksum.
func (c Code) validate() error {
	if c.Checksum != "" && !slices.Contains(kind.Checksums, c.Checksum) {
		return optionErrorf("code", "checksum", "%s", noneOf(c.Checksum, kind.Checksums))
	}
	return nil
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (c Code) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if err := c.validate(); err != nil {
		return Comparison{}, err
	}
	w, ok := codeOf(want)
	if !ok {
		return identical(noCode("the truth", got, want), got, want), nil
	}
	g, ok := codeOf(got)
	if !ok {
		return noCode("got", got, want), nil
	}
	result := Binary(g == w || kind.SamePhone(got.Text(), want.Text()))
	result.Note = sideNotes(c.fault(g), c.fault(w))
	return result, nil
}

// Read returns the reading of a truth for the function [Read].
func (c Code) Read(want document.Value) (Reading, bool) {
	code, ok := codeOf(want)
	if !ok {
		return Reading{Why: words.Brief(want) + " has neither a letter nor a digit"}, true
	}
	return Reading{OK: true, Why: c.fault(code)}, true
}

// fault returns why a code fails its check, "" if it passes.
func (c Code) fault(code string) string { return kind.CodeFault(c.Checksum, code) }

func noCode(side string, got, want document.Value) Comparison {
	if !holdsScalarText(got) || !holdsScalarText(want) {
		return unreadable(got, want, "codes", "")
	}
	return Comparison{Note: side + " has neither a letter nor a digit"}
}

// codeOf returns the letters and digits of a value, in capitals, ASCII where there is an ASCII
// form. It is false for a value without letters and digits.
func codeOf(v document.Value) (code string, ok bool) {
	var text string
	switch v.Kind() {
	case document.Number:
		text = number.Canonical(v.RawText())
	case document.String:
		text = v.Text()
	default:
		return "", false
	}
	code = kind.ParseCode(text)
	return code, code != ""
}
