package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

var packetSpec = eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{
	"invoice": {
		{Path: "total", Match: compare.Numeric{}},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku", Match: compare.Exact{}}}}},
		{Path: "tags", Set: &eval.Set{}, Optional: true},
	},
	"letter": {{Path: "sender", Match: compare.Exact{}}},
	"blank":  nil,
}}}}}

const packetTruth = `{"packet":[
	{"class":"invoice","pages":"1-3,7","total":12,"lines":[{"sku":"A"}]},
	{"class":"letter","pages":[4,5],"sender":"Ann"}]}`

// sectionsOf evaluates one answer with one truth, each the sections of a packet.
func sectionsOf(t *testing.T, spec eval.Spec, got, want string) eval.Result {
	t.Helper()
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, want)
	require.NoError(t, err)
	return r
}

// told writes the leaves as "path attribute outcome".
func told(r eval.Result, attribute string) (lines []string) {
	for _, f := range r.Fields {
		if strings.HasPrefix(f.Attribute, attribute) {
			lines = append(lines, fmt.Sprintf("%s %s %s", f.Path, f.Attribute, f.Outcome))
		}
	}
	return lines
}

func TestSectionsOfARightAnswer(t *testing.T) {
	r := sectionsOf(t, packetSpec, packetTruth, packetTruth)
	assert.Equal(t, 1.0, r.Score)
	assert.Equal(t, eval.Pass, r.Verdict)
	assert.Equal(t, []string{"packet"}, r.Hits)
	assert.Equal(t, []string{
		"packet[0].class packet[].class match",
		"packet[0].pages packet[].pages match",
		"packet[0].total packet[].invoice.total match",
		"packet[0].lines[0].sku packet[].invoice.lines[].sku match",
		"packet[0].tags packet[].invoice.tags[] correct_absence",
		"packet[1].class packet[].class match",
		"packet[1].pages packet[].pages match",
		"packet[1].sender packet[].letter.sender match",
	}, told(r, "packet[]"))
	// 1 2 3 are of the invoice, 4 5 of the letter, 7 is of the invoice again.
	assert.Equal(t, []string{"packet.starts[4] packet.starts match", "packet.starts[7] packet.starts match"}, told(r, "packet.starts"))
	assert.Len(t, told(r, "packet.pages"), 6)
	for i, row := range r.Table.Attributes {
		assert.Equal(t, row.Items, strings.HasSuffix(row.Attribute, "[]") && row.Attribute != "packet[].invoice.tags[]" || strings.HasPrefix(row.Attribute, "packet."), "row %d, %s", i, row.Attribute)
	}
	require.Len(t, r.Packets, 1)
	assert.Equal(t, "packet", r.Packets[0].Attribute)
	assert.Equal(t, 2, r.Packets[0].Right)
}

