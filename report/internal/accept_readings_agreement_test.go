package internal_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// alone is the unit of a case: none is a copy.
func alone(id string) uint64 { return stats.DocumentHash(id) }

func readingOf(id, reviewer, value string) accept.Reading {
	return accept.Reading{Case: id, Reviewer: reviewer, Value: json.RawMessage(value), Blind: true, Where: reviewer + ".jsonl"}
}

func compared(t *testing.T, spec eval.Spec, of []accept.Reading) accept.Comparison {
	t.Helper()
	c, err := rulesOf(t, spec).Compare(of, alone, []string{"type", "date", "total", "lines[].sku", "lines[].qty"})
	require.NoError(t, err)
	return c
}

var letter = eval.Spec{Fields: []eval.Field{
	{Path: "type", Match: compare.Exact{}}, {Path: "date", Match: compare.Date{}}, {Path: "total", Match: compare.Numeric{Tolerance: 0.01}},
	{Path: "lines", List: &eval.List{By: []string{"sku"}, Assign: eval.ByKey, Fields: []eval.Field{{Path: "sku", Match: compare.Exact{}}, {Path: "qty", Match: compare.Numeric{}}}}},
}}

// Each page of a packet is a value of its own: two people give 15 pages a class. They agree on 13, and by chance on 10/15·8/15 + 5/15·7/15.
func TestPagesOfPackets(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "parts", Sections: &eval.Sections{Classes: map[string][]eval.Field{"invoice": nil, "letter": nil}}}}}
	var all []accept.Reading
	for i := range 5 {
		id, bob := fmt.Sprintf("p%d", i), `{"parts":[{"class":"invoice","pages":"1-2"},{"class":"letter","pages":"3"}]}`
		all = append(all, readingOf(id, "ann", bob))
		if i == 0 {
			bob = `{"parts":[{"class":"letter","pages":"1-3"}]}`
		}
		all = append(all, readingOf(id, "bob", bob))
	}
	c := compared(t, spec, all)
	assert.InDelta(t, 13./15, c.Of("parts.pages").Share.Value, 1e-12)
	chance := (10*8 + 5*7) / 225.
	assert.InDelta(t, (13./15-chance)/(1-chance), c.Of("parts.pages").Kappa.Value, 1e-12)
	var pages []string
	for _, d := range c.Disagreements {
		if d.Attribute == "parts.pages" {
			pages = append(pages, d.Path)
		}
	}
	assert.Equal(t, []string{"parts.pages[1]", "parts.pages[2]"}, pages)
}

// Two people on 50 documents: 20 yes and 15 no of both, 5 and 10 of one alone. They agree on 35 of 50, .5 would be by chance, and κ is
// (.7 - .5)/(1 - .5).
func TestCohen(t *testing.T) {
	var all []accept.Reading
	n := 0
	for _, cell := range []struct {
		a, b  string
		count int
	}{{"yes", "yes", 20}, {"no", "no", 15}, {"yes", "no", 5}, {"no", "yes", 10}} {
		for range cell.count {
			id := fmt.Sprintf("doc-%02d", n)
			all = append(all, readingOf(id, "ann", fmt.Sprintf(`{"type":%q}`, cell.a)), readingOf(id, "bob", fmt.Sprintf(`{"type":%q}`, cell.b)))
			n++
		}
	}
	c := compared(t, letter, all)
	assert.Equal(t, []string{"ann", "bob"}, c.Names)
	assert.Equal(t, 50, c.Documents)
	of := c.Of("type")
	assert.Equal(t, 50, of.Documents)
	assert.InDelta(t, 0.7, of.Share.Value, 1e-12)
	assert.InDelta(t, 0.4, of.Kappa.Value, 1e-12)
	assert.False(t, of.Alpha.Defined)
	assert.True(t, of.Low.Value > 0.5 && of.Low.Value < 0.7 && of.High.Value > 0.7 && of.High.Value < 0.9, "%v–%v", of.Low, of.High)
	assert.Len(t, c.Disagreements, 15)
	assert.Equal(t, accept.Disagreement{Case: "doc-35", Path: "type", Says: []accept.Said{
		{Reviewer: "ann", Value: json.RawMessage(`"yes"`), Where: "ann.jsonl"}, {Reviewer: "bob", Value: json.RawMessage(`"no"`), Where: "bob.jsonl"},
	}, Attribute: "type"}, c.Disagreements[0])

	absent := c.Of("total")
	assert.Zero(t, absent.Documents)
	assert.False(t, absent.Share.Defined || absent.Low.Defined || absent.Kappa.Defined, "nobody gave a value, and chance agrees as well")
	assert.Nil(t, c.Of("none"))
}

