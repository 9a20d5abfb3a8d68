package render

import (
	"fmt"
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
	// Cases returns the address of the selected cases, and Case that of one case, "" for none.
	Cases(Selection) string
	Case(id string) string
	// Average returns the change of an average since an earlier run, and Field that of the F1 of a field, nil for none.
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

// Most is how many rows the tables of a data set have, and how many fields have a table of classes.
type Most struct{ Rows, Classes, Slices, Mistakes, Flaky int }

// Sections makes the blocks on a data set, for all surfaces.
type Sections struct {
	Report *Report
	Set    *Set
	Most
	Surface
}

// First returns the sections on the gate, the fields, the truths, the classes and the invariants.
func (s Sections) First() [][]view.Block {
	return [][]view.Block{s.gate(), s.fields(), s.preflight(), s.classes(), s.invariants()}
}

// Rest returns the other sections.
func (s Sections) Rest() [][]view.Block {
	return [][]view.Block{s.metrics(), view.Section(s.title("Usage", "of", ""), terminal.Usage(s.Set.Summary.Usage)...), s.stability(), s.patterns(), s.slices(), s.mistakes(), s.confidence()}
}

// title returns the heading of a section; join is the word before the name of the data set.
func (s Sections) title(text, join, note string) view.Heading {
	h := view.Heading{Text: view.Plain(text), Join: join, Of: s.Report.NameOf(s.Set)}
	if note != "" {
		h.Note = view.Plain(note)
	}
	return h
}

// interval picks the column of intervals under their level.
func (s Sections) interval() string {
	return "interval=" + terminal.Level(s.Set.Summary) + " interval"
}

// choose returns the rows of a table that are shown, see [RowsOf], and a note on the others.
func (s Sections) choose(t view.Table, noun, first string, matters func(i int) bool) (view.Table, view.Sentence) {
	return t.Choose(RowsOf(len(t.Rows), s.Rows, matters)), view.Note(MoreRows(len(t.Rows), s.Rows, noun, first))
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
	var gate report.Gate
	if s.Set.Dataset.Gate != nil {
		gate = *s.Set.Dataset.Gate
	}
	t := view.Table{Cards: true, Untitled: true}
	note := func(text, number string) view.Cell {
		return view.Cell{Text: view.Text{{Text: text}, {Text: number, Tone: view.Whole}}}
	}
	add := func(label, name string, limit float64, notes ...view.Cell) {
		n := s.Set.Number(name)
		value := view.Cell{Text: view.Plain(n.Value.String()), Interval: terminal.Interval(n.Estimate).Interval, Delta: s.Average(name)}
		if limit > 0 {
			value.Interval.Limit = view.Ratio{Value: limit, Defined: true}
			if value.Interval.Missed = !n.Value.Reaches(limit); value.Interval.Missed {
				value.Text[0].Tone = view.Missed
			}
		}
		if n.Min.Defined && len(s.Set.Summary.Trials) > 1 {
			notes = append(notes, note("over trials", terminal.Between(n.Min, n.Max)))
		}
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{{Text: view.Plain(label)}, value}, notes...)})
	}
	interval := func(name string) view.Cell {
		if text := s.Set.Number(name).Interval(); text != "" {
			return note(terminal.Level(s.Set.Summary)+" interval", text)
		}
		return note("no interval: too few cases", "")
	}
	micro := []view.Cell{interval("micro F1")}
	for _, measure := range []string{"precision", "recall"} {
		if value := s.Set.Number("micro " + measure).Value; value.Defined {
			micro = append(micro, note(measure, value.String()))
		}
	}
	bounds := func(name string) []view.Cell { // the score of an empty answer and, if it is below 1, the score of a perfect one
		n := s.Set.Number(name)
		notes := []view.Cell{note("an empty answer would have", n.Null.String())}
		if n.Attainable.Defined && n.Attainable.String() != "1.000" {
			notes = append(notes, note("a perfect one", n.Attainable.String()))
		}
		return notes
	}
	add("macro F1, the mean of fields", "macro F1", gate.MacroF1, interval("macro F1"), note("weighted by support", s.Set.Number("weighted F1").Value.String()))
	add("micro F1, of all values", "micro F1", gate.MicroF1, micro...)
	add("accuracy", "accuracy", gate.Accuracy, bounds("accuracy")...)
	add("mean score of a case", "mean score", gate.MeanScore, bounds("mean score")...)
	label, cases := "cases", s.Set.Summary.Cases()
	text := CaseText(cases)
	if n := len(s.Set.Summary.Trials); n > 1 {
		label, text = label+", "+words.Plural(n, "trial")+" each", fmt.Sprintf("of %d trials: %s", cases.Total(), text)
	}
	row := view.Cells(label, strconv.Itoa(s.Set.Asked()), text)
	row[1].Figure = s.Verdicts(cases)
	if pass := PassRate(cases); pass != "-" {
		row = append(row, view.Cell{Text: view.Text{{Text: pass, Tone: view.Whole}, {Text: "of " + s.Set.Trials() + " pass"}}})
	}
	t.Rows = append(t.Rows, view.Row{Cells: row})
	return t
}

