package readers

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// At the desk, with the keyboard alone: nothing is clicked, and no focus is set. A review opens at its first question, each
// decision goes on to the next, and neither end leads to the other.
func TestReviewByKeyboard(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.progress("0 of 9 looked at")
	tab.asked(0, "total")
	tab.until(`location.hash.endsWith("case=case-00000") && document.activeElement.dataset.path === "total"`)
	assert.True(t, ask[bool](tab, `(() => {
		const leaf = document.activeElement.getBoundingClientRect();
		return leaf.top >= 0 && leaf.bottom <= document.querySelector("#review").getBoundingClientRect().top;
	})()`), "the value is not behind the panel")
	assert.Equal(t, []string{"1005", "100.5"}, tab.texts("#review dd"))
	tab.keys("k")
	tab.problem("No question of those shown comes before this one.")
	tab.asked(0, "total")
	tab.keys("j") // the first one moves
	tab.asked(0, "vendor")
	tab.nothing()
	tab.keys("k")
	tab.asked(0, "total")
	tab.key('a', 0, true) // held too long, it decides once
	tab.progress("1 of 9 looked at")
	assert.Equal(t, []string{"label wrong, answer taken"}, tab.texts("#list .said"))

	tab.asked(0, "vendor")
	tab.keys("v")
	tab.until(`document.activeElement.name === "typed" && document.activeElement.value === "Acme GmbH"`)
	tab.keys("Acme & Co")
	assert.Equal(t, []string{`The label will be "Acme & Co"`}, tab.texts("#review form output"))
	tab.keys(kb.Enter)
	tab.progress("2 of 9 looked at")

	tab.asked(0, "stamp")
	tab.until(`document.querySelector("#review form").hidden && document.activeElement.dataset.path === "stamp"`)
	tab.keys("n") // a note before the decision
	tab.until(`document.activeElement.id === "reviewNote"`)
	tab.keys("smudged")
	tab.keys(kb.Enter)
	tab.until(`document.activeElement.id === "review"`)
	tab.keys("w")
	tab.progress("3 of 9 looked at")
	tab.asked(0, "lines[1]")
	tab.keys("k")
	tab.asked(0, "stamp")
	tab.keys("n") // and another one after it, which stays
	tab.keys(", twice")
	tab.keys(kb.Enter)
	tab.until(`document.querySelector("#review .own").textContent.includes("smudged, twice")`)
	tab.asked(0, "stamp")

	tab.keys("j") // a row that the answer lacks, as a whole
	tab.asked(0, "lines[1]")
	tab.keys("b")
	tab.progress("4 of 9 looked at")
	tab.asked(0, "lines[0]")
	tab.keys("k")
	tab.until(`document.querySelector("#review .stands").textContent.includes("but cannot be made in the data: the data cannot say that both are right")`)

	tab.keys("k")
	tab.asked(0, "stamp")
	tab.keys("k")
	tab.asked(0, "vendor")
	tab.keys("v") // a number is JSON, and stays as it is typed
	tab.until(`document.activeElement.value === "Acme & Co"`)
	tab.keys(kb.Tab + " ")
	tab.until(`document.activeElement.name === "isText" && document.querySelector("#review form [type=submit]").disabled`)
	tab.back()
	ask[any](tab, `document.querySelector("#review [name=typed]").select()`)
	tab.keys("30.50" + kb.Enter)
	tab.asked(0, "lines[0]") // the next one that is open
	for _, path := range []string{"lines[1]", "stamp", "vendor"} {
		tab.keys("k")
		tab.asked(0, path)
	}
	tab.until(`document.querySelector("#review .own").textContent.includes("30.50")`)

	tab.keys("v")
	tab.keys(kb.Escape)
	tab.until(`document.querySelector("#review form").hidden && document.activeElement.dataset.say === "value"`)
	tab.keys("?")
	tab.until(`document.querySelector("#help").open`)
	assert.Equal(t, []string{"j k", "a", "v", "w", "b", "z", "n", "N P", "c", "f F", "u", "/", "?"}, tab.texts("#help tbody th"))
	tab.keys("a") // which is nothing while the help is open
	tab.keys("?")
	tab.until(`!document.querySelector("#help").open`)
	tab.keys("j")
	tab.asked(0, "stamp")

	want := []string{
		"ann case-00000 total answer", `ann case-00000 vendor value "Acme & Co"`, "ann case-00000 stamp wrong smudged",
		"ann case-00000 stamp wrong smudged, twice", "ann case-00000 lines[1] both", "ann case-00000 vendor value 30.50",
	}
	assert.Equal(t, want, d.written())

	// A reload shows the decisions, and goes on where nothing was decided.
	tab.do(chromedp.Reload())
	tab.progress("4 of 9 looked at")
	tab.until(`document.querySelectorAll("#list .said").length >= 4`)
	tab.asked(0, "lines[0]")
	tab.keys("k")
	tab.asked(0, "lines[1]")
	tab.until(`document.querySelector('#review [data-say="both"]').getAttribute("aria-pressed") === "true"`)

	// Only questions that were not looked at.
	ask[any](tab, `document.querySelector("#reviewWhich").focus()`)
	tab.keys("n")
	tab.until(`document.querySelector("#reviewWhich").value === "open"`)
	ask[any](tab, `document.querySelector("#review").focus()`)
	for _, next := range []struct {
		id   invoice
		path string
	}{{0, "lines[0]"}, {3, "total"}, {5, "vendor"}, {4, "lines[1]"}, {4, "lines[0]"}} {
		tab.keys("j")
		tab.asked(next.id, next.path)
	}
	tab.keys("j")
	tab.problem("No question of those shown comes after this one.")
	tab.asked(4, "lines[0]")
	assert.Equal(t, want, d.written(), "looking decides nothing")
	tab.keys("w")
	tab.problem("No question after this one is open; 4 before it are: k goes back.")
}

