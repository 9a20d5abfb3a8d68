package render

import (
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

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
