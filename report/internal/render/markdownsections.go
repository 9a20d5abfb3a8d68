package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// metrics returns the table of the metrics of a set.
func (m markdown) metrics(set *Set) []view.Block {
	return m.section(set, view.Heading{Text: view.Plain("Metrics"), Join: "of"}, set.Metrics().First(maxFields))
}

// invariants returns the table of the invariants. No number above the table counts them.
func (m markdown) invariants(set *Set) []view.Block {
	t := set.Invariants().Pick("invariant", "rate", "interval", "over trials", "holds", "broken", "not applicable", "errored", "limit")
	blocks := m.section(set, view.Heading{Text: view.Plain("Invariants"), Join: "of"}, t.First(maxFields))
	if len(blocks) > 0 && set.NoTruth() {
		blocks = slices.Insert(blocks, 1, view.Block(say("No case has a truth: these are all that is known.")))
	}
	if len(blocks) == 0 {
		return nil
	}
	return append(blocks, terminal.Footnotes(false, terminal.Approximate(set.Summary) && len(set.Summary.Attributes) == 0)...)
}

// say returns a sentence of ours.
func say(format string, args ...any) view.Sentence {
	return view.Sentence{Text: view.Plain(fmt.Sprintf(format, args...))}
}

// brokenInvariants returns a list of the broken invariants of a case, with their operands.
func brokenInvariants(c *report.Case) (list view.List) {
	broken := c.Broken()
	for _, r := range broken[:min(len(broken), maxMisses)] {
		list.Items = append(list.Items, view.Code(terminal.Excerpt(terminal.Invariant(r), terminal.MaxCharacters)))
	}
	return list.And(len(broken) - len(list.Items))
}

// usage returns the usage of the cases.
func (m markdown) usage(set *Set) []view.Block {
	u := set.Summary.Usage
	if u == nil {
		return nil
	}
	blocks := []view.Block{view.Heading{Text: view.Plain("Usage"), Join: "of", Of: m.r.NameOf(set)}}
	if t := terminal.Usage(u); len(t.Rows) > 0 {
		blocks = append(blocks, t)
	}
	if notes := u.Notes(); len(notes) > 0 {
		blocks = append(blocks, say("%s.", strings.Join(notes, "; ")))
	}
	return blocks
}

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

func (m markdown) patterns(set *Set) []view.Block {
	return m.section(set, view.Heading{Text: view.Plain("What mistakes have in common"), Join: "in", Note: view.Plain(", most mistakes first")}, breakdown.PatternList(set.Patterns))
}

func (m markdown) slices(set *Set) []view.Block {
	t := set.Slices.Table(maxSlices)
	for i, r := range t.Rows {
		if r.Remark != "" {
			t.Cell(i, "slice").Text = t.Cell(i, "slice").With(view.Span{Text: "⬇ " + r.Remark})
		}
	}
	return m.section(set, view.Heading{Text: view.Plain("Worst slices"), Join: "of"}, append([]view.Block{t}, set.Slices.Notes(len(t.Rows))...)...)
}

func (m markdown) mistakes(set *Set) []view.Block {
	t := breakdown.MistakesTable(set.Mistakes, maxMistakes)
	return m.section(set, view.Heading{Text: view.Plain("Kinds of mistakes"), Join: "in"}, append([]view.Block{t}, set.MistakesNotes(len(t.Rows))...)...)
}

func (m markdown) confidence(set *Set) []view.Block {
	t, _ := breakdown.CalibrationTable(set.Calibrations, MaxCalibrations)
	return m.section(set, view.Heading{Text: view.Plain("Confidence"), Join: "of"}, append([]view.Block{t}, breakdown.CalibrationNotes(set.Calibrations, len(t.Rows))...)...)
}

// section returns a heading with the name of a data set and the blocks below it, without those that are empty. It returns
// nothing if the first of them is empty.
func (m markdown) section(set *Set, heading view.Heading, blocks ...view.Block) []view.Block {
	heading.Of = m.r.NameOf(set)
	return view.Section(heading, blocks...)
}

const (
	maxClassFields = 5
	maxClasses     = 10
	maxConfusions  = 5
)

// classes returns the largest confusions and a table of the classes of each field whose classes the spec declares. A field
// with recognised classes has one line, or none without confusions.
func (m markdown) classes(set *Set) (blocks []view.Block) {
	shown := 0
	for i := range set.Summary.Classes {
		c := &set.Summary.Classes[i]
		if !terminal.HasClasses(c) || shown == maxClassFields {
			continue
		}
		shown++
		heading := view.Heading{Text: view.Plain("Classes of").With(view.Code(c.Attribute)...), Join: "in", Of: m.r.NameOf(set)}
		if !c.Declared {
			heading.Note = terminal.RecognisedClasses(c, set.Number, strings.Clone)
			heading.Note[0].Text = ": " + heading.Note[0].Text
			blocks = append(blocks, heading)
			continue
		}
		heading.Note = view.Plain(": " + terminal.ClassNumbers(c, set.Number))
		blocks = append(blocks, heading)
		if top := terminal.TopNumbers(c, set.Number); top != "" {
			blocks = append(blocks, view.Sentence{Text: view.Plain(strings.ToUpper(top[:1]) + top[1:])})
		}
		blocks = append(blocks, view.Filled(terminal.ClassTable(c, set.Number, maxClasses), view.List{Items: terminal.Confusions(c, maxConfusions, strings.Clone)})...)
	}
	return blocks
}

// code returns a name or a value as a code span that nothing in it can end.
func code(text string) string { return view.Code(text).Markdown() }

// sentence returns a sentence about a data set as a code span, with a higher limit than code, so that the reason of a failure is whole.
func sentence(text string) string { return view.Quote(text).Markdown() }