// What was decided last is taken back first: what was said before counts again, or nothing.
func TestReviewIsTakenBack(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	tab.keys("z")
	tab.problem("This page has made no decision that could be taken back.")
	tab.keys("w")
	tab.asked(0, "vendor")
	tab.keys("b")
	tab.progress("2 of 9 looked at")
	tab.asked(0, "stamp")
	tab.keys("kk")
	tab.asked(0, "total")
	tab.keys("a")
	tab.asked(0, "stamp")

	tab.keys("z") // the total, which the answer had
	tab.asked(0, "total")
	tab.until(`document.querySelector("#review .own").textContent.includes("the answer is wrong")`)
	tab.progress("2 of 9 looked at")
	tab.click("#review .undo") // the vendor
	tab.asked(0, "vendor")
	tab.progress("1 of 9 looked at")
	assert.Equal(t, 0, tab.count("#review .own"))
	tab.keys("z")
	tab.asked(0, "total")
	tab.progress("0 of 9 looked at")
	assert.Equal(t, []string{
		"ann case-00000 total wrong", "ann case-00000 vendor both", "ann case-00000 total answer",
		"ann case-00000 total wrong", "ann case-00000 vendor open", "ann case-00000 total open",
	}, d.written())
	tab.do(chromedp.Reload())
	tab.progress("0 of 9 looked at")
	tab.asked(0, "total")
}