func TestSectionsThatAreWrong(t *testing.T) {
	tests := []struct {
		name, got                     string
		over, under, right            int
		paired, missing, invented     int // sections
		starts, lostStarts, newStarts int
		score                         float64 // by hand: see the comment of each
		misses                        string
	}{
		// One letter of two pages is cut: the class, the first half and its sender are right; class and pages of the other half are
		// invented. 3 leaves and 4 of the invoice, and 2 more: (4 + 1 + 1/2 + 1) / 9.
		{"a section cut in two", `[{"class":"invoice","pages":"1-3,7","total":12,"lines":[{"sku":"A"}]},{"class":"letter","pages":4,"sender":"Ann"},{"class":"letter","pages":5}]`,
			1, 0, 1, 2, 0, 1, 2, 0, 1, 6.5 / 9, "packet[1].pages (wrong pages); packet[2] (unexpected item)"},
		// The pair is the invoice, with 4 of 6 pages; the letter with its three leaves is missing: (3 + 4/6) / 7.
		{"two sections merged", `[{"class":"invoice","pages":"1-5,7","total":12,"lines":[{"sku":"A"}]}]`,
			0, 2, 0, 1, 1, 0, 0, 2, 0, (3 + 4.0/6) / 7, "packet[0].pages (wrong pages); packet[1] (missing)"},
		// The class of the truth says which fields are wanted: total, sku and class are lost, pages are right: 1 + 3 of 7.
		{"the wrong class of the right pages", `[{"class":"letter","pages":"1-3,7","sender":"Bob"},{"class":"letter","pages":"4-5","sender":"Ann"}]`,
			0, 0, 2, 2, 0, 0, 2, 0, 0, 4.0 / 7, "packet[0].class; packet[0].total (required, missing); packet[0].lines[0] (missing)"},
		{"a section is missing", `[{"class":"letter","pages":"4-5","sender":"Ann"}]`,
			0, 0, 1, 1, 1, 0, 1, 1, 0, 3.0 / 7, "packet[0] (missing)"},
		// 7 leaves, and class and pages of the invented one; its key beside them has no class to go by. The truth starts nothing on page 9.
		{"a section of no class is invented", `[{"class":"invoice","pages":"1-3,7","total":12,"lines":[{"sku":"A"}]},{"class":"letter","pages":[4,5],"sender":"Ann"},{"class":"memo","pages":9,"sender":"X"}]`,
			0, 0, 2, 2, 0, 1, 2, 0, 1, 7.0 / 9, "packet[2] (unexpected item)"},
		{"sections and pages in another order", `[{"class":"letter","pages":[5,4],"sender":"Ann"},{"class":"INVOICE","pages":"7,1-3","total":"12.00","lines":[{"sku":"A"}]}]`,
			0, 0, 2, 2, 0, 0, 2, 0, 0, 1, ""},
		// Page 5 counts for both sections: the letter is touched by both, and so is not right. The invoice has 4 of 5 pages.
		{"a page in two sections", `[{"class":"invoice","pages":"1-3,5,7","total":12,"lines":[{"sku":"A"}]},{"class":"letter","pages":[4,5],"sender":"Ann"}]`,
			1, 2, 0, 2, 0, 0, 1, 1, 1, (6 + 4.0/5) / 7, "packet[0].pages (wrong pages)"},
		// None of the broken text: no page is shared, so nothing is paired. 4 leaves are missing, 3 + 1 (class, pages, total, sku) invented.
		{"pages that cannot be read", `[{"class":"invoice","pages":"1-3,x","total":12,"lines":[{"sku":"A"}]},{"class":"letter","pages":[4,5],"sender":"Ann"}]`,
			0, 0, 1, 1, 1, 1, 1, 1, 0, 3.0 / 11, "packet[0] (missing); packet[0] (unexpected item)"},
		{"an empty packet", `[]`, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, "packet[0] (missing); packet[1] (missing)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := sectionsOf(t, packetSpec, `{"packet":`+tt.got+`}`, packetTruth)
			require.Len(t, r.Packets, 1)
			p := &r.Packets[0]
			assert.Equal(t, [...]int{tt.over, tt.under, tt.right}, [...]int{p.OverSplit, p.UnderSplit, p.Right}, "over-split, under-split, right")
			items, _ := r.Table.Counts("packet[]")
			assert.Equal(t, [...]int{tt.paired, tt.missing, tt.invented}, [...]int{items.Match, items.Missing, items.Invented}, "sections")
			starts, _ := r.Table.Counts("packet.starts")
			assert.Equal(t, [...]int{tt.starts, tt.lostStarts, tt.newStarts}, [...]int{starts.Match, starts.Missing, starts.Invented}, "starts")
			assert.InDelta(t, tt.score, r.Score, 1e-12)
			var misses []string
			for _, m := range r.Misses {
				misses = append(misses, m.String())
			}
			assert.Equal(t, tt.misses, strings.Join(misses, "; "))
		})
	}
}

// Whoever wonders why total is missing is told that the class is wrong, without a value of the document.
func TestAWrongClassIsTheCauseOfMissingFields(t *testing.T) {
	r := sectionsOf(t, packetSpec, `{"packet":[{"class":"letter","pages":"1-3,7"}]}`, packetTruth)
	assert.Contains(t, r.Misses, eval.Miss{Path: "packet[0].total", Tag: "required, missing", Note: "got has no such value; the class of the section is wrong"})
	r = sectionsOf(t, packetSpec, `{"packet":[{"class":"invoice","pages":"1-7","total":12}]}`, packetTruth)
	assert.Contains(t, r.Misses, eval.Miss{Path: "packet[1]", Tag: "missing", Note: "got has no such item; section [0] of got has pages of it"})
}

