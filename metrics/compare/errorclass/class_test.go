package errorclass_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		got, want string // JSON
		class     errorclass.Class
		reason    string
	}{
		{`"1.889"`, `1889`, errorclass.NumberFormat, "a German thousand"},
		{`"1.889,00"`, `"1,889.00"`, errorclass.NumberFormat, "the same amount in two notations"},
		{`"$ 5.00"`, `"5"`, errorclass.NumberFormat, "a currency sign is format"},
		{`1889.0`, `1889`, errorclass.NumberFormat, "JSON numbers that a stricter comparator tells apart"},
		{`-12.5`, `12.5`, errorclass.Sign, ""},
		{`"(12.50)"`, `"12.50"`, errorclass.Sign, "accounting brackets are a minus, not punctuation"},
		{`"12.50-"`, `12.5`, errorclass.Sign, "trailing minus"},

		{`"2024-03-01"`, `"1 March 2024"`, errorclass.DateFormat, ""},
		{`"01.03.2024"`, `"2024-03-01"`, errorclass.DateFormat, ""},
		{`"2024-03-04"`, `"2024-04-03"`, errorclass.DateOrder, ""},
		{`"04/03/2024"`, `"2024-03-04"`, errorclass.DateAmbiguous, "read as MM/DD, it is 3 April; as DD/MM the truth"},
		{`"2024-04-03"`, `"03/04/2024"`, errorclass.DateAmbiguous, "the truth leaves the order open"},
		{`"4 March 2024"`, `"04/03/2024"`, errorclass.DateAmbiguous, "a month by its name says the same as ISO"},
		{`"03.04.2024"`, `"2024-03-04"`, errorclass.DateOrder, "dots have the day first wherever they are printed"},
		{`"04/03/2024"`, `"03/04/2024"`, errorclass.DateOrder, "both leave it open, and differ under either order"},
		{`"3 April 2024"`, `"4 March 2024"`, errorclass.DateOrder, "names leave nothing open"},
		{`"20240403"`, `"2024-03-04"`, errorclass.DateOrder, "nor does ISO without dashes"},

		{`"ACME gmbh"`, `"Acme GmbH"`, errorclass.Form, "case"},
		{`"AcmeGmbH"`, `"Acme GmbH"`, errorclass.Form, "white space"},
		{`"R-2024/17"`, `"R 2024-17"`, errorclass.Form, "punctuation"},

		{`"Globex"`, `"Initech"`, errorclass.OtherField, "the customer for the vendor"},
		{`"GLOBEX"`, `"Initech"`, errorclass.OtherField, "in any case"},
		{`"7"`, `"Initech"`, errorclass.Other, "one digit is not evidence for another field"},

		{`18.89`, `1889`, errorclass.Scale, "by 100"},
		{`1.889`, `1889`, errorclass.Scale, "by 1000: the JSON number leaves no other reading"},
		{`50`, `5`, errorclass.Scale, "by 10"},
		{`0`, `10`, errorclass.Truncated, "nothing times ten is nothing"},
		{`1`, `10000`, errorclass.Truncated, "by 10000 is not a slip of the decimal point"},

		{`1898`, `1889`, errorclass.Transposed, ""},
		{`"INV-1032"`, `"INV-1023"`, errorclass.Transposed, ""},
		{`"INV-1203"`, `"INV-1320"`, errorclass.Other, "three digits differ"},
		{`1880`, `1889`, errorclass.OneDigit, ""},
		{`"2024-03-05"`, `"2024-03-04"`, errorclass.OneDigit, "another day, one digit away"},
		{`"12.10.2825"`, `"2025-10-12"`, errorclass.WrongYear, "in another format, and one digit off"},
		{`"2019-03-04"`, `"2024-03-04"`, errorclass.WrongYear, ""},
		{`"4 March 2019"`, `"2024-03-04"`, errorclass.WrongYear, "in another format"},
		{`"2019-03-05"`, `"2024-03-04"`, errorclass.Other, "the day is another as well"},
		{`"05.03.2024"`, `"2024-03-04"`, errorclass.OneDigit, "in another format"},
		{`"9.60"`, `"9.00"`, errorclass.OneDigit, "though both are 9 and something"},
		{`9.6`, `9`, errorclass.OneDigit, "JSON does not keep the zeros"},
		{`9.6`, `"9.00"`, errorclass.OneDigit, ""},
		{`"-9.60"`, `"-9.00"`, errorclass.OneDigit, ""},
		{`"12.05"`, `"12.50"`, errorclass.Transposed, ""},
		{`"1889"`, `"1889.50"`, errorclass.Truncated, "the cents lost"},
		{`9`, `9.65`, errorclass.Truncated, "the same"},
		{`9.65`, `9`, errorclass.Extra, "two digits"},
		{`"31.05.2024"`, `"May 13, 2024"`, errorclass.Transposed, "in another format"},
		{`1888.5`, `1889.5`, errorclass.OneDigit, ""},
		{`1e5`, `1e-5`, errorclass.Other, "a sign in an exponent is not punctuation"},
		{`1e16000`, `1e-16000`, errorclass.Other, "nor is it in numbers that are not read"},
		{`"1.2345"`, `"12345"`, errorclass.Other, "nor is a decimal point"},
		{`105`, `1055`, errorclass.Truncated, "a digit lost, not off"},

		{`"l889"`, `"1889"`, errorclass.OCR, "l for 1"},
		{`"INVO12"`, `"INV012"`, errorclass.OCR, "O for 0"},
		{`"S8B"`, `"588"`, errorclass.OCR, "S for 5, B for 8"},
		{`"Farrn"`, `"Farm"`, errorclass.OCR, "rn for m"},
		{`"fiIm"`, `"film"`, errorclass.OCR, "I for l"},

		{`"Acme"`, `"Acme GmbH & Co. KG"`, errorclass.Truncated, "the end lost"},
		{`"KG"`, `"Acme GmbH & Co. KG"`, errorclass.Truncated, "the beginning lost"},
		{`"mb"`, `"Acme GmbH & Co. KG"`, errorclass.Other, "two letters inside are not evidence"},
		{`"Invoice no. 4711"`, `"4711"`, errorclass.Extra, ""},
		{`"4711 of 1 March"`, `4711`, errorclass.Extra, "text behind a number"},

		{`"Beispiel Anna"`, `"Anna Beispiel"`, errorclass.Reordered, "first and last name"},
		{`"Beispiel, Anna"`, `"Anna BEISPIEL"`, errorclass.Reordered, "but for form"},
		{`["b","a"]`, `["a","b"]`, errorclass.Reordered, "a list compared as a whole"},
		{`"Anna Anna"`, `"Anna Beispiel"`, errorclass.Other, "a word twice"},
		{`"17 Main Street"`, `"71 Main Street"`, errorclass.Transposed, "in the same order"},
		{`"Acne GmbH"`, `"Acme GmbH"`, errorclass.OneCharacter, "another one"},
		{`"Ame GmbH"`, `"Acme GmbH"`, errorclass.OneCharacter, "one missing"},
		{`"Accme GmbH"`, `"Acme GmbH"`, errorclass.OneCharacter, "one too many"},
		{`"acne-gmbh"`, `"Acme GmbH"`, errorclass.OneCharacter, "but for form"},
		{`"Strase 5"`, `"Straße 5"`, errorclass.OneCharacter, "a character, not a byte"},
		{`"東京都千代田町"`, `"東京都千代田区"`, errorclass.OneCharacter, ""},
		{`"Acm GmbH"`, `"Acme GmbH"`, errorclass.OneCharacter, "not at the end"},
		{`"USB"`, `"USD"`, errorclass.Other, "two letters that agree are not evidence"},
		{`"Acem"`, `"Acme"`, errorclass.Other, "two characters"},
		{`"Acme Gmb"`, `"Acme GmbH"`, errorclass.Truncated, "at the end"},
		{`"Hooli"`, `"Initech"`, errorclass.Other, ""},
		{`true`, `false`, errorclass.Other, ""},
		{`["a"]`, `"b"`, errorclass.Other, "no form in common"},
		{`"?!"`, `"--"`, errorclass.Other, "punctuation alone has nothing that agrees"},

		{`"hmac:0123456789abcdef"`, `"hmac:0123456789abcdee"`, errorclass.Unknown, "hashes of values say nothing"},
		{``, ``, errorclass.Unknown, "values left out"},
	} {
		t.Run(fmt.Sprintf("%s for %s", test.got, test.want), func(t *testing.T) {
			classes := errorclass.Classify([]errorclass.Leaf{
				{Attribute: "vendor", Outcome: metrics.Wrong, Got: json.RawMessage(test.got), Want: json.RawMessage(test.want)},
				{Attribute: "customer", Outcome: metrics.Match, Got: json.RawMessage(`"Globex"`), Want: json.RawMessage(`"Globex"`)},
				{Attribute: "pages", Outcome: metrics.Match, Got: json.RawMessage(`7`), Want: json.RawMessage(`7`)},
			})
			assert.Equal(t, []errorclass.Class{test.class, "", ""}, classes, test.reason)
		})
	}
}

