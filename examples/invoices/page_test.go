package invoices

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBeside(t *testing.T) {
	number := labels("invoice no")[0]
	tests := []struct {
		name, doc string
		want      []string
	}{
		{"same cell", "Invoice No: 17", []string{"17"}},
		{"next cell, then below", "Invoice No.   17\nDue   18", []string{"17", "Due"}},
		{"below, by column", "Order   Invoice No\nA1      B2", []string{"B2"}},
		{"columns count runes, not bytes", "Käufer  Invoice No\nÄÖÜ     B2", []string{"B2"}},
		{"between bars", "| Invoice No | 17 |", []string{"17"}},
		{"not inside a word", "Invoice Notes 17", nil},
		{"twice", "invoice no 1\nINVOICE NO 2", []string{"1", "2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, slices.Collect(newPage(tt.doc).beside(number)))
		})
	}
}
