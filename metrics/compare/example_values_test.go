package compare_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
)

// The boxes of a form.
func ExampleBool() {
	judge(compare.Bool{}, `"☑"`, `true`)
	judge(compare.Bool{}, `"unselected"`, `true`)
	judge(compare.Bool{}, `"partly"`, `true`)
	// Output:
	// true  1.00 got: "☑" is read as true
	// false 0.00 got: "unselected" is read as false
	// false 0.00 got "partly" is neither true nor false
}

// AsClass finds a Class among comparators, and ClassOf says which class a value names.
func ExampleClass() {
	rule := compare.Class{
		Classes: []string{"invoice", "credit note"},
		Aliases: map[string][]string{"invoice": {"Rechnung", "facture"}},
	}
	judge(rule, `"RECHNUNG"`, `"invoice"`)
	judge(rule, `"invoice"`, `"credit note"`)
	judge(rule, `"credit memo"`, `"credit note"`)

	var field compare.Comparator = rule
	if class, ok := compare.AsClass(field); ok {
		fmt.Println(compare.ClassOf(class, readValue(`"Facture"`)))
	}
	// Output:
	// true  1.00 "RECHNUNG" means the same as "invoice"
	// false 0.00
	// false 0.00 got is not one of the classes; did you mean "credit note"?
	// invoice true
}

func ExampleCode() {
	judge(compare.Code{}, `"INV-2024/001"`, `"inv 2024 001"`)
	judge(compare.Code{}, `"RE-O01"`, `"RE-001"`)
	// The check digits of IBANs show which side has the wrong digit.
	judge(compare.Code{Checksum: "iban"}, `"DE89 3704 0044 0532 0130 01"`, `"DE89 3704 0044 0532 0130 00"`)
	// Output:
	// true  1.00
	// false 0.00
	// false 0.00 got: fails the IBAN check
}

func ExampleCurrency() {
	judge(compare.Currency{}, `"euros"`, `"EUR"`)
	judge(compare.Currency{}, `"US$"`, `"CAD"`)
	// Output:
	// true  1.00
	// false 0.00
}

// Whatever the extractor says of the page, Ignore agrees: an evaluation leaves such a field out.
func ExampleIgnore() {
	judge(compare.Ignore{}, `1`, `"of 3"`)
	// Output:
	// true  1.00
}

// The months for which a bill is.
func ExamplePeriod() {
	judge(compare.Period{}, `"1.–31.3.2024"`, `"2024-03-01/2024-03-31"`)
	judge(compare.Period{}, `"March 2024"`, `"2024-03-01/2024-03-31"`)
	judge(compare.Period{}, `"2024-03-01 to 2024-03-30"`, `"March 2024"`)
	// Output:
	// true  1.00
	// true  1.00
	// false 0.00 last day off by 1 day
}

func ExamplePerson() {
	judge(compare.Person{}, `"Lind, Ada"`, `"Ada Lind"`)
	judge(compare.Person{}, `"A. Lind"`, `"Ada Lind"`)
	judge(compare.Person{}, `"B. Lind"`, `"Ada Lind"`)
	judge(compare.Person{}, `"Müller"`, `"Mueller"`)
	// Output:
	// true  1.00
	// true  1.00 an initial stands for a name
	// false 0.00
	// false 0.00
}

// Without a group an answer needs the form only; a group has to have the same text, too.
func ExampleRegex() {
	judge(compare.Regex{Pattern: `[A-Z]{2}\d{6}`}, `"AB123456"`, `"CD654321"`)
	judge(compare.Regex{Pattern: `[A-Z]{2}(\d{6})`}, `"AB123456"`, `"CD123456"`)
	judge(compare.Regex{Pattern: `[A-Z]{2}(\d{6})`}, `"AB123456"`, `"AB654321"`)
	// Output:
	// true  1.00
	// true  1.00
	// false 0.00 group 1: got "123456", want "654321"
}

// When a parcel was delivered: 23:30 in New York is 04:30 of the next day in London.
func ExampleTime() {
	judge(compare.Time{}, `"2024-03-02T04:30:00Z"`, `"2024-03-01T23:30:00-05:00"`)
	judge(compare.Time{}, `"1 March 2024, 14:30"`, `"2024-03-01"`)
	judge(compare.Time{}, `"2024-03-01T14:00:00Z"`, `"2024-03-01T14:30:00Z"`)
	// Output:
	// true  1.00
	// true  1.00
	// false 0.00 off by 30m0s
}

func ExampleURL() {
	judge(compare.URL{}, `"HTTPS://Example.com:443/terms"`, `"https://example.com/terms"`)
	judge(compare.URL{}, `"https://example.com/Terms"`, `"https://example.com/terms"`)
	// Output:
	// true  1.00
	// false 0.00
}

// Which comparator the texts of a JSON Schema's format need.
func ExampleForFormat() {
	for _, format := range []string{"date", "iban", "uri", "colour"} {
		fmt.Printf("%s: %T\n", format, compare.ForFormat(format))
	}
	// Output:
	// date: compare.Date
	// iban: compare.Code
	// uri: compare.URL
	// colour: <nil>
}

// Forms lists each Form by which a program that proposes a spec finds the comparator of a field.
func ExampleForms() {
	text := readValue(`"DE89 3704 0044 0532 0130 00"`)
	for _, form := range compare.Forms() {
		if form.Has(text) {
			name, options, err := compare.Describe(form.Comparator)
			fmt.Println(form.Noun, name, string(options), err)
			break
		}
	}
	// Output:
	// code code {"checksum":"iban"} <nil>
}

// The similarity that a comparator of yours adds up has the rounding errors of floating point: Reaches allows for them.
func ExampleReaches() {
	words, numbers := 0.1, 0.7
	similarity := words + numbers // 0.7999999999999999
	fmt.Println(similarity >= 0.8, compare.Reaches(similarity, 0.8))
	// Output:
	// false true
}

// A mistake in an option is an OptionError.
func ExampleParse_mistakes() {
	_, err := compare.Parse("fuzzy", json.RawMessage(`{"treshold": 0.9}`), nil)
	var mistake *compare.OptionError
	if errors.As(err, &mistake) {
		fmt.Println(mistake.Comparator, mistake.Key)
	}
	fmt.Println(err)
	// Output:
	// fuzzy treshold
	// compare: fuzzy: treshold: unknown option; valid are algorithm, threshold, verbatim
}
