package source_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// field is a value, a way to print it, and another value of the same kind that is printed with other
// letters and digits.
type field struct {
	c            compare.Comparator
	value, other string // JSON
	printed      string
}

var germanMonths = strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")

func drawDate(t *rapid.T) field {
	day := time.Date(rapid.IntRange(1990, 2060).Draw(t, "year"), time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(13, 28).Draw(t, "day"), 0, 0, 0, 0, time.UTC)
	other := day.AddDate(rapid.IntRange(1, 5).Draw(t, "years"), 0, rapid.IntRange(0, 40).Draw(t, "days"))
	printed := day.Format(rapid.SampledFrom([]string{
		"2006-01-02", "02.01.2006", "2.1.2006", "2/1/2006", "1/2/2006", "Jan 2, 2006", "2 January 2006", "2-Jan-06", "20060102", "2006年1月2日", "G",
	}).Draw(t, "layout"))
	if printed == "G" {
		printed = fmt.Sprintf("%d. %s %d", day.Day(), germanMonths[day.Month()-1], day.Year())
	}
	return field{compare.Date{}, strconv.Quote(day.Format(time.DateOnly)), strconv.Quote(other.Format(time.DateOnly)), printed}
}

func drawNumber(t *rapid.T) field {
	cents := rapid.IntRange(100, 999_999_999).Draw(t, "cents")
	other := cents + rapid.IntRange(1, 99).Draw(t, "more")
	marks := rapid.SampledFrom([][2]string{{".", ","}, {",", "."}, {"'", "."}, {" ", ","}, {"\u00A0", ","}, {"", "."}, {"", ","}}).Draw(t, "format")
	whole := strconv.Itoa(cents / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + marks[0] + whole[i:]
	}
	json := func(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }
	printed := fmt.Sprintf("%s%s%02d", whole, marks[1], cents%100)
	beside := rapid.SampledFrom([][2]string{{}, {"", " €"}, {"$", ""}, {"EUR ", ""}, {"EUR", ""}, {"+", ""}, {"", "kg"}, {"(", ")"}}).Draw(t, "beside")
	return field{compare.Numeric{}, json(cents), json(other), beside[0] + printed + beside[1]}
}

func drawCode(t *rapid.T) field {
	code := rapid.StringMatching(`[A-Z]{2}[0-9]{8,16}`).Draw(t, "code")
	group := rapid.IntRange(2, 6).Draw(t, "group")
	separator := rapid.SampledFrom([]string{"", " ", "-", ".", "\n"}).Draw(t, "separator")
	var groups []string
	for rest := code; rest != ""; rest = rest[min(group, len(rest)):] {
		groups = append(groups, rest[:min(group, len(rest))])
	}
	// The last digit is another one.
	other := code[:len(code)-1] + string('0'+(code[len(code)-1]-'0'+1)%10)
	return field{compare.Code{}, strconv.Quote(code), strconv.Quote(other), strings.Join(groups, separator)}
}

func drawText(t *rapid.T) field {
	words := rapid.SliceOfN(rapid.StringMatching(`[A-ZÄÖÜ][a-zäöüß]{4,9}`), 2, 4).Draw(t, "words")
	printed := strings.Join(words, rapid.SampledFrom([]string{" ", "\n", "  ", "\n\t", " & "}).Draw(t, "blank"))
	switch rapid.IntRange(0, 2).Draw(t, "case") {
	case 1:
		printed = strings.ToUpper(printed)
	case 2:
		first, size := utf8.DecodeRuneInString(words[0])
		printed = strings.Replace(printed, words[0], string(first)+"-\n"+words[0][size:], 1)
	}
	return field{compare.Exact{}, strconv.Quote(strings.Join(words, " ")), strconv.Quote("q" + strings.Join(words, " ")), printed}
}

func drawFields(t *rapid.T) []field {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) field {
		return rapid.SampledFrom([]func(*rapid.T) field{drawDate, drawNumber, drawCode, drawText}).Draw(t, "kind")(t)
	}), 1, 6).Draw(t, "fields")
}

func printAll(fields []field) string {
	var b strings.Builder
	b.WriteString("Beleg\n")
	for i, f := range fields {
		fmt.Fprintf(&b, "Feld %c: %s;\n", 'a'+i, f.printed)
	}
	return b.String()
}

func mustValue(t require.TestingT, json string) document.Value {
	v, err := document.Of(json)
	require.NoError(t, err)
	return v
}

// A text made of values in whatever form contains each, at its own place, and nothing else of their
// kind; the order of the searches makes no difference.
func TestPrintedValuesStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields := drawFields(t)
		text := printAll(fields)
		ready := source.New(text)
		var places []source.Place
		for _, f := range fields {
			p, standing := ready.Find(f.c, mustValue(t, f.value))
			require.Equal(t, source.Stands, standing, "%s in %q", f.value, text)
			assert.Equal(t, 1.0, p.Similarity)
			owner := slices.IndexFunc(fields, func(other field) bool { return strings.Contains(other.printed, p.Quote) })
			require.GreaterOrEqual(t, owner, 0, "%q is of no field", p.Quote)
			places = append(places, p)
		}
		again := source.New(text)
		for i := len(fields) - 1; i >= 0; i-- {
			p, standing := again.Find(fields[i].c, mustValue(t, fields[i].value))
			assert.Equal(t, source.Stands, standing)
			assert.Equal(t, places[i], p)
		}
	})
}

