package internal_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// An item without partner is shown with its nearest item, also where notes are redacted.
func TestNearestItemsAreShown(t *testing.T) {
	c := caseOf("cafe", false)
	c.Alignments = []report.Alignment{{
		Path: "menu", OnlyWant: 2, OnlyGot: 1, UnmatchedWant: []int{0, 3}, UnmatchedGot: []int{1},
		NearestToWant: []eval.Nearest{{Got: 1, Want: 0, Similarity: 0.56, Least: 0.8, Differs: []string{"name"}}},
		NearestToGot:  []eval.Nearest{{Got: 1, Want: 2, Similarity: 0.9, Least: 0.8, Taken: true}},
	}}
	r := load(t, render.Options{}, memory("a.jsonl", run(1), report.Dataset{Name: "menus"}, c, report.End{Cases: 1}))
	comment := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	assert.Contains(t, comment, "\n- `menu[0]` missing: `nearest is item 1 of got, similarity 0.56, want 0.8 (name)`\n"+
		"- `menu[1]` invented: `nearest is item 2 of the truth, similarity 0.90, which has a partner`\n")
	html := htmlOf(t, r, page.Options{})
	assert.Contains(t, html, "missing; nearest is item 1 of got, similarity 0.56, want 0.8 (name)")
	assert.Contains(t, html, "invented; nearest is item 2 of the truth, similarity 0.90, which has a partner")
}