func TestClassifyPlaces(t *testing.T) {
	const corners, sizes = `{"iou":0.2,"format":"xyxy"}`, `{"iou":0.2,"format":"xywh"}`
	for _, test := range []struct {
		got, want, details string // JSON
		class              errorclass.Class
		reason             string
	}{
		{`{"bbox":[10,10,50,20],"page":1}`, `{"bbox":[10,10,50,20],"page":2}`, corners, errorclass.WrongPage, "the right place there"},
		{`{"bbox":[90,10,99,20],"page":1}`, `{"bbox":[10,10,50,20],"page":2}`, corners, errorclass.WrongPage, "any place there"},
		{`{"point":[10,10],"page":1}`, `{"point":[10,10],"page":2}`, `{"distance":0}`, errorclass.WrongPage, ""},
		{`{"total":5,"page":1}`, `{"total":5,"page":2}`, ``, errorclass.OneDigit, "not a place"},
		{`[60,10,90,20]`, `[10,10,50,20]`, corners, errorclass.BoxElsewhere, "to the right"},
		{`[10,20,50,30]`, `[10,10,50,20]`, corners, errorclass.BoxElsewhere, "the line below, which touches"},
		{`[15,12,55,22]`, `[10,10,50,20]`, corners, errorclass.BoxShifted, "by 5 and 2"},
		{`[15,12,56,21]`, `[10,10,50,20]`, corners, errorclass.BoxShifted, "moved by 7 and two wider and lower"},
		{`[10,10,30,20]`, `[10,10,50,20]`, corners, errorclass.BoxSmall, "the end lost: its centre moves by half of that"},
		{`[20,12,40,18]`, `[10,10,50,20]`, corners, errorclass.BoxSmall, "inside"},
		{`[9,10,30,20]`, `[10,10,50,20]`, corners, errorclass.BoxSmall, "and a little beyond at one edge"},
		{`[10,10,50,40]`, `[10,10,50,20]`, corners, errorclass.BoxBig, "two lines more"},
		{`[0,0,60,30]`, `[10,10,50,20]`, corners, errorclass.BoxBig, "around it"},
		{`[15,10,50,20]`, `[10,10,50,20]`, sizes, errorclass.BoxShifted, "widths and heights are the same"},
		{`[15,10,50,20]`, `[10,10,50,20]`, corners, errorclass.BoxSmall, "as corners it begins later"},
		{`[[10,10],[30,10],[30,20],[10,20]]`, `[[10,10],[50,10],[50,20],[10,20]]`, `{"iou":0.5,"format":"polygon"}`, errorclass.BoxSmall, "by the boxes around them"},
		{`{"bbox":[10,10,30,20],"page":2}`, `{"bbox":[10,10,50,20],"page":2}`, corners, errorclass.BoxSmall, "on the same page"},
		{`{"bbox":[10,10,30,20],"relative":true}`, `{"bbox":[10,10,50,20]}`, corners, errorclass.Other, "in other units"},
		{`"left"`, `[10,10,50,20]`, corners, errorclass.Other, "not a box"},
		{`[10,10]`, `[10,10,50,20]`, corners, errorclass.Truncated, "not a box"},
	} {
		t.Run(fmt.Sprintf("%s for %s", test.got, test.want), func(t *testing.T) {
			classes := errorclass.Classify([]errorclass.Leaf{{
				Attribute: "place", Outcome: metrics.Wrong,
				Got: json.RawMessage(test.got), Want: json.RawMessage(test.want), Details: json.RawMessage(test.details),
			}})
			assert.Equal(t, []errorclass.Class{test.class}, classes, test.reason)
		})
	}
}

