package source

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		got, want string // JSON
		class     Class
		reason    string
	}{
		{`"1.889"`, `1889`, classNumberFormat, "a German thousand"},
		{`"1.889,00"`, `"1,889.00"`, classNumberFormat, "the same amount in two notations"},
		{`"$ 5.00"`, `"5"`, classNumberFormat, "a currency sign is format"},
		{`1889.0`, `1889`, classNumberFormat, "JSON numbers that a stricter comparator tells apart"},
		{`-12.5`, `12.5`, classSign, ""},
		{`"(12.50)"`, `"12.50"`, classSign, "accounting brackets are a minus, not punctuation"},
		{`"12.50-"`, `12.5`, classSign, "trailing minus"},

		{`"2024-03-01"`, `"1 March 2024"`, classDateFormat, ""},
		{`"01.03.2024"`, `"2024-03-01"`, classDateFormat, ""},
		{`"2024-03-04"`, `"2024-04-03"`, classDateOrder, ""},
		{`"04/03/2024"`, `"2024-03-04"`, classDateAmbiguous, "read as MM/DD, it is 3 April; as DD/MM the truth"},
		{`"2024-04-03"`, `"03/04/2024"`, classDateAmbiguous, "the truth leaves the order open"},
		{`"4 March 2024"`, `"04/03/2024"`, classDateAmbiguous, "a month by its name says the same as ISO"},
		{`"03.04.2024"`, `"2024-03-04"`, classDateOrder, "dots have the day first wherever they are printed"},
		{`"04/03/2024"`, `"03/04/2024"`, classDateOrder, "both leave it open, and differ under either order"},
		{`"3 April 2024"`, `"4 March 2024"`, classDateOrder, "names leave nothing open"},
		{`"20240403"`, `"2024-03-04"`, classDateOrder, "nor does ISO without dashes"},

		{`["Acme GmbH"]`, `"Acme GmbH"`, classJSONType, "a list for a text: more than punctuation"},
		{`{"a":1}`, `["a",1]`, classJSONType, "an object for a list"},
		{`1`, `[1]`, classJSONType, "a number for a list"},
		{`["ACME"]`, `["Acme"]`, classForm, "two lists"},
		{`"ACME gmbh"`, `"Acme GmbH"`, classForm, "case"},
		{`"AcmeGmbH"`, `"Acme GmbH"`, classForm, "white space"},
		{`"R-2024/17"`, `"R 2024-17"`, classForm, "punctuation"},

		{`"Globex"`, `"Initech"`, classOtherField, "the customer for the vendor"},
		{`"GLOBEX"`, `"Initech"`, classOtherField, "in any case"},
		{`"7"`, `"Initech"`, Other, "one digit is not evidence for another field"},

		{`18.89`, `1889`, classScale, "by 100"},
		{`1.889`, `1889`, classScale, "by 1000: the JSON number leaves no other reading"},
		{`50`, `5`, classScale, "by 10"},
		{`0`, `10`, classTruncated, "nothing times ten is nothing"},
		{`1`, `10000`, classTruncated, "by 10000 is not a slip of the decimal point"},

		{`1898`, `1889`, classTransposed, ""},
		{`"INV-1032"`, `"INV-1023"`, classTransposed, ""},
		{`"INV-1203"`, `"INV-1320"`, Other, "three digits differ"},
		{`1880`, `1889`, classOneDigit, ""},
		{`"2024-03-05"`, `"2024-03-04"`, classOneDigit, "another day, one digit away"},
		{`"12.10.2825"`, `"2025-10-12"`, classWrongYear, "in another format, and one digit off"},
		{`"0001-01-01T00:00:00Z"`, `"2024-03-04T00:00:00Z"`, classUnsetTime, "nothing has set the time.Time of the answer"},
		{`"0001-01-01"`, `"0001-03-01"`, classUnsetTime, ""},
		{`"2019-03-04"`, `"2024-03-04"`, classWrongYear, ""},
		{`"4 March 2019"`, `"2024-03-04"`, classWrongYear, "in another format"},
		{`"2019-03-05"`, `"2024-03-04"`, Other, "the day is another as well"},
		{`"05.03.2024"`, `"2024-03-04"`, classOneDigit, "in another format"},
		{`"9.60"`, `"9.00"`, classOneDigit, "though both are 9 and something"},
		{`9.6`, `9`, classOneDigit, "JSON does not keep the zeros"},
		{`9.6`, `"9.00"`, classOneDigit, ""},
		{`"-9.60"`, `"-9.00"`, classOneDigit, ""},
		{`"12.05"`, `"12.50"`, classTransposed, ""},
		{`"1889"`, `"1889.50"`, classTruncated, "the cents lost"},
		{`9`, `9.65`, classTruncated, "the same"},
		{`9.65`, `9`, classExtra, "two digits"},
		{`"31.05.2024"`, `"May 13, 2024"`, classTransposed, "in another format"},
		{`1888.5`, `1889.5`, classOneDigit, ""},
		{`1e5`, `1e-5`, Other, "a sign in an exponent is not punctuation"},
		{`1e16000`, `1e-16000`, Other, "nor is it in numbers that are not read"},
		{`"1.2345"`, `"12345"`, Other, "nor is a decimal point"},
		{`105`, `1055`, classTruncated, "a digit lost, not off"},

		{`"l889"`, `"1889"`, classOCR, "l for 1"},
		{`"INVO12"`, `"INV012"`, classOCR, "O for 0"},
		{`"S8B"`, `"588"`, classOCR, "S for 5, B for 8"},
		{`"Farrn"`, `"Farm"`, classOCR, "rn for m"},
		{`"fiIm"`, `"film"`, classOCR, "I for l"},

		{`"Acme"`, `"Acme GmbH & Co. KG"`, classTruncated, "the end lost"},
		{`"KG"`, `"Acme GmbH & Co. KG"`, classTruncated, "the beginning lost"},
		{`"mb"`, `"Acme GmbH & Co. KG"`, Other, "two letters inside are not evidence"},
		{`"Invoice no. 4711"`, `"4711"`, classExtra, ""},
		{`"4711 of 1 March"`, `4711`, classExtra, "text after a number"},

		{`"Beispiel Anna"`, `"Anna Beispiel"`, classReordered, "first and last name"},
		{`"Beispiel, Anna"`, `"Anna BEISPIEL"`, classReordered, "but for form"},
		{`["b","a"]`, `["a","b"]`, classReordered, "a list compared as a whole"},
		{`"Anna Anna"`, `"Anna Beispiel"`, Other, "a word twice"},
		{`"17 Main Street"`, `"71 Main Street"`, classTransposed, "in the same order"},
		{`"Acne GmbH"`, `"Acme GmbH"`, classOneCharacter, "another one"},
		{`"Ame GmbH"`, `"Acme GmbH"`, classOneCharacter, "one missing"},
		{`"Accme GmbH"`, `"Acme GmbH"`, classOneCharacter, "one too many"},
		{`"acne-gmbh"`, `"Acme GmbH"`, classOneCharacter, "but for form"},
		{`"Strase 5"`, `"Straße 5"`, classOneCharacter, "a character, not a byte"},
		{`"東京都千代田町"`, `"東京都千代田区"`, classOneCharacter, ""},
		{`"Acm GmbH"`, `"Acme GmbH"`, classOneCharacter, "not at the end"},
		{`"USB"`, `"USD"`, Other, "two letters that agree are not evidence"},
		{`"Acem"`, `"Acme"`, Other, "two characters"},
		{`"Acme Gmb"`, `"Acme GmbH"`, classTruncated, "at the end"},
		{`"Hooli"`, `"Initech"`, Other, ""},
		{`true`, `false`, Other, ""},
		{`["a"]`, `"b"`, classJSONType, "no form in common"},
		{`"?!"`, `"--"`, Other, "punctuation alone has nothing that agrees"},

		{`"hmac:0123456789abcdef"`, `"hmac:0123456789abcdee"`, Unknown, "hashes of values say nothing"},
		{``, ``, Unknown, "values left out"},
	} {
		t.Run(fmt.Sprintf("%s for %s", test.got, test.want), func(t *testing.T) {
			classes := Classify([]Leaf{
				{Attribute: "vendor", Outcome: metrics.Wrong, Got: json.RawMessage(test.got), Want: json.RawMessage(test.want)},
				{Attribute: "customer", Outcome: metrics.Match, Got: json.RawMessage(`"Globex"`), Want: json.RawMessage(`"Globex"`)},
				{Attribute: "pages", Outcome: metrics.Match, Got: json.RawMessage(`7`), Want: json.RawMessage(`7`)},
			})
			assert.Equal(t, []Class{test.class, "", ""}, classes, test.reason)
		})
	}
}

