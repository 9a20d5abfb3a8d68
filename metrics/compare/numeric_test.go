package compare_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func TestNumeric(t *testing.T) {
	within := func(tolerance float64) compare.Numeric { return compare.Numeric{Tolerance: tolerance} }
	relative := func(tolerance float64) compare.Numeric {
		return compare.Numeric{Tolerance: tolerance, Relative: true}
	}
	format := func(name string) compare.Numeric { return compare.Numeric{Format: name} }
	outside := func(note string) compare.Comparison { return missWith("outside tolerance", note) }
	off := func(note string) compare.Comparison { return missWith("", "off by "+note) }
	exact := compare.Numeric{}
	run(t, []row{
		{"equal", exact, `1889`, `1889.00`, hit},
		{"not equal", exact, `1889.01`, `1889`, off("0.01")},
		{"the boundary is within", within(0.1), `1.1`, `1.0`, hit},
		{"on the other side, too", within(0.1), `0.9`, `1.0`, hit},
		{"just beyond the boundary", within(0.1), `1.1000000000000000001`, `1.0`, outside("off by 0.1000000000000000001, allowed 0.1")},
		{"relative", relative(0.02), `101`, `100`, hit},
		{"relative to the truth, whatever its sign", relative(0.02), `-102`, `-100`, hit},
		{"outside relative", relative(0.02), `103`, `100`, outside("off by 3, allowed 2")},
		{"relative to 0 is absolute", relative(0.02), `0.02`, `0`, hit},
		{"relative to 0, outside", relative(0.02), `0.03`, `0.00`, outside("off by 0.03, allowed 0.02")},

		{"half a digit of the truth", compare.Numeric{HalfDigit: true}, `1.505`, `1.50`, hit},
		{"more than half a digit", compare.Numeric{HalfDigit: true}, `1.506`, `1.50`, outside("off by 0.006, allowed 0.005")},
		{"half a digit widens", compare.Numeric{HalfDigit: true, Tolerance: 0.01}, `1.51`, `1.50`, hit},

		{"text against number", exact, `"1889"`, `1889`, hit},
		{"grouped", exact, `"1,889.00"`, `1889`, hit},
		{"grouped the other way", exact, `"1.889,00 €"`, `1889`, hitWith("got: currency dropped")},
		{"accounting brackets", exact, `"(1,889.00)"`, `-1889`, hit},
		{"trailing minus", exact, `"5-"`, `-5`, hit},
		{"Unicode minus", exact, `"−5"`, `-5`, hit},
		{"percent in got", exact, `"5%"`, `5`, hitWith("got: percent sign dropped")},
		{"percent on both sides", exact, `"5%"`, `"5.0 %"`, hitWith("both: percent sign dropped")},
		{"ambiguous", exact, `"1.889"`, `1.889`, hitWith("got: ambiguous separator: read as 1.889 (us), would be 1889 (eu)")},
		{"ambiguous and wrong", exact, `"1.889"`, `1889`, off("1887.111; got: ambiguous separator: read as 1.889 (us), would be 1889 (eu)")},
		{"not ambiguous in eu", format("eu"), `"1.889"`, `1889`, hit},
		{"us", format("us"), `"1,889"`, `1889`, hit},
		{"swiss", format("swiss"), `"1'889.50"`, `1889.5`, hit},
		{"indian", format("indian"), `"12,34,567"`, `1234567`, hit},

		{"bool", exact, `true`, `1`, missWith("type mismatch", "got bool, want number, and only numbers and strings are read as numbers")},
		{"array", exact, `[1]`, `1`, missWith("type mismatch", "got array, want number, and only numbers and strings are read as numbers")},
		{"truth is an object", exact, `1`, `{}`, missWith("type mismatch", "got number, want object, and only numbers and strings are read as numbers")},
	})
}

