package source_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// row is a value, the text that it is looked for in, and the part of the text where it stands: ""
// where it does not stand.
type row struct {
	reason string
	c      compare.Comparator
	value  string // JSON
	text   string
	place  string
}

func value(t *testing.T, text string) document.Value {
	t.Helper()
	v, err := document.Of(text)
	require.NoError(t, err, text)
	return v
}

func run(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.reason, func(t *testing.T) {
			p, standing := source.New(r.text).Find(r.c, value(t, r.value))
			if r.place == "" {
				assert.Contains(t, []source.Standing{source.Nowhere, source.Resembles}, standing, "%s in %q, found %q", r.value, r.text, p.Quote)
				return
			}
			require.Equal(t, source.Stands, standing, "%s in %q", r.value, r.text)
			assert.Equal(t, r.place, r.text[p.Start:p.End])
			assert.Equal(t, r.place, p.Quote)
		})
	}
}

func TestDates(t *testing.T) {
	date, dmy, mdy := compare.Date{}, compare.Date{Order: "dmy"}, compare.Date{Order: "mdy"}
	day := `"2024-01-05"` // a Friday
	run(t, []row{
		{"ISO", date, day, "Date: 2024-01-05.", "2024-01-05"},
		{"ISO with one digit", date, day, "Date: 2024-1-5", "2024-1-5"},
		{"ISO before a time of day", date, day, "2024-01-05T10:30:00Z", "2024-01-05"},
		{"basic", date, day, "ref 20240105 x", "20240105"},
		{"slashes, year first", date, day, "2024/01/05", "2024/01/05"},
		{"English", date, day, "on January 5, 2024 in Bonn", "January 5, 2024"},
		{"English, short", date, day, "Jan 5, 2024", "Jan 5, 2024"},
		{"English, ordinal", date, day, "the 5th of January 2024", "5th of January 2024"},
		{"English, dashes", date, day, "5-Jan-24", "5-Jan-24"},
		{"English, capitals", date, day, "DUE JANUARY 5 2024", "JANUARY 5 2024"},
		{"German", date, day, "Bonn, den 5. Januar 2024", "5. Januar 2024"},
		{"German, Austria", date, day, "am 5. Jänner 2024", "5. Jänner 2024"},
		{"German, accent lost", compare.Date{}, `"2024-03-01"`, "1. Marz 2024", "1. Marz 2024"},
		{"French", date, day, "le 5 janvier 2024", "5 janvier 2024"},
		{"French, first", date, `"2024-03-01"`, "Paris, le 1er mars 2024", "1er mars 2024"},
		{"Spanish", date, day, "Madrid, 5 de enero de 2024", "5 de enero de 2024"},
		{"Italian", date, day, "Roma, 5 gennaio 2024", "5 gennaio 2024"},
		{"Dutch", date, day, "5 januari 2024", "5 januari 2024"},
		{"Portuguese", date, day, "5 de janeiro de 2024", "5 de janeiro de 2024"},
		{"Polish", date, day, "5 stycznia 2024 r.", "5 stycznia 2024"},
		{"Czech", date, day, "5. ledna 2024", "5. ledna 2024"},
		{"Japanese", date, day, "発行日 2024年1月5日", "2024年1月5日"},
		{"full-width digits", date, day, "２０２４年１月５日", "２０２４年１月５日"},
		{"points", date, day, "05.01.2024", "05.01.2024"},
		{"points, two digits of year", date, day, "Datum 5.1.24", "5.1.24"},
		{"at the end of a sentence", date, day, "bis 05.01.2024.", "05.01.2024"},
		{"over a line break", date, day, "5. Januar\n   2024", "5. Januar\n   2024"},
		{"the first of a period", date, day, "05.01.2024-31.01.2024", "05.01.2024"},
		{"the last of a period", date, `"2024-01-31"`, "05.01.2024-31.01.2024", "31.01.2024"},
		{"the year first, the name after", date, day, "2024 January 5", "2024 January 5"},
		{"slashes, by the order", dmy, day, "05/01/2024", "05/01/2024"},
		{"slashes, by the other order", mdy, day, "05/01/2024", ""},
		{"slashes, no order stated: either", date, day, "05/01/2024", "05/01/2024"},
		{"a format", compare.Date{Formats: []string{"DDMMYYYY"}}, day, "am 05012024", "05012024"},
		{"a format with a weekday", compare.Date{Formats: []string{"dddd DD.MM.YYYY"}, OnlyFormats: true}, `"Friday 05.01.2024"`, "Friday 05.01.2024", "Friday 05.01.2024"},
		{"only formats", compare.Date{Formats: []string{"YYYY-MM-DD"}, OnlyFormats: true}, day, "5.1.2024", ""},
		{"a month", compare.Date{Precision: "month"}, `"2024-01"`, "Januar 2024", "Januar 2024"},
		{"a month of a day", compare.Date{Precision: "month"}, `"2024-01"`, "5. Januar 2024", "5. Januar 2024"},
		{"a month in numbers", compare.Date{Precision: "month"}, `"2024-01"`, "01/2024", "01/2024"},
		{"another month", compare.Date{Precision: "month"}, `"2024-01"`, "Februar 2024", ""},
		{"a year", compare.Date{Precision: "year"}, `"2024"`, "2024", "2024"},
		{"auto", compare.Auto{}, day, "5. Januar 2024", "5. Januar 2024"},
		{"no comparator", nil, day, "5. Januar 2024", "5. Januar 2024"},
		{"exact", compare.Exact{}, day, "5. Januar 2024", "5. Januar 2024"},
		{"fuzzy", compare.Fuzzy{}, day, "5. Januar 2024", "5. Januar 2024"},
		{"a pointer", &compare.Date{}, day, "5. Januar 2024", "5. Januar 2024"},
		{"the value is printed, too", date, `"January 5, 2024"`, "5.1.2024", "5.1.2024"},
		{"a value that is not a date is a text", date, `"sofort"`, "Zahlbar sofort", "sofort"},
		{"a number", date, `20240105`, "5.1.2024", "5.1.2024"},

		{"another day", date, day, "6. Januar 2024", ""},
		{"another month by name", date, day, "5. Februar 2024", ""},
		{"another year", date, day, "5. Januar 2023", ""},
		{"day and month exchanged, with points", date, day, "01.05.2024", ""},
		{"within a longer number", date, day, "120240105", ""},
		{"digits before", date, day, "15.1.2024", ""},
		{"a version", date, `"2024-03-02"`, "v2.3.2024", ""},
		{"an address", date, `"2024-03-02"`, "10.2.3.2024", ""},
		{"numbers far apart", date, day, "5 pieces\n" + "of something that has nothing to do with the next line 1\n\n2024", ""},
		{"a weekday that is wrong is not read", compare.Date{Formats: []string{"dddd DD.MM.YYYY"}, OnlyFormats: true}, `"Friday 05.01.2024"`, "Sunday 05.01.2024", ""},
	})
}

