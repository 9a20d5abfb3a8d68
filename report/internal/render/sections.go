package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// Surface has the parts of a data set that a page has and a comment lacks: addresses, changes and pictures.
type Surface interface {
	// Cases returns the address of the selected cases, and Case the address of one case, "" for none.
	Cases(Selection) string
	Case(id string) string
	// Average returns the change of an average since an earlier run, and Field the change of the F1 of a field, nil for
	// none.
	Average(name string) *view.Delta
	Field(report.Attribute) *view.Delta
	// Confusions returns how often each class was taken for each other, and what explains it.
	Confusions(*report.Classes) []view.Block
	// The others return a picture, nil for none.
	Outcomes(metrics.Counts) any
	Verdicts(report.CaseCount) any
	Legend() any
	Calibration(*breakdown.Calibration) any
}

// Selection selects cases by their slice, and by the field, the outcome and the class of a mistake. Each may be "".
type Selection struct {
	Slice, Field, Outcome string
	Class                 source.Class
}

// Sections makes the blocks on a data set, for all surfaces.
type Sections struct {
	Report *Report
	Set    *Set
	terminal.Most
	Surface
}

// First returns the sections on the gate, the fields, the truths, the classes and the invariants.
func (s Sections) First() [][]view.Block {
	return append([][]view.Block{s.gate(), s.fields(), s.preflight()}, s.common().Core()...)
}

// Rest returns the other sections.
func (s Sections) Rest() [][]view.Block { return append(s.common().Rest(), s.why()...) }

// why returns the sections on where the mistakes are.
func (s Sections) why() [][]view.Block {
	return [][]view.Block{s.patterns(), s.slices(), s.mistakes(), s.confidence()}
}

// WriteWhy prints where the mistakes of a data set are: what they have in common, the worst slices, the most frequent kinds,
// and how far the confidences of fields can be trusted.
func WriteWhy(w io.Writer, set *Set, screen view.Screen) error {
	s := Sections{&Report{}, set, terminal.Most{Slices: 5, Mistakes: 10, Calibrations: 30, Value: 24}, noSurface{}}
	p := view.Page{Blocks: slices.Concat(s.why()...)}
	return p.Write(w, screen)
}

// common makes the sections that a terminal also has.
func (s Sections) common() terminal.Sections {
	return terminal.Sections{
		Summary: s.Set.Summary, Number: s.Set.Number, Gate: s.Set.Dataset.Gate, Result: s.Set.Judgement.Gate, Most: s.Most, Title: s.title, Short: strings.Clone,
		Case:       func(id string) view.Span { return view.Span{Text: id, Code: true, Link: s.Surface.Case(id)} },
		Confusions: s.Confusions,
	}
}

// title returns the heading of a section; join is the word before the name of the data set.
func (s Sections) title(text, join, note string) view.Heading {
	h := view.Heading{Text: view.Plain(text), Join: join, Of: s.Report.NameOf(s.Set)}
	if note != "" {
		h.Note = view.Plain(note)
	}
	return h
}

// Problems returns the first problems of the artifact.
func (s Sections) Problems() []view.Block {
	var texts []string
	for _, p := range s.Set.Problems.First {
		texts = append(texts, p.Error())
	}
	return view.Section(s.title("Problems of the artifact", "of", ""), view.Quotes("problems", texts).And(s.Set.Problems.More))
}

// Cards returns the averages and the cases of the data set.
func (s Sections) Cards() view.Table {
	t := s.common().Averages()
	for i, name := range []string{"macro F1", "micro F1"} {
		t.Rows[i].Cells[1].Delta = s.Average(name)
	}
	label, cases := "cases", s.Set.Summary.Cases()
	text := CaseText(cases)
	if n := len(s.Set.Summary.Trials); n > 1 {
		label, text = label+", "+words.Plural(n, "trial")+" each", fmt.Sprintf("of %d trials: %s", cases.Total(), text)
	}
	row := view.Cells(label, strconv.Itoa(s.Set.Asked()), text)
	row[1].Figure = s.Verdicts(cases)
	if pass := terminal.PassRate(cases); pass != "-" {
		row = append(row, view.Cell{Text: view.Text{{Text: pass, Tone: view.Whole}, {Text: "of " + s.Set.Trials() + " pass"}}})
	}
	t.Rows = append(t.Rows, view.Row{Cells: row})
	return t
}

// fields returns the table of the fields, and what explains it.
func (s Sections) fields() []view.Block {
	sum, heading := &s.Set.Summary, s.title("Fields", "of", "")
	if len(sum.Attributes) == 0 {
		return []view.Block{heading, s.common().Unscored()}
	}
	t := s.table()
	columns := append([]string{"field", "F1", s.common().Interval(), "people", "precision", "recall"}, terminal.FurtherMeasures(*sum)...)
	shown, more := s.FirstRows(t, "field", "with mistakes", func(i int) bool { return sum.CountsOf(i).Mistakes() > 0 })
	shown = shown.Pick(append(columns, "support", "min–max=over trials", "outcomes", "mistakes", "of which")...)
	shown.Class = "sortable fields"
	if !more.Empty() {
		more.Text[0].Text += " The values of all are in what evalreport export -format csv writes."
	}
	blocks := []view.Block{heading, shown, view.Figure{Markup: s.Legend()}, more}
	return view.Filled(append(blocks, s.common().FieldNotes()...)...)
}