// Who write the same agree, also on what no comparator takes for a value of the field.
func TestSameWords(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "type", Match: compare.Class{Classes: []string{"invoice", "letter"}}}, {Path: "date", Match: compare.Date{}}}}
	c := compared(t, spec, []accept.Reading{
		readingOf("a", "ann", `{"type":"leaflet","date":"soon"}`), readingOf("a", "bob", `{"type":"leaflet","date":"soon"}`),
		readingOf("b", "ann", `{"type":"leaflet","date":"soon"}`), readingOf("b", "bob", `{"type":"flyer","date":"later"}`),
	})
	for _, attribute := range []string{"type", "date"} {
		assert.Equal(t, report.RatioOf(0.5, true), c.Of(attribute).Share, attribute)
	}
	assert.Len(t, c.Disagreements, 2)
}

// Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", C: nominal data, any number of observers, missing data: α = .743.
func TestKrippendorff(t *testing.T) {
	var all []accept.Reading
	for reviewer, row := range []string{"12332141 2...", "1233224 125.3", ".333234 2251.", "1233244 1251."} {
		for u, value := range strings.ReplaceAll(row, " ", "") {
			if value != '.' {
				all = append(all, readingOf(fmt.Sprintf("doc-%02d", u), fmt.Sprint("reader ", reviewer), fmt.Sprintf(`{"type":"%c"}`, value)))
			}
		}
	}
	c := compared(t, letter, all)
	assert.Equal(t, 4, c.Reviewers)
	assert.Equal(t, 11, c.Documents)
	assert.Equal(t, 1, c.Alone, "one person alone read the last")
	assert.InDelta(t, 0.743, c.Of("type").Alpha.Value, 0.0005)
	assert.False(t, c.Of("type").Kappa.Defined)
}

// Values are compared as the spec says: a date that is written differently, or a number within its tolerance, is agreement. κ has
// them in one category.
func TestAgreementByTheSpec(t *testing.T) {
	c := compared(t, letter, []accept.Reading{
		readingOf("1", "ann", `{"date":"2026-01-03","total":12.5}`), readingOf("1", "bob", `{"date":"3 January 2026","total":"12.505"}`),
		readingOf("2", "ann", `{"date":"3 Jan 2026","total":7}`), readingOf("2", "bob", `{"date":"2026-01-04","total":null}`),
		readingOf("3", "ann", `{"date":"2026-01-04"}`), readingOf("3", "bob", `{"date":"2026-01-04"}`),
	})
	date, total := c.Of("date"), c.Of("total")
	assert.InDelta(t, 2.0/3, date.Share.Value, 1e-12)
	// The third of January twice of ann, once of bob; the fourth once, and twice: by chance (2·1 + 1·2)/9 agree.
	assert.InDelta(t, (2.0/3-4.0/9)/(1-4.0/9), date.Kappa.Value, 1e-12)
	assert.InDelta(t, 2.0/3, total.Share.Value, 1e-12, "of three values that they give, two agree")
	assert.Equal(t, 2, total.Documents)
	// In two of three places they agree: on 12.5, and that there is none. By chance (1·1 + 1·0 + 1·2)/9 agree.
	assert.InDelta(t, (2.0/3-3.0/9)/(1-3.0/9), total.Kappa.Value, 1e-12)
	var paths []string
	for _, d := range c.Disagreements {
		paths = append(paths, d.Case+" "+d.Path)
	}
	assert.Equal(t, []string{"2 date", "2 total"}, paths)
}