// A label that stands in the text of its document is changed by saying so twice. An answer that is wrong is said once.
func TestReviewWarnsOfLabelsInTheText(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), func(d *desk) {
		d.options.InText = func(c *report.Case) map[int]bool {
			in := map[int]bool{}
			for i, f := range c.Fields {
				in[i] = f.Path == "total"
			}
			return in
		}
	})
	const warning = "Say so once more to change this label all the same."
	tab := d.open(settings{})
	tab.asked(0, "total")
	assert.Equal(t, []string{"This label stands in the text of the document."}, tab.texts("#review .inText"))
	tab.keys("a")
	tab.problem(warning)
	assert.Empty(t, d.written())
	tab.keys("a")
	tab.asked(0, "vendor")
	tab.nothing()
	assert.False(t, ask[bool](tab, `document.querySelector("#review .inText").checkVisibility()`), "the vendor does not stand there")
	tab.keys("w")
	tab.progress("2 of 9 looked at")
	for range 3 {
		tab.keys("j")
	}
	tab.asked(3, "total")
	tab.keys("v")
	tab.keys("7" + kb.Enter)
	tab.problem(warning)
	tab.keys(kb.Enter)
	tab.asked(5, "vendor")
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 vendor wrong", "ann case-00003 total value 7"}, d.written())
}

func TestReviewByMouse(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.until(`location.hash.endsWith("case=case-00000")`)
	tab.click(`#list .leaf[data-path="stamp"]`) // a value of the case is asked about when it is clicked
	tab.asked(0, "stamp")
	tab.click(`[data-say="both"]`)
	tab.progress("1 of 9 looked at")
	tab.asked(0, "lines[1]")
	tab.click("#review .prev")
	tab.asked(0, "stamp")
	tab.click(`[data-say="value"]`)
	tab.until(`document.querySelector("#review [name=typed]").value === "[100,100,200,150]"`)
	tab.keys("[1,2,3,4]")
	tab.click("#review [type=submit]")
	tab.until(`document.querySelector("#review form").hidden`)
	tab.click("#reader .next") // the page's own way to the next case
	tab.asked(3, "total")
	tab.click(`[data-say="answer"]`)
	tab.progress("2 of 9 looked at")
	assert.Equal(t, []string{"ann case-00000 stamp both", "ann case-00000 stamp value [1,2,3,4]", "ann case-00003 total answer"}, d.written())
}

// Trials that answer the same are one question, and each shows the decision.
func TestReviewOfTrials(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 3), nil)
	tab := d.open(settings{})
	tab.progress("0 of 9 looked at") // the total is wrong in the first trial, the others in all
	tab.asked(0, "total")
	tab.keys("a")
	tab.asked(0, "vendor")
	tab.until(`document.querySelector("#review .outcome").textContent === "missing, 3 trials"`)
	tab.keys("w")
	tab.progress("2 of 9 looked at")
	assert.Equal(t, []string{"label wrong, answer taken", "answer wrong", "answer wrong", "answer wrong"}, tab.texts("#list .said"))
}

// A text of several lines is edited as JSON: a field of one line would join them.
func TestReviewOfLines(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	tab.keys("j")
	tab.asked(0, "vendor")
	tab.keys("v")
	tab.keys(kb.Tab + " ")
	tab.back()
	ask[any](tab, `document.querySelector("#review [name=typed]").select()`)
	tab.keys(`"Acme\nBerlin"` + kb.Enter)
	tab.progress("1 of 9 looked at")
	tab.asked(0, "stamp")
	tab.keys("k")
	tab.asked(0, "vendor")
	tab.keys("v")
	tab.until(`document.activeElement.value === ` + "`\"Acme\\\\nBerlin\"`" + ` && !document.activeElement.form.elements.isText.checked`)
	tab.keys(kb.Enter)
	tab.until(`document.querySelector("#review form").hidden`)
	assert.Equal(t, []string{`ann case-00000 vendor value "Acme\nBerlin"`}, d.written()[:1])
}