func TestWhyPagesOfAnAnswerCannotBeRead(t *testing.T) {
	for got, why := range map[string]string{
		`[{"class":"invoice","pages":"3-1"},{"class":"letter"}]`:                             `[0] of got: range "3-1" goes down, want "1-3"`,
		`[{"class":"invoice","pages":[1,2,"x"]},{"class":"letter","pages":[4,5]}]`:           `[0] of got: [2] of the pages: "x" is not a page or a range, want numbers from 1 to 1000000 such as "1-3,7"`,
		`[null,{"class":"invoice","pages":"1-3,7"},{"class":"letter","page":"4-5"}]`:         `[2] of got: it has no pages at "pages"; did you mean "page"? (pages_key says where they are)`,
		`[{"class":"invoice","pages":"1-3,7"},{"class":"letter","pages":[4,5]},{"pages":0}]`: `[2] of got: number 0 is not a page, want a whole number from 1 to 1000000`,
	} {
		r := sectionsOf(t, packetSpec, `{"packet":`+got+`}`, packetTruth)
		assert.Contains(t, r.Warnings, `field "packet": section `+why)
	}
	for _, got := range []string{`[]`, `[{"class":"invoice","pages":"1-3,7"},{"class":"letter","pages":[4,4]}]`, `[{"class":"other","pages":4}]`} {
		assert.Empty(t, sectionsOf(t, packetSpec, `{"packet":`+got+`}`, packetTruth).Warnings, got)
	}
}

func TestSinglePages(t *testing.T) {
	r := sectionsOf(t, packetSpec, `{"packet":[{"class":"invoice","pages":"1-4"},{"class":"letter","pages":"5,8"}]}`, packetTruth)
	assert.Equal(t, []string{
		"packet.pages[1] packet.pages match",
		"packet.pages[2] packet.pages match",
		"packet.pages[3] packet.pages match",
		"packet.pages[4] packet.pages wrong",
		"packet.pages[5] packet.pages match",
		"packet.pages[7] packet.pages missing",
		"packet.pages[8] packet.pages hallucinated",
	}, told(r, "packet.pages"))
	for _, f := range r.Fields {
		_, ok := f.GotPath()
		if strings.HasPrefix(f.Attribute, "packet.") {
			assert.False(t, ok, "%s: a single page has no place in the answer", f.Path)
			assert.Zero(t, f.Weight)
		}
	}
}

// GotPath is where the answer has the value, by its own index and without the class.
func TestGotPathOfASection(t *testing.T) {
	r := sectionsOf(t, packetSpec, `{"packet":[{"class":"letter","pages":[4,5],"sender":"Bob"},{"class":"invoice","pages":"1-3,7","total":1,"tags":["x"]}]}`, packetTruth)
	places := map[string]string{}
	for _, f := range r.Fields {
		if path, ok := f.GotPath(); ok {
			places[f.Path] = path.String()
		}
	}
	assert.Equal(t, "packet[1].total", places["packet[0].total"])
	assert.Equal(t, "packet[1].tags[0]", places["packet[0].tags[0]"])
	assert.Equal(t, "packet[0].sender", places["packet[1].sender"])
}

