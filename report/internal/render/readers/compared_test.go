package readers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
)

// comparedPage returns the page of two runs: all trials of the second but the first are right about
// the total.
func comparedPage(t *testing.T) string {
	t.Helper()
	r, err := compare.Read([]compare.Input{priced(t, "one", "0.01", invoices(t, 60, 1)), priced(t, "three", "0.03", invoices(t, 60, 3))}, compare.Options{})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, several.WriteCompared(&b, r))
	return b.String()
}

func TestComparedRunsAreSortedByClick(t *testing.T) {
	tab := open(t, comparedPage(t), settings{})
	const names = "table.compared tbody:nth-of-type(2) th"
	before := tab.texts(names)
	require.Contains(t, before, "total")
	values := func() []float64 {
		return ask[[]float64](tab, `[...document.querySelectorAll("table.compared tbody:nth-of-type(2) tr")].filter((r) => "v" in r.cells[1].dataset).map((r) => Number(r.cells[1].dataset.v))`)
	}
	tab.click("table.compared thead th:nth-child(2) button")
	assert.IsNonDecreasing(t, values())
	assert.Equal(t, "ascending", ask[string](tab, `document.querySelector("table.compared th:nth-child(2)").ariaSort`))
	assert.Contains(t, tab.texts("table.compared tbody:first-of-type th"), "macro F1", "averages stay above the fields")
	tab.click("table.compared thead th:nth-child(2) button")
	assert.IsNonIncreasing(t, values())
	assert.ElementsMatch(t, before, tab.texts(names))
	tab.click("table.compared thead th:nth-child(1) button")
	assert.IsNonDecreasing(t, tab.texts(names))
	assert.Equal(t, 0, tab.count("table.compared th:nth-child(2)[aria-sort]"), "one column is sorted")
}

func TestComparedRunsWithoutJavaScript(t *testing.T) {
	tab := open(t, comparedPage(t), settings{noScript: true})
	text := ask[string](tab, `document.body.innerText`)
	for _, want := range []string{"2 runs compared", "invoices", "60 cases in 2 runs", "macro F1", "not told apart", "cases on which the runs disagree", "case-00003"} {
		assert.Contains(t, text, want)
	}
	assert.Equal(t, 0, tab.count("button"))
}

func TestComparedRunsCanBeRead(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		tab := open(t, comparedPage(t), settings{scheme: scheme})
		got := ask[contrasts](tab, faint)
		assert.Empty(t, got.Found, scheme)
		assert.Greater(t, got.Checked, 100)
		assert.Equal(t, 2, tab.count("svg.front circle"), "quality against cost")
		assert.LessOrEqual(t, ask[float64](tab, `document.documentElement.scrollWidth - innerWidth`), 0.0, "nothing is wider than the window")
	}
	tab := open(t, comparedPage(t), settings{width: 360, height: 700})
	assert.LessOrEqual(t, ask[float64](tab, `document.documentElement.scrollWidth - innerWidth`), 0.0, "on a phone")
}