func TestClassifyPlaces(t *testing.T) {
	const corners, sizes = `{"iou":0.2,"format":"xyxy"}`, `{"iou":0.2,"format":"xywh"}`
	for _, test := range []struct {
		got, want, details string // JSON
		class              Class
		reason             string
	}{
		{`{"bbox":[10,10,50,20],"page":1}`, `{"bbox":[10,10,50,20],"page":2}`, corners, WrongPage, "the right place there"},
		{`{"bbox":[90,10,99,20],"page":1}`, `{"bbox":[10,10,50,20],"page":2}`, corners, WrongPage, "any place there"},
		{`{"point":[10,10],"page":1}`, `{"point":[10,10],"page":2}`, `{"distance":0}`, WrongPage, ""},
		{`{"total":5,"page":1}`, `{"total":5,"page":2}`, ``, classOneDigit, "not a place"},
		{`[60,10,90,20]`, `[10,10,50,20]`, corners, classBoxElsewhere, "to the right"},
		{`[10,20,50,30]`, `[10,10,50,20]`, corners, classBoxElsewhere, "the line below, which touches"},
		{`[15,12,55,22]`, `[10,10,50,20]`, corners, classBoxShifted, "by 5 and 2"},
		{`[15,12,56,21]`, `[10,10,50,20]`, corners, classBoxShifted, "moved by 7 and two wider and lower"},
		{`[10,10,30,20]`, `[10,10,50,20]`, corners, classBoxSmall, "the end lost: its centre moves by half of that"},
		{`[20,12,40,18]`, `[10,10,50,20]`, corners, classBoxSmall, "inside"},
		{`[9,10,30,20]`, `[10,10,50,20]`, corners, classBoxSmall, "and a little beyond at one edge"},
		{`[10,10,50,40]`, `[10,10,50,20]`, corners, classBoxBig, "two lines more"},
		{`[0,0,60,30]`, `[10,10,50,20]`, corners, classBoxBig, "around it"},
		{`[15,10,50,20]`, `[10,10,50,20]`, sizes, classBoxShifted, "widths and heights are the same"},
		{`[15,10,50,20]`, `[10,10,50,20]`, corners, classBoxSmall, "as corners it begins later"},
		{`[[10,10],[30,10],[30,20],[10,20]]`, `[[10,10],[50,10],[50,20],[10,20]]`, `{"iou":0.5,"format":"polygon"}`, classBoxSmall, "by the boxes around them"},
		{`{"bbox":[10,10,30,20],"page":2}`, `{"bbox":[10,10,50,20],"page":2}`, corners, classBoxSmall, "on the same page"},
		{`{"bbox":[10,10,30,20],"relative":true}`, `{"bbox":[10,10,50,20]}`, corners, Other, "in other units"},
		{`"left"`, `[10,10,50,20]`, corners, classJSONType, "not a box"},
		{`[10,10]`, `[10,10,50,20]`, corners, classTruncated, "not a box"},
	} {
		t.Run(fmt.Sprintf("%s for %s", test.got, test.want), func(t *testing.T) {
			classes := Classify([]Leaf{{
				Attribute: "place", Outcome: metrics.Wrong,
				Got: json.RawMessage(test.got), Want: json.RawMessage(test.want), Details: json.RawMessage(test.details),
			}})
			assert.Equal(t, []Class{test.class}, classes, test.reason)
		})
	}
}