// A text that is not a number matches no number; as the truth it matches only an identical text.
func TestNumericNotANumber(t *testing.T) {
	for _, text := range []string{`"NaN"`, `"nan"`, `"Inf"`, `"+Inf"`, `"-Infinity"`, `"12abc"`, `"1,23,4"`, `"n/a"`, `"--"`, `"1.2.3,4"`, `1e999999999`} {
		for _, pair := range [][2]string{{text, `12`}, {`12`, text}, {`"12"`, text}, {`"n/a!"`, text}} {
			c, err := compare.Numeric{}.Compare(t.Context(), parse(t, pair[0]), parse(t, pair[1]))
			assert.NoError(t, err)
			assert.False(t, c.Match, text)
			assert.Zero(t, c.Score, text)
			tag := "not a number"
			if text == `1e999999999` {
				tag = "number too long"
			}
			assert.Equal(t, tag, c.Tag, text)
			side := "got "
			if pair[1] == text {
				side = "the truth "
			}
			assert.True(t, strings.HasPrefix(c.Note, side), c.Note)
		}
		c, err := compare.Numeric{}.Compare(t.Context(), parse(t, text), parse(t, text))
		assert.NoError(t, err)
		if strings.Contains(c.Note, "never matches") { // NaN and infinities are not values to agree on
			assert.False(t, c.Match, text)
			continue
		}
		assert.True(t, c.Match, text)
		assert.Empty(t, c.Tag)
		assert.True(t, strings.HasPrefix(c.Note, "the truth ") && strings.HasSuffix(c.Note, "; both sides are the same"), c.Note)
	}
	run(t, []row{
		{"junk says why", compare.Numeric{}, `"12abc"`, `12`, missWith("not a number", `got "12abc" is not a number: unexpected "abc" after the digits`)},
		{"so does NaN", compare.Numeric{}, `"NaN"`, `12`, missWith("not a number", `got "NaN" is NaN: NaN never matches`)},
	})
	run(t, []row{
		{"a list on both sides", compare.Numeric{}, `"[145,900]"`, `"[145,900]"`,
			hitWith(`the truth "[145,900]" is not a number: unexpected "[" before the digits; both sides are the same`)},
		{"but for white space", compare.Numeric{}, `" [145,\n900]"`, `"[145, 900] "`,
			hitWith(`the truth "[145, 900] " is not a number: unexpected "[" before the digits; both sides are the same`)},
		{"another list", compare.Numeric{}, `"[145,901]"`, `"[145,900]"`,
			missWith("not a number", `the truth "[145,900]" is not a number: unexpected "[" before the digits`)},
		{"no text at all", compare.Numeric{}, `[145,900]`, `[145,900.0]`,
			hitWith("both are of type array, and only numbers and strings are read as numbers; both sides are the same")},
	})
	// A hostile text makes no long note.
	c, err := compare.Numeric{}.Compare(t.Context(), parse(t, `"`+strings.Repeat("x", 10_000)+`"`), parse(t, `1`))
	assert.NoError(t, err)
	assert.Less(t, len(c.Note), 200)
	c, err = compare.Numeric{}.Compare(t.Context(), parse(t, `1e999999999`), parse(t, `1`))
	assert.NoError(t, err)
	assert.Equal(t, "number too long", c.Tag)
}

func TestNumericMarks(t *testing.T) {
	auto := compare.Numeric{}
	any := compare.Numeric{AnyCurrency: true}
	run(t, []row{
		{"Rp. on one side", auto, `"Rp.56.000,00"`, `56000`, hitWith("got: currency dropped")},
		{"a unit price", auto, `"@880"`, `880`, hitWith("got: unit price mark dropped")},
		{"a count", auto, `1`, `"1x"`, hitWith("want: count mark dropped")},
		{"a count on both sides", auto, `"x1"`, `"1 x"`, hitWith("both: count mark dropped")},
		{"no cents", auto, `1234`, `"1.234,-"`, hitWith("want: no-cents mark dropped")},
		{"no cents is not minus", auto, `-5`, `"5,-"`, missWith("", "off by 10; want: no-cents mark dropped")},
		{"a point at the end", auto, `"5."`, `5`, hit},

		{"the same currency", auto, `"$5"`, `"5 USD"`, hit},
		{"the same currency, another amount", auto, `"$6"`, `"5 USD"`, missWith("", "off by 1")},
		{"it may be the same", auto, `"5 kr"`, `"NOK 5"`, hit},
		{"one side unmarked", auto, `"5 kr"`, `"5"`, hitWith("got: currency dropped")},
		{"another currency", auto, `"5 €"`, `"5 USD"`, missWith("", "another currency: got €, want USD")},
		{"another currency, another amount", auto, `"6 €"`, `"5 USD"`, missWith("", "another currency: got €, want USD; off by 1")},
		{"any currency", any, `"5 €"`, `"5 USD"`, hitWith("another currency: got €, want USD")},
		{"any currency, another amount", any, `"6 €"`, `"5 USD"`, missWith("", "off by 1; another currency: got €, want USD")},
		{"within the tolerance, and another currency", compare.Numeric{Tolerance: 2}, `"6 €"`, `"5 USD"`, missWith("", "another currency: got €, want USD")},
		{"beyond the tolerance, and another currency", compare.Numeric{Tolerance: .5}, `"6 €"`, `"5 USD"`, missWith("", "another currency: got €, want USD; off by 1, allowed 0.5")},
		{"a bound", auto, `"<0.5 g"`, `"< 0,5g"`, hit},
		{"a bound in two signs", auto, `"<=5"`, `"≤ 5"`, hit},
		{"a bound, and a percent sign", auto, `"<1"`, `"<1%"`, hitWith("want: percent sign dropped")},
		{"another bound's value", auto, `"<0.1"`, `"<0.5"`, missWith("", "off by 0.4")},
		{"a bound within the tolerance", compare.Numeric{Tolerance: .5}, `"<0.1"`, `"<0.5"`, hit},
		{"a bound on one side", auto, `"1"`, `"<1"`, missWith("", "another bound: got none, want <")},
		{"a bound on the other side", auto, `"<1%"`, `1`, missWith("", "another bound: got <, want none; got: percent sign dropped")},
		{"the opposite bound", auto, `">5"`, `"<5"`, missWith("", "another bound: got >, want <")},
		{"below, and at most", any, `"<5"`, `"≤5"`, missWith("", "another bound: got <, want ≤")},
		{"a bound, and another unit", auto, `"<5 g"`, `"<5 kg"`, missWith("", "another unit: got g, want kg")},
		{"an arrow", auto, `"=>5"`, `5`, missWith("not a number", `got "=>5" is not a number: unexpected "=>" before the digits`)},
		{"a mark around a number", auto, `"<5>"`, `5`, missWith("not a number", `got "<5>" is not a number: unexpected "<" before the digits`)},
		{"credit and debit", auto, `"5.00 CR"`, `"5.00 DR"`, missWith("", "got CR, want DR")},
		{"credit and debit, whatever", any, `"5.00 CR"`, `"5.00 DR"`, hitWith("got CR, want DR")},
		{"credit on both sides", auto, `"5.00 CR"`, `"5 Cr"`, hit},
		{"credit on one side", auto, `"5.00 CR"`, `5`, hitWith("got: CR dropped")},
	})
}

