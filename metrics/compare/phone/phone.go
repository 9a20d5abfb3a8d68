// Package phone compares phone numbers by the numbering plans of all countries, as github.com/nyaruka/phonenumbers has
// them. It is needed for national forms ("030 123456" is "+49 30 123456" in Germany); between international forms
// [compare.Code] is enough, which reads 00, tel: and (0).
//
// The package is a module of its own: the numbering plans are megabytes of data, which a program reads when it starts. A
// spec in YAML names the comparator if the program passes the result of [Custom]; evalreport has none:
//
//	spec := evaltest.SpecFile(t, "testdata/spec.yaml", phone.Custom())
//
//	fields: [{path: phone, match: phone, region: DE}]
package phone

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

const name = "phone"

// Comparator matches two texts that are the same phone number: the same country, number and extension.
//
//	"030 123456", "0049 30/123456"    "+49 30 123456"    match, with the region DE
//	"+49 (0)30 123456 ext. 7"         "+4930123456-7"    no match: no extension is read behind a dash
//	"+49 30 123465"                   "+49 30 123456"    no match
//
// A text that holds more than one number, or is none, does not match, and the note says so; a truth that is none matches
// the same text in any case. A number is one if it has as many digits as numbers of its country have; whether it is
// assigned is not asked. JSON numbers are read by their digits. Other values do not match, with the tag "type mismatch". The score
// is 1 or 0.
type Comparator struct {
	// Region is the country of numbers without a code of a country, by ISO 3166-1: "DE". Without a Region, such a number
	// is not read.
	Region string `json:"region,omitzero"`
}

// Custom returns the constructor of Comparator, for [eval.ParseSpec] and evaltest.SpecFile: a spec names it with match:
// phone. An unknown option or region is an error.
func Custom() map[string]func(config json.RawMessage) (compare.Comparator, error) {
	return map[string]func(json.RawMessage) (compare.Comparator, error){name: parse}
}

func parse(config json.RawMessage) (compare.Comparator, error) {
	var c Comparator
	if len(config) > 0 {
		d := json.NewDecoder(bytes.NewReader(config))
		d.DisallowUnknownFields()
		if err := d.Decode(&c); err != nil {
			return nil, fmt.Errorf("phone: %w; the option is region", err)
		}
	}
	return c, c.Validate()
}

// Name returns the name in specs, "phone".
func (Comparator) Name() string { return name }

// Validate reports an unknown Region.
func (c Comparator) Validate() error {
	if c.Region != "" && !phonenumbers.GetSupportedRegions()[c.Region] {
		return fmt.Errorf("phone: unknown region %q, want a country by its two letters in capitals, such as DE", c.Region)
	}
	return nil
}

// Sentence describes the comparison in one line, for evalreport lint -explain.
func (c Comparator) Sentence() string {
	if c.Region == "" {
		return "phone number with the code of its country"
	}
	return "phone number, of " + c.Region + " without the code of a country"
}

// Pairing returns [compare.PairByText].
func (Comparator) Pairing() compare.Pairing { return compare.PairByText }

// Printed says that documents print the value by its digits.
func (Comparator) Printed(document.Value) compare.Printed { return compare.Printed{Code: true} }

// Compare implements [compare.Comparator]. It returns the error of Validate.
func (c Comparator) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	if err := c.Validate(); err != nil {
		return compare.Comparison{}, err
	}
	if !isText(got) || !isText(want) {
		return compare.Exact{}.Compare(ctx, got, want)
	}
	w, reason := c.read(want)
	if reason != "" {
		judged, err := compare.Exact{Fold: true, Loose: true}.Compare(ctx, got, want)
		judged.Note = "the truth " + reason
		return judged, err
	}
	g, reason := c.read(got)
	judged := compare.Binary(reason == "" && g == w)
	if reason != "" {
		judged.Note = "got " + reason
	}
	return judged, nil
}

func isText(v document.Value) bool {
	return v.Kind() == document.String || v.Kind() == document.Number
}

// Read returns the reading of a truth for [compare.Read].
func (c Comparator) Read(want document.Value) (compare.Reading, bool) {
	_, reason := c.read(want)
	return compare.Reading{OK: reason == "", Why: reason}, true
}

// read returns a number in the form of RFC 3966, or the reason why a value is not a number.
func (c Comparator) read(v document.Value) (number, reason string) {
	const longest = 100 // bytes
	text := v.Text()
	if len(text) > longest {
		return "", "is too long for a phone number"
	}
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text), "00"); ok && c.Region == "" {
		text = "+" + rest
	}
	parsed, err := phonenumbers.Parse(text, c.Region)
	switch {
	case err == nil && !phonenumbers.IsPossibleNumber(parsed):
		return "", fmt.Sprintf("%q has too few or too many digits for a phone number of +%d", text, parsed.GetCountryCode())
	case err != nil && c.Region == "":
		return "", fmt.Sprintf("%q is not a phone number with the code of its country; region: DE reads numbers of Germany", text)
	case err != nil:
		return "", fmt.Sprintf("%q is not a phone number", text)
	}
	digits := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
	national := phonenumbers.GetNationalSignificantNumber(parsed)
	if phonenumbers.NormalizeDigitsOnly(digits) != digits || !strings.HasSuffix(digits, national+parsed.GetExtension()) {
		return "", fmt.Sprintf("%q has more than one phone number", text)
	}
	return phonenumbers.Format(parsed, phonenumbers.RFC3966), ""
}
