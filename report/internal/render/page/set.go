package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// isCount reports whether the metric of a check is a number of things.
func isCount(s *render.Set, name string) bool {
	measure := func(n report.Number) bool { return n.Count && terminal.IsMeasure(n) }
	return measure(s.Number(name)) || measure(s.Number("measure "+name))
}

// fieldRows returns the indices of the attributes in the table of fields.
func fieldRows(s *render.Set) []int {
	return render.RowsOf(len(s.Summary.Attributes), func(i int) bool { return s.Summary.CountsOf(i).Mistakes() > 0 })
}

type legendView struct{ Class, Label string }

// badge returns a verdict in a frame.
func badge(text string, tone view.Tone) view.Span {
	return view.Span{Text: text, Badge: true, Tone: tone}
}

// badge returns the verdict of the data set.
func (s sections) badge() view.Span {
	v := s.set.Judgement.Verdict
	return badge(string(v), view.Tone(toneOf(v)))
}

// alone reports whether the page has no other data set: its head has the verdict and the time.
func (s sections) alone() bool { return len(s.r.Sets) == 1 }

// link returns the name of the data set for narrow places, with its link.
func (s sections) link() view.Span {
	link := view.Span{Text: s.r.ShortNameOf(s.set), Link: string(s.names.addressOf(s.number).href())}
	if name := s.r.NameOf(s.set); name != link.Text {
		link.Title = name
	}
	return link
}

// trials is "trials" for a data set with several trials, else "cases".
func (s sections) trials() string {
	if len(s.set.Summary.Trials) > 1 {
		return "trials"
	}
	return "cases"
}

// fold returns the data set with all its numbers.
func (s sections) fold(comparison *diff.Report) view.Fold {
	brief := "macro F1 " + s.set.Number("macro F1").Value.String()
	if s.macro != nil && s.macro.Change[0].Text != "" {
		brief += ", " + s.macro.Change[0].Text
	}
	brief += " · " + render.PassRate(s.set.Summary.Cases()) + " of " + s.trials() + " pass"
	heading := view.Heading{Level: 2, Text: view.Plain(s.r.NameOf(s.set))}
	if !s.alone() {
		heading.Text = heading.Text.With(s.badge())
	}
	return view.Fold{
		Class: "set", Key: s.names.sets[s.number], Open: s.alone() || rank(s.set, comparison) <= 2, Heading: heading, Summary: view.Text{{Text: brief, Tone: "brief"}},
		Blocks: slices.Concat([]view.Block{view.Sentence{Text: s.meta(), Tone: "meta"}}, view.Section(title("Problems of the artifact", ""), s.set.ProblemList()), []view.Block{s.cards()}, s.all()),
	}
}

// meta returns the system and the run of the data set. If there are several data sets, it also returns when the run began
// and its revision, which the head of the page shows of a single one.
func (s sections) meta() view.Text {
	set, name := s.set, func(text string) string { return terminal.Excerpt(text, terminal.MaxName) }
	parts := []string{name(set.Run.Package), name(set.Dataset.Test), name(set.Dataset.Source), name(terminal.SystemAndData(set.Run, set.Dataset))}
	if !s.alone() {
		parts = append(parts, when(set.Run.Start))
	}
	if set.Duration > 0 {
		parts = append(parts, set.Duration.Round(10*time.Millisecond).String())
	}
	if rev := revision(set.Run.VCS); rev != "" && !s.alone() {
		parts = append(parts, "revision "+rev)
	}
	parts = append(parts, strings.TrimSpace(name(set.Run.Versions.Go)+withSpace(set.Run.Versions.Platform)))
	if n := len(set.Summary.Trials); n > 1 {
		parts = append(parts, fmt.Sprintf("%d trials, every number is their mean", n))
	}
	if redaction := set.Dataset.Redaction().String(); redaction != "" {
		parts = append(parts, "values are redacted ("+name(redaction)+"), so texts of documents are not shown")
	}
	if n := len(set.Files); n > 1 {
		parts = append(parts, fmt.Sprintf("%d files", n))
	}
	return view.Plain(strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · "))
}

// cards returns the averages and the cases of the data set.
func (s sections) cards() view.Table {
	var gate report.Gate
	if s.set.Dataset.Gate != nil {
		gate = *s.set.Dataset.Gate
	}
	t := view.Table{Cards: true, Untitled: true}
	note := func(text, number string) view.Cell {
		return view.Cell{Text: view.Text{{Text: text}, {Text: number, Tone: view.Whole}}}
	}
	add := func(label, name string, limit float64, delta *view.Delta, notes ...view.Cell) {
		n := s.set.Number(name)
		value := view.Cell{Text: view.Plain(n.Value.String()), Interval: terminal.Interval(n.Estimate).Interval, Delta: delta}
		if limit > 0 {
			value.Interval.Limit, value.Interval.Missed = view.Ratio{Value: limit, Defined: true}, !n.Value.Reaches(limit)
		}
		if n.Min.Defined && len(s.set.Summary.Trials) > 1 {
			notes = append(notes, note("over trials", terminal.Between(n.Min, n.Max)))
		}
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{{Text: view.Plain(label)}, value}, notes...)})
	}
	interval := func(name string) view.Cell {
		if text := s.set.Number(name).Interval(); text != "" {
			return note(terminal.Level(s.set.Summary)+" interval", text)
		}
		return note("no interval: too few cases", "")
	}
	micro := []view.Cell{interval("micro F1")}
	for _, measure := range []string{"precision", "recall"} {
		if value := s.set.Number("micro " + measure).Value; value.Defined {
			micro = append(micro, note(measure, value.String()))
		}
	}
	bounds := func(name string) []view.Cell { // the score of an empty answer and, if it is below 1, the score of a perfect one
		n := s.set.Number(name)
		notes := []view.Cell{note("an empty answer would have", n.Null.String())}
		if n.Attainable.Defined && n.Attainable.String() != "1.000" {
			notes = append(notes, note("a perfect one", n.Attainable.String()))
		}
		return notes
	}
	add("macro F1, the mean of fields", "macro F1", gate.MacroF1, s.macro, interval("macro F1"), note("weighted by support", s.set.Number("weighted F1").Value.String()))
	add("micro F1, of all values", "micro F1", gate.MicroF1, s.micro, micro...)
	add("accuracy", "accuracy", gate.Accuracy, nil, bounds("accuracy")...)
	add("mean score of a case", "mean score", gate.MeanScore, nil, bounds("mean score")...)
	label, cases := "cases", s.set.Summary.Cases()
	text := render.CaseText(cases)
	if n := len(s.set.Summary.Trials); n > 1 {
		label, text = label+", "+words.Plural(n, "trial")+" each", fmt.Sprintf("of %d trials: %s", cases.Total(), text)
	}
	row := append(view.Cells(label, strconv.Itoa(s.set.Asked())), view.Cells(text)...)
	row[1].Figure = draw("stack", figures.OfCases(cases))
	if pass := render.PassRate(cases); pass != "-" {
		row = append(row, view.Cell{Text: view.Text{{Text: pass, Tone: view.Whole}, {Text: "of " + s.trials() + " pass"}}})
	}
	t.Rows = append(t.Rows, view.Row{Cells: row})
	return t
}

