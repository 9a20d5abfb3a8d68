package internal_test

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/specs"
)

func Example_specsPropose() {
	var truths iter.Seq2[string, document.Value] = func(yield func(string, document.Value) bool) {
		for i, text := range []string{
			`{"number":"A-1","date":"03/04/2024","total":"1.889","lines":[{"item":"Paper","qty":2},{"item":"Toner","qty":1}]}`,
			`{"number":"A-2","date":"25/12/2024","total":"1.234,50","lines":[]}`,
		} {
			truth, err := document.Parse([]byte(text))
			if err != nil || !yield(fmt.Sprintf("invoices.jsonl:%d", i+1), truth) {
				return
			}
		}
	}
	p, err := specs.Propose(truths, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var b strings.Builder
	if err := specs.WriteYAML(&b, p.Spec, p.Why); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(b.String())
	// Output:
	// fields:
	//   - {path: number, match: code}                # code: 2 of 2 have digits, and no words
	//   - {path: date, match: date, order: dmy}      # date: 2 of 2 read; day first in 1, month first in 0, 1 could be either
	//   - {path: total, match: numeric, format: eu}  # number: 2 of 2 read, 2 with a separator, sign or currency; format: eu as the others have to be read
	//   - path: lines                                # 2 rows in 1 list; by item: in 2 of 2, and 2 of 2 are unique in their list; in 1 of 2 truths
	//     match: list
	//     by: [item]
	//     fields:
	//       - {path: item, match: fuzzy}             # text: 0 of 2 have several words
	//       - {path: qty, match: numeric}            # number: 2 of 2
}

// of makes a truth of each value, under the key a.
func specsOf(values ...string) []string {
	var truths []string
	for _, v := range values {
		truths = append(truths, `{"a":`+v+`}`)
	}
	return truths
}

func specsTexts(values ...string) []string {
	for i, v := range values {
		values[i] = `"` + v + `"`
	}
	return specsOf(values...)
}

func times(n int, texts ...string) (all []string) {
	for range n {
		all = append(all, texts...)
	}
	return all
}

func TestFrom(t *testing.T) {
	for _, tt := range []struct {
		name   string
		truths []string
		want   string // the fields
		why    string // of a
	}{
		// Types.
		{"numbers", specsOf("1", "2.5", "null"), `[{path: a, match: numeric}]`, "number: 2 of 2; in 2 of 3 truths"},
		{"often absent", specsOf("1", "null", "null"), `[{path: a, match: numeric}]`, "number: 1 of 1; in 1 of 3 truths (optional: true excuses an answer without it)"},
		{"bools", specsOf("true", "false"), `[{path: a, match: bool}]`, "true or false: 2 of 2"},
		{"numbers as texts, too", specsOf("12.5", `"13,50"`), `[{path: a, match: numeric}]`, "number: 1 as numbers and 1 as texts, all 2 read"},
		{"numbers as texts below 1", specsOf("12.5", `"0.5"`), `[{path: a, match: numeric}]`, "number: 1 as numbers and 1 as texts, all 2 read"},
		{"zeros in front", specsOf("12", `"007"`), `[{path: a, match: code}]`, "code: 1 as numbers and 1 as texts with digits"},
		{"codes as numbers, too", specsOf("12", `"13-A"`), `[{path: a, match: code}]`, "code: 1 as numbers and 1 as texts with digits"},
		{"numbers or words", specsOf("12", `"none at all"`), `[{path: a, match: auto}]`, "values of several types, compared by the type of the truth"},
		{"bools or texts", specsOf("true", `"yes"`), `[{path: a, match: auto}]`, "values of several types, compared by the type of the truth"},
		{"objects or texts", specsOf(`{"b":1}`, `"yes"`), `[{path: a, match: auto}]`, "values of several types, compared by the type of the truth"},
		{"null alone", specsOf("null", "null"), `[{path: a, match: auto, absent: true}]`, "no value in any of 2 truths; remove absent when there is one"},
		{"nothing but blanks and empty arrays", append(specsOf(`" "`, `[]`), `{"b":1}`), `[{path: a, match: auto, absent: true}, {path: b, match: numeric}]`,
			"no value in any of the 2 of 3 truths that have the key; remove absent when there is one"},
		{"constant", times(5, `{"a":1}`), `[{path: a, match: numeric}]`, "number: 5 of 5; always 1 (unscored: true leaves it out of the score)"},

		// Dates.
		{"ISO", specsTexts("2024-01-31", "2024-02-01"), `[{path: a, match: date}]`, "date: 2 of 2 read"},
		{"month first", specsTexts("01/31/2024", "03/04/2024"), `[{path: a, match: date, order: mdy}]`, "date: 2 of 2 read; day first in 0, month first in 1, 1 could be either"},
		{"both orders", specsTexts("01/31/2024", "31/01/2024", "03/04/2024"), `[{path: a, match: date}]`, "date: 3 of 3 read; day first in 1, month first in 1, 1 could be either"},
		{"times of day", specsTexts("14:30", "2:30 PM"), `[{path: a, match: time}]`, "time of day: 2 of 2"},
		{"prices", specsTexts("14.30", "2.30"), `[{path: a, match: numeric}]`, "number: 2 of 2 read, 2 with a separator, sign or currency"},
		{"numbers that could be periods of a thousand years", specsTexts("2025-3133/01", "2025-3134/02"), `[{path: a, match: code}]`, "code: 2 of 2 have digits, and no words"},
		{"periods", specsTexts("01.03.2024 – 31.03.2024", "April 1–30, 2024"), `[{path: a, match: period}]`, "period: 2 of 2 have two ends"},
		{"months are dates", specsTexts("March 2024", "April 2024"), `[{path: a, match: date, precision: month}]`, "month: 2 of 2 read"},
		{"with a time of day", specsTexts("2024-01-31T10:00:00Z", "2024-02-01 11:30"), `[{path: a, match: date, instant: true}]`, "date: 2 of 2 read; all with a time of day"},
		{"months", specsTexts("2024-03", "März 2024"), `[{path: a, match: date, precision: month}]`, "month: 2 of 2 read"},
		{"months under the name of a code", []string{`{"no":"2024-03"}`, `{"no":"2024-04"}`}, `[{path: "no", match: code}]`, ""},
		{"eight digits", specsTexts("20240131", "20231224", "19991231"), `[{path: a, match: date}]`, "date: 3 of 3 read"},
		{"eight digits that are not dates", specsTexts("20240131", "20231224", "20242424"), `[{path: a, match: code}]`, "code: 3 of 3 are digits alone"},
		{"one of ten is mistyped", append(times(9, specsTexts("2024-01-31")...), specsTexts("2024-02-31")...), `[{path: a, match: date}]`, `date: 9 of 10 read; "2024-02-31" is not a date: February 2024 has 29 days`},
		{"a few with a day that no month has", specsTexts("1.12.2009", "31.02.2011", "3.11.2010"), `[{path: a, match: auto}]`, `date: 2 of 3 read; "31.02.2011" is not a date: February 2011 has 28 days`},
		{"with a 32nd day", specsTexts("03/01/2024", "32/01/2024"), `[{path: a, match: auto}]`, `date: 1 of 2 read; "32/01/2024" is not a date: there is no day 32`},
		{"with points", specsTexts("03.2024", "12.2024"), `[{path: a, match: date, precision: month}]`, "month: 2 of 2 read"},
		{"months of cards", specsTexts("02/27", "11/30"), `[{path: a, match: date, precision: month}]`, "month: 2 of 2 read"},
		{"months of the last century", specsTexts("02/31", "11/98"), `[{path: a, match: date, precision: month}]`, "month: 2 of 2 read"},
		{"days of a month, month first", specsTexts("02/27", "06/01", "05/31"), `[{path: a, match: auto}]`, "text or code: 3 of 3 have digits, 3 with a separator that code leaves out"},
		{"prices below 13", specsTexts("3.00", "4.50", "12.99"), `[{path: a, match: numeric}]`, "number: 3 of 3 read, 3 with a separator, sign or currency"},
		{"rates with a year behind the point", specsTexts("1.1987", "1.2024"), `[{path: a, match: numeric}]`, "number: 2 of 2 read, 2 with a separator, sign or currency"},
		{"prices, and a text", specsTexts("3.00", "4.50", "on request"), `[{path: a, match: auto}]`, "text or code: 2 of 3 have digits; compared by the type of the truth"},
		{"one of nine is not a date", append(times(8, specsTexts("2024-01-31")...), specsTexts("when the goods have arrived")...), `[{path: a, match: auto}]`,
			"text or code: 8 of 9 have digits; compared by the type of the truth"},

		// Numbers.
		{"amounts", specsTexts("12,50 €", "-3,00", "1.250,00"), `[{path: a, match: numeric}]`, "number: 3 of 3 read, 3 with a separator, sign or currency"},
		{"counts", specsTexts("1", "12", "7"), `[{path: a, match: numeric}]`, "number: 3 of 3 read"},
		{"counts under the name of a code", []string{`{"zip_code":"1010"}`, `{"zip_code":"80331"}`}, `[{path: zip_code, match: code}]`, ""},
		{"numbers under a name in one word", []string{`{"KUNDENNR":"14190"}`, `{"KUNDENNR":"912417"}`}, `[{path: KUNDENNR, match: code}]`, ""},
		{"numbers under a name with other words", []string{`{"decoded":"14190"}`, `{"decoded":"912417"}`}, `[{path: decoded, match: numeric}]`, ""},
		{"bounds", specsTexts("<0,5 g", "0.6g", "12 g"), `[{path: a, match: numeric}]`, "number: 3 of 3 read, 3 with a separator, sign or currency"},
		{"bounds of shares", specsTexts("<1%", "2%", "10 %"), `[{path: a, match: numeric}]`, "number: 3 of 3 read, 3 with a separator, sign or currency"},
		{"bounds of an unknown unit", specsTexts("<5U/L", "34U/L"), `[{path: a, match: auto}]`, "text or code: 2 of 2 have digits, 1 with a separator that code leaves out"},
		{"a minus, and an unknown unit", specsTexts("-5LUFS", "3LUFS"), `[{path: a, match: auto}]`, "text or code: 2 of 2 have digits, 1 with a separator that code leaves out"},
		{"counts in a volume", specsTexts("7400 /ul"), `[{path: a, match: auto}]`, "text or code: 1 of 1 have digits, 1 with a separator that code leaves out"},
		{"a zero in front", specsTexts("0471", "12345"), `[{path: a, match: code}]`, "code: 2 of 2 are digits alone, 1 with a zero in front"},

		// Codes. The IBANs are the examples of the Netherlands, Germany and Great Britain in the
		// registry of ISO 13616; the EANs are from Wikipedia.
		{"IBAN", specsTexts("NL91 ABNA 0417 1643 00", "DE89370400440532013000", "GB29 NWBK 6016 1331 9268 19"), `[{path: a, match: code, checksum: iban}]`, "code: 3 of 3 pass the check of IBANs"},
		{"an IBAN that fails", specsTexts("NL91 ABNA 0417 1643 01"), `[{path: a, match: code}]`, "code: 1 of 1 have digits, and no words"},
		{"EAN", specsTexts("4006381333931", "73513537", "9780306406157", "5901234123457", "4012345678901", "036000291452"), `[{path: a, match: code, checksum: ean}]`, "code: 6 of 6 pass the check of EANs"},
		{"zones of passports", specsTexts("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\\nL898902C36UTO7408122F1204159ZE184226B<<<<<10", "P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<\\nC01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4"),
			`[{path: a, match: code}]`, "code: 2 of 2 have digits, and no words"},
		{"order numbers", specsTexts("PO-2024-17", "PO-2024-18", "po 19/2024"), `[{path: a, match: code}]`, "code: 3 of 3 have digits, and no words"},
		{"fractions", specsTexts("2 1/2", "1/3", "4"), `[{path: a, match: auto}]`, "text or code: 3 of 3 have digits, 2 with a separator that code leaves out"},
		{"a fraction in one sign", specsTexts("2½", "4"), `[{path: a, match: auto}]`, "text or code: 2 of 2 have digits, 1 with a separator that code leaves out"},
		{"decimals with a letter", specsTexts("117M", "1.5B", "340M"), `[{path: a, match: auto}]`, "text or code: 3 of 3 have digits, 1 with a separator that code leaves out"},
		{"thousandths with a letter", specsTexts("117.500M", "340M", "€2.250k"), `[{path: a, match: auto}]`, "text or code: 3 of 3 have digits, 2 with a separator that code leaves out"},
		{"ranges", specsTexts("1-12", "11-2", "3–4"), `[{path: a, match: auto}]`, "text or code: 3 of 3 have digits, 3 with a separator that code leaves out"},
		{"codes with a hyphen", specsTexts("2025-3133", "2025-3134", "2024-1099"), `[{path: a, match: code}]`, "code: 3 of 3 have digits, and no words"},
		{"versions", specsTexts("1.10", "2.4", "3.5.1"), `[{path: a, match: auto}]`, "text or code: 3 of 3 have digits, 3 with a separator that code leaves out"},
		{"versions, few of them", specsTexts(times(5, "3.5.1", "3.51.0")...), `[{path: a, match: auto}]`, "text or code: 10 of 10 have digits, 10 with a separator that code leaves out"},
		{"versions, some of them numbers", specsOf("1.1", `"1.1-b"`), `[{path: a, match: auto}]`, "values of several types, compared by the type of the truth"},
		{"sizes", specsTexts("12.5x30.0x45.5cm", "1.25x30x455 cm"), `[{path: a, match: auto}]`, "text or code: 2 of 2 have digits, 2 with a separator that code leaves out"},
		{"sizes without a separator", specsTexts("750X470X250MM", "480X355X10MM"), `[{path: a, match: code}]`, "code: 2 of 2 have digits, and no words"},
		{"places", specsTexts("48.137154, 11.576124", "-33.86,151.2094"), `[{path: a, match: auto}]`, "text or code: 2 of 2 have digits, 2 with a separator that code leaves out"},
		{"numbers of companies", specsTexts("12.345.678/0001-95", "11.222.333/0001-81"), `[{path: a, match: code}]`, "code: 2 of 2 have digits, and no words"},
		{"e-mail", specsTexts("a@example.com", "B.C@example.co.uk"), `[{path: a, match: exact, fold: true}]`, "e-mail address: 2 of 2"},
		{"pages", specsTexts("https://example.com/a", "http://example.com"), `[{path: a, match: url}]`, "address of a page: 2 of 2"},

		{"hosts under another name", specsOf(`"jbhifi.com.au"`, `"www.example.com"`), `[{path: a, match: fuzzy}]`, "text: 0 of 2 have several words"},
		{"web sites without a scheme", []string{`{"SUPPLIER_WEBSITE":"jbhifi.com.au"}`, `{"SUPPLIER_WEBSITE":"www.example.com"}`}, `[{path: SUPPLIER_WEBSITE, match: url}]`, ""},
		{"a web site without a host", []string{`{"website":"our shop"}`, `{"website":"see below"}`}, `[{path: website, match: fuzzy}]`, ""},
		{"codes of letters", []string{`{"port_code":"INMAA"}`, `{"port_code":"KRPUS"}`}, `[{path: port_code, match: code}]`, ""},
		{"words under the name of a code", []string{`{"branch":"Hamburg"}`, `{"branch":"Bremen"}`}, `[{path: branch, match: fuzzy}]`, ""},
		{"digits that name a department", []string{`{"department":"6576"}`, `{"department":"6576"}`}, `[{path: department, match: code}]`, ""},

		// Texts.
		{"text", specsTexts("Acme Ltd", "Bar Centrale, Bologna"), `[{path: a, match: fuzzy}]`, "text: 2 of 2 have several words"},
		{"one of a few", times(5, specsTexts("PAID", "OPEN")...), `[{path: a, match: exact, fold: true}]`, `one of 2 values: "PAID", "OPEN"`},
		{"currencies", specsTexts("EUR", "$", "zł", "USD", "€", "EUR", "EUR", "£", "CHF", "SEK"), `[{path: a, match: currency}]`, "currency: 9 of 10"},
		{"texts that are alike", specsTexts("Long Meadow Street East", "Long Meadow Street West", "Long Meadow Street Last"), `[{path: a, match: exact}]`,
			"text: 3 of 3 have several words; match: exact as similarity does not tell the truths apart"},
		{"names that are currencies, too", specsTexts("Mark", "Rand"), `[{path: a, match: fuzzy}]`, "text: 0 of 2 have several words"},
		{"yes and no", specsTexts("yes", "no"), `[{path: a, match: bool}]`, "yes or no: 2 of 2"},
		{"one answer alone", specsTexts("yes"), `[{path: a, match: fuzzy}]`, "text: 0 of 1 have several words"},
		{"addresses", specsTexts("22 Quay Street", "Hafenweg 3, 20457 Hamburg"), `[{path: a, match: auto}]`, "text: 2 of 2 have digits or initials, which auto compares exactly"},
		{"plots", specsTexts("Plot A Southern Meadow", "Plot B Southern Meadow"), `[{path: a, match: auto}]`, "text: 2 of 2 have digits or initials, which auto compares exactly"},
		{"people", specsTexts("K. Tanabe", "J.B. Roux", "Ada Lind", "A. van Dijk"), `[{path: a, match: person}]`, "name of a person: 3 of 4 have an initial, a title or a comma"},
		{"people with titles", specsTexts("Mr. Kenji Tanabe", "Dr. Jean Roux", "Ada Lind"), `[{path: a, match: person}]`, "name of a person: 2 of 3 have an initial, a title or a comma"},
		{"companies with initials of their own", specsTexts("Drake Foods", "Profil Bau", "Missoni Home"), `[{path: a, match: fuzzy}]`, "text: 3 of 3 have several words"},
		{"people by family name", specsTexts("Tanabe, Kenji", "Roux, J. B.", "Lind, Ada"), `[{path: a, match: person}]`, "name of a person: 3 of 3 have an initial, a title or a comma"},
		{"few people", specsTexts(times(5, "K. Tanabe", "J. B. Roux")...), `[{path: a, match: person}]`, "name of a person: 10 of 10 have an initial, a title or a comma"},
		{"people who may be one", specsTexts("A. Lind", "Ada Lind", "Anna Lind"), `[{path: a, match: auto}]`,
			`name of a person: 1 of 3 have an initial, a title or a comma; person would take "a. lind" for "ada lind"`},
		{"people with names in another order", specsTexts("K. Tanabe", "Thomas Martin", "Martin Thomas", "J. Roux"), `[{path: a, match: auto}]`,
			`name of a person: 2 of 4 have an initial, a title or a comma; person would take "martin thomas" for "thomas martin"`},
		{"names with Roman numerals", specsTexts("Atlas Horizon Fund III", "Bluewater Income Fund VIII", "Oak Growth Partners"), `[{path: a, match: auto}]`,
			"text: 2 of 3 have a number, such as III or #1, which fuzzy takes for a few letters"},
		{"names, one with a number", specsTexts("Bluewater Private Equity #1", "Acme Ltd", "Bar Centrale, Bologna", "Oak Growth Partners", "Lamm und Petit", "Contoso Income"), `[{path: a, match: auto}]`,
			"text: 1 of 6 have a number, such as III or #1, which fuzzy takes for a few letters"},
		{"words of the letters of numerals", specsTexts("MIX of VIVID teas", "LCD and XXL shirts", "CD of Xi and Vi"), `[{path: a, match: fuzzy}]`, "text: 3 of 3 have several words"},
		{"places", specsTexts("Lyon, France", "Turin, Italy", "Ghent, Belgium"), `[{path: a, match: fuzzy}]`, "text: 3 of 3 have several words"},
		{"people, few of them with an initial", specsTexts("Ada Lind", "Kenji Tanabe", "Jean Roux", "Mia Berg", "J. Kellner"), `[{path: a, match: auto}]`, "text: 1 of 5 have digits or initials, which auto compares exactly"},
		{"sets of numbers", specsOf("[21]", "[10,21]", "[4,10,21]"), `[{path: a, match: set, each: numeric}]`, "numbers in any order, 1 to 3 in a list, and none twice"},
		{"numbers that recur", specsOf("[21,10]", "[10,21]", "[21]", "[21,4,10]"), `[{path: a, match: set, each: numeric}]`, "numbers in any order, 1 to 3 in a list, and none twice"},
		{"positions", specsOf("[2.5,48.1]", "[13.4,52.5]"), `[{path: a, match: auto}]`, "an array of numbers or of mixed values, compared in order"},
		{"series", specsOf("[3.1,2.9,3.3]", "[5.2,5.9]", "[8.1,7.7,8.3,8.2]"), `[{path: a, match: auto}]`, "an array of numbers or of mixed values, compared in order"},
		{"a number twice", specsOf("[21,21]", "[10]"), `[{path: a, match: auto}]`, "an array of numbers or of mixed values, compared in order"},
		{"names, one with a digit", specsTexts("Acme Ltd", "Bar Centrale, Bologna", "Studio 54", "Contoso", "Lamm", "Petit"), `[{path: a, match: fuzzy}]`, "text: 3 of 6 have several words"},

		// Objects and arrays.
		{"nested", []string{`{"v":{"name":"x y","a.b":{"0":1}}}`, `{"v":{}}`, `{}`}, `[{path: v.name, match: fuzzy}, {path: 'v["a.b"]["0"]', match: numeric}]`, ""},
		{"set of texts", specsOf(`["red","blue"]`, `["green"]`), `[{path: a, match: set, each: fuzzy}]`, "texts in any order, each a text: 0 of 3 have several words"},
		{"set of dates", specsOf(`["25/12/2024"]`, `["03/04/2024","24/12/2024"]`), `[{path: a, match: set, each: {match: date, order: dmy}}]`,
			"texts in any order, each a date: 3 of 3 read; day first in 2, month first in 0, 1 could be either"},
		{"numbers in order", specsOf(`[1,2,3]`), `[{path: a, match: auto}]`, "an array of numbers or of mixed values, compared in order"},
		{"mixed items", specsOf(`[1,"x",{}]`), `[{path: a, match: auto}]`, "an array of numbers or of mixed values, compared in order"},
		{"boxes", []string{`{"bbox":[1,2,30,40]}`, `{"bbox":[5,6,7,8]}`}, `[{path: bbox, match: box, format: xyxy}]`, ""},
		{"boxes with a width", []string{`{"bbox":[1,2,30,40]}`, `{"bbox":[50,60,7,8]}`}, `[{path: bbox, match: box, format: xywh}]`, ""},
		{"rows by a name", specsOf(`[{"sku":"A1","product name":"red pen"},{"sku":"A2","product name":"blue pen"}]`),
			`[{path: a, match: list, by: [product name], fields: [{path: sku, match: code}, {path: product name, match: fuzzy}]}]`,
			"2 rows in 1 list; by product name: in 2 of 2, and 2 of 2 are unique in their list"},
		{"rows by a number where names repeat", specsOf(`[{"sku":"A1","name":"pen"},{"sku":"A2","name":"pen"},{"sku":"A3","name":"pen"}]`),
			`[{path: a, match: list, by: [sku], fields: [{path: sku, match: code}, {path: name, match: fuzzy}]}]`,
			"3 rows in 1 list; by sku: in 3 of 3, and 3 of 3 are unique in their list"},
		{"rows by their number", specsOf(`[{"itemNo":"2","name":"red pen"},{"itemNo":"1","name":"blue pen"}]`, `[{"itemNo":"1","name":"ink"},{"itemNo":"3","name":"nib"}]`),
			`[{path: a, match: list, by: [itemNo], fields: [{path: itemNo, match: code}, {path: name, match: fuzzy}]}]`,
			"4 rows in 2 lists; by itemNo: in 4 of 4, and 4 of 4 are unique in their list"},
		{"rows by a position", specsOf(`[{"pos":1,"name":"red pen"},{"pos":2,"name":"blue pen"}]`),
			`[{path: a, match: list, by: [pos], fields: [{path: pos, match: numeric}, {path: name, match: fuzzy}]}]`,
			"2 rows in 1 list; by pos: in 2 of 2, and 2 of 2 are unique in their list"},
		{"a number of rows that repeats", specsOf(`[{"line no":"1","name":"red pen"},{"line no":"1","name":"blue pen"},{"line no":"2","name":"nib"}]`),
			`[{path: a, match: list, by: [name], fields: [{path: line no, match: code}, {path: name, match: fuzzy}]}]`,
			"3 rows in 1 list; by name: in 3 of 3, and 3 of 3 are unique in their list"},
		{"rows without a text", specsOf(`[{"n":1},{"n":2}]`), `[{path: a, match: list, fields: [{path: n, match: numeric}]}]`, "2 rows in 1 list; no text tells them apart, so by all fields"},
		{"lists of one row, which say nothing about keys", specsOf(`[{"name":"red pen","n":1}]`, `[{"name":"blue pen","n":2}]`),
			`[{path: a, match: list, fields: [{path: name, match: fuzzy}, {path: n, match: numeric}]}]`, "2 rows in 2 lists; no text tells them apart, so by all fields"},
		{"a list at the top", []string{`[{"name":"red pen"},{"name":"blue pen"}]`, `[]`}, `[{path: "", match: list, by: [name], fields: [{path: name, match: fuzzy}]}]`, ""},
		{"texts at the top", []string{`["red pen"]`}, `[{path: "", match: set, each: fuzzy}]`, ""},
		{"a key that is not a name", []string{`{"\u0085\u2028\"$":"x\u2028y"}`, `{}`}, `[{path: "\u0085\u2028\"$", match: fuzzy}]`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := specs.Propose(truths(t, tt.truths...), nil)
			require.NoError(t, err)
			assert.Equal(t, yamlOf(t, tt.want), jsonOf(t, p.Spec))
			assert.Equal(t, tt.why, p.Why["a"])
			readsBack(t, p)
		})
	}
}

