package page

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// wide is a report of so many fields and tags, in two trials. The last field is wrong
// in one of them.
func wide(t *testing.T, n int) *render.Report {
	t.Helper()
	var spec eval.Spec
	gate := report.Gate{FieldF1: map[string]float64{}}
	c := report.Case{ID: "case", Trial: 1, Status: report.OK, Verdict: eval.Pass, Tags: map[string]string{}}
	for i := range n {
		name := fmt.Sprintf("field-%05d", i)
		spec.Fields = append(spec.Fields, eval.Field{Path: name})
		gate.FieldF1[name] = 0.9
		c.Tags[fmt.Sprintf("tag-%05d", i)] = "x"
		c.Counts = append(c.Counts, metrics.Row{Attribute: name, Counts: metrics.Counts{Match: 1}})
		c.Fields = append(c.Fields, report.Field{Path: name, Attribute: name, Outcome: metrics.Match, Confidence: report.RatioOf(0.5, true)})
	}
	ds := report.Dataset{Name: "d", Gate: &gate}
	_, err := ds.SetSpec(spec)
	require.NoError(t, err)
	second := c
	second.Trial, second.Verdict = 2, eval.Partial
	second.Counts, second.Fields = slices.Clone(c.Counts), slices.Clone(c.Fields)
	second.Counts[n-1].Counts = metrics.Counts{Wrong: 1}
	second.Fields[n-1].Outcome = metrics.Wrong
	r := loaded(t, render.Options{MinSlice: 1}, report.Run{}, ds, c, second)
	set := r.Sets[0]
	for i := range n {
		set.Summary.Numbers = append(set.Summary.Numbers, report.Measure{Name: fmt.Sprintf("metric-%05d", i)}.Number())
		name, flips := fmt.Sprintf("stable-%05d", i), 0.0
		if i == n-1 {
			name, flips = "flips", 1
		}
		for measure, value := range map[string]float64{"agreement": 1, "flipRate": flips, "jaccard": 0.5} {
			of := reporttest.Number(measure+" of "+name, value)
			of.Kind = report.KindStability
			set.Summary.Numbers = append(set.Summary.Numbers, of)
		}
	}
	set.Summary.Stability = &report.Stability{Trials: 2, Cases: 1}
	return r
}

// However many fields an artifact has, the page is read.
func TestTablesAreBounded(t *testing.T) {
	effort.NeedsLong(t)
	const n = 2000
	r := wide(t, n)
	against := diff.Report{Sets: []diff.Set{{Dataset: "compared"}}}
	for i := range n {
		against.Sets[0].Fields = append(against.Sets[0].Fields, diff.Row{Row: runs.Row{Name: fmt.Sprint(i)}, Change: diff.Change{Broken: 1}})
	}
	against.Sets[0].Fields[n-1].Verdict = diff.Regressed
	var b bytes.Buffer
	require.NoError(t, Write(&b, r, Options{MaxBytes: 1, Comparison: &against}))
	page := b.String()
	assert.Less(t, len(page), 2_000_000)
	sections := strings.Split(page, "<h3")
	section := func(title string) string {
		for _, s := range sections {
			if strings.HasPrefix(s, ">"+title) {
				s, _, _ = strings.Cut(s, "<section")
				return s
			}
		}
		assert.Fail(t, "no section", "%q", title)
		return ""
	}
	for _, tt := range []struct {
		section    string
		rows       int
		first, say string
	}{
		{"Gate", 1000, "field-01999", "1001 more limits not shown; those that are not kept come first."},
		{"Fields", 1000, "field-01999", "1000 more fields not shown; those with mistakes come first. The values of all are in what evalreport export -format csv writes."},
		{"Metrics", 1000, "metric-00000", "1000 more metrics not shown; those that miss their limits come first."},
		{"Stability", 1000, "flips", "1000 more fields not shown; those that flip come first."},
		{"Slices", 50, "", ""},
		{"Confidence", 60, "", "and 1941 more fields."},
		{"compared", 2 + 1000, "", "1000 more fields not shown; those that regressed come first."},
	} {
		t.Run(tt.section, func(t *testing.T) {
			text := section(tt.section)
			rows := strings.Split(text, "<tr")[2:]
			assert.Len(t, rows, tt.rows)
			assert.Contains(t, rows[0], tt.first)
			assert.Contains(t, text, tt.say)
		})
	}
	assert.Contains(t, section("Fields"), `href="#set=d&amp;field=field-01999&amp;outcome=mistake"><code>field-01999<`, "it has an address")
	assert.Contains(t, page, `<option value="">any</option><option value="field-01999" data-n="0">field-01999</option><option value="field-00000" data-n="1">field-00000</option>`)
	assert.Contains(t, section("Fields"), `<code>field-00998<`)
	assert.NotContains(t, section("Fields"), `<code>field-00999<`)
	assert.Equal(t, 2, strings.Count(page, ` data-n="999">`), "of fields and of tags")
	assert.NotContains(t, page, ` data-n="1000">`)
	assert.Contains(t, page, " Each filter offers 1000 names; the search for text finds others that a case shows.")
	assert.Contains(t, page, `<span class="tag">tag-00099: x</span> <span class="tag">and 1900 more</span>`)
}