// A text with one separator that could do either stands for two values.
func TestNumericSkipsRemarks(t *testing.T) {
	auto := compare.Numeric{}
	run(t, []row{
		{"a blank before the dash for no cents", auto, `"105. –"`, `105`, hitWith("got: no-cents mark dropped")},
		{"which is no minus", auto, `"105. –"`, `-105`, missWith("", "off by 210; got: no-cents mark dropped")},
		{"a blank at the decimal mark", auto, `"$119. 95"`, `119.95`, hitWith("got: currency dropped; blank at the decimal mark dropped")},
		{"a footnote", auto, `"34,50 € *"`, `34.5`, hitWith("got: currency dropped; footnote mark dropped")},
		{"with tax", auto, `"4,35 € TTC"`, `4.35`, hitWith("got: currency dropped; tax remark dropped")},
		{"with tax on both sides", auto, `"4.35 incl. VAT"`, `"4,35 TTC"`, hit},
		{"without tax, and with", auto, `"100 + VAT"`, `"100 TTC"`, missWith("", "got an amount without tax, want one with tax")},
		{"with tax, and without", auto, `"100 TTC"`, `"100 HT"`, missWith("", "got an amount with tax, want one without")},
		{"by the value alone", compare.Numeric{AnyCurrency: true}, `"100 TTC"`, `"100 HT"`, hitWith("got an amount with tax, want one without")},
		{"credit is not debit", auto, `"104,12 C"`, `"104,12 D"`, missWith("", "got C, want D")},
		{"a class of tax", auto, `"2,49 A"`, `2.49`, hitWith("got: tax class dropped")},
		{"a unit", auto, `"0,75 kg"`, `0.75`, hitWith("got: unit dropped")},
		{"a unit on both sides", auto, `"3 kg"`, `"3 kilograms"`, hit},
		{"pieces", auto, `"3 Stk."`, `"3 pcs"`, hit},
		{"another unit", auto, `"3 g"`, `"3 kg"`, missWith("", "another unit: got g, want kg")},
		{"another unit of the same weight", auto, `"3000 g"`, `"3 kg"`, missWith("", "another unit: got g, want kg; off by 2997")},
		{"a price for a piece", auto, `"$426.20/EA"`, `426.2`, hitWith("got: currency dropped; unit dropped")},
		{"money is no weight", auto, `"3 €"`, `"3 kg"`, missWith("", "another unit: got €, want kg; got: currency dropped; want: unit dropped")},
		{"a name of a currency", auto, `"1128240 рублей"`, `1128240`, hitWith("got: currency dropped")},
		{"a name and a sign", auto, `"5 dollars"`, `"$5"`, hit},
		{"a name and another sign", auto, `"5 dollars"`, `"5 €"`, missWith("", "another currency: got dollars, want €")},
		{"letters behind", auto, `"12abc"`, `12`, missWith("not a number", `got "12abc" is not a number: unexpected "abc" after the digits`)},
	})
}