func yamlOf(t *testing.T, fields string) string {
	t.Helper()
	spec, err := eval.ParseSpec([]byte("fields: "+fields), nil)
	require.NoError(t, err)
	return jsonOf(t, spec)
}

func jsonOf(t *testing.T, s eval.Spec) string {
	t.Helper()
	text, err := s.MarshalJSON()
	require.NoError(t, err)
	return string(text)
}

// readsBack checks that the YAML of a proposal equals the proposal.
func readsBack(t *testing.T, p specs.Proposal) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.Write(&b, "a\nb.jsonl"))
	spec, err := eval.ParseSpec(b.Bytes(), nil)
	require.NoError(t, err, "%s", &b)
	require.Equal(t, jsonOf(t, p.Spec), jsonOf(t, spec))
}

// A key that is data is no field.
func TestKeysThatAreDataAreThoseOfMaps(t *testing.T) {
	repeated := func(n int, format string) []string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(format, i))
		}
		return all
	}
	for _, tt := range []struct {
		name   string
		truths []string
		want   string
		why    string
	}{
		{"numbers", repeated(30, `{"a":{"k%d":1},"n":1}`), `[{path: a, match: map, each: {match: numeric}}, {path: n, match: numeric}]`, "30 members in 30 objects, whose keys are data"},
		{"more of them than are kept", repeated(300, `{"a":{"k%d":1},"n":1}`), `[{path: a, match: map, each: {match: numeric}}, {path: n, match: numeric}]`, "300 members in 300 objects, whose keys are data"},
		{"objects, in few truths", repeated(3, `{"a":{"k%[1]d":{"x":1.5,"d":"2024-05-2%[1]d"},"l%[1]d":{"x":2,"d":"2024-05-1%[1]d"}}}`),
			`[{path: a, match: map, fields: [{path: x, match: numeric}, {path: d, match: date}]}]`, "6 members in 3 objects, whose keys are data"},
		{"in rows", repeated(30, `{"a":[{"m":{"k%d":{"x":true}}}]}`), `[{path: a, match: list, fields: [{path: m, match: map, fields: [{path: x, match: bool}]}]}]`, "30 rows in 30 lists"},
		{"of lists", repeated(30, `{"a":{"k%d":[1,2]}}`), `[{path: a, match: auto}]`, "objects with keys of their own, compared as a whole"},
		{"some null", append(repeated(30, `{"a":{"k%d":1}}`), `{"a":null}`, `{"a":{"k":null}}`, `{"a":{}}`), `[{path: a, match: map, each: {match: numeric}}]`, "31 members in 32 objects"},
		{"keys that come again", repeated(3, `{"a":{"k%[1]d":{"x":1},"l":{"x":2}}}`), `[{path: a.k0.x, match: numeric}, {path: a.l.x, match: numeric}, {path: a.k1.x, match: numeric}, {path: a.k2.x, match: numeric}]`, ""},
		{"other members", []string{`{"a":{"buyer":{"x":1},"seller":{"y":2}}}`, `{"a":{"b":{"x":1},"c":{"x":2}}}`, `{"a":{"d":{"x":1},"e":{"x":2}}}`},
			`[{path: a.buyer.x, match: numeric}, {path: a.seller.y, match: numeric}, {path: a.b.x, match: numeric}, {path: a.c.x, match: numeric}, {path: a.d.x, match: numeric}, {path: a.e.x, match: numeric}]`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := specs.Propose(truths(t, tt.truths...), nil)
			require.NoError(t, err)
			assert.Equal(t, yamlOf(t, tt.want), jsonOf(t, p.Spec))
			assert.Contains(t, p.Why["a"], tt.why)
			assert.Empty(t, p.Evidence.Findings())
			readsBack(t, p)
		})
	}
}