// Of cases that do not fit into the page filters offer nothing.
func TestFiltersOfWhatIsInThePage(t *testing.T) {
	records := []report.Record{report.Run{}, report.Dataset{Name: "d"}}
	for i := range casesPerChunk + 1 {
		c := report.Case{ID: fmt.Sprint(i), Trial: 1, Status: report.OK, Verdict: eval.Fail, Tags: map[string]string{"n": "n10"}}
		f := report.Field{Path: "a", Attribute: "a", Outcome: metrics.Wrong, ErrorClass: "b_class"}
		switch i {
		case 7:
			c.Tags["n"], f.ErrorClass = "n9", "a_class"
		case casesPerChunk:
			c.Score, c.Tags["n"], f.ErrorClass = report.RatioOf(1, true), "n8", "c_class"
		}
		c.Fields, c.Counts = []report.Field{f}, []metrics.Row{{Attribute: "a", Counts: metrics.Counts{Wrong: 1}}}
		records = append(records, c)
	}
	r := loaded(t, render.Options{MinSlice: 1}, records...)
	for _, tt := range []struct {
		maxBytes      int
		included      int
		tags, classes []string
	}{
		{1, casesPerChunk, []string{"n: n9", "n: n10"}, []string{"a_class", "b_class"}},
		{1 << 20, casesPerChunk + 1, []string{"n: n8", "n: n9", "n: n10"}, []string{"a_class", "b_class", "c_class"}},
	} {
		p, err := packCases(r, Options{MaxBytes: tt.maxBytes})
		require.NoError(t, err)
		assert.Equal(t, tt.included, p.included)
		assert.Equal(t, casesPerChunk+1-tt.included, p.leftOut)
		assert.Equal(t, tt.tags, p.names.tags.All)
		assert.Equal(t, tt.classes, p.names.classes.All)
		assert.NotEmpty(t, p.link(0, "7"))
		assert.Equal(t, tt.included > casesPerChunk, p.link(0, fmt.Sprint(casesPerChunk)) != "")
	}
}

// A link to a value that is not among the options of a filter searches for its text, and filters
// nothing where no text is known.
func TestFiltersWithoutOptions(t *testing.T) {
	names := filterNames{
		fields:  nameList{Numbering: arithmetic.Numbering[string, int]{Number: map[string]int{"a": 0, "b": 1000}}, keys: []string{"a"}},
		classes: nameList{Numbering: arithmetic.Numbering[string, int]{Number: map[string]int{"a kind": 0, "b kind": 1000}}, keys: []string{"a kind"}},
		tags:    nameList{Numbering: arithmetic.Numbering[string, int]{Number: map[string]int{"t: a": 0, "t: b": 1000}}, keys: []string{"t: a"}},
	}
	for _, tt := range []struct {
		field string
		class source.Class
		tag   string
		want  string
	}{
		{"a", "a kind", "t: a", "#set=s&field=a&kind=a+kind&tag=t%3A+a"},
		{"b", "a kind", "t: a", ""},
		{"a", "b kind", "t: a", "#set=s&field=a&tag=t%3A+a&text=b+kind"},
		{"a", "a kind", "t: b", "#set=s&field=a&kind=a+kind&text=t%3A+b"},
	} {
		f := address{set: "s"}
		f.byField(tt.field, &names)
		f.byClass(tt.class, &names)
		f.byTag(tt.tag, &names)
		assert.Equal(t, tt.want, string(f.href()))
	}
}

// Names that are shown alike have addresses of their own.
func TestKeysAreTheirOwn(t *testing.T) {
	same := func(name string) string { return strings.ToLower(name) }
	assert.Equal(t, []string{"a", "a (2)", "(empty)", "a (2) (2)", "a (3)"}, keysOf([]string{"a", "A", "", "a (2)", "a"}, same))
	long := strings.Repeat("x", 500)
	assert.NotEqual(t, CaseKey(long+"1"), CaseKey(long+"2"))
	assert.Equal(t, "inv-7", CaseKey("inv-7"))
	assert.NotEqual(t, CaseKey("a\x00"), CaseKey("a\x01"))
	assert.Regexp(t, "^~[0-9a-f]{8}$", CaseKey(""))
}