// Percent: fraction reads a percent sign as hundredths, a number without one as it is.
func TestNumericPercent(t *testing.T) {
	fraction := compare.Numeric{Percent: "fraction"}
	const read = "percent read as hundredths"
	run(t, []row{
		{"by default it is dropped", compare.Numeric{}, `"19 %"`, `19`, hitWith("got: percent sign dropped")},
		{"and a fraction is another number", compare.Numeric{}, `"19 %"`, `0.19`, missWith("", "off by 18.81; got: percent sign dropped")},
		{"a fraction", fraction, `"19 %"`, `0.19`, hitWith("got: " + read)},
		{"of the truth", fraction, `0.075`, `"7,5 %"`, hitWith("want: " + read)},
		{"on both sides", fraction, `"19%"`, `"19,0 %"`, hitWith("both: " + read)},
		{"not of a number without the sign", fraction, `"19 %"`, `19`, missWith("", "off by 18.81; got: "+read)},
		{"a tolerance", compare.Numeric{Percent: "fraction", Tolerance: 0.001}, `"19.1 %"`, `0.19`, hitWith("got: " + read)},
		{"half a digit", compare.Numeric{Percent: "fraction", HalfDigit: true}, `0.194`, `"19 %"`, hitWith("want: " + read)},
		{"a stated format", compare.Numeric{Percent: "fraction", Format: "eu"}, `"1.250 %"`, `12.5`, hitWith("got: " + read)},
		{"no number", fraction, `"n/a %"`, `0.19`, missWith("not a number", `got "n/a %" is not a number: unexpected "n/a" before the digits`)},
	})
}

func TestNumericAmbiguous(t *testing.T) {
	const (
		point = "ambiguous separator: read as 60 (us), would be 60000 (eu)"
		comma = "ambiguous separator: read as 60000 (us), would be 60 (eu)"
	)
	auto := compare.Numeric{}
	run(t, []row{
		{"a point against a comma", auto, `"60.000"`, `"60,000"`, hitWith("both may be 60000; got: " + point + "; want: " + comma)},
		{"a comma against a point", auto, `"60,000"`, `"60.000"`, hitWith("both may be 60000; got: " + comma + "; want: " + point)},
		{"the same text", auto, `"60.000"`, `"60.000"`, hitWith("both: " + point)},
		{"with a currency", auto, `"₹ 60.000"`, `"₹ 60,000"`, hitWith("both may be 60000; got: " + point + "; want: " + comma)},
		{"with a currency that decides", auto, `"Rp.60.000"`, `"Rp 60,000"`, hit},
		{"one that decides, against a number", auto, `"Rp 60.000"`, `60000`, hitWith("got: currency dropped")},
		{"one that decides, against the wrong number", auto, `"IDR 60.000"`, `60`, missWith("", "off by 59940; got: currency dropped")},
		{"one that decides, on the other side", auto, `"60.000"`, `"Rp 60.000"`, hitWith("both may be 60000; got: " + point + "; want: currency dropped")},
		{"three decimals, on the other side", auto, `"60,000 KWD"`, `"60,000"`, hitWith("both may be 60; got: currency dropped; want: " + comma)},
		{"three decimals, against the wrong number", auto, `"60,000 KWD"`, `60000`, missWith("", "off by 59940; got: currency dropped")},
		{"one that does not decide, on the other side", auto, `"60.000"`, `"$60000"`, missWith("", "off by 59940; got: "+point+"; want: currency dropped")},
		{"against a number", auto, `"60.000"`, `60000`, missWith("", "off by 59940; got: "+point)},
		{"against an unambiguous text", auto, `"60.000,00"`, `"60.000"`, missWith("", "off by 59940; want: "+point)},
		{"against the reading of us", auto, `"60,000"`, `"60,000.00"`, hitWith("got: " + comma)},
		{"no value in common", auto, `"61.000"`, `"60,000"`,
			missWith("", "off by 59939; got: ambiguous separator: read as 61 (us), would be 61000 (eu); want: "+comma)},
		{"within the tolerance of the other reading", compare.Numeric{Tolerance: 0.01, Relative: true}, `"60.100"`, `"60,000"`,
			hitWith("both may be 60000; got: ambiguous separator: read as 60.1 (us), would be 60100 (eu); want: " + comma)},
		{"within the tolerance of the decimals", compare.Numeric{Tolerance: 0.5}, `"60,100"`, `"60.000"`,
			hitWith("both may be 60; got: ambiguous separator: read as 60100 (us), would be 60.1 (eu); want: " + point)},
		{"a format says which", compare.Numeric{Format: "us"}, `"60.000"`, `"60,000"`, missWith("", "off by 59940")},
		{"eu", compare.Numeric{Format: "eu"}, `"60.000"`, `60000`, hit},
	})
}