// table returns the table of the fields with all of its columns, with the limits that F1 misses.
func (s Sections) table() view.Table {
	sum := &s.Set.Summary
	t := terminal.Fields(*sum)
	t.Column("F1").Class = "main"
	counts := make([]metrics.Counts, len(t.Rows))
	for i, a := range sum.Attributes {
		counts[i] = sum.CountsOf(i)
		if !a.Items {
			t.Cell(i, "field").Text[0].Link = s.Cases(Selection{Field: a.Attribute, Outcome: "mistake"})
		}
		f1 := t.Cell(i, "F1")
		f1.Delta = s.Field(a)
		if limit, limited := s.Set.LimitOn(a.Attribute); limited {
			bar := t.Cell(i, "interval").Interval
			bar.Limit = view.Ratio{Value: limit, Defined: true}
			if bar.Missed = s.Set.BelowLimit(a.Attribute); bar.Missed {
				t.Rows[i].Tone, f1.Text[0].Tone = view.Bad, view.Missed
				f1.Text = f1.With(view.Span{Text: "< " + Decimals(limit)})
			}
		}
	}
	t.AddColumn(view.Column{Name: "outcomes", Optional: true, Unsorted: true}, func(i int) view.Cell { return view.Cell{Figure: s.Outcomes(counts[i])} })
	t.AddColumn(view.Column{Name: "mistakes", Number: true}, func(i int) view.Cell {
		return view.Cell{Text: view.Count(terminal.MeanOf(*sum, counts[i].Mistakes())).Text}
	})
	t.AddColumn(view.Column{Name: "of which", Optional: true, Unsorted: true, Class: "kinds"}, func(i int) view.Cell {
		return view.Cell{Text: terminal.Kinds(*sum, counts[i], func(outcome string) string {
			if a := sum.Attributes[i]; !a.Items {
				return s.Cases(Selection{Field: a.Attribute, Outcome: outcome})
			}
			return ""
		})}
	})
	return t
}

// preflight lists the findings about the truths and the spec, and the oddities of cases.
func (s Sections) preflight() []view.Block {
	return slices.Concat(
		view.Section(s.title("About the truths and the spec", "of", ""), terminal.FindingList(s.Set.Summary.Findings(), terminal.MaxListed, view.Span{Text: "error", Tone: view.Missed})),
		view.Section(s.title("What was odd about cases", "of", ""), terminal.WarningList(&s.Set.Summary, terminal.MaxListed)))
}

// patterns lists what mistakes have in common.
func (s Sections) patterns() []view.Block {
	return view.Section(s.title("What mistakes have in common", "in", "most mistakes first"), breakdown.PatternList(s.Set.Patterns, func(p *breakdown.Pattern) (cases, first string) {
		selection := Selection{Slice: SliceText(p.Slice), Field: p.Attribute, Class: p.Class}
		if p.Attribute != "" {
			selection.Outcome = "mistake"
		}
		return s.Cases(selection), s.Case(p.Case)
	}))
}

// slices returns the table of the worst slices.
func (s Sections) slices() []view.Block {
	all := &s.Set.Slices
	if len(all.Slices) == 0 && all.Small == 0 {
		return nil
	}
	t := all.Table(s.Slices)
	for i := range t.Rows {
		t.Cell(i, "slice").Text[0].Link = s.Cases(Selection{Slice: all.Slices[i].Name()})
	}
	t.Column("micro F1").Class, t.Column("interval").Title = "main", terminal.Level(s.Set.Summary)+" interval"
	return append(view.Filled(s.title("Slices", "of", "worst first"), t), all.Notes(len(t.Rows))...)
}

// mistakes returns the table of the kinds of mistakes.
func (s Sections) mistakes() []view.Block {
	all := s.Set.Mistakes
	t := breakdown.MistakesTable(all, s.Mistakes, s.Value)
	for i := range t.Rows {
		t.Cell(i, "kind").Text[0].Link = s.Cases(Selection{Field: all[i].Attribute, Class: all[i].Class})
		if id := t.Cell(i, "in case"); !id.Empty() {
			id.Text[0].Link = s.Case(id.Text[0].Text)
		}
	}
	return append(view.Section(s.title("Kinds of mistakes", "in", ""), t), s.Set.MistakesNotes(len(t.Rows))...)
}

// confidence says how far the confidences of fields can be trusted.
func (s Sections) confidence() []view.Block {
	all := s.Set.Calibrations
	if len(all) == 0 {
		return nil
	}
	t := breakdown.CalibrationTable(all, s.Calibrations)
	return slices.Concat(view.Filled(s.title("Confidence", "of", ""), view.Figure{Markup: s.Calibration(&all[0])}, t), breakdown.CalibrationNotes(all, len(t.Rows)))
}