func TestReviewCanBeReadAndHeard(t *testing.T) {
	contested := func(d *desk) {
		bob := filepath.Join(filepath.Dir(d.options.Data), "bob.jsonl")
		require.NoError(t, os.WriteFile(bob, []byte(`{"case":"case-00000","path":"total","decision":"wrong","want":100.5,"got":1005,"reviewer":"bob"}`+"\n"+
			`{"case":"gone","path":"total","decision":"wrong","reviewer":"bob"}`), 0o600))
		d.options.Others = []string{bob}
		d.options.Labels = []audit.SuspectLabel{{ID: "case-00000", Path: "total", Evidence: []audit.Evidence{{Kind: audit.Nowhere, Text: "it stands nowhere"}}}}
	}
	for _, s := range []settings{{scheme: "light"}, {scheme: "dark"}, {scheme: "light", width: 390, height: 800}} {
		tab := reviewed(t, invoices(t, desked, 1), contested).open(s)
		tab.until(`document.activeElement.dataset.path === "total"`)
		tab.keys("a")
		tab.progress("1 of 9 looked at; reviewers differ on 1")
		tab.asked(0, "vendor")
		tab.keys("k")
		tab.asked(0, "total")
		tab.keys("v")
		tab.until(`document.activeElement.name === "typed"`)
		got := ask[contrasts](tab, faint)
		assert.Empty(t, got.Found, s.scheme)
		require.Greater(t, got.Checked, 50)
		assert.Equal(t, s.scheme == "dark", got.Page < 0.05)
		assert.LessOrEqual(t, ask[int](tab, `document.documentElement.scrollWidth - innerWidth`), 0, "nothing is cut")
		assert.LessOrEqual(t, ask[int](tab, `document.querySelector("#review").scrollWidth - document.querySelector("#review").clientWidth`), 0)

		if s.width == 390 { // a thumb reaches each decision, and sees what it is about
			assert.GreaterOrEqual(t, ask[float64](tab, `Math.min(...[...document.querySelectorAll("#review .say button")].map((e) => e.getBoundingClientRect().height))`), 40.0)
			assert.True(t, ask[bool](tab, `(() => {
				const leaf = document.querySelector("#list .asked").getBoundingClientRect();
				return leaf.top >= 0 && leaf.bottom <= document.querySelector("#review").getBoundingClientRect().top;
			})()`))
		}

		nodes := tab.accessibilityTree()
		for _, n := range nodes {
			switch n.role {
			case "button", "link", "combobox", "textbox", "checkbox", "region", "navigation", "form":
				assert.NotEmpty(t, n.name, "a %s has no name", n.role)
			}
		}
		assert.Subset(t, named(nodes, "region"), []string{"Review", "Cases"})
		assert.Subset(t, named(nodes, "navigation"), []string{"Questions"})
		assert.Subset(t, named(nodes, "form"), []string{"The right value"})
		buttons := []string{"Label wrong, take the answer a", "Label wrong, type the value v", "Answer wrong w", "Both acceptable b", "Undo z", "Previous k", "Next j"}
		if s.width == 390 { // where there are no keys
			for i := range buttons {
				buttons[i] = buttons[i][:len(buttons[i])-2]
			}
		}
		assert.Subset(t, named(nodes, "button"), append(buttons, "Save", "Cancel"))
		assert.Equal(t, []string{"", "polite", "polite"}, ask[[]string](tab, `[".head", ".progress", ".stands"].map((s) => document.querySelector("#review " + s).getAttribute("aria-live") ?? "")`))

		// Tab goes through the panel in the order on the screen, and the focus is seen.
		tab.keys(kb.Escape)
		ask[any](tab, `document.querySelector("#review").focus()`)
		var order []string
		for range 9 {
			tab.keys(kb.Tab)
			at := ask[focusState](tab, strings.Replace(focused, "window.controls.indexOf(e)", "0", 1))
			assert.True(t, at.Seen && at.InView, "the focus is seen on %s", at.What)
			order = append(order, ask[string](tab, `document.activeElement.id || document.activeElement.dataset.say || document.activeElement.className || document.activeElement.localName`))
		}
		assert.Equal(t, []string{"reviewWhich", "prev", "next", "a", "answer", "value", "wrong", "both", "undo"}, order)
	}
}

