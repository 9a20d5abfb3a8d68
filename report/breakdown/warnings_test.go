package breakdown_test

import (
	"fmt"
	"testing"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/stretchr/testify/assert"
)

func TestWarnings(t *testing.T) {
	var w breakdown.Warnings
	w.Add(&report.Case{ID: "a", Trial: 1, Warnings: []string{"z", "y", "z"}})
	w.Add(&report.Case{ID: "a", Trial: 2, Warnings: []string{"y"}})
	w.Add(&report.Case{ID: "b", Trial: 1, Warnings: []string{"y", "x"}})
	assert.Equal(t, []breakdown.Warning{{"y", 2}, {"x", 1}, {"z", 1}}, w.Warnings())

	for i := range 1000 {
		w.Add(&report.Case{Trial: 1, Warnings: []string{fmt.Sprint(i), "y"}})
	}
	all := w.Warnings()
	assert.Len(t, all, 100)
	assert.Equal(t, breakdown.Warning{Text: "y", Cases: 1002}, all[0], "of those that it has, every case counts")
}