func TestTruthsThatNoPacketCanHave(t *testing.T) {
	e, err := packetSpec.Compile()
	require.NoError(t, err)
	for _, tt := range []struct{ want, problem string }{
		{`[{"class":"invoise","pages":1}]`, `section [0]: its class string "invoise" is not one of the classes; did you mean "invoice"? (name it in classes with its fields, or set other to the class to use for all other sections)`},
		{`[{"pages":1}]`, `section [0]: it has no class at "class" (class_key says where it is, and other names the class to use for sections without a class)`},
		{`[{"clas":"letter","pages":1}]`, `section [0]: it has no class at "class"; did you mean "clas"? (class_key says where it is`},
		{`[{"class":"letter"}]`, `section [0]: it has no pages at "pages" (pages_key says where they are)`},
		{`[{"class":"letter","page":1}]`, `section [0]: it has no pages at "pages"; did you mean "page"? (pages_key says where they are)`},
		{`[{"class":"letter","pages":null}]`, `section [0]: no pages, want a page`},
		{`[{"class":"letter","pages":"1-"}]`, `section [0]: `},
		{`[{"class":"letter","pages":[1,0]}]`, `section [0]: [1] of the pages: number 0 is not a page, want a whole number from 1 to 1000000`},
		{`[{"class":"letter","pages":[1]},{"class":"blank","pages":"1-2"}]`, `page 1 is in sections [0] and [1], want it in one`},
		{`[{"class":"letter","pages":[2,2]}]`, `section [0] has page 2 twice, want it once`},
		{`[{"class":"letter","pages":"1-1000000000"}]`, `section [0]: `},
		{`[7]`, `item 0 of the truth is a number, want an object`},
		{`{"class":"letter"}`, `the truth has an object at "packet", want an array`},
	} {
		_, err := e.Evaluate(t.Context(), `{"packet":[]}`, `{"packet":`+tt.want+`}`)
		require.Error(t, err, tt.want)
		assert.Contains(t, err.Error(), `eval: field "packet": `, tt.want)
		assert.Contains(t, err.Error(), tt.problem, tt.want)
	}
}

func TestHostilePagesOfAnAnswer(t *testing.T) {
	for _, pages := range []string{`-1`, `0`, `1e9`, `1.5`, `"NaN"`, `"7-3"`, `"1-999999999"`, `"no number"`, `true`, `{}`, `[[1]]`, `"1-100001"`, `1e400`} {
		r := sectionsOf(t, packetSpec, `{"packet":[{"class":"letter","pages":`+pages+`,"sender":"Ann"},{"class":"letter","pages":[4,`+pages+`,5],"sender":"Ann"}]}`, packetTruth)
		items, _ := r.Table.Counts("packet[]")
		assert.Equal(t, metrics.Counts{Match: items.Match, Missing: 2 - items.Match, Invented: 2 - items.Match}, items, pages)
		counts, _ := r.Table.Counts("packet[].pages")
		assert.Zero(t, counts.Match, "%s: what cannot be read is wrong", pages)
	}
	r := sectionsOf(t, packetSpec, `{"packet":[{"class":"letter","pages":[4,"5-x",5],"sender":"Ann"}]}`, packetTruth)
	assert.Contains(t, told(r, "packet.pages"), "packet.pages[5] packet.pages match", "the section has the pages that can be read")
}

// A short answer cannot ask for more pages than a packet may have: what it names beyond them is not there.
func TestPacketOfAMillionPages(t *testing.T) {
	effort.NeedsLong(t)
	effort.OneGoroutine(t)
	whole := `{"class":"letter","pages":"1-100000"},`
	r := sectionsOf(t, packetSpec, `{"packet":[`+strings.Repeat(whole, 12)+`{"class":"letter","pages":[4,5],"sender":"Ann"}]}`, packetTruth)
	assert.NotContains(t, told(r, "packet[1].sender"), "packet[1].sender packet[].letter.sender match", "there is no room for the last section")
	pages, _ := r.Table.Counts("packet.pages")
	assert.Equal(t, 100000, pages.Match+pages.Wrong+pages.Hallucinated, "a page counts once, in the first section")
}

// A packet that neither side has is one correct absence, and has no comparison.
func TestPacketOfNeitherSide(t *testing.T) {
	r := sectionsOf(t, packetSpec, `{}`, `{"packet":[]}`)
	items, _ := r.Table.Counts("packet[]")
	assert.Equal(t, metrics.Counts{CorrectAbsence: 1}, items)
	assert.Equal(t, eval.Pass, r.Verdict)
	assert.Empty(t, r.Packets)
}

func TestVoidAnswerToAPacket(t *testing.T) {
	r := sectionsOf(t, packetSpec, `oops`, packetTruth)
	assert.Zero(t, r.Score)
	items, _ := r.Table.Counts("packet[]")
	assert.Equal(t, metrics.Counts{Missing: 2}, items)
	pages, _ := r.Table.Counts("packet.pages")
	assert.Equal(t, metrics.Counts{Missing: 6}, pages)
	require.Len(t, r.Packets, 1)
	assert.False(t, r.Packets[0].Answered())
}

