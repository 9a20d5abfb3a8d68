package source_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

// hostile are texts that make naive searches slow, of some length.
func hostile(length int) map[string]string {
	texts := map[string]string{}
	for _, piece := range []string{
		"a", "a ", "1", "1 ", "1.", "111 ", "1,111 ", "5.1.2024 ", "5 1 2024 ", "2024 ", "-", "\n", "a-\n", "m", "rn", "ﾞ", "a\u0301", "\u0301",
		"株", "株 ", "가", "\xff", "٣", "Müller & Söhn ", "EUR ", "20240105", "x1x1", "(5) ",
	} {
		texts[piece] = strings.Repeat(piece, length/len(piece))
	}
	return texts
}

var hostileValues = []struct {
	c compare.Comparator
	v string
}{
	{compare.Auto{}, `"aaaaaaaaaaaaaaaaaaaab"`},
	{compare.Auto{}, `"aaaa"`},
	{compare.Code{}, `"11111111111111111"`},
	{compare.Fuzzy{}, `"Müller & Söhne GmbH und Co. KG"`},
	{compare.Fuzzy{Threshold: 0.3}, `"` + strings.Repeat("ab ", 300) + `"`},
	{compare.Exact{}, `"` + strings.Repeat("a", 15000) + ` b"`},
	{compare.Exact{}, `"` + strings.Repeat("a", 15000) + `"`},
	{compare.Numeric{}, `1111`},
	{compare.Numeric{}, `-1`},
	{compare.Numeric{}, `1e9999`},
	{compare.Date{}, `"2024-05-02"`},
	{compare.Date{Precision: "month"}, `"2024-05"`},
	{compare.Date{Formats: []string{"DDMMYYYY", "dddd D. MMMM YYYY"}}, `"2024-01-06"`},
	{compare.OneOf{Each: compare.Fuzzy{}}, `["Meier","Müller & Söhnlein","5","2024-02-05"]`},
	{compare.Auto{}, `"EUR"`},
	{compare.Auto{}, `"株式会社"`},
	{compare.Auto{}, `"\u0301"`},
	{compare.OneOf{}, "[" + strings.Repeat(`"Meier",`, effort.Size(1_000, 100_000)) + `"Müller"]`},
	{compare.Auto{}, `"` + strings.Repeat("a1 ", effort.Size(1<<14, 1<<20)) + `"`},
}

// TestHostile ends, within the time of the tests, and gives valid places.
func TestHostile(t *testing.T) {
	effort.OneGoroutine(t)
	values := make([]document.Value, len(hostileValues))
	for i, h := range hostileValues {
		values[i] = value(t, h.v)
	}
	for _, text := range hostile(effort.Size(1<<12, 1<<18)) {
		s := source.New(text)
		for i, h := range hostileValues {
			p, standing := s.Find(h.c, values[i])
			assert.True(t, 0 <= p.Start && p.Start <= p.End && p.End <= len(text))
			assert.Equal(t, standing >= source.Resembles, p.End > 0, "%v", standing)
		}
	}
}

func TestTooLong(t *testing.T) {
	effort.OneGoroutine(t)
	text := strings.Repeat(" ", source.MaxLength) + "Bonn"
	_, standing := source.New(text).Find(compare.Exact{}, value(t, `"Bonn"`))
	assert.Equal(t, source.NotApplicable, standing, "it stands after what is looked at")
	_, standing = source.New(strings.Repeat("x ", effort.Size(1<<20, 3<<20))+"Schraubenzieher").Find(compare.Fuzzy{}, value(t, `"Schraubenziener"`))
	assert.Equal(t, source.Stands, standing)
	_, standing = source.New(strings.Repeat("xy ", 3<<20)).Find(compare.Fuzzy{}, value(t, `"Schraubenzieher"`))
	assert.Equal(t, source.NotApplicable, standing, "similar texts are not looked for in more than 4 million letters")
	_, standing = source.New("a").Find(compare.Exact{}, value(t, `"`+strings.Repeat("a", 20_000)+`"`))
	assert.Equal(t, source.NotApplicable, standing)
}