func TestFromWithASchema(t *testing.T) {
	schema, err := eval.SpecFromSchema([]byte(`{"required":["number","lines"],"properties":{
		"number":{"type":"string"},
		"date":{"type":"string","format":"date"},
		"currency":{"enum":["EUR","USD"]},
		"total":{"type":"number"},
		"paid":{"type":"boolean"},
		"vendor":{"properties":{"name":{"type":"string"},"vat":{"type":"string","format":"uuid"}}},
		"ship":{"properties":{"to":{"type":"string"}}},
		"lines":{"items":{"properties":{"sku":{"type":"string","format":"uuid"},"qty":{"type":"integer"}}}},
		"notes":{"items":{"properties":{"text":{"type":"string"}}}}}}`))
	require.NoError(t, err)
	p, err := specs.Propose(truths(t,
		`{"number":"A 1","date":"25/12/2024","currency":"EUR","total":"on request","vendor":{"name":"Acme Ltd"},"ship":"Bern or so","lines":[{"sku":"red-1","qty":1},{"sku":"red-2","qty":1}],"more":1}`,
		`{"number":"A 2","date":"03/04/2024","currency":"USD","total":"on call","vendor":{"name":"Bank of Bern"},"lines":[],"notes":[]}`), &schema)
	require.NoError(t, err)
	assert.Equal(t, yamlOf(t, `
  - {path: number, match: code}
  - {path: date, match: date, order: dmy, optional: true}
  - {path: currency, match: exact, optional: true}
  - {path: total, match: fuzzy, optional: true}
  - {path: paid, match: exact, absent: true}
  - {path: vendor.name, match: fuzzy, optional: true}
  - {path: vendor.vat, match: code, absent: true}
  - {path: lines, match: list, by: [sku], fields: [{path: sku, match: code}, {path: qty, match: numeric}]}
  - {path: notes, match: auto, absent: true}
  - {path: ship, match: fuzzy}
  - {path: more, match: numeric}`), jsonOf(t, p.Spec))
	assert.Equal(t, "date: 2 of 2 read; day first in 1, month first in 0, 1 could be either; so says the schema", p.Why["date"])
	assert.Equal(t, "exact by the schema; the truths alone: currency: 2 of 2", p.Why["currency"])
	assert.Contains(t, p.Why["total"], "; the schema says numeric")
	assert.Equal(t, "in the schema, and in no truth; remove absent when there is one", p.Why["paid"])
	assert.Equal(t, "number: 1 of 1; in 1 of 2 truths; not in the schema", p.Why["more"])
	assert.Empty(t, p.Evidence.Findings())
	readsBack(t, p)
}

