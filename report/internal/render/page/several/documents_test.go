package several

import (
	"html/template"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Every number of the table leads to documents.
func TestEveryRowHasAnAddress(t *testing.T) {
	typ := &compare.Row{Row: runs.Row{Name: "type", Kind: report.KindField}}
	s := &compare.Set{Documents: &compare.Documents{Fields: []*compare.Row{{Row: runs.Row{Name: "total", Kind: report.KindField}}, typ}}}
	k := &keysView{set: "invoices", systems: []string{"large", "small"}, fields: []string{"total", "type"}}
	for address, row := range map[template.URL]*compare.Row{
		"#set=invoices&show=wrong&system=small":            {Row: runs.Row{Name: "macro F1", Kind: report.KindAverage}},
		"#set=invoices&show=failed&system=small":           {Row: runs.Row{Name: "pass rate", Kind: runs.KindRate}},
		"#set=invoices&field=type&show=wrong&system=small": typ,
		"#set=invoices&show=all&system=small":              {Row: runs.Row{Name: "rqs", Kind: report.KindMeasure}},
	} {
		assert.Equal(t, address, k.ofRow(s, row, 1), row.Name)
	}
	assert.Equal(t, k.ofRow(s, typ, 1), k.ofRow(s, &compare.Row{Row: runs.Row{Name: `type="credit note"`, Kind: report.KindClass}}, 1))
	assert.Empty(t, (&keysView{}).ofRow(s, typ, 1), "a page without documents has no addresses")
}