// fields returns the table of the fields, and what explains it.
func (s Sections) fields() []view.Block {
	sum, heading := &s.Set.Summary, s.title("Fields", "of", "")
	if len(sum.Attributes) == 0 {
		text := "No field was scored."
		if s.Set.NoTruth() {
			text = "No case has a truth: the invariants are all that is known."
		}
		return []view.Block{heading, view.Sentence{Text: view.Plain(text)}}
	}
	t := s.table()
	columns := append([]string{"field", "F1", s.interval(), "people", "precision", "recall"}, terminal.FurtherMeasures(*sum)...)
	shown, more := s.choose(t, "field", "with mistakes", func(i int) bool { return sum.CountsOf(i).Mistakes() > 0 })
	shown = shown.Pick(append(columns, "support", "min–max=over trials", "outcomes", "mistakes", "of which")...)
	shown.Class = "sortable fields"
	if !more.Empty() {
		more.Text[0].Text += " The values of all are in what evalreport export -format csv writes."
	}
	blocks := []view.Block{heading, shown, view.Figure{Markup: s.Legend()}, more}
	return view.Filled(append(blocks, terminal.FieldNotes(*sum, strings.Clone)...)...)
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
	t.AddColumn(view.Column{Name: "mistakes", Number: true}, func(i int) view.Cell { return view.Cells(s.Set.MeanOf(counts[i].Mistakes()))[0] })
	t.AddColumn(view.Column{Name: "of which", Optional: true, Unsorted: true, Class: "kinds"}, func(i int) view.Cell { return s.kinds(sum.Attributes[i], counts[i]) })
	return t
}

// kinds counts the mistakes in a field by outcome.
func (s Sections) kinds(a report.Attribute, c metrics.Counts) view.Cell {
	var all []view.Text
	for _, o := range metrics.Outcomes() {
		if n := c.Of(o); n > 0 && !o.Hit() {
			kind := view.Plain(s.Set.MeanOf(n) + " " + o.String())
			if !a.Items {
				kind[0].Link = s.Cases(Selection{Field: a.Attribute, Outcome: o.String()})
			}
			all = append(all, kind)
		}
	}
	return view.Cell{Text: view.Join(all, len(all), "")}
}

// preflight lists the findings about the truths and the spec, and the oddities of cases.
func (s Sections) preflight() []view.Block {
	return slices.Concat(
		view.Section(s.title("About the truths and the spec", "of", ""), terminal.FindingList(s.Set.Summary.Findings(), terminal.MaxListed, view.Span{Text: "error", Tone: view.Missed})),
		view.Section(s.title("What was odd about cases", "of", ""), terminal.WarningList(&s.Set.Summary)))
}

const (
	maxClasses      = 10
	maxConfusions   = 5
	maxCalibrations = 60
)

// classes returns the numbers of the fields with classes. A field with recognised classes is folded, and left out without
// confusions.
func (s Sections) classes() (blocks []view.Block) {
	shown := 0
	for i := range s.Set.Summary.Classes {
		c := &s.Set.Summary.Classes[i]
		if !terminal.HasClasses(c) || shown == s.Classes {
			continue
		}
		shown++
		heading := s.title("Classes of", "in", "")
		heading.Text = heading.Text.With(view.Code(c.Attribute)...)
		confusions := s.Confusions(c)
		if !c.Declared {
			heading.Text[1].Tail = ":"
			blocks = append(blocks, view.Fold{Summary: heading.Text.With(terminal.RecognisedClasses(c, s.Set.Number, strings.Clone)...), Blocks: confusions})
			continue
		}
		numbers := terminal.ClassNumbers(c, s.Set.Number)
		if top := terminal.TopNumbers(c, s.Set.Number); top != "" {
			numbers += ", " + top
		}
		if confusions == nil {
			confusions = view.Filled(terminal.ClassTable(c, s.Set.Number, maxClasses), view.List{Items: terminal.Confusions(c, maxConfusions, strings.Clone)})
		}
		blocks = slices.Concat(blocks, []view.Block{heading, view.Note(strings.ToUpper(numbers[:1]) + numbers[1:] + ".")}, confusions)
	}
	return blocks
}

