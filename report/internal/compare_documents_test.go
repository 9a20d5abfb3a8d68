package internal_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/testdata/effort"
)

// all asks for all documents.
var allDocuments = compare.Options{MaxDocuments: 1000, MaxCases: 3}

// Documents come by disagreement: b is wrong in both fields of doc-007, in one of doc-003, and both runs are wrong in doc-010.
func TestDocuments(t *testing.T) {
	fields := []string{"total", "date"}
	wrong := func(n, _ int, field string) bool { return n == 7 || n == 3 && field == "date" || n == 10 }
	r := readCompared(t, allDocuments, made{name: "a", to: 20, fields: fields, wrong: func(n, _ int, _ string) bool { return n == 10 }, edit: pricedIn(2)}, made{name: "b", to: 20, fields: fields, wrong: wrong, edit: pricedIn(1)})
	d := r.Sets[0].Documents
	require.Len(t, d.All, 20)
	assert.Equal(t, "total", d.Fields[0].Name)
	assert.Equal(t, []string{"doc-007", "doc-003", "doc-010", "doc-000"}, []string{d.All[0].ID, d.All[1].ID, d.All[2].ID, d.All[3].ID})
	assert.Equal(t, []int{3, 2, 0, 0}, []int{d.All[0].Disagreement, d.All[1].Disagreement, d.All[2].Disagreement, d.All[3].Disagreement})
	one := d.All[1]
	assert.Equal(t, [][]compare.Mark{{compare.Right, compare.Right}, {compare.Right, compare.Mistaken}}, one.Marks)
	assert.Equal(t, []string{"pass", "not passed"}, []string{one.Answers[0].Text(), one.Answers[1].Text()})
	require.Len(t, one.Values, 2, "a field with one leaf has its value, right or wrong")
	assert.Equal(t, 1, one.Values[1].Field)
	date := one.Values[1].Shown[0]
	assert.Equal(t, []string{`"right"`, `"left"`, `"right"`}, []string{date.Got[0].Got, date.Got[1].Got, date.WantText()})
	assert.Equal(t, "$0.02", d.Spent[0].Text(one.Spent[0][0].Value))
	assert.Zero(t, d.More)

	few := readCompared(t, compare.Options{MaxDocuments: 1}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, wrong: wrong}).Sets[0].Documents
	assert.Equal(t, []int{1, 19, 2}, []int{len(few.All), few.More, few.MoreDiffer}, "of doc-007, doc-003 and doc-010 one is there")
	assert.Nil(t, readCompared(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields}).Sets[0].Documents)
}

// A value that the record leaves out is not "nothing", and nothing of it is in any form.
func TestRedactedValuesStayRedactedCompared(t *testing.T) {
	hidden := func(c *report.Case) {
		for i := range c.Fields {
			c.Fields[i].Got, c.Fields[i].Want = nil, nil
		}
	}
	fields := []string{"total"}
	r := readCompared(t, allDocuments, made{name: "a", to: 20, fields: fields, edit: hidden}, made{name: "b", to: 20, fields: fields, wrong: below(3), edit: hidden})
	v := r.Sets[0].Documents.All[0].Values[0].Shown[0]
	assert.Equal(t, []string{"(not kept)", "(not kept)", "(not kept)"}, []string{compare.GotText(v.Got[0]), compare.GotText(v.Got[1]), v.WantText()})
	assert.Contains(t, comparedText(t, r), "    total  b (not kept), want (not kept), right: a\n")
	page := writtenCompared(t, "html", r)
	for _, text := range []string{"nothing", "left\\\"", "right\\\""} {
		assert.NotContains(t, page, text)
	}
	assert.Contains(t, page, `["total","(not kept)","r(not kept)","w(not kept)"]`)
}

// documentsOf returns the data of the script.
func documentsOf(t *testing.T, page string) (sets []struct {
	Key             string
	Systems, Fields []string
	Documents       []struct {
		ID      string
		Answers []string
		Marks   []string
		Values  [][]any
	}
	Notes []string
}) {
	t.Helper()
	found := regexp.MustCompile(`<script type="application/json" id="data">(.*)</script>`).FindStringSubmatch(page)
	require.NotNil(t, found)
	require.NoError(t, json.Unmarshal([]byte(found[1]), &sets))
	return sets
}