// Hostile values do nothing in the panel either.
func TestHostileValuesInAReview(t *testing.T) {
	needsBrowser(t)
	lines := strings.SplitAfter(places, "\n")
	one := strings.Replace(lines[2], `"status":"error","error":"VALUE"`, `"status":"ok"`, 1)
	require.NotEqual(t, lines[2], one)
	fill := func(text, value string) string {
		return strings.NewReplacer("VALUE", value, "OUTCOME", "wrong").Replace(text)
	}
	var run, data strings.Builder
	run.WriteString(fill(lines[0]+lines[1], hostile[0].value))
	var labels []audit.SuspectLabel
	hashes := map[string]string{}
	for _, h := range hostile {
		var text string
		require.NoError(t, json.Unmarshal([]byte(`"`+h.value+`"`), &text))
		run.WriteString(fill(one, h.value))
		data.WriteString(fill(`{"id":"VALUE","want":{"k":"VALUE"}}`+"\n", h.value))
		hashes[text] = report.DataHash(text, []byte(`{"k":"`+h.value+`"}`))
		labels = append(labels, audit.SuspectLabel{ID: text, Path: "k", Evidence: []audit.Evidence{{Kind: audit.Nowhere, Text: text}}})
	}
	fmt.Fprintf(&run, `{"type":"end","cases":%d}`, len(hostile))
	const n = 21
	require.Len(t, hostile, n)
	d := reviewed(t, textSource("hostile", run.String()), func(d *desk) {
		require.NoError(t, os.WriteFile(d.options.Data, []byte(data.String()), 0o600))
		for _, c := range d.options.Cases {
			c.DataHash = hashes[c.ID]
			require.NotEmpty(t, c.DataHash)
		}
		d.options.Reviewer, d.options.Labels = labels[1].ID, labels
	})
	tab := d.open(settings{})
	allowed := strings.NewReplacer(`script"`, `script kbd template dl dt dd"`, `e.id !== "filters"`, `e.id !== "filters" && e.getAttribute("aria-label") !== "The right value"`).Replace(foreign)
	for i := range n { // of each case the value k, whose label is suspect
		tab.until(`document.querySelector("#review .evidence li") && !document.querySelector("#review .own")`)
		tab.keys("n" + `<img src=x onerror=window.ran=1>` + kb.Enter)
		tab.keys("a")
		tab.until(fmt.Sprintf(`document.querySelector("#review .progress").textContent.startsWith("%d of ")`, i+1))
		assert.Empty(t, ask[[]string](tab, allowed), hostile[i].name)
	}
	assert.Len(t, d.written(), n)
}

// The page of a document is asked for when its case is on the screen, and its boxes are lit with the value that is asked about.
func TestReviewShowsThePages(t *testing.T) {
	for _, width := range []int64{1400, 390} {
		d := reviewed(t, invoices(t, desked, 1), nil)
		tab := d.open(settings{width: width, height: 900})
		tab.asked(0, "total")
		tab.until(`document.querySelectorAll("#list .paper .overlay image").length === 1`)
		assert.Equal(t, 0, ask[int](tab, `document.querySelectorAll("script[type='application/gzip']").length ? document.documentElement.innerHTML.split("data:image").length - 2 : -1`), "no other picture is in the page")
		assert.True(t, ask[bool](tab, `(() => {
			const leaf = document.querySelector("#list .asked").getBoundingClientRect();
			return leaf.top >= 0 && leaf.bottom <= document.querySelector("#review").getBoundingClientRect().top;
		})()`), "the value is on the screen at a width of %d", width)
		tab.keys("jj")
		tab.asked(0, "stamp")
		tab.until(`document.querySelector("#list .paper g.lit") !== null`)
		tab.keys("N")
		tab.until(`location.hash.endsWith("case=case-00003") && document.querySelector("#list .paper .overlay image") !== null`)
	}
}
