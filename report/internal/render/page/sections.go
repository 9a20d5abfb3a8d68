package page

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// sections makes the blocks of a data set.
type sections struct {
	r      *render.Report
	set    *render.Set
	number int // of the set in the page
	cases  *packed
	names  *filterNames
	changes
	macro, micro *view.Delta // of the averages, nil if nothing was compared
}

// newSections returns the sections of a data set. compared is nil if it was not compared with an earlier run.
func newSections(r *render.Report, number int, cases *packed, compared *diff.Set) sections {
	s := sections{r: r, set: r.Sets[number], number: number, cases: cases, names: &cases.names, changes: newChanges(compared, number, cases)}
	if compared != nil {
		s.macro, s.micro = s.delta(&compared.Macro, ""), s.delta(&compared.Micro, "")
	}
	return s
}

// all returns the blocks below the cards, in order.
func (s sections) all() []view.Block {
	return slices.Concat(s.gate(), s.fields(), s.classes(), s.invariants(), s.preflight(), s.metrics(), s.usage(), s.stability(), s.patterns(), s.slices(),
		s.mistakes(), s.confidence(), s.history())
}

// draw returns the markup that a template of the page makes of some data.
func draw(name string, data any) template.HTML {
	var b bytes.Buffer
	if err := page().ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // our own templates and types
	}
	return template.HTML(b.String())
}

func title(text, note string) view.Heading {
	h := view.Heading{Text: view.Plain(text)}
	if note != "" {
		h.Note = view.Plain(note)
	}
	return h
}

// interval picks the column of intervals under their level.
func (s sections) interval() string {
	return "interval=" + terminal.Level(s.set.Summary) + " interval"
}

// baselineRow is the row of a baseline in the table of limits.
func baselineRow(b *report.Baseline) view.Row {
	limit := "no fall beyond chance"
	if b.MaxFall > 0 {
		limit += fmt.Sprintf(", nor of more than %g and noise", b.MaxFall)
	}
	row := view.Row{Cells: append([]view.Cell{{Text: view.Plain("no worse than").With(view.Quote(b.File)...)}}, view.Cells("no worse", limit, "", "")...)}
	if markKept(&row, b.Passed()); !b.Passed() {
		row.Cells[1].Text = view.Plain("worse")
	}
	return row
}

// markKept says in a row of the table of limits whether the limit is kept.
func markKept(row *view.Row, kept bool) {
	if row.Cells[3].Text = (view.Text{{Text: "kept", Tone: view.Good}}); !kept {
		row.Tone, row.Cells[3].Text = view.Bad, view.Text{{Text: "not kept", Tone: view.Bad}}
	}
}

// gate lists the limits of the gate.
func (s sections) gate() []view.Block {
	if s.set.Judgement.Gate == nil {
		return nil
	}
	checks := s.set.Judgement.Gate.Checks
	t := view.TableOf([][]string{{"limit on", "value", "limit", "kept?", "limit within the interval: other documents could fail"}}).Left("kept?")
	t.Class, t.Columns[4].Optional = "gate", true
	for _, i := range render.RowsOf(len(checks), func(i int) bool { return !checks[i].Passed }) {
		c := checks[i]
		count := isCount(s.set, c.Metric)
		value, limit, margin := terminal.Amount(c.Value, count), terminal.Amount(report.RatioOf(c.Limit, true), count), ""
		switch quantity := usage.QuantityOf(c.Metric); {
		case c.Metric == "errors":
			value, limit = strconv.Itoa(int(c.Value.Value)), "at most "+strconv.Itoa(int(c.Limit))
		case quantity != "":
			limit = quantity.Text(c.Limit)
			if c.Value.Defined {
				value, margin = quantity.Text(c.Value.Value), quantity.Text(c.Value.Value-c.Limit)
			}
		case c.Value.Defined:
			margin = fmt.Sprintf("%+.3f", c.Value.Value-c.Limit)
		}
		if c.AtMost {
			limit = "at most " + limit
		}
		row := view.Row{Cells: append([]view.Cell{{Text: view.Quote(c.Name())}}, view.Cells(value, limit, "", "")...)}
		markKept(&row, c.Passed)
		row.Cells[3].Text = row.Cells[3].Text.With(view.Span{Text: margin, Tone: view.Dim})
		if c.WithinChance() && c.Passed {
			row.Cells[4].Text = view.Text{{Text: report.Estimate{Low: c.Low, High: c.High, Approximate: c.Approximate}.Interval(), Tone: view.Dim}}
		}
		t.Rows = append(t.Rows, row)
	}
	if b := s.set.Judgement.Gate.Baseline; b != nil && b.NotEvaluable == "" {
		t.Rows = append(t.Rows, baselineRow(b))
	}
	blocks := []view.Block{t, view.Note(render.MoreRows(len(checks), "limit", "that are not kept"))}
	if lines := s.set.Baseline(); len(lines) > 0 { // the verdict, and its reasons
		var reasons view.List
		for _, line := range lines[1:] {
			reasons.Items = append(reasons.Items, view.Plain(line))
		}
		blocks = append(blocks, view.Note(lines[0]), reasons)
	}
	return view.Section(title("Gate", ""), blocks...)
}

