package date_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/date"
)

// form is a text that is read by the defaults.
type form struct {
	reason string
	text   string
	want   string
}

func checkForms(t *testing.T, o date.Options, forms []form) {
	t.Helper()
	p, err := date.Compile(o)
	require.NoError(t, err)
	for _, tt := range forms {
		t.Run(tt.reason, func(t *testing.T) {
			r, err := p.Parse(tt.text)
			require.NoError(t, err)
			assert.Equal(t, tt.want, r.Date.String(), "%q", tt.text)
		})
	}
}

func TestFormsInNumbers(t *testing.T) {
	checkForms(t, date.Options{}, []form{
		{"ISO", "2024-03-01", "2024-03-01"},
		{"ISO with one digit", "2024-1-5", "2024-01-05"},
		{"ISO with one and two digits", "2024-01-5", "2024-01-05"},
		{"basic ISO", "20240105", "2024-01-05"},
		{"basic ISO with a time, as in EDI", "202401051030", "2024-01-05"},
		{"basic ISO with seconds, as in HL7", "20240105103015", "2024-01-05"},
		{"basic ISO with T", "20240105T103000Z", "2024-01-05"},
		{"year first, slashes", "2024/03/01", "2024-03-01"},
		{"year first, dots", "2024.03.01", "2024-03-01"},
		{"year first, dots and blanks, as in Hungarian", "2024. 03. 01.", "2024-03-01"},
		{"year first, blanks", "2024 03 01", "2024-03-01"},
		{"the year stands for itself, whatever the order", "2024/05/03", "2024-05-03"},
		{"month first", "03/25/2024", "2024-03-25"},
		{"month first by default", "03/04/2024", "2024-03-04"},
		{"month first, one digit", "3/4/2024", "2024-03-04"},
		{"month first, mixed digits", "03/4/2024", "2024-03-04"},
		{"month first, dashes", "03-04-2024", "2024-03-04"},
		{"month first, blanks, as after OCR", "03 04 2024", "2024-03-04"},
		{"impossible as mdy: dmy", "25/03/2024", "2024-03-25"},
		{"impossible as mdy: dmy, dashes", "25-03-2024", "2024-03-25"},
		{"impossible as mdy: dmy, blanks", "25 03 2024", "2024-03-25"},
		{"impossible as mdy and dmy: ymd", "69-12-31", "1969-12-31"},
		{"impossible as mdy and dmy, slashes", "99/12/31", "1999-12-31"},
		{"a single digit is not a year", "24-1-5", "2024-01-05"},
		{"dots are day first", "03.04.2024", "2024-04-03"},
		{"dots, one digit", "3.4.2024", "2024-04-03"},
		{"dots and blanks", "3. 4. 2024", "2024-04-03"},
		{"dots and no year first", "31.12.99", "1999-12-31"},
		{"a full stop at the end", "03.04.2024.", "2024-04-03"},
		{"a comma at the end", "03.04.2024,", "2024-04-03"},
		{"slashes with blanks around", "03 / 04 / 2024", "2024-03-04"},
		{"dashes with blanks around", "03 - 04 - 2024", "2024-03-04"},
		{"en dash", "03–04–2024", "2024-03-04"},
		{"em dash", "03—04—2024", "2024-03-04"},
		{"hyphen of Unicode", "2024‐03‐01", "2024-03-01"},
		{"no-break hyphen", "2024‑03‑01", "2024-03-01"},
		{"minus sign", "2024−03−01", "2024-03-01"},
		{"division slash", "03∕04∕2024", "2024-03-04"},
		{"no-break space", "03\u00a004\u00a02024", "2024-03-04"},
		{"Scandinavian handwriting", "25/1-2024", "2024-01-25"},
		{"two digits of year, month first", "12-01-19", "2019-12-01"},
		{"two digits of year, slashes", "03/25/18", "2018-03-25"},
		{"two digits of year, dots", "01.03.24", "2024-03-01"},
		{"two digits of year, an apostrophe", "3/25/'18", "2018-03-25"},
		{"pivot, this century", "01.03.68", "2068-03-01"},
		{"pivot, last century", "01.03.69", "1969-03-01"},
		{"pivot, year 00", "1/2/00", "2000-01-02"},
		{"full-width digits", "２０２４-０３-０１", "2024-03-01"},
		{"full-width slashes", "２０２４／３／１", "2024-03-01"},
		{"full-width dots", "１．３．２０２４", "2024-03-01"},
		{"Chinese and Japanese", "2024年3月1日", "2024-03-01"},
		{"Japanese with blanks", "2024 年 3 月 1 日", "2024-03-01"},
		{"Japanese in full width", "２０２４年０３月０１日", "2024-03-01"},
		{"Japanese with a weekday in brackets", "2024年3月1日(金)", "2024-03-01"},
		{"Japanese with a weekday in full-width brackets", "2024年3月1日（金）", "2024-03-01"},
		{"Japanese with a weekday in full", "2024年3月1日 金曜日", "2024-03-01"},
		{"a Sunday in Japanese", "2024年3月3日(日)", "2024-03-03"},
		{"white space around", " \u00a02024-03-01\n", "2024-03-01"},
		{"a zero-width space and a mark of direction", "\u200e3/\u200b25/2024", "2024-03-25"},
		{"leap day", "2024-02-29", "2024-02-29"},
		{"leap day of a century", "2000-02-29", "2000-02-29"},
		{"the first year", "0001-01-01", "0001-01-01"},
		{"the last year", "9999-12-31", "9999-12-31"},
		{"a zone and no time, as in XML", "2024-03-01+01:00", "2024-03-01"},
		{"UTC and no time, as in XML", "2024-03-01Z", "2024-03-01"},
		{"a weekday decides between the orders", "Fri 05/01/2024", "2024-01-05"},
		{"a weekday before", "Friday, 03/01/2024", "2024-03-01"},
		{"a weekday after", "03/01/2024, Friday", "2024-03-01"},
		{"a weekday in brackets", "03/01/2024 (Fri)", "2024-03-01"},
		{"mar. is mardi before a date in numbers", "mar. 05/03/2024", "2024-03-05"},
		{"an article", "le 25/03/2024", "2024-03-25"},
		{"a German letterhead", "den 01.03.2024", "2024-03-01"},
		{"Polish r. for year", "01.03.2024 r.", "2024-03-01"},
		{"brackets around", "(06/12/2016)", "2016-06-12"},
		{"square brackets around", "[2016-12-06]", "2016-12-06"},
		{"full-width brackets around", "（2024年3月1日）", "2024-03-01"},
		{"brackets around a weekday in brackets are not one pair, and it is read", "01/03/2024 (Wed)", "2024-01-03"},
		{"a dash after", "06/12/2016 -", "2016-06-12"},
		{"the number of a till after", "18-04-16 15:02 SH01", "2016-04-18"},
		{"a code and no time of day", "2016-12-06 KAS7", "2016-12-06"},
		{"a code after the name of a month", "1 March 2024 No5", "2024-03-01"},
		{"a code and brackets", "(2016-12-06 SH2)", "2016-12-06"},
	})
}