// Rows are joined as the spec matches items; a row that somebody lacks has no values there.
func TestAgreementOnRows(t *testing.T) {
	ann := readingOf("1", "ann", `{"lines":[{"sku":"w","qty":3},{"sku":"x","qty":2}]}`)
	bob := readingOf("1", "bob", `{"lines":[{"sku":"x","qty":2},{"sku":"w","qty":4},{"sku":"y","qty":1}]}`)
	c := compared(t, letter, []accept.Reading{ann, bob})
	assert.InDelta(t, 4.0/5, c.Of("lines[].sku").Share.Value, 1e-12, "w and x of both, y of one")
	assert.InDelta(t, 2.0/5, c.Of("lines[].qty").Share.Value, 1e-12, "the quantity of x alone")
	said := func(c accept.Comparison) (all []string) {
		for _, d := range c.Disagreements {
			text := d.Path
			for _, s := range d.Says {
				text += " " + string(s.Value) + ","
			}
			all = append(all, strings.TrimSuffix(text, ","))
		}
		return all
	}
	assert.Equal(t, []string{`lines[0].qty 3, 4`, `lines[2].sku , "y"`, `lines[2].qty , 1`}, said(c))

	// A third person has the row that one of the others lacks.
	cy := readingOf("1", "cy", `{"lines":[{"sku":"y","qty":1},{"sku":"w","qty":3},{"sku":"x","qty":2.0}]}`)
	c = compared(t, letter, []accept.Reading{ann, bob, cy})
	assert.Equal(t, []string{`lines[0].qty 3, 4, 3`, `lines[2].sku , "y", "y"`, `lines[2].qty , 1, 1`}, said(c))
	assert.InDelta(t, 14.0/16, c.Of("lines[].sku").Share.Value, 1e-12, "of three pairs 4 of 5, 4 of 5 and 6 of 6")
}

// The order of readings and the names of reviewers change no number.
func TestAgreementInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	value := func() string {
		rows := []string{}
		for _, sku := range []string{"u", "v", "w"} {
			if random.IntN(3) > 0 {
				rows = append(rows, fmt.Sprintf(`{"sku":%q,"qty":%d}`, sku, random.IntN(2)))
			}
		}
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		return fmt.Sprintf(`{"type":%q,"total":%d,"lines":[%s]}`, []string{"a", "b", ""}[random.IntN(3)], random.IntN(3), strings.Join(rows, ","))
	}
	for _, names := range [][]string{{"ann", "bob"}, {"ann", "bob", "cy"}} {
		var all, renamed []accept.Reading
		for n := range 20 {
			for i, name := range names {
				if len(names) > 2 && random.IntN(4) == 0 {
					continue
				}
				one := readingOf(fmt.Sprintf("doc-%02d", n), name, value())
				all = append(all, one)
				one.Reviewer = names[len(names)-1-i]
				renamed = append(renamed, one)
			}
		}
		slices.SortStableFunc(renamed, func(a, b accept.Reading) int {
			if a.Case != b.Case {
				return strings.Compare(a.Case, b.Case)
			}
			return strings.Compare(a.Reviewer, b.Reviewer)
		})
		one, other := compared(t, letter, all), compared(t, letter, renamed)
		for _, f := range one.Fields {
			near := func(a, b report.Ratio) {
				assert.Equal(t, a.Defined, b.Defined, f.Attribute)
				assert.InDelta(t, a.Value, b.Value, 1e-12, "%s of %v", f.Attribute, names)
			}
			same := other.Of(f.Attribute)
			near(f.Share, same.Share)
			near(f.Low, same.Low)
			near(f.Kappa, same.Kappa)
			near(f.Alpha, same.Alpha)
		}
	}
}

func TestNothingToCompare(t *testing.T) {
	c := compared(t, letter, []accept.Reading{readingOf("1", "ann", `{}`), readingOf("2", "bob", `{}`)})
	assert.Equal(t, 2, c.Alone)
	assert.Empty(t, c.Fields)
	assert.Zero(t, c.Reviewers)
	_, err := rulesOf(t, letter).Compare([]accept.Reading{readingOf("1", "ann", `{}`), readingOf("1", "bob", `{`)}, alone, nil)
	assert.ErrorContains(t, err, "bob.jsonl: ")
}

// Copies of a document are one.
func TestCopiesAgreeOnce(t *testing.T) {
	var all []accept.Reading
	for _, id := range []string{"1", "2", "3"} {
		all = append(all, readingOf(id, "ann", `{"type":"a"}`), readingOf(id, "bob", `{"type":"a"}`))
	}
	c, err := rulesOf(t, letter).Compare(all, func(string) uint64 { return 7 }, nil)
	require.NoError(t, err)
	assert.Equal(t, 1, c.Documents)
	assert.Equal(t, 1, c.Of("type").Documents)
	apart := compared(t, letter, all)
	assert.Less(t, c.Of("type").Low.Value, apart.Of("type").Low.Value)
}
