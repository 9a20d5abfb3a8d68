package readers

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

func TestReviewInTwoTabs(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	one, two := d.open(settings{}), d.open(settings{})
	one.asked(0, "total")
	two.asked(0, "total")
	one.keys("a")
	one.progress("1 of 9 looked at")

	// A decision that the other tab does not know of is refused, and told; the typed text stays.
	two.keys("j")
	two.progress("1 of 9 looked at") // which tells the other one
	two.keys("k")
	two.asked(0, "total")
	two.until(`document.querySelector('#review [data-say="answer"]').getAttribute("aria-pressed") === "true"`)
	one.keys("k")
	one.asked(0, "total")
	one.keys("w")
	one.progress("1 of 9 looked at")
	one.asked(0, "vendor")
	two.keys("v")
	two.keys("101.5" + kb.Enter)
	two.problem("it was decided meanwhile: the answer is wrong")
	two.until(`document.querySelector("#review .own").textContent.includes("the answer is wrong")`)
	assert.Equal(t, "101.5", ask[string](two, `document.activeElement.value`))
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 total wrong"}, d.written())
	two.keys(kb.Enter) // now that it is known
	two.asked(0, "vendor")
	one.keys("k")
	one.until(`document.querySelector("#review .own").textContent.includes("101.5")`)
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 total wrong", "ann case-00000 total value 101.5"}, d.written())
}

// A decision made before a tab has heard of another tab's decision is refused, although it has
// heard of it when it sends its own; decisions that one tab makes one after the other are taken.
func TestReviewFasterThanItsTabs(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	one, two := d.open(settings{}), d.open(settings{})
	const at = `for (const key of %s) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`
	one.asked(0, "total")
	two.asked(0, "total")
	ask[any](one, fmt.Sprintf(at, `["w", "a"]`))
	one.until(`document.querySelectorAll("#list .said")[0]?.textContent === "label wrong, answer taken"`)
	one.nothing()
	ask[any](two, fmt.Sprintf(at, `["b"]`))
	two.problem("it was decided meanwhile: the label is wrong, and the answer is taken")
	assert.Equal(t, []string{"ann case-00000 total wrong", "ann case-00000 total answer"}, d.written())
}

func TestReviewWhenTheDataChange(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	tab.keys("a")
	tab.progress("1 of 9 looked at")
	tab.asked(0, "vendor")
	tab.keys("k")
	tab.asked(0, "total")
	d.data("case-00003")
	tab.keys("w")
	tab.until(`document.querySelector("#review .told").textContent.includes("invoices.jsonl changed underneath: the truth of 1 case is not the one that was evaluated")`)
	tab.asked(0, "vendor")
	for range 4 {
		tab.keys("j")
	}
	tab.asked(3, "total")
	tab.until(`document.querySelector("#review .stands").textContent.includes("Nothing can be decided here")`)
	assert.Equal(t, 4, tab.count("#review .say button:disabled"))
	tab.keys("a")
	tab.keys("v")
	tab.keys("j")
	tab.asked(5, "vendor")
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 total wrong"}, d.written())
}

// A server that has ended is told, and the typed text stays.
func TestReviewWithoutItsServer(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	d.stop()
	tab.keys("v")
	tab.keys("7" + kb.Enter)
	tab.problem("The server does not answer, and says nothing of this decision.")
	assert.Equal(t, "7", ask[string](tab, `document.querySelector("#review [name=typed]").value`))
	assert.Empty(t, d.written())
}

func TestReviewOfTwoPeople(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), func(d *desk) {
		bob := filepath.Join(filepath.Dir(d.options.Data), "bob.jsonl")
		require.NoError(t, os.WriteFile(bob, []byte(`{"case":"case-00003","path":"total","decision":"value","value":7,"want":103.5,"got":1035,"note":"see page 2","reviewer":"bob"}`), 0o600))
		d.options.Others = []string{bob}
		d.options.Labels = []audit.SuspectLabel{{ID: "case-00003", Path: "total", Evidence: []audit.Evidence{{Kind: audit.Nowhere, Text: "it is not in the text of the document"}}}}
	})
	tab := d.open(settings{})
	tab.asked(3, "total") // the suspect label is the first
	assert.Equal(t, []string{"it is not in the text of the document"}, tab.texts("#review .evidence li"))
	assert.Equal(t, []string{"bob: the label is to be 7 (see page 2)"}, tab.texts("#review .stands p"))
	tab.keys("a")
	tab.progress("1 of 9 looked at; reviewers differ on 1")
	tab.asked(0, "total")
	tab.keys("k")
	tab.asked(3, "total")
	assert.Equal(t, []string{"You: the label is wrong, and the answer is taken", "bob: the label is to be 7 (see page 2)"}, tab.texts("#review .stands p"))
	tab.keys("v")
	tab.keys("7" + kb.Enter)
	tab.progress("1 of 9 looked at")
}