func TestACodeBehindADateIsTold(t *testing.T) {
	p, err := date.Compile(date.Options{})
	require.NoError(t, err)
	r, err := p.Parse("18-04-16 15:02 SH01")
	require.NoError(t, err)
	assert.Equal(t, `"SH01" dropped; ambiguous date: read as 2016-04-18 (dmy), would be 2018-04-16 (ymd)`, r.Note())
	assert.True(t, r.HasTime)
	r, err = p.Parse("(2016-12-06)")
	require.NoError(t, err)
	assert.Empty(t, r.Note())
	assert.True(t, date.SameParts("(06/12/2016)", "06.12.2016 15:02 SH01"))
}

func TestYearsWithADash(t *testing.T) {
	checkForms(t, date.Options{Precision: date.Year}, []form{
		{"an open range", "2005-", "2005"},
		{"an en dash", "2005 –", "2005"},
		{"brackets", "(2005)", "2005"},
	})
}

func TestFormsWithANamedMonth(t *testing.T) {
	checkForms(t, date.Options{}, []form{
		{"month, day, year", "March 1 2024", "2024-03-01"},
		{"with a comma", "March 1, 2024", "2024-03-01"},
		{"without a blank", "March 1,2024", "2024-03-01"},
		{"short", "Mar 1, 2024", "2024-03-01"},
		{"short with a full stop", "Sept. 1, 2024", "2024-09-01"},
		{"capitals", "MARCH 1, 2024", "2024-03-01"},
		{"small letters", "march 1, 2024", "2024-03-01"},
		{"two digits", "March 01, 2024", "2024-03-01"},
		{"no-break spaces", "March\u00a01,\u202f2024", "2024-03-01"},
		{"two spaces", "March  1, 2024", "2024-03-01"},
		{"ordinal", "March 1st, 2024", "2024-03-01"},
		{"ordinal 2nd", "March 2nd 2024", "2024-03-02"},
		{"ordinal 3rd", "March 3rd 2024", "2024-03-03"},
		{"ordinal 4th", "March 4TH 2024", "2024-03-04"},
		{"month first, two digits of year", "Mar 24 18", "2018-03-24"},
		{"month first with slashes", "MAR/24/2018", "2018-03-24"},
		{"month first with dashes", "Mar-24-2018", "2018-03-24"},
		{"day, month, year", "5 March 2024", "2024-03-05"},
		{"day first with dashes", "01-MAR-2024", "2024-03-01"},
		{"day first with dashes, one digit", "1-Mar-2024", "2024-03-01"},
		{"day first with dashes, two digits of year", "5-Mar-24", "2024-03-05"},
		{"day first in capitals, as on receipts", "24 MAR 18", "2018-03-24"},
		{"day first without blanks", "24MAR18", "2018-03-24"},
		{"day first without blanks, four digits", "24MAR2018", "2018-03-24"},
		{"day first with slashes", "24/MAR/2018", "2018-03-24"},
		{"day first with dots", "24.Mar.2018", "2018-03-24"},
		{"day first with blanks around dashes", "24 - Mar - 2018", "2018-03-24"},
		{"day first with a comma", "24 March, 2018", "2018-03-24"},
		{"an apostrophe before the year", "24 Mar '18", "2018-03-24"},
		{"a typographic apostrophe", "24 Mar ’18", "2018-03-24"},
		{"ordinal and of", "1st of March 2024", "2024-03-01"},
		{"the ordinal of", "the 22nd of March, 2024", "2024-03-22"},
		{"year first", "2024 March 5", "2024-03-05"},
		{"year first with dashes", "2024-Mar-05", "2024-03-05"},
		{"only the second number can be the day", "69 Mar 05", "1969-03-05"},
		{"May is long and short", "May 1, 2024", "2024-05-01"},
		{"weekday before", "Friday, March 1, 2024", "2024-03-01"},
		{"weekday short", "Fri, 1 Mar 2024", "2024-03-01"},
		{"weekday short with a full stop", "Fri. 1 Mar. 2024", "2024-03-01"},
		{"weekday after", "1 March 2024 (Friday)", "2024-03-01"},

		{"German", "1. März 2024", "2024-03-01"},
		{"German in capitals", "1. MÄRZ 2024", "2024-03-01"},
		{"German, decomposed", "1. Ma\u0308rz 2024", "2024-03-01"},
		{"German without the accent", "1. Marz 2024", "2024-03-01"},
		{"German as ASCII", "1. Maerz 2024", "2024-03-01"},
		{"German, short", "1. Mrz. 2024", "2024-03-01"},
		{"German, two digits", "05. Dez. 23", "2023-12-05"},
		{"German, a letterhead", "Freitag, den 1. März 2024", "2024-03-01"},
		{"German, short weekday", "Fr. 1. März 2024", "2024-03-01"},
		{"Austrian", "2. Jänner 2024", "2024-01-02"},
		{"French", "15 août 2024", "2024-08-15"},
		{"French without accents", "15 fevrier 2024", "2024-02-15"},
		{"French in capitals", "15 FÉVRIER 2024", "2024-02-15"},
		{"French in capitals without accents", "15 AOUT 2024", "2024-08-15"},
		{"French ordinal", "1er mars 2024", "2024-03-01"},
		{"French, article and weekday", "le vendredi 1er mars 2024", "2024-03-01"},
		{"French, weekday with a short name", "ven. 1 mars 2024", "2024-03-01"},
		{"French, mardi and mars", "mar. 5 mars 2024", "2024-03-05"},
		{"French, short with a full stop", "5 déc. 2024", "2024-12-05"},
		{"French, dashes", "05-févr-24", "2024-02-05"},
		{"Spanish", "1 de marzo de 2024", "2024-03-01"},
		{"Spanish, del", "1 de marzo del 2024", "2024-03-01"},
		{"Spanish in capitals", "1 DE MARZO DE 2024", "2024-03-01"},
		{"Spanish without de", "1 marzo 2024", "2024-03-01"},
		{"Spanish with slashes", "05/ENE/2024", "2024-01-05"},
		{"Spanish, weekday and article", "el viernes, 1 de marzo de 2024", "2024-03-01"},
		{"Spanish, ordinal", "1.º de marzo de 2024", "2024-03-01"},
		{"Spanish, setiembre", "5 de setiembre de 2024", "2024-09-05"},
		{"Spanish, miércoles without its accent", "miercoles 6 de marzo de 2024", "2024-03-06"},
		{"Italian", "1 maggio 2024", "2024-05-01"},
		{"Italian ordinal", "1º marzo 2024", "2024-03-01"},
		{"Italian ordinal, degree sign", "1° marzo 2024", "2024-03-01"},
		{"Italian, short", "12 gen. 24", "2024-01-12"},
		{"Italian, weekday", "venerdì 1 marzo 2024", "2024-03-01"},
		{"Italian, weekday with an apostrophe for its accent", "venerdi 1 marzo 2024", "2024-03-01"},
		{"Dutch", "1 maart 2024", "2024-03-01"},
		{"Dutch, short", "01-mrt-2024", "2024-03-01"},
		{"Dutch, ordinal", "1e mei 2024", "2024-05-01"},
		{"Dutch, weekday", "vrijdag 1 maart 2024", "2024-03-01"},
		{"Portuguese", "1 de março de 2024", "2024-03-01"},
		{"Portuguese without the cedilla", "1 de marco de 2024", "2024-03-01"},
		{"Portuguese, short", "1 de mar. de 2024", "2024-03-01"},
		{"Portuguese, ordinal", "1º de janeiro de 2024", "2024-01-01"},
		{"Portuguese, weekday", "sexta-feira, 1 de março de 2024", "2024-03-01"},
		{"Portuguese, short with slashes", "05/FEV/2024", "2024-02-05"},
		{"Polish", "5 stycznia 2024", "2024-01-05"},
		{"Polish, the year's r.", "5 stycznia 2024 r.", "2024-01-05"},
		{"Polish, roku", "dnia 5 października 2024 roku", "2024-10-05"},
		{"Polish without accents", "5 pazdziernika 2024", "2024-10-05"},
		{"Polish, nominative", "5 styczeń 2024", "2024-01-05"},
		{"Polish, short", "5 paź 2024", "2024-10-05"},
		{"Polish, weekday", "poniedziałek, 1 stycznia 2024", "2024-01-01"},
		{"Swedish", "den 5 januari 2024", "2024-01-05"},
		{"Swedish, ordinal", "5:e januari 2024", "2024-01-05"},
		{"Swedish, short", "5 maj 2024", "2024-05-05"},
		{"Swedish, weekday", "fredag 5 januari 2024", "2024-01-05"},
		{"Danish", "5. marts 2024", "2024-03-05"},
		{"Danish, weekday and article", "fredag den 5. januar 2024", "2024-01-05"},
		{"Danish, lørdag without its letter", "lordag 6. januar 2024", "2024-01-06"},
		{"Norwegian", "5. desember 2024", "2024-12-05"},
		{"Norwegian, short", "5. des. 2024", "2024-12-05"},
		{"Czech", "5. ledna 2024", "2024-01-05"},
		{"Czech, accents", "5. září 2024", "2024-09-05"},
		{"Czech without accents", "5. unora 2024", "2024-02-05"},
		{"Czech, nominative", "5. červenec 2024", "2024-07-05"},
		{"Czech, June is not July", "5. června 2024", "2024-06-05"},
		{"Czech, weekday", "pátek 5. ledna 2024", "2024-01-05"},
		{"so is Saturday in Czech", "so 6. ledna 2024", "2024-01-06"},
		{"so is Sunday in German", "So 7. Januar 2024", "2024-01-07"},
	})
}