// invariants returns the table of the invariants. No number above it counts them.
func (s Sections) invariants() []view.Block {
	all := s.Set.Summary.Invariants
	t, more := s.choose(s.Set.Invariants(), "invariant", "that are broken", func(i int) bool { return all[i].Broken > 0 || all[i].Errored > 0 })
	t = t.Pick("invariant", "rate", s.interval(), "over trials", "holds", "broken", "not applicable", "errored?", "limit=limit of the gate").Unsorted(2, -1)
	t.Class, t.Column("rate").Class = "sortable metrics", "main"
	blocks := append([]view.Block{t, more}, terminal.Footnotes(false, terminal.Approximate(s.Set.Summary) && len(s.Set.Summary.Attributes) == 0)...)
	return view.Section(s.title("Invariants", "of", "in no number above"), blocks...)
}

// metrics returns the table of the metrics.
func (s Sections) metrics() []view.Block {
	all := s.Set.Metrics()
	t, more := s.choose(all, "metric", "that miss their limits", func(i int) bool { return all.Rows[i].Tone == view.Bad })
	t = t.Pick("metric", "value", "attainable", s.interval(), "over trials", "limit=limit of the gate").Unsorted(3, -1)
	t.Class, t.Column("value").Class = "sortable metrics", "main"
	return view.Section(s.title("Metrics", "of", ""), t, more)
}

// stability says how far trials agree; one trial agrees with itself.
func (s Sections) stability() []view.Block {
	stability := s.Set.Summary.Stability
	if stability == nil || stability.Trials < 2 {
		return nil
	}
	cards := view.Table{Cards: true, Untitled: true}
	every := fmt.Sprintf("pass^%d", stability.Trials)
	for _, card := range [][3]string{
		{"agreement", "agreement", "of two trials, mean of fields"}, {"flip rate", "flipRate", "of values not always the same"},
		{"drift rate", "driftRate", "of answers not always the same"}, {every, every, "of cases pass in every trial"},
	} {
		if n := s.Set.Number(card[1]); n.Name != "" || card[1] != every {
			cards.Rows = append(cards.Rows, view.Row{Cells: view.Cells(card[0], n.Value.String(), card[2])})
		}
	}
	all := terminal.Stability(s.Set.Summary)
	t, more := s.choose(all, "field", "that flip", func(i int) bool { return all.Cell(i, "flip rate").String() > "0.000" })
	t = t.Pick("field", "agreement", "flip rate", "Jaccard=Jaccard index?")
	t.Class = "sortable metrics"
	blocks := []view.Block{s.title("Stability", "of", "over "+terminal.StabilityOver(stability)), cards, t, more}
	flaky := fmt.Sprintf("%d of %s, in some trials a pass and in others not.", stability.FlakyCases, words.Plural(stability.Cases, "case"))
	if stability.FlakyCases == 0 {
		flaky = "No case passes in some trials and not in others."
	}
	if len(stability.Flaky) > 0 {
		blocks = append(blocks, s.title("Flaky cases", "of", ""))
	}
	blocks = append(blocks, view.Note(flaky), terminal.FlakyList(stability, s.Flaky, func(id string) view.Span { return view.Span{Text: id, Code: true, Link: s.Case(id)} }))
	return view.Filled(blocks...)
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
	t := breakdown.MistakesTable(all, s.Mistakes, 0)
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
	t, _ := breakdown.CalibrationTable(all, maxCalibrations)
	return slices.Concat(view.Filled(s.title("Confidence", "of", ""), view.Figure{Markup: s.Calibration(&all[0])}, t), breakdown.CalibrationNotes(all, len(t.Rows)))
}