func TestClassifyByOutcome(t *testing.T) {
	for _, test := range []struct {
		outcome metrics.Outcome
		class   errorclass.Class
	}{
		{metrics.Match, ""},
		{metrics.CorrectAbsence, ""},
		{metrics.Missing, errorclass.Missing},
		{metrics.Hallucinated, errorclass.Hallucinated},
		{metrics.Invented, errorclass.Invented},
		{metrics.Errored, ""},
	} {
		assert.Equal(t, []errorclass.Class{test.class}, errorclass.Classify([]errorclass.Leaf{{Outcome: test.outcome}}), test.outcome)
	}
}

func TestValueOfAnotherItemIsNotOfAnotherField(t *testing.T) {
	leaf := func(got, want string) errorclass.Leaf {
		return errorclass.Leaf{Attribute: "lines[].sku", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)}
	}
	classes := errorclass.Classify([]errorclass.Leaf{leaf(`"bolt"`, `"nut"`), leaf(`"nut"`, `"bolt"`)})
	assert.Equal(t, []errorclass.Class{errorclass.Other, errorclass.Other}, classes, "both are values of the same attribute")
}

func TestCutAndLongValuesAreUnknown(t *testing.T) {
	long := json.RawMessage(`"` + strings.Repeat("a", errorclass.MaxLength) + `"`)
	for _, leaf := range []errorclass.Leaf{
		{Outcome: metrics.Wrong, Got: json.RawMessage(`"a"`), Want: json.RawMessage(`"b"`), Cut: true},
		{Outcome: metrics.Wrong, Got: long, Want: json.RawMessage(`"b"`)},
	} {
		assert.Equal(t, []errorclass.Class{errorclass.Unknown}, errorclass.Classify([]errorclass.Leaf{leaf}))
	}
}

