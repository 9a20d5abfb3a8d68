package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// The table of classes has a column for other and missing answers where there are any, and a row only where a truth is such. Whether a value
// outside of the classes is right is not known.
func TestRowsOfClasses(t *testing.T) {
	c := report.Classes{Attribute: "type", Declared: true, Classes: []report.Attribute{{Attribute: "a"}, {Attribute: "b"}, {Attribute: "unused"}}}
	table := func(pairs ...report.ClassPair) (columns, rows []string, last []classCell) {
		c.Pairs = pairs
		v := newClassesView(&render.Set{}, &c, address{}, &filterNames{})
		for _, r := range v.Rows {
			rows = append(rows, r.Name)
			last = r.Cells
		}
		return v.Columns, rows, last
	}
	pair := func(want, got string) report.ClassPair { return report.ClassPair{Want: want, Got: got, Values: 2} }

	columns, rows, last := table(pair("a", "a"), pair("a", "(other)"), pair("b", "(empty)"))
	assert.Equal(t, []string{"a", "b", "(other)", "(empty)"}, columns)
	assert.Equal(t, []string{"a", "b"}, rows)
	assert.Equal(t, []classCell{{}, {Right: true}, {}, {Text: "2"}}, last)

	columns, rows, last = table(pair("a", "a"), pair("(empty)", "(empty)"))
	assert.Equal(t, []string{"a", "(empty)"}, columns)
	assert.Equal(t, []string{"a", "(empty)"}, rows)
	assert.Equal(t, []classCell{{}, {Text: "2", Right: true}}, last)

	_, rows, last = table(pair("a", "a"), pair("(other)", "(other)"))
	assert.Equal(t, []string{"a", "(other)"}, rows)
	assert.Equal(t, []classCell{{}, {Text: "2"}}, last)
}