// fields returns the table of the fields, and what explains it.
func (s sections) fields() []view.Block {
	sum := &s.set.Summary
	rows := fieldRows(s.set)
	if len(rows) == 0 {
		text := "No field was scored."
		if s.set.NoTruth() {
			text = "No case has a truth: the invariants are all that is known."
		}
		return []view.Block{title("Fields", ""), view.Sentence{Text: view.Plain(text)}}
	}
	t := terminal.Fields(*sum)
	outcomes := make([]metrics.Counts, len(t.Rows))
	for i, a := range sum.Attributes {
		outcomes[i] = sum.CountsOf(i)
		f := s.names.addressOf(s.number)
		f.byField(a.Attribute, s.names)
		f.outcome = "mistake"
		if !a.Items {
			t.Cell(i, "field").Text[0].Link = string(f.href())
		}
		f1 := t.Cell(i, "F1")
		f1.Text[0].Tone, f1.Delta = view.Strong, s.delta(rowOf(s.compared, a.Attribute, a.Items), a.Attribute)
		if limit, limited := s.set.LimitOn(a.Attribute); limited {
			bar := t.Cell(i, "interval").Interval
			bar.Limit = view.Ratio{Value: limit, Defined: true}
			if bar.Missed = s.set.BelowLimit(a.Attribute); bar.Missed {
				t.Rows[i].Tone = view.Bad
			}
		}
	}
	t.AddColumn(view.Column{Name: "outcomes", Unsorted: true}, func(i int) view.Cell {
		return view.Cell{Figure: draw("stack", figures.OfOutcomes(outcomes[i]))}
	})
	t.AddColumn(view.Column{Name: "mistakes", Number: true}, func(i int) view.Cell { return view.Cells(s.set.MeanOf(outcomes[i].Mistakes()))[0] })
	t.AddColumn(view.Column{Name: "of which", Unsorted: true, Class: "kinds"}, func(i int) view.Cell { return s.kinds(sum.Attributes[i], outcomes[i]) })
	columns := append([]string{"field", "F1", s.interval(), "people", "precision", "recall"}, terminal.FurtherMeasures(*sum)...)
	t = t.Choose(rows).Pick(append(columns, "support", "min–max=over trials", "outcomes", "mistakes", "of which")...)
	t.Class = "sortable fields"
	more := render.MoreRows(len(sum.Attributes), "field", "with mistakes")
	if more != "" {
		more += " The values of all are in what evalreport export -format csv writes."
	}
	blocks := []view.Block{title("Fields", ""), t, view.Figure{Markup: draw("legend", legend(s.set))}, view.Note(more)}
	blocks = append(blocks, terminal.Footnotes(terminal.HasPeople(*sum), terminal.Approximate(*sum))...)
	if names := terminal.WithoutValueNames(*sum); len(names) > 0 {
		blocks = append(blocks, view.Sentence{Text: view.Plain("No value in any truth or answer:").With(names...), Tone: view.Dim})
	}
	return view.Filled(blocks...)
}

// kinds counts the mistakes in a field by outcome, with links to their cases.
func (s sections) kinds(a report.Attribute, c metrics.Counts) view.Cell {
	f := s.names.addressOf(s.number)
	f.byField(a.Attribute, s.names)
	var all []view.Text
	for _, o := range metrics.Outcomes() {
		if n := c.Of(o); n > 0 && !o.Hit() {
			kind := view.Plain(s.set.MeanOf(n) + " " + o.String())
			if f.outcome = o.String(); !a.Items {
				kind[0].Link = string(f.href())
			}
			all = append(all, kind)
		}
	}
	return view.Cell{Text: view.Join(all, len(all), "")}
}

