package compare_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/metrics/similarity"
)

var boxFormats = []string{"xyxy", "xywh", "polygon"}

// FuzzCompare: whatever two documents hold, a comparator returns a judgement that
// is consistent in itself, the same whether prepared or not, and for comparators
// without a direction the same both ways.
func FuzzCompare(f *testing.F) {
	for _, seed := range [][2]string{
		{`"1.889,00 €"`, `1889`}, {`"03/04/2024"`, `"2024-03-04"`}, {`"Straße"`, `"STRASSE"`}, {`"NaN"`, `1e999999999`},
		{`{"a":[1,{"b":null}],"a":2}`, `{"a":2.0}`}, {`["EUR","€"]`, `"€"`}, {`"\ud800"`, `"\ufffd"`}, {`true`, `"TRUE"`}, {`"[ ]"`, `false`}, {`"Dr. Lind, A.-M., PhD"`, `"Ada Lind Jr."`}, {`"$"`, `"us-dollar"`}, {`"HTTP://a.de:80/%7Eb/../c?%2f#"`, `"a.de/c"`}, {`"mailto:a@b"`, `"http://[::1"`}, {`"☑"`, `1`}, {`"1½ m²"`, `"DİYARBAKIR ı"`}, {`1e-400`, `"5%"`},
		{`[10,10,30,30]`, `{"bbox":["20","20",40,40],"page":1}`}, {`[[0,0],[2,0],[1,"2"]]`, `{"polygon":[0,0,2,0,1,2]}`}, {`[1,2]`, `{"x":1,"y":2,"z":3}`},
		{`"1.234,-"`, `"@5 kr"`}, {`"60.000"`, `"60,000"`}, {`"1,234.56 CR"`, `"2x"`}, {`"DE89 3704 0044"`, `"ＤＥ８９"`}, {`"ﾔﾏﾀﾞ 商店"`, `"ヤマダ商店"`},
		{`"2024-02-30T25:00:00Z"`, `"1. März 2024"`}, {`"(1,234.56-)"`, `"−1'234"`}, {`" "`, `null`},
		{`"24 MAR 18"`, `"le 24 mars 2018 à 10h30"`}, {`"12.01.19"`, `"12/01/2019"`}, {`"03/2024"`, `"Mar-24"`}, {`"2O24-01-05"`, `"2O24-01-05 "`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	var rules, prepared []compare.Comparator
	add := func(c compare.Comparator) {
		p, err := compare.Prepare(c)
		if err != nil {
			f.Fatal(err)
		}
		rules, prepared = append(rules, c), append(prepared, p)
	}
	for i := range 16 {
		add(compare.Exact{FoldCase: i&1 != 0, TrimSpace: i&2 != 0, NFC: i&4 != 0, Loose: i&8 != 0})
	}
	for _, name := range similarity.Names() {
		add(compare.Fuzzy{Algorithm: name, Threshold: 0.5})
	}
	add(compare.Bool{})
	add(compare.URL{})
	add(compare.Period{})
	add(compare.Person{})
	add(compare.Currency{})
	symmetric := len(rules)
	add(compare.Point{Max: 5})
	add(compare.Point{Metric: "cosine", Max: 0.5})
	for _, format := range boxFormats {
		add(compare.Box{Format: format})
	}
	for _, format := range []string{"", "us", "eu", "swiss", "indian", "plain"} {
		add(compare.Numeric{Format: format, Tolerance: 0.5, HalfDigit: true})
	}
	add(compare.Numeric{Tolerance: 0.1, Relative: true})
	add(compare.Date{})
	add(compare.Date{Formats: []string{"DD.MM.YYYY", "2006-01-02"}, Languages: []string{"de", "fr"}, Tolerance: 1})
	add(compare.Date{Instant: true})
	add(compare.Time{})
	add(compare.Time{As: "day", Order: "dmy"})
	add(compare.Date{Order: "ymd", Precision: "month"})
	add(compare.Date{Formats: []string{"YYYYMMDD"}, OnlyFormats: true})
	for _, checksum := range []string{"", "iban", "luhn", "ean", "vat"} {
		add(compare.Code{Checksum: checksum})
	}
	add(compare.Regex{Pattern: `(\w+).*`})
	add(compare.OneOf{Each: compare.Fuzzy{}})
	add(compare.Auto{})

	f.Fuzz(func(t *testing.T, a, b []byte) {
		if len(a)+len(b) > 2_000 {
			return
		}
		got, err := document.Parse(a)
		if err != nil {
			return
		}
		want, err := document.Parse(b)
		if err != nil {
			return
		}
		for i, rule := range rules {
			c, err := prepared[i].Compare(t.Context(), got, want)
			if err != nil {
				t.Fatalf("%#v: %v", rule, err)
			}
			checkComparison(t, rule, c)
			_, isDate := rule.(compare.Date)
			if i < symmetric || isDate {
				back, _ := prepared[i].Compare(t.Context(), want, got)
				if back.Match != c.Match || back.Similarity != c.Similarity {
					t.Errorf("%#v: %+v one way, %+v the other way", rule, c, back)
				}
			}
			switch rule.(type) {
			case compare.Exact, compare.Date:
				self, _ := rule.Compare(t.Context(), got, got)
				if !self.Match {
					t.Errorf("%#v: %s does not match itself", rule, a)
				}
			}
			if same, _ := rule.Compare(t.Context(), got, want); same.Match != c.Match || same.Score != c.Score || same.Note != c.Note {
				t.Errorf("%#v: %+v prepared, %+v not", rule, c, same)
			}
		}
	})
}

func checkComparison(t *testing.T, rule compare.Comparator, c compare.Comparison) {
	t.Helper()
	if !(c.Score >= 0 && c.Score <= 1 && c.Similarity >= 0 && c.Similarity <= 1) {
		t.Errorf("%#v: score %v or similarity %v outside [0,1]", rule, c.Score, c.Similarity)
	}
	if _, graded := rule.(compare.Box); !c.Match && c.Score != 0 && !graded {
		t.Errorf("%#v: no match, and a score of %v", rule, c.Score)
	}
	if c.Match && c.Tag != "" {
		t.Errorf("%#v: a match with the tag %q", rule, c.Tag)
	}
	if len(c.Note) > 600 || !utf8.ValidString(c.Note) {
		t.Errorf("%#v: a note of %d bytes: %q", rule, len(c.Note), c.Note)
	}
}

// FuzzParse: a spec's text gives a comparator that describes itself as that text
// means, or an error.
func FuzzParse(f *testing.F) {
	for _, seed := range [][2]string{
		{"fuzzy", `{"threshold":0.9,"algorithm":"osa"}`}, {"date", `{"formats":["DD.MM.YYYY"]}`}, {"one_of", `{"each":{"match":"one_of","each":"exact"}}`},
		{"numeric", `{"tolerance":1e-5,"any_currency":true}`}, {"code", `{"checksum":"iban"}`}, {"regex", `{"pattern":"a(b)"}`}, {"", `[]`}, {"exact", `{"nfc":1}`},
	} {
		f.Add(seed[0], []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, name string, options []byte) {
		c, err := compare.Parse(name, options, nil)
		if err != nil {
			if c != nil || err.Error() == "" {
				t.Fatalf("%v with %v", c, err)
			}
			return
		}
		name2, options2, err := compare.Describe(c)
		if err != nil || name2 != name {
			t.Fatalf("%s %s: %v", name2, options2, err)
		}
		again, err := compare.Parse(name2, options2, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, options3, _ := compare.Describe(again); string(options3) != string(options2) {
			t.Fatalf("%s, then %s", options2, options3)
		}
		if !json.Valid(options2) {
			t.Fatalf("no JSON: %s", options2)
		}
		if _, err := compare.Prepare(c); err != nil {
			t.Fatalf("parsed, and cannot be prepared: %v", err)
		}
	})
}

// FuzzBox: whatever the four coordinates are, a box has itself as its best match,
// or is none on both sides, and the details are those that the score says.
func FuzzBox(f *testing.F) {
	f.Add(`[10,10,30,30]`, `[20,20,40,40]`)
	f.Add(`{"bbox":["1e-300",0,1e308,5],"page":1}`, `[-1e308,0,1e308,5]`)
	f.Add(`[[0,0],[4,4],[0,4],[4,0]]`, `[0,0,1e-8,0,1e9,1e-9]`)
	f.Add(`{"x":1,"y":2,"width":-0.0,"height":1e-320}`, `{"polygon":[{"x":1,"y":2}]}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 2_000 {
			return
		}
		got, err := document.Of(a)
		if err != nil {
			return
		}
		want, err := document.Of(b)
		if err != nil {
			return
		}
		for _, format := range boxFormats {
			rule := compare.Box{Format: format}
			c, err := rule.Compare(t.Context(), got, want)
			if err != nil {
				t.Fatal(err)
			}
			checkComparison(t, rule, c)
			if c.Details != nil {
				var details geometry.Overlap
				if err := json.Unmarshal(c.Details, &details); err != nil || details.IoU != c.Score || details.Intersection > details.Union {
					t.Errorf("%s %s against %s: %s with score %v, %v", format, a, b, c.Details, c.Score, err)
				}
			}
			shape, err := rule.Shape(got)
			reading, _ := compare.Read(rule, got)
			if !got.Empty() && reading.OK != (err == nil) && !strings.HasPrefix(reading.Why, "it does not match itself") {
				t.Errorf("%s %s: %+v, and %v %v", format, a, reading, shape, err)
			}
			if self, _ := rule.Compare(t.Context(), got, got); err != nil && self.Match {
				t.Errorf("%s %s: %+v against itself, though invalid", format, a, self)
			} else if self.Score < c.Score-1e-6 && err == nil && c.Tag == "" {
				t.Errorf("%s %s: %v with itself, %v with %s", format, a, self.Score, c.Score, b)
			}
		}
	})
}