func TestNumbers(t *testing.T) {
	numeric := compare.Numeric{}
	run(t, []row{
		{"as it is", numeric, `1889`, "total 1889", "1889"},
		{"eu", numeric, `1889`, "Gesamt 1.889,00 €", "1.889,00"},
		{"us", numeric, `1889`, "Total $1,889.00", "1,889.00"},
		{"swiss", numeric, `1889`, "CHF 1'889.00", "1'889.00"},
		{"swiss, curly", numeric, `1889`, "CHF 1’889.00", "1’889.00"},
		{"indian", numeric, `1234567.5`, "Rs. 12,34,567.50", "12,34,567.50"},
		{"spaces", numeric, `1889`, "Total 1 889,00 EUR", "1 889,00"},
		{"no-break spaces", numeric, `1234567.89`, "1\u00A0234\u00A0567,89", "1\u00A0234\u00A0567,89"},
		{"narrow no-break spaces", numeric, `1889`, "1\u202F889,00", "1\u202F889,00"},
		{"a cell beside three digits", numeric, `250`, "2 250,00", "250,00"},
		{"or both are one number", numeric, `2250`, "2 250,00", "2 250,00"},
		{"decimals are exact", numeric, `0.1`, "0.10", "0.10"},
		{"zeros after", numeric, `12.5`, "12,50", "12,50"},
		{"no zero in front", numeric, `0.5`, ".5 0,50", "0,50"},
		{"an ambiguous separator: thousands", numeric, `1889`, "1.889", "1.889"},
		{"an ambiguous separator: decimals", numeric, `1.889`, "1.889", "1.889"},
		{"by the format", compare.Numeric{Format: "eu"}, `1889`, "1.889", "1.889"},
		{"not by the format", compare.Numeric{Format: "us"}, `1889`, "1.889", ""},
		{"a text as value", numeric, `"1.889,00 €"`, "1,889.00", "1,889.00"},
		{"a currency without a blank", numeric, `5`, "EUR5", "5"},
		{"a unit without a blank", numeric, `5`, "5kg", "5"},
		{"a count", numeric, `500`, "2x500ml", "500"},
		{"percent", numeric, `19`, "MwSt. 19%", "19"},
		{"percent as a fraction", numeric, `0.19`, "MwSt. 19 %", "19"},
		{"a fraction without percent", numeric, `0.19`, "MwSt. 19", ""},
		{"negative", numeric, `-5`, "Rabatt -5,00", "5,00"},
		{"negative, Unicode minus", numeric, `-5`, "Rabatt −5,00", "5,00"},
		{"negative, after", numeric, `-5`, "5,00-", "5,00"},
		{"negative, brackets", numeric, `-5`, "(5.00)", "5.00"},
		{"negative, before the currency", numeric, `-5`, "-€ 5", "5"},
		{"negative, after the currency", numeric, `-5`, "€-5", "5"},
		{"brackets may be brackets", numeric, `5`, "(5)", "5"},
		{"a dash is not a minus", numeric, `5`, "Menge - 5", "5"},
		{"full-width digits", numeric, `1889`, "１８８９円", "１８８９"},
		{"Arabic digits", numeric, `1889`, "١٨٨٩", "١٨٨٩"},
		{"zero", numeric, `0`, "Rest 0,00", "0,00"},
		{"at the end of a sentence", numeric, `1889`, "It is 1889.", "1889"},
		{"before a comma", numeric, `1889`, "1889, please", "1889"},
		{"the year of a date", numeric, `2024`, "05.01.2024", "2024"},
		{"a year in a number of an invoice", numeric, `2024`, "RE-2024-17", "2024"},
		{"auto", compare.Auto{}, `1889`, "1.889,00 €", "1.889,00"},
		{"exact", compare.Exact{}, `1889`, "1.889,00 €", "1.889,00"},
		{"exact, a text that is a number", compare.Exact{}, `"1889.00"`, "1.889,00 €", "1.889,00"},
		{"an integer may be a code", compare.Exact{}, `58120`, "No. 58-120", "58-120"},
		{"an integer with blanks", compare.Exact{}, `123456`, "No. 12 34 56", "12 34 56"},
		{"a position with a zero", numeric, `1`, "01  Schrauben", "01"},
		{"beyond 64 bits", numeric, `123456789012345678901234567890`, "n=123456789012345678901234567890", "123456789012345678901234567890"},

		{"within another one", numeric, `5`, "15", ""},
		{"at the beginning of another one", numeric, `15`, "150", ""},
		{"before decimals", numeric, `15`, "15,50", ""},
		{"the decimals", numeric, `50`, "15,50", ""},
		{"a group", numeric, `889`, "1.889,00", ""},
		{"a code", numeric, `5`, "A5", ""},
		{"what OCR made of a year", numeric, `24`, "2O24", ""},
		{"the day of a date", numeric, `5`, "5.1.2024", ""},
		{"the day of a date with slashes", numeric, `5`, "5/1/2024", ""},
		{"a time of day", numeric, `30`, "10:30", ""},
		{"another digit", numeric, `1889`, "1.888,00", ""},
		{"another place of the point", numeric, `188.9`, "1.889,00", ""},
		{"another sign", numeric, `5`, "Rabatt -5,00", ""},
		{"another sign, currency between", numeric, `5`, "-€5", ""},
		{"no sign", numeric, `-5`, "Rabatt 5,00", ""},
		{"the point lost", compare.Auto{}, `18900`, "189.00", ""},
		{"the comma lost, as a text", compare.Auto{}, `"18900"`, "189,00", ""},
		{"two cells", compare.Auto{}, `12345`, "123    45", ""},
		{"two lines", compare.Auto{}, `12345`, "123\n45", ""},
		{"a tolerance finds nothing", compare.Numeric{Tolerance: 1}, `1889`, "1888", ""},
		{"an IP address", numeric, `192.168`, "192.168.0.1", ""},
		{"a code with zeros", numeric, `44`, "0044 0532", ""},
		{"a part of a phone number", numeric, `1234`, "555-1234", ""},
	})
}