// A value with other letters or digits is not found.
func TestOtherValuesDoNotStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFields(t)[0]
		text := printAll([]field{f})
		p, standing := source.New(text).Find(f.c, mustValue(t, f.other))
		assert.Equal(t, source.Nowhere, standing, "%s in %q: %q", f.other, text, p.Quote)
	})
}

// Whatever is wrong with a value that stands elsewhere, it was picked; one that stands nowhere was
// not.
func TestOrigins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth, got := drawNumber(t), drawNumber(t)
		if truth.value == got.value {
			t.Skip("the same")
		}
		text := source.New(printAll([]field{truth, got}))
		assert.Equal(t, source.Picked, text.OriginOf(truth.c, mustValue(t, got.value), mustValue(t, truth.value)))
		assert.Equal(t, source.Overlooked, text.OriginOf(truth.c, mustValue(t, `null`), mustValue(t, truth.value)))
		origin := text.OriginOf(truth.c, mustValue(t, truth.other+"7"), mustValue(t, truth.value))
		assert.Contains(t, []source.Origin{source.Misread, source.MadeUp}, origin)
	})
}

// The comparator reads the text at each place as the value, except for the sign, which stands
// beside the digits, and percentages, which stand for fractions, too.
func TestPlacesSayTheValue(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"1", "12", "5", "889", "01", "2024", "24", "05", ".", ",", " ", " ", "-", "/", "\n", "(", ")", "€", "EUR", "x", "Januar", "March", ".", ".",
		}), 1, 16).Draw(t, "text"), "")
		s := source.New(text)
		for _, v := range []string{`1`, `12`, `1.5`, `1889`, `12.05`, `-5`, `2024`, `0.5`, `1.889`, `112`, `12889`} {
			if p, standing := s.Find(compare.Numeric{}, mustValue(t, v)); standing == source.Stands {
				found++
				want := mustValue(t, strings.TrimPrefix(v, "-"))
				c, err := compare.Numeric{}.Compare(t.Context(), mustValue(t, strconv.Quote(p.Quote)), want)
				ambiguous := strings.Contains(c.Note, "would be "+want.Text()+" ")
				assert.True(t, err == nil && (c.Match || ambiguous), "%s in %q: %q: %s", v, text, p.Quote, c.Note)
			}
		}
		for _, v := range []string{`"2024-01-05"`, `"2024-01-12"`, `"2024-03-12"`, `"2024-05-01"`, `"2024-12-05"`, `"2024-03-05"`} {
			if p, standing := s.Find(compare.Date{}, mustValue(t, v)); standing == source.Stands {
				found++
				c, err := compare.Date{}.Compare(t.Context(), mustValue(t, strconv.Quote(p.Quote)), mustValue(t, v))
				ambiguous := strings.Contains(c.Note, "would be "+mustValue(t, v).Text()+" ")
				assert.True(t, err == nil && (c.Match || ambiguous), "%s in %q: %q: %s", v, text, p.Quote, c.Note)
			}
		}
	})
	if !testing.Short() { // with few texts there may be none
		assert.NotZero(t, found, "the texts are to have values in them")
	}
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{letter, "", "5", "1 889,00 €", "2024年1月5日", "株式会社山\n田商店", "Mu\u0308ller", "ﾔﾏﾀﾞ", "\xff5\xff", "a-\nb", "(5-)", "1..2,,3", "ßſﬁ"} {
		for _, v := range []string{`1889`, `"2024-01-05"`, `"Müller & Söhne"`, `"DE89370400440532013000"`, `["a","b"]`, `-5`, `"ß"`, `"\u0301"`, `"€"`, `null`} {
			f.Add(text, v)
		}
	}
	comparators := []compare.Comparator{
		nil, compare.Exact{}, compare.Fuzzy{}, compare.Fuzzy{Threshold: 0.5}, compare.Numeric{}, compare.Numeric{Format: "eu"},
		compare.Date{}, compare.Date{Precision: "month"}, compare.Code{}, compare.OneOf{Each: compare.Auto{}}, compare.Fuzzy{Algorithm: "token_set"},
	}
	f.Fuzz(func(t *testing.T, text, json string) {
		v, err := document.Of(json)
		if err != nil || len(text) > 1<<12 || len(json) > 1<<10 {
			return
		}
		s := source.New(text)
		for _, c := range comparators {
			p, standing := s.Find(c, v)
			if p.Start < 0 || p.Start > p.End || p.End > len(text) || standing >= source.Resembles && p.Start == p.End {
				t.Fatalf("%T %s in %q: %v %+v", c, json, text, standing, p)
			}
			if standing < source.Resembles && p != (source.Place{}) {
				t.Fatalf("%T %s in %q: %v %+v", c, json, text, standing, p)
			}
			if q, again := source.New(text).Find(c, v); p != q || standing != again {
				t.Fatalf("%T %s in %q: %v %+v, and then %v %+v", c, json, text, standing, p, again, q)
			}
			s.OriginOf(c, v, v)
		}
	})
}
