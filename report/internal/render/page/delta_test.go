package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// F1 fell from 0.924 to 0.883, which a test tells from chance.
func TestHeadlineDeltas(t *testing.T) {
	ratio := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	r := loaded(t, render.Options{}, report.Run{Package: "p"}, report.Dataset{Name: "d"})
	set := diff.Set{Package: "p", Dataset: "d", Repetition: 1, Cases: 2, Macro: diff.Row{Row: runs.Row{Values: runs.Values(ratio(0.924), ratio(0.883))}, Change: diff.Change{Delta: ratio(-0.041), Verdict: diff.Regressed}}}
	against := &diff.Report{Sets: []diff.Set{set}}
	text := func() string { return (&view.Page{Blocks: headlineDeltas(r, against)}).Text(view.Screen{}) }
	assert.Equal(t, "macro F1 -, 0.924 → 0.883, −4.1 (regressed) in 2 cases of both runs\n", text(), "no case has a number")
	against.Sets[0].Macro.Verdict, against.Sets[0].Macro.Reason = diff.Same, "within chance"
	assert.Equal(t, "macro F1 -, 0.924 → 0.883, −4.1 (not significant) in 2 cases of both runs\n", text())
	against.Sets[0].Dataset = "another"
	assert.Empty(t, headlineDeltas(r, against))
	assert.Empty(t, headlineDeltas(r, nil))
}

// The numbers of a comparison lead to the cases that changed, where any of them is in the page.
func TestLinksOfAComparison(t *testing.T) {
	cases := &packed{present: map[caseKey]bool{{0, "a"}: true, {0, "b"}: true}}
	cases.names.sets = []string{"d"}
	cases.names.fields.Add("total")
	cases.names.fields.Add("date")
	cases.names.complete(nil, nil)
	s := &diff.Set{
		Broken: diff.Changes{Cases: []diff.CaseChange{
			{ID: "a", Fields: []diff.FieldChange{{Field: "rule adds_up", Worse: true}, {Field: "total", Worse: true}}},
			{ID: "left out", Fields: []diff.FieldChange{{Field: "date", Worse: true}}},
		}},
		Fixed: diff.Changes{Cases: []diff.CaseChange{{ID: "b", Fields: []diff.FieldChange{{Field: "total"}}}}},
	}
	c := newChanges(s, 0, cases)
	assert.Equal(t, rowLinks{
		"total", "#set=d&field=total", "#set=d&field=total&outcome=mistake",
		"#set=d&field=total&change=both", "#set=d&field=total&change=worse", "#set=d&field=total&change=better",
	}, c.row("total", "total", false))
	assert.Equal(t, rowLinks{Name: "date", All: "#set=d&field=date", Mistakes: "#set=d&field=date&outcome=mistake"}, c.row("date", "date", false), "its case is not in the page")
	assert.Equal(t, rowLinks{
		Name: "rule adds_up", All: "#set=d&text=adds_up", Mistakes: "#set=d&text=adds_up",
		Changed: "#set=d&change=both&text=rule+adds_up", Worse: "#set=d&change=worse&text=rule+adds_up",
	}, c.row("rule adds_up", "", false))
	assert.Equal(t, rowLinks{"anything", "#set=d", "#set=d&show=failing", "#set=d&change=both", "#set=d&change=worse", "#set=d&change=better"}, c.row("macro F1", "macro F1", true))
	assert.Empty(t, newChanges(s, -1, cases).input, "a data set that is not in the page")

	values := changedValues(&s.Broken.Cases[0])
	assert.Equal(t, "rule adds_up: worse total: worse", values.String(), "what the links look for by its text")
}