func TestSectionsUnderStrictAndUnlabelled(t *testing.T) {
	got := `{"packet":[{"class":"invoice","pages":"1-3,7","total":12,"lines":[{"sku":"A"}],"sender":"S"},{"class":"letter","pages":[4,5],"sender":"Ann"},{"class":"memo","pages":9,"sender":"X"}]}`
	strict := packetSpec
	strict.Strict = true
	r := sectionsOf(t, strict, got, packetTruth)
	invented, _ := r.Table.Counts(metrics.InventedAttribute)
	assert.Equal(t, metrics.Counts{}, invented, "other sections of the truth have the key")
	r = sectionsOf(t, strict, strings.ReplaceAll(got, `"sender":"S"`, `"stamp":"S"`), packetTruth)
	invented, _ = r.Table.Counts(metrics.InventedAttribute)
	assert.Equal(t, metrics.Counts{Invented: 1}, invented)

	skip := packetSpec
	skip.Unlabelled = eval.UnlabelledSkip
	r = sectionsOf(t, skip, `{"packet":[{"class":"invoice","pages":"1","total":12}]}`, `{"packet":[{"class":"invoice","pages":"1"}]}`)
	assert.Equal(t, 1.0, r.Score, "the truth does not say what the total is")
	assert.Empty(t, told(r, "packet[].invoice.total"))
	r = sectionsOf(t, skip, `{"packet":[{"class":"invoice","pages":"1"}]}`, `{}`)
	assert.Empty(t, r.Fields, "a packet that is not labelled is left out")
	assert.Empty(t, r.Packets)
}

func TestOtherClasses(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "parts", Sections: &eval.Sections{
		Class: "meta.type", Pages: "page_numbers", Other: "letter",
		Classes: map[string][]eval.Field{"letter": {{Path: "sender", Match: compare.Exact{}}}},
	}}}}
	truth := `{"parts":[{"meta":{"type":"memo"},"page_numbers":1,"sender":"A"},{"meta":{"type":"fax"},"page_numbers":2,"sender":"B"}]}`
	r := sectionsOf(t, spec, `{"parts":[{"meta":{"type":"memo"},"page_numbers":1,"sender":"A"},{"meta":{"type":"memo"},"page_numbers":2,"sender":"B"}]}`, truth)
	assert.Equal(t, []string{
		"parts[0].meta.type parts[].meta.type match", "parts[0].page_numbers parts[].page_numbers match", "parts[0].sender parts[].letter.sender match",
		"parts[1].meta.type parts[].meta.type wrong", "parts[1].page_numbers parts[].page_numbers match", "parts[1].sender parts[].letter.sender match",
	}, told(r, "parts[]"))
}

func TestSectionsAtTheTop(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Sections: &eval.Sections{Classes: map[string][]eval.Field{"letter": {{Path: "sender"}}}}}}}
	r := sectionsOf(t, spec, `[{"class":"letter","pages":1,"sender":"Ann"}]`, `[{"class":"letter","pages":[1,2],"sender":"Ann"}]`)
	assert.Equal(t, []string{
		"[0].class [].class match", "[0].pages [].pages wrong", "[0].sender [].letter.sender match", "pages[1] pages match", "pages[2] pages missing",
	}, told(r, ""))
	assert.Equal(t, "(document)", r.Packets[0].Path)
}

// The fields of a class may be what the truth makes of them.
func TestInferredFieldsOfASection(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{
		"a": {{Path: "rows", List: &eval.List{}}, {Path: "words"}}, "b": {{Path: "words"}},
	}}}}}
	truth := `{"packet":[{"class":"a","pages":1,"rows":[{"x":1},{"x":2}],"words":["p","q"]},{"class":"b","pages":2,"words":"w"}]}`
	r := sectionsOf(t, spec, `{"packet":[{"class":"a","pages":1,"rows":[{"x":2},{"x":1}],"words":["q","p"]},{"class":"b","pages":2,"words":"w"}]}`, truth)
	assert.Equal(t, 1.0, r.Score, "%v", r.Misses)
	assert.Contains(t, told(r, ""), "packet[0].rows[0].x packet[].a.rows[].x match")
	assert.Contains(t, told(r, ""), "packet[0].words[1] packet[].a.words[] match")
	assert.Contains(t, told(r, ""), "packet[1].words packet[].b.words match")
}