func TestFromErrors(t *testing.T) {
	for _, tt := range []struct {
		truths []string
		want   string
	}{
		{nil, "propose: there are no truths"},
		{[]string{`1`, `2`}, "propose: the truths have no keys that all could share; give init one file for each kind of document, or no spec: score then compares every value"},
		{[]string{`{}`, `[]`}, "propose: the truths have no keys that all could share; give init one file for each kind of document, or no spec: score then compares every value"},
		{[]string{`[[1]]`}, "propose: the truths have no keys that all could share; give init one file for each kind of document, or no spec: score then compares every value"},
	} {
		_, err := specs.Propose(truths(t, tt.truths...), nil)
		assert.EqualError(t, err, tt.want, tt.truths)
	}
}

func TestSchemaOfListsAndTruthsThatAreNone(t *testing.T) {
	schema, err := eval.SpecFromSchema([]byte(`{"items":{"properties":{"a":{"type":"number"}}}}`))
	require.NoError(t, err)
	for _, none := range []string{`[9]`, `7`, `[[1]]`} {
		_, err := specs.Propose(truths(t, none), &schema)
		assert.EqualError(t, err, "propose: the truths have no keys that all could share; give init one file for each kind of document, or no spec: score then compares every value", none)
	}
	p, err := specs.Propose(truths(t, `{"b":1}`), &schema)
	require.NoError(t, err)
	require.Len(t, p.Spec.Fields, 1)
	assert.Equal(t, "b", p.Spec.Fields[0].Path)
}