func TestEveryClassHasWords(t *testing.T) {
	for _, class := range errorclass.Classes() {
		assert.NotEmpty(t, class.String())
	}
	assert.Equal(t, "digit transposed", errorclass.Transposed.String())
	assert.Equal(t, "from the future", errorclass.Class("from the future").String())
}

// Whatever the texts are, every wrong leaf has a class of the list.
func FuzzClassify(f *testing.F) {
	f.Add(`"1.889"`, `1889`)
	f.Add(`{"a":1}`, `"x"`)
	f.Add(`"`, `-`)
	f.Add(`"GLOBEX, Ltd"`, `"Initech"`)
	f.Add(`"Stra\u00dfe"`, `"Weg"`)
	f.Add(`"ÄRA x"`, `"Weg"`)
	known := map[errorclass.Class]bool{}
	for _, class := range errorclass.Classes() {
		known[class] = true
	}
	f.Fuzz(func(t *testing.T, got, want string) {
		classes := errorclass.Classify([]errorclass.Leaf{
			{Attribute: "a", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)},
		})
		require.Len(t, classes, 1)
		require.True(t, known[classes[0]], "%q for %q is %q", got, want, classes[0])

		// It is the same however many others are wrong: many are looked up in an index.
		wrong := errorclass.Leaf{Attribute: "a", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)}
		other := errorclass.Leaf{Attribute: "b", Outcome: metrics.Match, Got: json.RawMessage(got), Want: json.RawMessage(got)}
		one := errorclass.Classify([]errorclass.Leaf{other, wrong})[1]
		for _, class := range errorclass.Classify(append([]errorclass.Leaf{other}, slices.Repeat([]errorclass.Leaf{wrong}, 10)...))[1:] {
			require.Equal(t, one, class, "%q for %q among ten", got, want)
		}
	})
}

func ExampleClassify() {
	for _, class := range errorclass.Classify([]errorclass.Leaf{
		{Attribute: "total", Outcome: metrics.Wrong, Got: json.RawMessage(`1898`), Want: json.RawMessage(`1889`)},
		{Attribute: "due_date", Outcome: metrics.Wrong, Got: json.RawMessage(`"2024-03-04"`), Want: json.RawMessage(`"2024-04-03"`)},
		{Attribute: "customer", Outcome: metrics.Missing, Want: json.RawMessage(`"Globex"`)},
	}) {
		fmt.Println(class)
	}
	// Output:
	// digit transposed
	// day and month exchanged
	// missing
}