func TestCodes(t *testing.T) {
	code, auto := compare.Code{}, compare.Auto{}
	iban := `"DE89370400440532013000"`
	run(t, []row{
		{"IBAN in groups of four", code, iban, "IBAN DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"},
		{"IBAN in groups, auto", auto, iban, "IBAN DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"},
		{"IBAN over a line break", code, iban, "DE89 3704 0044\n0532 0130 00", "DE89 3704 0044\n0532 0130 00"},
		{"the value in groups, the text without", code, `"DE89 3704 0044 0532 0130 00"`, "IBAN:DE89370400440532013000.", "DE89370400440532013000"},
		{"small letters", code, iban, "de89370400440532013000", "de89370400440532013000"},
		{"VAT number", code, `"DE129273398"`, "USt-IdNr. DE 129 273 398", "DE 129 273 398"},
		{"dashes", code, `"INV2024001"`, "Invoice INV-2024/001", "INV-2024/001"},
		{"a phone number", code, `"+49 30 1234567"`, "Tel. +49 (0)30", ""},
		{"a phone number, other separators", code, `"+49 30 1234567"`, "Tel. +49-30/1234567", "49-30/1234567"},
		{"a JSON number", code, `12345`, "Nr. 12-345", "12-345"},
		{"after a word and a point", auto, `"12345"`, "Nr.12345", "12345"},
		{"leading zeros", auto, `"0049"`, "Art. 0049", "0049"},
		{"a code that could be an amount in rand", auto, `"R-0000015"`, "No. R-0000015", "R-0000015"},
		{"an amount in rand", auto, `"R 15.50"`, "R 15,50", "15,50"},
		{"an e-mail address", auto, `"info@acme.example"`, "Mail: INFO@ACME.EXAMPLE", "INFO@ACME.EXAMPLE"},
		{"a short code with a blank of its own", auto, `"A 4"`, "Format A 4", "A 4"},
		{"a regex", compare.Regex{Pattern: `RE-\d+`}, `"RE-17"`, "Nr. RE-17", "RE-17"},

		{"one digit of an IBAN", code, iban, "DE89 3704 0044 0532 0130 01", ""},
		{"a digit more", code, iban, "DE89 3704 0044 0532 0130 001", ""},
		{"a part of a code", auto, `"001"`, "RE-2024-001", ""},
		{"the beginning of a code", auto, `"RE-2024"`, "RE-2024-001", ""},
		{"the beginning of a word", auto, `"INV1"`, "INV17", ""},
		{"two cells far apart", code, `"1234567"`, "123      4567", ""},
		{"two cells of a table", auto, `"24"`, "2  4  6", ""},
		{"another zero", auto, `"0049"`, "Art. 49", ""},
		{"another code that could be an amount", auto, `"R-0000015"`, "No. R-0000019", ""},
	})
}