func TestClassifyByOutcome(t *testing.T) {
	for _, test := range []struct {
		outcome metrics.Outcome
		class   Class
	}{
		{metrics.Match, ""},
		{metrics.CorrectAbsence, ""},
		{metrics.Missing, Missing},
		{metrics.Hallucinated, Hallucinated},
		{metrics.Invented, Invented},
		{metrics.Errored, ""},
	} {
		assert.Equal(t, []Class{test.class}, Classify([]Leaf{{Outcome: test.outcome}}), test.outcome)
	}
}

func TestValueOfAnotherItemIsNotOfAnotherField(t *testing.T) {
	leaf := func(got, want string) Leaf {
		return Leaf{Attribute: "lines[].sku", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)}
	}
	classes := Classify([]Leaf{leaf(`"bolt"`, `"nut"`), leaf(`"nut"`, `"bolt"`)})
	assert.Equal(t, []Class{Other, Other}, classes, "both are values of the same attribute")
}

func TestCutAndLongValuesAreUnknown(t *testing.T) {
	long := json.RawMessage(`"` + strings.Repeat("a", maxSought) + `"`)
	for _, leaf := range []Leaf{
		{Outcome: metrics.Wrong, Got: json.RawMessage(`"a"`), Want: json.RawMessage(`"b"`), Cut: true},
		{Outcome: metrics.Wrong, Got: long, Want: json.RawMessage(`"b"`)},
	} {
		assert.Equal(t, []Class{Unknown}, Classify([]Leaf{leaf}))
	}
}

func TestEveryClassHasWords(t *testing.T) {
	for _, class := range Classes() {
		assert.NotEmpty(t, class.String())
	}
	assert.Equal(t, "digit transposed", classTransposed.String())
	assert.Equal(t, "from the future", Class("from the future").String())
}

// Whatever the texts are, every wrong leaf has a class of the list.
func FuzzClassify(f *testing.F) {
	f.Add(`"1.889"`, `1889`)
	f.Add(`{"a":1}`, `"x"`)
	f.Add(`"`, `-`)
	f.Add(`"GLOBEX, Ltd"`, `"Initech"`)
	f.Add(`"Stra\u00dfe"`, `"Weg"`)
	f.Add(`"ÄRA x"`, `"Weg"`)
	known := map[Class]bool{}
	for _, class := range Classes() {
		known[class] = true
	}
	f.Fuzz(func(t *testing.T, got, want string) {
		classes := Classify([]Leaf{
			{Attribute: "a", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)},
		})
		require.Len(t, classes, 1)
		require.True(t, known[classes[0]], "%q for %q is %q", got, want, classes[0])

		// It is the same however many others are wrong: many are looked up in an index.
		wrong := Leaf{Attribute: "a", Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)}
		other := Leaf{Attribute: "b", Outcome: metrics.Match, Got: json.RawMessage(got), Want: json.RawMessage(got)}
		one := Classify([]Leaf{other, wrong})[1]
		for _, class := range Classify(append([]Leaf{other}, slices.Repeat([]Leaf{wrong}, 10)...))[1:] {
			require.Equal(t, one, class, "%q for %q among ten", got, want)
		}
	})
}

func ExampleClassify() {
	for _, class := range Classify([]Leaf{
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