// FuzzFrom: whatever two truths and a schema are, there is a spec that can be written and
// read back, or there is nothing to name.
func FuzzFrom(f *testing.F) {
	f.Add(`{"a":[{"b":"x 1","c":[1,2,3,4]}]}`, `{"a":[{"b":null}],"d.e":{"0":"2024-01-31"}}`, `{"properties":{"a":{"items":{"properties":{"b":{"format":"date"},"e":{}}}},"d":{}}}`)
	f.Add(`[{"":"\ud800"},{"a":"\u2028 \"\\"}]`, `[]`, `{"items":{"properties":{"":{"type":"number"}}}}`)
	f.Add(`[{"":"\ud800"},{"a":"\u2028 \"\\"}]`, `[9999999]`, `{"items":{"properties":{"":{"type":"number"}}}}`)
	f.Add(`{"a":{"b":1},"a":[{}],"iban":"DE89370400440532013000"}`, `{"(document)":"","$":[[],""],"/":["a","a"]}`, `true`)
	f.Fuzz(func(t *testing.T, a, b, schema string) {
		for _, text := range []string{a, b} {
			v, err := document.Parse([]byte(text))
			if _, repeated := v.RepeatedKey(); err != nil || repeated || words.CheckUTF8([]byte(text)) != nil {
				return
			}
		}
		var with *eval.Spec
		if spec, err := eval.SpecFromSchema([]byte(schema)); err == nil {
			with = &spec
		}
		p, err := specs.Propose(truths(t, a, b), with)
		if err != nil {
			if !strings.Contains(err.Error(), "no keys that all could share") {
				t.Fatal(err)
			}
			return
		}
		readsBack(t, p)
	})
}