func TestTexts(t *testing.T) {
	fuzzy, exact, auto := compare.Fuzzy{}, compare.Exact{}, compare.Auto{}
	run(t, []row{
		{"as it is", fuzzy, `"Müller & Söhne GmbH"`, "Firma Müller & Söhne GmbH, Bonn", "Müller & Söhne GmbH"},
		{"capitals", fuzzy, `"Müller & Söhne GmbH"`, "MÜLLER & SÖHNE GMBH", "MÜLLER & SÖHNE GMBH"},
		{"sharp s", fuzzy, `"Hauptstraße 15"`, "HAUPTSTRASSE 15", "HAUPTSTRASSE 15"},
		{"over a line break", fuzzy, `"Müller & Söhne GmbH"`, "Müller &\n                    Söhne GmbH", "Müller &\n                    Söhne GmbH"},
		{"blanks", fuzzy, `"Acme Trading Ltd"`, "Acme  Trading\tLtd", "Acme  Trading\tLtd"},
		{"hyphenated", exact, `"Donaudampfschifffahrt"`, "die Donaudampf-\n  schifffahrt ist", "Donaudampf-\n  schifffahrt"},
		{"hyphenated by a soft hyphen", exact, `"Donaudampfschifffahrt"`, "Donaudampf\u00ADschifffahrt", "Donaudampf\u00ADschifffahrt"},
		{"a combining accent", exact, `"Müller"`, "Herr Mu\u0308ller", "Mu\u0308ller"},
		{"a combining accent in the value", exact, `"Mu\u0308ller"`, "Herr Müller", "Müller"},
		{"full width", exact, `"ABC"`, "型番ＡＢＣ", "ＡＢＣ"},
		{"half-width kana", exact, `"ヤマダ"`, "ﾔﾏﾀﾞ様", "ﾔﾏﾀﾞ"},
		{"a ligature", exact, `"file"`, "the ﬁle", "ﬁle"},
		{"punctuation", fuzzy, `"Smith, Jones and Co"`, "Smith Jones and Co.", "Smith Jones and Co"},
		{"Russian", exact, `"Москва"`, "г. МОСКВА, 2024", "МОСКВА"},
		{"Greek", exact, `"Οδός"`, "ΟΔΌΣ", "ΟΔΌΣ"},
		{"Hindi", exact, `"नमस्ते"`, "नमस्ते दुनिया", "नमस्ते"},
		{"Korean with a particle", exact, `"서울"`, "서울은 수도", "서울"},
		{"a currency beside digits", exact, `"EUR"`, "EUR5,00", "EUR"},
		{"a currency by its sign", auto, `"EUR"`, "5,00 €", "€"},
		{"a currency by its word", auto, `"EUR"`, "in Euros", "Euro"},
		{"a currency by its name in another language", auto, `"EUR"`, "в евро", "евро"},
		{"a number with its unit is a text", auto, `"3 kg"`, "3 g, 3 kg", "3 kg"},
		{"a number with its unit as a number", compare.Numeric{}, `"3 kg"`, "3,0 kg", "3,0"},
		{"a dollar may be Canadian", auto, `"CAD"`, "$1.50", "$"},
		{"a sign by its code", auto, `"€"`, "EUR 5", "EUR"},
		{"a sign alone", auto, `"§"`, "nach § 19", "§"},
		{"names of a city beside others", exact, `"Bonn"`, "12345/Bonn", "Bonn"},

		{"OCR: rn", fuzzy, `"Bremsen vorne erneuern"`, "Brernsen vorne erneuern", "Brernsen vorne erneuern"},
		{"OCR: 1 for l", fuzzy, `"Bremsbeläge Satz"`, "Bremsbe1äge  Satz", "Bremsbe1äge  Satz"},
		{"OCR: 0 for O, 5 for S, 8 for B", fuzzy, `"Otto Schmidt Bau"`, "0tto 5chmidt 8au KG", "0tto 5chmidt 8au"},
		{"OCR: blanks within words", fuzzy, `"Olaf Niedermeyer"`, "Herr Olaf Nieder meyer", "Olaf Nieder meyer"},
		{"OCR: accents lost", fuzzy, `"Müller & Söhne"`, "MULLER & SOHNE", "MULLER & SOHNE"},
		{"one letter", fuzzy, `"Schraubenzieher gross"`, "Schraubenziener gross", "Schraubenziener gross"},
		{"a letter lost, hyphenated", fuzzy, `"Donaudampfschifffahrt AG"`, "Donaudampf-\nschiffahrt AG", "Donaudampf-\nschiffahrt AG"},
		{"longer than 64 letters", fuzzy, `"Lieferung und Montage einer Markise mit elektrischem Antrieb und Fernbedienung im Garten"`,
			"x Lieferung und Montage einer Markise mit elektrischern Antrleb und Fernbedienung irn Garten y", "Lieferung und Montage einer Markise mit elektrischern Antrleb und Fernbedienung irn Garten"},
		{"a low threshold", compare.Fuzzy{Threshold: 0.6}, `"Schreiner"`, "Schneider", "Schneider"},

		{"CJK", fuzzy, `"株式会社山田商店"`, "発行元:株式会社山田商店御中", "株式会社山田商店"},
		{"CJK over a line break", fuzzy, `"株式会社山田商店"`, "株式会社山\n田商店", "株式会社山\n田商店"},
		{"CJK, one of eight", fuzzy, `"株式会社山田商店"`, "株式会社山本商店", ""},
		{"CJK, a part", exact, `"山田商店"`, "株式会社山田商店", "山田商店"},
		{"CJK beside digits", exact, `"東京都"`, "〒100東京都1", "東京都"},
		{"Thai", exact, `"กรุงเทพ"`, "ที่กรุงเทพมหานคร", "กรุงเทพ"},

		{"within a word", exact, `"art"`, "Stuttgart Party", ""},
		{"the beginning of a word", exact, `"Haupt"`, "Hauptstraße", ""},
		{"the end of a word", exact, `"straße"`, "Hauptstraße", ""},
		{"an s of a sharp s", exact, `"Stras"`, "Straße", ""},
		{"another word", fuzzy, `"Schreiner"`, "Schneider", ""},
		{"a word too few", fuzzy, `"Acme Trading International"`, "Acme International", ""},
		{"two words in one", exact, `"ab"`, "a b", ""},
		{"words of two lines are one word", exact, `"Hausboot"`, "Haus\nboot", ""},
		{"exact is not similar", exact, `"Schraubenzieher gross"`, "Schraubenziener gross", ""},
		{"a letter of a currency", auto, `"ZAR"`, "REST", ""},
		{"nothing in common", fuzzy, `"Quarz"`, " ", ""},
	})
}

