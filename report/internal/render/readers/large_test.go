package readers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/testdata/effort"
)

// mostNodes is how many elements the page may have, whatever it holds.
const mostNodes = 12_000

func TestThousandsOfCases(t *testing.T) {
	needsBrowser(t)
	n := effort.Size(4_000, 10_000)
	source := invoices(t, n, 1)
	html := htmlOf(t, page.Options{}, source)
	assert.Less(t, len(html), 8<<20)
	tab := open(t, html, settings{})
	tab.counted(n, n)
	nodes := func() int { return tab.count("*") }
	assert.Less(t, nodes(), mostNodes)

	tab.choose("field", "vendor")
	tab.choose("outcome", "missing")
	tab.counted(count(n, invoice.vendorMissing), n)
	assert.Less(t, nodes(), mostNodes)
	tab.click("#toolbar .next")
	tab.until(`document.querySelector("#toolbar .where").textContent === "page 2 of ` + fmt.Sprint(count(n, invoice.vendorMissing)/50) + `"`)
	tab.click("#open")
	tab.do(focus(`#filters [name=text]`))
	tab.press(invoice(n - 5).id()) // a case of the field
	tab.counted(1, n)
	tab.click(`#filters button[type=reset]`)
	tab.counted(n, n)
	assert.Less(t, nodes(), mostNodes)

	// The printed cases are bounded, too, and the page says so.
	tab.until(`dispatchEvent(new Event("beforeprint")) && document.querySelectorAll("#list > .case").length === 1000`)
	assert.Equal(t, []string{fmt.Sprintf("Printed: %d cases, the first 1000 of them.", n)}, tab.texts("#printed"))
	ask[bool](tab, `dispatchEvent(new Event("afterprint"))`)
	assert.Equal(t, 50, tab.count("#list > .case"))
}

func TestPagesAreBounded(t *testing.T) {
	needsBrowser(t)
	const n, limit = 2000, 400_000
	source := invoices(t, n, 1)
	html := htmlOf(t, page.Options{MaxBytes: limit}, source)
	assert.Less(t, len(html), limit+450_000, "the tables, the first cases and the script are not counted")
	tab := open(t, html, settings{})
	note := tab.texts("#cases > p.dim")[0]
	assert.Regexp(t, `^The worst first\. \d+ others, with better scores, are not in this page; every number above counts them\.$`, note)
	var others int
	_, err := fmt.Sscanf(note, "The worst first. %d others", &others)
	require.NoError(t, err)
	included := n - others
	assert.Greater(t, included, n/10)
	assert.Greater(t, others, n/10)
	tab.counted(included, included)
	assert.Equal(t, []string{"2000"}, tab.texts(".tiles li:last-child .value"), "numbers are of all")
}

// A page of 20,000 cases, or of 100,000 for a long test, opens at any of them, and finds the cases of a filter: each chunk of
// cases is unpacked when it is asked for.
func TestTensOfThousandsOfCases(t *testing.T) {
	needsBrowser(t)
	if testing.Short() {
		t.Skip("it takes seconds to make the page")
	}
	n := effort.Size(20_000, 100_000)
	var text strings.Builder
	text.WriteString(`{"type":"run","schema":"extracteval/v1","package":"p","repetition":1,"start":"2026-11-20T09:30:00Z"}` + "\n" + `{"type":"dataset","name":"d"}` + "\n")
	for i := range n {
		outcome, verdict := "match", "pass"
		if i%10 == 0 {
			outcome, verdict = "wrong", "fail"
		}
		fmt.Fprintf(&text, `{"type":"case","id":"case-%d","trial":1,"status":"ok","score":%d,"verdict":%q,"counts":[{"attribute":"a","counts":{%q:1}}],"fields":[{"path":"a","attribute":"a","outcome":%[4]q,"got":%[1]d,"want":1}]}`+"\n",
			i, min(i%10, 1), verdict, outcome)
	}
	fmt.Fprintf(&text, `{"type":"end","cases":%d}`+"\n", n)
	r, err := render.Load([]artifact.Source{textSource("d.jsonl", text.String())}, render.Options{MaxCases: n})
	require.NoError(t, err)
	tab := open(t, write(t, r, page.Options{MaxBytes: 1 << 30}), settings{fragment: fmt.Sprintf("#set=d&case=case-%d", n-1)})
	tab.reads(fmt.Sprintf("case-%d", n-1))
	assert.Equal(t, []string{fmt.Sprintf("case %d of %[1]d", n)}, tab.texts("#reader .where"), "in natural order")
	tab.press("u")
	tab.counted(n, n)
	tab.choose("outcome", "wrong")
	tab.counted(n/10, n)
	assert.Less(t, tab.count("*"), mostNodes)
}