func TestNumericReading(t *testing.T) {
	all := []string{"format: us", "format: eu", "format: swiss", "format: indian", "format: plain"}
	for _, tt := range []struct {
		name string
		rule compare.Numeric
		want string
		r    compare.Reading
	}{
		{"a number", compare.Numeric{}, `1.5`, compare.Reading{OK: true}},
		{"a text that every format reads", compare.Numeric{}, `"15"`, compare.Reading{OK: true, Fits: all}},
		{"a text that says its format", compare.Numeric{}, `"1.234,56"`, compare.Reading{OK: true, Fits: []string{"format: eu"}}},
		{"ambiguous", compare.Numeric{}, `"60.000"`, compare.Reading{OK: true, Ambiguous: true, Advice: "format: eu", Fits: all,
			Why: "ambiguous separator: read as 60 (us), would be 60000 (eu)"}},
		{"ambiguous with a comma", compare.Numeric{}, `"60,000"`, compare.Reading{OK: true, Ambiguous: true, Advice: "format: eu",
			Fits: []string{"format: us", "format: eu", "format: indian"},
			Why:  "ambiguous separator: read as 60000 (us), would be 60 (eu)"}},
		{"another format would read it", compare.Numeric{Format: "us"}, `"1.234,56"`, compare.Reading{Advice: "format: eu", Fits: []string{"format: eu"},
			Why: `"1.234,56" is not a number: a comma follows its decimal separator`}},
		{"no format reads it", compare.Numeric{}, `"12abc"`, compare.Reading{Why: `"12abc" is not a number: unexpected "abc" after the digits`}},
		{"no text", compare.Numeric{}, `[1]`, compare.Reading{Why: "array [1] is neither a number nor a string"}},
		{"a mark", compare.Numeric{}, `"500/-"`, compare.Reading{OK: true, Fits: all, Why: "no-cents mark dropped"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, ok := compare.Read(tt.rule, parse(t, tt.want))
			assert.True(t, ok)
			assert.Equal(t, tt.r, r)
		})
	}
}

// Whatever a truth is, an answer that is identical matches.
func TestNumericMatchesItself(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-@$(]?[0-9]{1,4}([.,][0-9]{1,4}){0,3}[)%x/-]{0,2}( CR| EUR)?`))
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(texts.Draw(t, "text"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := document.Parse(text)
		if err != nil || v.Empty() {
			return
		}
		for _, format := range []string{"", "us", "eu", "swiss", "indian", "plain"} {
			c, err := compare.Numeric{Format: format}.Compare(context.Background(), v, v)
			if strings.HasSuffix(c.Note, "never matches") {
				continue
			}
			if err != nil || !c.Match || c.Score != 1 {
				t.Fatalf("%s under %q: %+v, %v", text, format, c, err)
			}
		}
	})
}

func TestNumericValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		rule compare.Numeric
		text string
	}{
		"format":   {compare.Numeric{Format: "french"}, `compare: numeric: format: unknown value "french"; valid are auto, us, eu, swiss, indian, plain`},
		"percent":  {compare.Numeric{Percent: "points"}, `compare: numeric: percent: unknown value "points"; valid are fraction`},
		"negative": {compare.Numeric{Tolerance: -1}, `compare: numeric: tolerance: got -1, want a number that is finite and not negative`},
		"NaN":      {compare.Numeric{Tolerance: math.NaN()}, `compare: numeric: tolerance: got NaN, want a number that is finite and not negative`},
		"infinite": {compare.Numeric{Tolerance: math.Inf(1)}, `compare: numeric: tolerance: got +Inf, want a number that is finite and not negative`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.EqualError(t, validate(tt.rule), tt.text)
			_, err := compare.Prepare(tt.rule)
			assert.EqualError(t, err, tt.text)
			_, err = tt.rule.Compare(t.Context(), parse(t, `1`), parse(t, `1`))
			assert.EqualError(t, err, tt.text)
		})
	}
}