func TestOneOf(t *testing.T) {
	aliases := compare.OneOf{Aliases: map[string][]string{"net 30": {"30 Tage netto"}}}
	run(t, []row{
		{"the first", compare.OneOf{}, `["blue","red"]`, "a blue one", "blue"},
		{"another", compare.OneOf{}, `["blue","red"]`, "a red one", "red"},
		{"none", compare.OneOf{}, `["blue","red"]`, "a green one", ""},
		{"null is not looked for", compare.OneOf{}, `[null,"red"]`, "a red one", "red"},
		{"the inner comparator", compare.OneOf{Each: compare.Numeric{}}, `[5,1889]`, "1.889,00", "1.889,00"},
		{"no list", compare.OneOf{}, `"red"`, "a red one", "red"},
		{"an alias", aliases, `"net 30"`, "Zahlbar 30 Tage netto.", "30 Tage netto"},
		{"a pointer", &compare.OneOf{Each: &compare.Numeric{}}, `[5,1889]`, "1.889,00", "1.889,00"},
	})
}

func TestNotApplicable(t *testing.T) {
	for _, r := range []struct {
		reason string
		c      compare.Comparator
		value  string
	}{
		{"a bool", compare.Auto{}, `true`},
		{"null", compare.Auto{}, `null`},
		{"blank", compare.Auto{}, `" "`},
		{"an object", compare.Auto{}, `{"a":1}`},
		{"an array", compare.Auto{}, `[1,2]`},
		{"ignored", compare.Ignore{}, `"x"`},
		{"a function", compare.Func{Name: "f"}, `"x"`},
		{"a meaning", compare.Semantic{}, `"x"`},
		{"a box", compare.Box{}, `[1,2,3,4]`},
		{"a point", compare.Point{}, `[1,2]`},
		{"one of nothing", compare.OneOf{}, `[null]`},
		{"one of bools", compare.OneOf{}, `[true,false]`},
		{"a date with bad options", compare.Date{Order: "ydm"}, `"2024-01-05"`},
		{"words in another order, which edit distance does not see", compare.Fuzzy{Algorithm: "token_sort"}, `"alpha beta gamma"`},
	} {
		t.Run(r.reason, func(t *testing.T) {
			p, standing := source.New("gamma x 1 2 true beta alpha").Find(r.c, value(t, r.value))
			assert.Equal(t, source.NotApplicable, standing)
			assert.Zero(t, p)
		})
	}
}

