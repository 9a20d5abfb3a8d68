package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// The table of classes has a column for other and missing answers where there are any, and a row only where a truth is such. Whether a value
// outside of the classes is right is not known.
func TestRowsOfClasses(t *testing.T) {
	c := report.Classes{Attribute: "type", Declared: true, Classes: []report.Attribute{{Attribute: "a"}, {Attribute: "b"}, {Attribute: "unused"}}}
	table := func(pairs ...report.ClassPair) (columns, rows []string, last []view.Cell) {
		c.Pairs = pairs
		v := sections{set: &render.Set{}, names: &filterNames{}}.confusions(&c)
		columns = nil
		for _, c := range v.Columns[1 : len(v.Columns)-5] {
			columns = append(columns, c.Name)
		}
		for _, r := range v.Rows {
			rows = append(rows, r.Cells[0].String())
			last = r.Cells[1 : 1+len(columns)]
		}
		return columns, rows, last
	}
	pair := func(want, got string) report.ClassPair { return report.ClassPair{Want: want, Got: got, Values: 2} }

	columns, rows, last := table(pair("a", "a"), pair("a", "(other)"), pair("b", "(empty)"))
	assert.Equal(t, []string{"a", "b", "(other)", "(empty)"}, columns)
	assert.Equal(t, []string{"a", "b"}, rows)
	assert.Equal(t, []view.Cell{{}, {Class: "right"}, {}, {Text: view.Plain("2")}}, last)

	columns, rows, last = table(pair("a", "a"), pair("(empty)", "(empty)"))
	assert.Equal(t, []string{"a", "(empty)"}, columns)
	assert.Equal(t, []string{"a", "(empty)"}, rows)
	assert.Equal(t, []view.Cell{{}, {Text: view.Plain("2"), Class: "right"}}, last)

	_, rows, last = table(pair("a", "a"), pair("(other)", "(other)"))
	assert.Equal(t, []string{"a", "(other)"}, rows)
	assert.Equal(t, []view.Cell{{}, {Text: view.Plain("2")}}, last)
}