const maxClassFields = 30

// classes returns the confusion tables of the fields with classes. It leaves out a field with recognised classes that has
// no confusions.
func (s sections) classes() (blocks []view.Block) {
	shown := 0
	for i := range s.set.Summary.Classes {
		c := &s.set.Summary.Classes[i]
		if !terminal.HasClasses(c) || shown == maxClassFields {
			continue
		}
		shown++
		numbers, subject := terminal.ClassNumbers(c, s.set.Number), view.Plain("Classes of").With(view.Code(c.Attribute)...)
		if top := terminal.TopNumbers(c, s.set.Number); top != "" && c.Declared {
			numbers += ", " + top
		}
		const read = "Rows are truths, columns answers; a number beside the diagonal leads to its cases."
		if !c.Declared {
			subject[1].Tail = ":"
			blocks = append(blocks, view.Fold{Summary: subject.With(view.Span{Text: numbers}), Blocks: []view.Block{view.Note(read), s.confusions(c)}})
			continue
		}
		blocks = append(blocks, view.Heading{Text: subject}, view.Note(numbers+". "+read), s.confusions(c))
	}
	return blocks
}

// confusions returns a table with a row for each class of the truths and a column for each of the answers.
func (s sections) confusions(c *report.Classes) view.Table {
	counts := map[[2]string]float64{}
	seen, truths := map[string]bool{}, map[string]bool{}
	for _, p := range c.Pairs {
		counts[[2]string{p.Want, p.Got}] = p.Values
		seen[p.Want], seen[p.Got], truths[p.Want] = true, true, true
	}
	all := append(slices.Clone(c.Classes), report.Attribute{Attribute: report.ClassOther}, report.Attribute{Attribute: report.ClassEmpty})
	all = slices.DeleteFunc(all, func(a report.Attribute) bool { return !seen[a.Attribute] })
	t := view.Table{Class: "classes", Columns: []view.Column{{Name: "truth"}}}
	for _, a := range all {
		t.Columns = append(t.Columns, view.Column{Name: a.Attribute, Number: true, Code: true})
	}
	for _, name := range []string{"support", "precision", "recall", "F1"} {
		t.Columns = append(t.Columns, view.Column{Name: name, Number: true})
	}
	t.Columns = append(t.Columns, view.Column{Name: terminal.Level(s.set.Summary) + " interval"})
	for _, a := range all {
		if a.Attribute[0] == '(' && !truths[a.Attribute] {
			continue // a column alone
		}
		row := view.Row{Cells: []view.Cell{view.Name(a.Attribute)}}
		for _, got := range all {
			cell := view.Cell{}
			right := got.Attribute == a.Attribute && a.Attribute != report.ClassOther // other values may differ from each other
			if right {
				cell.Class = "right"
			}
			if n := counts[[2]string{a.Attribute, got.Attribute}]; n > 0 {
				cell.Text = view.Plain(render.Mean(n))
				if key, ok := s.names.tags.key(confusionTag(c.Attribute, a.Attribute, got.Attribute)); ok && !right {
					f := s.names.addressOf(s.number)
					f.tag = key
					cell.Text[0].Link = string(f.href())
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		if name := report.ClassName(c.Attribute, a.Attribute); a.Attribute[0] != '(' {
			f1 := s.set.F1(name)
			numbers := view.Cells(render.Mean(a.Support), s.set.Number("precision of "+name).Value.String(), s.set.Number("recall of "+name).Value.String(), f1.Value.String())
			numbers[3].Text[0].Tone = view.Strong
			row.Cells = append(append(row.Cells, numbers...), terminal.Interval(f1.Estimate))
		} else {
			row.Cells = append(row.Cells, make([]view.Cell, 5)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// confusionTag returns the entry of the filter by tags for the cases with a confusion.
func confusionTag(attribute, want, got string) string {
	return render.TagText(attribute, fmt.Sprintf("want %s, got %s", want, got))
}

// missed makes the numbers in a column strong, and marks those that miss their limit.
func missed(t view.Table, column string) view.Table {
	t.Class = "sortable metrics"
	for i, r := range t.Rows {
		if t.Cell(i, column).Text[0].Tone = view.Strong; r.Tone == view.Bad {
			limit := t.Cell(i, "limit")
			limit.Text = limit.Text.With(view.Span{Text: "not kept", Tone: view.Bad})
		}
	}
	return t
}

func (s sections) invariants() []view.Block {
	all := s.set.Summary.Invariants
	t := missed(s.set.Invariants(), "rate").Choose(render.RowsOf(len(all), func(i int) bool { return all[i].Broken > 0 || all[i].Errored > 0 }))
	blocks := []view.Block{
		t.Pick("invariant", "rate", s.interval(), "over trials", "holds", "broken", "not applicable", "errored?", "limit=limit of the gate").Unsorted(2, -1),
		view.Note(render.MoreRows(len(all), "invariant", "that are broken")),
	}
	blocks = append(blocks, terminal.Footnotes(false, terminal.Approximate(s.set.Summary) && len(s.set.Summary.Attributes) == 0)...)
	return view.Section(title("Invariants", "in no number above"), blocks...)
}

// preflight lists the findings about the truths and the spec, and the oddities of cases.
func (s sections) preflight() []view.Block {
	return slices.Concat(
		view.Section(title("About the truths and the spec", ""), terminal.FindingList(s.set.Summary.Findings(), terminal.MaxListed, view.Span{Text: "error", Tone: view.Bad})),
		view.Section(title("What was odd about cases", ""), terminal.WarningList(&s.set.Summary)))
}

func (s sections) metrics() []view.Block {
	t := s.set.Metrics()
	bad := func(i int) bool { return t.Rows[i].Tone == view.Bad }
	shown := missed(t, "value").Choose(render.RowsOf(len(t.Rows), bad)).Pick("metric", "value", "attainable", s.interval(), "over trials", "limit=limit of the gate")
	return view.Section(title("Metrics", ""), shown.Unsorted(3, -1), view.Note(render.MoreRows(len(t.Rows), "metric", "that miss their limits")))
}

func (s sections) usage() []view.Block {
	u := s.set.Summary.Usage
	if u == nil {
		return nil
	}
	t := terminal.Usage(u)
	t.Class = "metrics"
	blocks := []view.Block{title("Usage", ""), t}
	for _, note := range u.Notes() {
		blocks = append(blocks, view.Note(note+"."))
	}
	return view.Filled(blocks...)
}

const maxFlaky = 50 // cases that pass only in some trials

// stability says how far trials agree; one trial agrees with itself.
func (s sections) stability() []view.Block {
	stability := s.set.Summary.Stability
	if stability == nil || stability.Trials < 2 {
		return nil
	}
	cards := view.Table{Cards: true, Untitled: true}
	add := func(label, name, text string) {
		cards.Rows = append(cards.Rows, view.Row{Cells: view.Cells(label, s.set.Number(name).Value.String(), text)})
	}
	add("agreement", "agreement", "of two trials, mean of fields")
	add("flip rate", "flipRate", "of values not always the same")
	add("drift rate", "driftRate", "of answers not always the same")
	if every := fmt.Sprintf("pass^%d", stability.Trials); s.set.Number(every).Name != "" {
		add(every, every, "of cases pass in every trial")
	}
	t := terminal.Stability(s.set.Summary)
	fields := len(t.Rows)
	t = t.Choose(render.RowsOf(fields, func(i int) bool { return t.Cell(i, "flip rate").String() > "0.000" })).Pick("field", "agreement", "flip rate", "Jaccard=Jaccard index?")
	t.Class = "sortable metrics"
	blocks := []view.Block{title("Stability", terminal.StabilityOver(stability)), cards, t, view.Note(render.MoreRows(fields, "field", "that flip"))}
	if len(stability.Flaky) > 0 {
		blocks = append(blocks, title("Flaky cases", ""))
	}
	blocks = append(blocks, view.Note(render.FlakyText(stability)), terminal.FlakyList(stability, maxFlaky, func(id string) view.Span {
		return view.Span{Text: id, Code: true, Link: string(s.cases.link(s.number, id))}
	}))
	return view.Filled(blocks...)
}