func TestResembles(t *testing.T) {
	for _, r := range []row{
		{"a code", compare.Auto{}, `"2023/1184"`, "Nr. 2O23/1184", "2O23/1184"},
		{"a code that lost most digits", compare.Code{}, `"000/000/00084"`, "OOO/000/OO084", "OOO/000/OO084"},
		{"a number", compare.Numeric{}, `147.60`, "Summe 147,6O", "147,6O"},
		{"a number of many letters", compare.Numeric{}, `11`, "ll.00", "ll.00"},
		{"a date", compare.Date{}, `"2023-10-17"`, "17.1O.2023", "17.1O.2023"},
		{"a word", compare.Exact{}, `"Ölfilter"`, "0lfi1ter", "0lfi1ter"},
	} {
		t.Run(r.reason, func(t *testing.T) {
			p, standing := source.New(r.text).Find(r.c, value(t, r.value))
			require.Equal(t, source.Resembles, standing)
			assert.Equal(t, r.place, p.Quote)
			assert.Greater(t, p.Similarity, 0.0)
			assert.Less(t, p.Similarity, 1.0)
		})
	}
	for _, r := range []row{
		{"a word is not a number", compare.Numeric{}, `150`, "ISO norm", ""},
		{"another digit", compare.Numeric{}, `147.60`, "147,50", ""},
		{"another place of the point", compare.Numeric{}, `147.60`, "14,760", ""},
		{"a word is not a code", compare.Code{}, `"5010"`, "solo", ""},
	} {
		t.Run(r.reason, func(t *testing.T) {
			_, standing := source.New(r.text).Find(r.c, value(t, r.value))
			assert.Equal(t, source.Nowhere, standing)
		})
	}
}

func TestNoText(t *testing.T) {
	text := source.New("")
	assert.Nil(t, text)
	_, standing := text.Find(nil, value(t, `"Quarz"`))
	assert.Equal(t, source.NotApplicable, standing)
	assert.Empty(t, text.OriginOf(nil, value(t, `"Quarz"`), value(t, `"Glas"`)))
}
