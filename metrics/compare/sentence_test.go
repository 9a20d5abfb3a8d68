package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestSentence(t *testing.T) {
	for _, tt := range []struct {
		c    compare.Comparator
		want string
	}{
		{nil, "exactly the same"},
		{compare.Exact{}, "exactly the same"},
		{compare.Exact{FoldCase: true, NFC: true}, "exactly the same, but for case, in Unicode form C"},
		{compare.Exact{TrimSpace: true}, "exactly the same, but for white space at the ends"},
		{compare.Exact{TrimSpace: true, FoldCase: true}, "exactly the same, but for case and white space at the ends"},
		{compare.Exact{Fold: true, Loose: true, NFC: true}, "exactly the same, a number or bool also as text, except for case, width and white space"},
		{compare.Fuzzy{}, "text, similarity >= 0.85 (0.95 for Chinese characters and kana), levenshtein"},
		{compare.Fuzzy{Threshold: 0.9, Algorithm: "token_set", Verbatim: true}, "text, similarity >= 0.9, token_set, case and white space count"},
		{compare.Numeric{}, "number, the same value, format auto"},
		{compare.Numeric{Tolerance: 0.01, Format: "eu"}, "number, within 0.01, format eu"},
		{compare.Numeric{Tolerance: 0.02, Relative: true, AnyCurrency: true}, "number, within 2 % of the truth, format auto, any currency"},
		{compare.Numeric{Percent: "fraction"}, "number, the same value, format auto, 19 % as 0.19"},
		{compare.Numeric{HalfDigit: true}, "number, the same value, or half a unit of the truth's last digit, format auto"},
		{compare.Date{}, "date, the same day, order mdy (dmy with points)"},
		{compare.Date{Order: "dmy", Tolerance: 2}, "date, at most 2 days apart, order dmy"},
		{compare.Date{Languages: []string{"en", "de"}, Precision: "month"}, "date, the same month, languages en and de, order dmy"},
		{compare.Date{Languages: []string{"en"}}, "date, the same day, languages en, order mdy (dmy with points)"},
		{compare.Date{Instant: true, Formats: []string{"YYYY-MM-DD HH:mm"}, OnlyFormats: true}, "point in time, the same instant, read by YYYY-MM-DD HH:mm alone"},
		{compare.Date{Instant: true, Tolerance: 0.5, Formats: []string{"DD.MM.YYYY"}, Order: "ymd"}, "point in time, at most 0.5 days apart, read by DD.MM.YYYY first, order ymd"},
		{compare.Time{}, "point in time, the same instant, or the same day where the truth has no time of day"},
		{compare.Time{As: "instant", Order: "dmy"}, "point in time, the same instant, or the same day where the truth has no time of day, order dmy"},
		{compare.Time{As: "instant", Decided: true}, "point in time, the same instant, or the same day where the truth has no time of day; a tenth of the truths or more have one"},
		{compare.Time{As: "day"}, "date, the same day, or the same instant"},
		{compare.Time{As: "day", Decided: true}, "date, the same day, or the same instant; fewer than a tenth of the truths have a time of day"},
		{compare.InOrder(compare.Time{}, "dmy"), "point in time, the same instant, or the same day where the truth has no time of day, order dmy as other dates of the field have it"},
		{compare.Period{}, "period, the same first and last day, order mdy (dmy with points)"},
		{compare.Period{Order: "dmy", Languages: []string{"de"}}, "period, the same first and last day, languages de, order dmy"},
		{compare.Code{}, "code, letters and digits alone"},
		{compare.Code{Checksum: "iban"}, "code, letters and digits alone, with a note where the iban check fails"},
		{compare.URL{}, "address of a page, the same after normalization by RFC 3986"},
		{compare.Currency{}, "currency, by its code, sign or name"},
		{compare.Person{}, "name of a person, with titles or without, in either order, an initial for a given name"},
		{compare.Bool{}, "true or false, also in words and as boxes (yes, no, ☑, ☐, selected)"},
		{compare.Class{}, "class, one of the values of the truths"},
		{compare.Class{Classes: []string{"invoice", "credit note"}}, `class, one of "invoice", "credit note"`},
		{compare.Regex{Pattern: `[A-Z]\d+`}, `text of the form [A-Z]\d+, whatever the truth is`},
		{compare.Regex{Pattern: `INV-(\d+).*`}, `text of the form INV-(\d+).*, the same in each group`},
		{compare.Box{}, "box, intersection over union >= 0.5, xyxy"},
		{compare.Box{Polygon: "bounds"}, "box, intersection over union >= 0.5, xyxy, a polygon by the rectangle around it"},
		{&compare.Box{Format: "xywh", Threshold: 0.7, PagePath: "place.page"}, "box, intersection over union >= 0.7, xywh, page at place.page"},
		{compare.Point{Max: 3}, "point, at most 3 apart, euclidean"},
		{compare.OneOf{}, "one of the accepted values: exactly the same"},
		{compare.OneOf{Each: compare.Numeric{}, Aliases: map[string][]string{"USD": {"$"}, "EUR": {"€"}}}, "one of the accepted values: number, the same value, format auto; aliases of EUR, USD"},
		{compare.Semantic{Name: "minilm", Threshold: 0.75}, "meaning, similarity >= 0.75, minilm"},
		{compare.Semantic{}, "meaning, similarity >= 0.8"},
		{compare.Ignore{}, "not compared"},
		{compare.Auto{}, "by what the truth is: dates as dates, numbers exactly, texts with digits exactly except for case, width, kinds of dashes, blanks beside punctuation and commas between words, other texts by similarity, with the same digits, Roman numerals and words of one letter"},
		{compare.Func{Name: "iban_of_ours"}, "by iban_of_ours, a comparator of your own"},
		{(*compare.Box)(nil), "by *compare.Box(nil), a comparator of your own"},
	} {
		assert.Equal(t, tt.want, compare.Sentence(tt.c))
	}
}
