package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
)

func TestShortNames(t *testing.T) {
	set := func(name, pkg string, repetition int) *render.Set {
		return &render.Set{Set: &artifact.Set{Dataset: report.Dataset{Name: name}, Run: report.Run{Package: pkg, Repetition: repetition}}}
	}
	r := &render.Report{Sets: []*render.Set{
		set("receipts", "github.com/acme/service/confidence", 1), set("receipts", "github.com/acme/service/receipts", 1), set("receipts", "github.com/acme/other/receipts", 2),
		set("receipts", "receipts", 1), set("invoices", "github.com/acme/service/invoices", 1), set("receipts", "evil/x/receipts", 1),
	}}
	var names []string
	for _, s := range r.Sets {
		names = append(names, r.ShortNameOf(s))
	}
	assert.Equal(t, []string{
		"receipts in …/confidence", "receipts in …/service/receipts", "receipts in …/other/receipts (repetition 2)",
		"receipts in receipts", "invoices", "receipts in evil/x/receipts",
	}, names)
}
