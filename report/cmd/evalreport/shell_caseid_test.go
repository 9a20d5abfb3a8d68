package main_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// An id is proposed when it is another way of writing the one that was asked for, and never
// for a document that merely has a similar number.
func TestMeant(t *testing.T) {
	ids := []string{"inv-03", "inv-30", "nl ocr/7", "0", "---"}
	for _, tt := range []struct{ id, want, why string }{
		{"inv-3", `; did you mean "inv-03"?`, "a zero is missing"},
		{"INV_003", `; did you mean "inv-03"?`, "case, separator, zeros"},
		{"inv03", `; did you mean "inv-03"?`, "no separator"},
		{"TestInvoices/case/inv-30", `; did you mean "inv-30"?`, "the name of a test"},
		{"TestInvoices/case/nl_ocr/7", `; did you mean "nl ocr/7"?`, "as go test writes it"},
		{"inv-31", "", "another document"},
		{"inv-300", "", "zeros after a number count"},
		{"000", `; did you mean "0"?`, "a number that is 0"},
		{"", "", "nothing was asked for"},
		{"...", "", "neither words nor numbers"},
	} {
		assert.Equal(t, tt.want, shell.Meant(tt.id, ids), tt.why)
	}
	assert.Empty(t, shell.Meant("a", nil))
}
