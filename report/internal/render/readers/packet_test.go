package readers

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// packet is a page with one case: an invoice is cut in two, a letter and a note are joined.
func packet(t *testing.T) string {
	spec, err := eval.ParseSpec([]byte(`fields: [{path: packet, match: sections, classes: {invoice: {fields: [total]}, letter: {}, note: {fields: [number]}}}]`), nil)
	require.NoError(t, err)
	set := report.Dataset{Name: "scans"}
	evaluator, err := set.SetSpec(spec)
	require.NoError(t, err)
	result, err := evaluator.Evaluate(t.Context(),
		`{"packet": [{"class": "invoice", "pages": "1-2", "total": 1}, {"class": "invoice", "pages": 3}, {"class": "letter", "pages": "4-6"}]}`,
		`{"packet": [{"class": "invoice", "pages": "1-3", "total": 1}, {"class": "letter", "pages": 4}, {"class": "note", "pages": "5-6", "number": "n"}]}`)
	require.NoError(t, err)
	run := report.Run{Schema: report.Schema, Repetition: 1, Start: time.Date(2026, 11, 26, 10, 0, 0, 0, time.UTC)}
	c := report.NewCase(report.Observation{ID: "scan-1", Result: &result}, report.CaseOptions{})
	return htmlOf(t, page.Options{}, memory(t, "scans.jsonl", run, set, c))
}

func TestSectionsOfAPacketLeadToTheirValues(t *testing.T) {
	const standsAt = `document.activeElement.dataset.path`
	html := packet(t)
	tab := open(t, html, settings{fragment: "#set=scans&case=scan-1"})
	tab.reads("scan-1")
	assert.Equal(t, 3, tab.count(`.strip tr:first-child a[aria-label]`), "sections of the truth")
	tab.click(`.strip a[aria-label^="truth: note 5–6"]`)
	tab.until(standsAt + ` === "packet[2].class"`)
	ask[any](tab, `new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300))`)               // the page scrolled under the mouse
	tab.until(`document.querySelector('.strip a[aria-label^="truth: note"]').closest("td").matches(".lit")`) // with its values
	tab.at("#set=scans&case=scan-1")
	tab.click(`.strip a[aria-label^="answer: invoice 3"]`)
	tab.until(standsAt + ` === "packet[1].class" && document.activeElement.closest("tr.invented") !== null`)

	tab = open(t, html, settings{fragment: "#set=scans&case=scan-1&at=packet%5B1%5D"})
	tab.reads("scan-1")
	tab.until(standsAt + ` === "packet[1].class" && document.activeElement.closest("tr.missing") !== null`)
}