// dataSets returns the table of several data sets.
func dataSets(all []sections) []view.Block {
	if len(all) < 2 {
		return nil
	}
	t := view.TableOf([][]string{{"data set", "verdict", "cases", "pass rate", "micro F1", "macro F1", "look first at"}}).Left("verdict", "look first at")
	t.Class = "sortable sets"
	for _, s := range all {
		number := func(name string) string { return s.set.Number(name).Value.String() }
		cells := view.Cells("", "", strconv.Itoa(s.set.Asked()), render.PassRate(s.set.Summary.Cases()), number("micro F1"), number("macro F1"), s.lookFirst())
		cells[0].Text, cells[1].Text, cells[5].Delta = view.Text{s.link()}, view.Text{s.badge()}, s.macro
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	return []view.Block{view.Part{ID: "sets", Heading: title("Data sets", ""), Blocks: []view.Block{t}}}
}

// lookFirst names the field to look at first, or the limit that is not kept for another reason.
func (s sections) lookFirst() string {
	worst, ok := worstField(s.set)
	switch others := s.set.OtherCauses(); {
	case !ok:
		return ""
	case len(others) > 0 && !worst.Cause:
		return terminal.Excerpt(others[0].Name(), terminal.MaxName)
	}
	return terminal.Excerpt(worst.Attribute.Attribute, terminal.MaxName) + " " + strings.TrimPrefix(s.set.F1Words(worst.Attribute.Attribute), "F1 ")
}

// reasons returns the reasons of the verdict.
func (s sections) reasons() (texts []string) {
	all := s.set.Reasons()
	for _, reason := range all[:min(len(all), maxSetReasons)] {
		texts = append(texts, terminal.Excerpt(reason, terminal.MaxCharacters))
	}
	if more := len(all) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more, below", more))
	}
	return texts
}

// reasons returns the reasons of a single data set one by one. For several data sets it returns a line for each, except for
// data sets that passed and have no further reason.
func reasons(all []sections) (list view.List) {
	list.Class = "reasons"
	if len(all) == 1 {
		for _, reason := range all[0].reasons() {
			list.Items = append(list.Items, view.Plain(reason))
		}
		return list
	}
	more := 0
	for _, s := range all {
		texts := s.reasons()
		switch {
		case s.set.Judgement.Verdict == verdict.Passed && len(texts) == 1:
		case len(list.Items) == maxReasons:
			more++
		default:
			name := s.link()
			name.Text, name.Title, name.Tone, name.Tail = s.r.NameOf(s.set), "", view.Strong, ":"
			list.Items = append(list.Items, view.Text{name, {Text: strings.Join(texts, "; ")}})
		}
	}
	if more > 0 {
		list.Items = append(list.Items, view.Plain(words.Plural(more, "more data set")+", below"))
	}
	return list
}

// legend explains the colours that occur.
func legend(set *render.Set) (entries []legendView) {
	var all metrics.Counts
	limits := false
	for i, a := range set.Summary.Attributes {
		all = all.Plus(set.Summary.CountsOf(i))
		_, limited := set.LimitOn(a.Attribute)
		limits = limits || limited
	}
	for _, o := range metrics.Outcomes() {
		if all.Of(o) > 0 {
			entries = append(entries, legendView{"s-" + o.String(), strings.ReplaceAll(o.String(), "_", " ")})
		}
	}
	if limits {
		entries = append(entries, legendView{"l-limit", "limit of the gate"})
	}
	return entries
}