func TestSectionsThatDoNotCompile(t *testing.T) {
	classes := map[string][]eval.Field{"a": {{Path: "x"}}}
	for _, tt := range []struct {
		field eval.Field
		want  string
	}{
		{eval.Field{Path: "p", Sections: &eval.Sections{}}, `its sections have no classes; name those of the packet, with the fields of each`},
		{eval.Field{Path: "p", Sections: &eval.Sections{Classes: classes, Other: "b"}}, `the class of all others is "b", which is not one of the classes`},
		{eval.Field{Path: "p", Sections: &eval.Sections{Classes: map[string][]eval.Field{"a": nil, "A": nil}}}, `are the same class`},
		{eval.Field{Path: "p", Sections: &eval.Sections{Classes: classes, Class: "x"}}, `field "p[].x": every section has it, as its class or its pages; take it out of the fields`},
		{eval.Field{Path: "p", Sections: &eval.Sections{Classes: classes, Pages: "a..b"}}, `the keys of its sections: `},
		{eval.Field{Path: "p", Match: compare.Exact{}, Sections: &eval.Sections{Classes: classes}}, `it has Match and Sections; give at most one of Match, List, Set, Map and Sections`},
		{eval.Field{Path: "l", List: &eval.List{Fields: []eval.Field{{Path: "p", Sections: &eval.Sections{Classes: classes}}}}}, `a list cannot contain sections: a document is one packet`},
		{eval.Field{Path: "p", Sections: &eval.Sections{Classes: map[string][]eval.Field{"a": {{Path: "a.b"}, {Path: "b"}}}}}, `two fields of the class "a" have this name`},
	} {
		_, err := eval.Spec{Fields: []eval.Field{tt.field}}.Compile()
		require.Error(t, err, tt.want)
		assert.Contains(t, err.Error(), tt.want)
	}
}

func TestWithComparatorInASection(t *testing.T) {
	spec, err := packetSpec.With("packet[].invoice.total", compare.Numeric{Tolerance: 1})
	require.NoError(t, err)
	assert.Equal(t, compare.Numeric{Tolerance: 1}, spec.Fields[0].Sections.Classes["invoice"][0].Match)
	assert.Equal(t, compare.Numeric{}, packetSpec.Fields[0].Sections.Classes["invoice"][0].Match, "the spec itself does not change")
	_, err = packetSpec.With("packet[].total", compare.Numeric{})
	require.ErrorContains(t, err, `"packet[].invoice.total"`)
	_, err = packetSpec.With("packet[].class", compare.Numeric{})
	require.ErrorContains(t, err, `field "packet[].class": With found no such attribute`)
	_, names, _ := strings.Cut(err.Error(), ";")
	assert.NotContains(t, names, "packet[].class", "it has the comparator of packets")
}

// A page in two sections of an answer is told, and has to be of its class in each of them.
func TestAPageInTwoSectionsOfAnAnswerIsAWarning(t *testing.T) {
	for got, warning := range map[string]string{
		`[{"class":"invoice","pages":"1-3,7"},{"class":"letter","pages":"3-5"}]`:                                         `page 3 is in sections [0] and [1] of got; want each page in one section`,
		`[{"class":"letter","pages":"4-5"},null,{"class":"letter","pages":"4-5"},{"class":"invoice","pages":"1-3,5,7"}]`: `page 4 is in sections [0] and [2] of got, 1 other page in several, too; want each page in one section`,
	} {
		r := sectionsOf(t, packetSpec, `{"packet":`+got+`}`, packetTruth)
		assert.Equal(t, []string{`field "packet": ` + warning}, r.Warnings)
		pages, _ := r.Table.Counts("packet.pages")
		assert.Equal(t, [2]int{5, 1}, [2]int{pages.Match, pages.Wrong}, got)
	}
	assert.Empty(t, sectionsOf(t, packetSpec, `{"packet":[{"class":"invoice","pages":"1-3,1-3,7"},{"class":"letter","pages":"4-5"}]}`, packetTruth).Warnings, "a page twice in one section")
}