// Every number of the table leads to documents: those in which the run has a mistake, or that it does not pass.
func TestNumbersLeadToDocuments(t *testing.T) {
	fields := []string{"total", "date & more"}
	r := readCompared(t, allDocuments, made{name: "a=1", to: 40, fields: fields, wrong: below(3), edit: pricedIn(2)},
		made{name: "broken", to: 40, fields: fields, broken: true}, made{name: "b&2", to: 40, fields: fields, wrong: below(12), edit: pricedIn(1)})
	page := writtenCompared(t, "html", r)
	set := documentsOf(t, page)[0]
	cells := regexp.MustCompile(`<td data-v="[^"]*"[^>]*>(<a href="(#[^"]*)">)?`).FindAllStringSubmatch(page[:strings.Index(page, "</table>")], -1)
	require.Len(t, cells, 2*9, "two averages, pass rate, two fields, cost, tokens, two latencies")
	numbers := map[string]int{}
	for _, cell := range cells {
		require.NotEmpty(t, cell[2], cell[0])
		state, err := url.ParseQuery(strings.TrimPrefix(html.UnescapeString(cell[2]), "#"))
		require.NoError(t, err)
		assert.Equal(t, set.Key, state.Get("set"))
		assert.Contains(t, set.Systems, state.Get("system"))
		if field := state.Get("field"); field != "" {
			assert.Contains(t, set.Fields, field)
		}
		numbers[state.Get("field")+"/"+state.Get("show")]++
	}
	assert.Equal(t, map[string]int{"/wrong": 4, "/failed": 2, "total/wrong": 2, "date & more/wrong": 2, "cost per case/all": 2, "tokens per case/all": 2, "latency/all": 4}, numbers)
	wrong := [2]int{}
	for _, doc := range set.Documents {
		for i, marks := range doc.Marks {
			if marks[0] == 'w' {
				wrong[i]++
			}
		}
	}
	assert.Equal(t, [2]int{3, 12}, wrong)
}

// A class leads to the documents of its field, and a measure to all of them. A page without documents has no addresses.
func TestEveryRowHasAnAddress(t *testing.T) {
	classes := []report.ClassList{{Attribute: "type", Names: []string{"credit note", "invoice"}, Declared: true}}
	edit := func(c *report.Case) {
		c.Measures = []report.Measured{{Name: "rqs", Sum: 1, Weight: 1}}
		c.Classes = []report.ClassPair{{Attribute: "type", Want: "credit note", Got: "credit note", Values: 1}}
	}
	of := func(name string) made {
		return made{name: name, to: 40, fields: []string{"total", "type"}, classes: classes, measures: []report.Measure{{Name: "rqs"}}, edit: edit}
	}
	r := readCompared(t, allDocuments, of("large"), of("small"))
	page := html.UnescapeString(writtenCompared(t, "html", r))
	cell := func(name string) string {
		found := regexp.MustCompile(`<th scope="row"><code>` + name + `</code></th><td[^>]*>.*?</td><td[^>]*><a href="(#[^"]*)">`).FindStringSubmatch(page)
		require.NotNil(t, found, name)
		return found[1]
	}
	assert.Equal(t, "#set=invoices&field=type&show=wrong&system=small", cell("type"))
	assert.Equal(t, cell("type"), cell(`type="credit note"`))
	assert.Equal(t, "#set=invoices&show=all&system=small", cell("rqs"))
	assert.NotContains(t, writtenCompared(t, "html", readCompared(t, compare.Options{}, of("large"), of("small"))), `href="#set`)
}

// A page says what it leaves out: documents beyond the bound, and values beyond another.
func TestLargePagesAreBounded(t *testing.T) {
	effort.NeedsLong(t)
	fields := []string{"total"}
	long := func(c *report.Case) {
		c.ID = strings.Repeat("x", 50) + c.ID
		for i := range c.Fields {
			c.Fields[i].Got = fmt.Appendf(nil, `"%s"`, strings.Repeat("y", 200))
		}
	}
	var runs []made
	for i := range 5 {
		runs = append(runs, made{name: fmt.Sprint("run", i), to: 3000, fields: fields, wrong: below(100 * i), edit: long})
	}
	page := writtenCompared(t, "html", readCompared(t, compare.Options{MaxDocuments: 2500}, runs...))
	set := documentsOf(t, page)[0]
	assert.Len(t, set.Documents, 2500)
	assert.NotNil(t, set.Documents[1999].Values)
	assert.Nil(t, set.Documents[2000].Values)
	assert.Equal(t, []string{
		"500 documents left out of this page, on 0 of which the systems differ, less than on any other; every number above counts them.",
		"The values of the first 2000 documents, by how much the systems differ, are in this page; of the others it says right or wrong.",
	}, set.Notes)
	assert.Less(t, len(page), 8<<20)
}
