package render

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
)

const maxFields = 60

// fields returns the table of a data set.
func (m markdown) fields(set *Set) []view.Block {
	s := &set.Summary
	heading := view.Heading{Level: 3, Text: view.Code(m.r.NameOf(set))}
	if len(s.Attributes) == 0 { // the verdict names errors alone
		if len(s.Findings()) == 0 {
			return nil
		}
		return append([]view.Block{heading}, preflightMarkdown(set)...)
	}
	t := mistaken(set).Pick(append([]string{"field", "F1", "interval", "people", "precision", "recall", "support", "mistakes"}, terminal.FurtherMeasures(*s)...)...).First(maxFields)
	value := func(name string) string { return set.Number(name).Value.String() }
	strong := func(text string) view.Cell { return view.Cell{Text: view.Text{{Text: text, Tone: view.Strong}}} }
	for _, average := range []string{"micro", "macro"} {
		cells := append([]view.Cell{strong(average + " average"), strong(value(average + " F1"))}, view.Cells(set.Number(average+" F1").Interval(), "")...)
		if average == "micro" {
			cells = append(cells, view.Cells(value("micro precision"), value("micro recall"))...)
		}
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	return slices.Concat([]view.Block{heading, t}, m.otherNumbers(set), terminal.Footnotes(terminal.HasPeople(*s), terminal.Approximate(*s)))
}

// mistaken returns the table of the attributes with their mistakes, and with the limits that F1 misses.
func mistaken(set *Set) view.Table {
	t := terminal.Fields(set.Summary)
	t.AddColumn(view.Column{Name: "mistakes"}, func(i int) view.Cell { return view.Cells(set.MistakesIn(set.Summary.CountsOf(i)))[0] })
	for i, a := range set.Summary.Attributes {
		if limit, _ := set.LimitOn(a.Attribute); set.BelowLimit(a.Attribute) {
			f1 := t.Cell(i, "F1")
			f1.Text[0].Tone = view.Missed
			f1.Text = f1.Text.With(view.Span{Text: "< " + Decimals(limit)})
		}
	}
	return t
}

// otherNumbers returns the numbers below the table of fields.
func (m markdown) otherNumbers(set *Set) []view.Block {
	accuracy, score := set.Number("accuracy"), set.Number("mean score")
	blocks := append([]view.Block{say("Accuracy %s (an empty answer: %s), mean score %s (%s).", accuracy.Value, accuracy.Null, score.Value, score.Null)}, preflightMarkdown(set)...)
	if names := terminal.WithoutValueNames(set.Summary); len(names) > 0 {
		blocks = append(blocks, view.Sentence{Text: view.Plain("No value in any truth or answer:").With(names...)})
	}
	return blocks
}

func (m markdown) stability(set *Set) []view.Block {
	s := set.Summary.Stability
	if s == nil || s.Trials < 2 {
		return nil
	}
	text := terminal.StabilityText(set.Summary)
	all := []view.Block{say("%s.", strings.ToUpper(text[:1])+text[1:]), terminal.Stability(set.Summary).Pick("field", "agreement", "flip rate").First(maxFields)}
	if s.FlakyCases != 0 {
		all = append(all, say("Flaky: %s", FlakyText(s)), terminal.FlakyList(s, maxFlaky, func(id string) view.Span { return view.Code(id)[0] }))
	}
	return m.section(set, view.Heading{Text: view.Plain("Stability"), Join: "of", Note: view.Plain(" over " + terminal.StabilityOver(s))}, all...)
}

// preflightMarkdown returns the ceiling, the findings about the truths and the spec, and the oddities of cases.
func preflightMarkdown(set *Set) (blocks []view.Block) {
	if accuracy := set.Number("accuracy").Attainable; accuracy.Defined {
		blocks = append(blocks, say("A perfect answer would have an accuracy of %s and a mean score of %s.", accuracy, set.Number("mean score").Attainable))
	}
	for _, list := range []struct {
		title string
		items view.List
	}{{"About the truths and the spec:", terminal.FindingList(set.Summary.Findings(), terminal.MaxListed, view.Span{Text: "❌"})}, {"What was odd about cases:", terminal.WarningList(&set.Summary)}} {
		if len(list.items.Items) > 0 {
			blocks = append(blocks, say("%s", list.title), list.items)
		}
	}
	return blocks
}
