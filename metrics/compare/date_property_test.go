package compare_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

// dateTexts are texts that may be dates, read wrongly by OCR or not, and others.
var dateTexts = rapid.OneOf(
	rapid.StringMatching(`[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}( [0-9]{1,2}:[0-9]{2})?`),
	rapid.StringMatching(`[0-9O]{1,2}[-. ]?(Jan|FEB|März|de mayo|août)[-. ]+(of )?[0-9]{2,4}`),
	rapid.StringMatching(`(Mar|April|maj)[-. ][0-9]{2,4}`),
	rapid.StringMatching(`[0-9]{2,14}`),
	rapid.String(),
)

var dateRules = rapid.Custom(func(t *rapid.T) compare.Date {
	d := compare.Date{
		Order:     rapid.SampledFrom([]string{"", "dmy", "mdy", "ymd"}).Draw(t, "order"),
		Precision: rapid.SampledFrom([]string{"", "day", "month", "year"}).Draw(t, "precision"),
		Languages: rapid.SampledFrom([][]string{nil, {"en"}, {"de", "en"}}).Draw(t, "languages"),
		Formats:   rapid.SampledFrom([][]string{nil, {"DD/MM/YYYY"}, {"02.01.06", "YYYYMMDD"}}).Draw(t, "formats"),
	}
	d.OnlyFormats = d.Formats != nil && rapid.Bool().Draw(t, "only formats")
	if d.Precision == "" || d.Precision == "day" {
		d.Instant = rapid.Bool().Draw(t, "instant")
		d.Tolerance = float64(rapid.IntRange(0, 3).Draw(t, "tolerance"))
	}
	return d
})

func textValue(t require.TestingT, s string) document.Value {
	v, err := document.Of(strconv.Quote(strings.ToValidUTF8(s, "?")))
	if err != nil { // \x00 and the like are not JSON
		v, err = document.Of(`"` + strings.Map(func(r rune) rune {
			if r < ' ' || r == '"' || r == '\\' || r == 0x7f {
				return -1
			}
			return r
		}, s) + `"`)
	}
	require.NoError(t, err)
	return v
}

// A truth is right as its own answer, whatever it is and however Date is set, and
// the two sides may change places.
func TestDateOfATextAndItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, err := compare.Prepare(dateRules.Draw(t, "rule"))
		require.NoError(t, err)
		got, want := textValue(t, dateTexts.Draw(t, "got")), textValue(t, dateTexts.Draw(t, "want"))

		self, err := rule.Compare(t.Context(), want, want)
		require.NoError(t, err)
		assert.True(t, self.Match, "%s: %s", want.RawText(), self.Note)
		if r, ok := compare.Read(rule, want); ok && !r.OK {
			assert.Contains(t, self.Note, "both sides are the same")
			assert.NotEmpty(t, r.Why)
		}
		spaced, err := rule.Compare(t.Context(), textValue(t, "  "+want.Text()+"\n"), want)
		require.NoError(t, err)
		assert.True(t, spaced.Match, "%s: %s", want.RawText(), spaced.Note)

		one, err := rule.Compare(t.Context(), got, want)
		require.NoError(t, err)
		other, err := rule.Compare(t.Context(), want, got)
		require.NoError(t, err)
		assert.Equal(t, one.Match, other.Match, "%s, %s: %s, %s", got.RawText(), want.RawText(), one.Note, other.Note)
		checkNote(t, one)
	})
}

func checkNote(t assert.TestingT, c compare.Comparison) {
	assert.Less(t, len(c.Note), 600)
	assert.False(t, c.Match && c.Tag != "")
}

// A text of any length costs no more than the longest date, and is quoted in part.
func TestDateOfHostileTexts(t *testing.T) {
	effort.OneGoroutine(t)
	rule, err := compare.Prepare(compare.Date{})
	require.NoError(t, err)
	want := textValue(t, "2024-03-01")
	for _, s := range []string{"1", "2024-03-01 ", "-", "1/", "March ", "年", "\u0301", "a.m. ", "10:30 ", "( "} {
		long := textValue(t, strings.Repeat(s, effort.Size(100_000, 1_000_000)/len(s)))
		c, err := rule.Compare(t.Context(), long, want)
		require.NoError(t, err)
		assert.False(t, c.Match)
		checkNote(t, c)
		c, err = rule.Compare(t.Context(), long, long)
		require.NoError(t, err)
		assert.True(t, c.Match)
		checkNote(t, c)
		short := textValue(t, strings.Repeat(s, 250/len(s)))
		c, err = rule.Compare(t.Context(), short, want)
		require.NoError(t, err)
		assert.False(t, c.Match)
		checkNote(t, c)
	}
}
