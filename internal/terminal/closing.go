package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Closing is one data set in the summary of several.
type Closing struct {
	Name         string
	Verdict      verdict.Verdict
	Macro, Micro report.Ratio // F1
	Cases        report.CaseCount
	Trials       bool // Cases counts each trial of a case
}

// NewClosing returns the line of a data set.
func NewClosing(name string, v verdict.Verdict, s *report.Summary) Closing {
	return Closing{
		Name: name, Verdict: v, Macro: s.Number("macro F1").Value, Micro: s.Number("micro F1").Value, Cases: s.Cases(), Trials: len(s.Trials) > 1,
	}
}

// verdicts lists the verdicts by urgency, the order of a closing summary.
var verdicts = []struct {
	verdict verdict.Verdict
	tone    view.Tone
}{
	{verdict.Failed, view.Bad}, {verdict.NotEvaluable, view.Warning}, {verdict.NoGate, view.Strong}, {verdict.Passed, view.Good},
}

// VerdictTone returns the tone of a verdict.
func VerdictTone(v verdict.Verdict) view.Tone {
	for _, listed := range verdicts {
		if listed.verdict == v {
			return listed.tone
		}
	}
	return view.Strong
}

const maxClosing = 50 // lines

// WriteClosing prints the verdicts of all data sets of a run: the count of each verdict, and a line for each data set,
// the most urgent verdicts first, at most 50 lines. It prints nothing for fewer than two data sets. It uses Width and
// Colour of the options.
func WriteClosing(w io.Writer, all []Closing, o Options) error {
	if len(all) < 2 {
		return nil
	}
	screen := o.Screen()
	var counts []string
	var rows []Closing
	for _, listed := range verdicts {
		same := slices.DeleteFunc(slices.Clone(all), func(c Closing) bool { return c.Verdict != listed.verdict })
		rows = append(rows, same...)
		if len(same) > 0 {
			counts = append(counts, screen.Paint(fmt.Sprintf("%d %s", len(same), listed.verdict), listed.tone))
		}
	}
	more := max(len(rows)-maxClosing, 0)
	rows = rows[:len(rows)-more]
	names := make([]string, len(rows))
	wide := 0 // the widest verdict
	for i, c := range rows {
		names[i], wide = LineStart(c.Name), max(wide, len(c.Verdict))
	}
	const numbers = len("  " + "  macro F1 0.000" + "  micro F1 0.000" + "  ")
	room := 2 * nameWidth
	if o.Width > 0 {
		room = max(min(room, o.Width-numbers-len("100 cases")-wide-2), 20)
	}
	names = words.FitAll(names, room)
	room = 0
	for _, name := range names {
		room = max(room, words.Width(name))
	}
	room = o.Width - numbers - wide - 2 - room // for the cases
	t := view.Table{Indent: 2, Untitled: true}
	for i, c := range rows {
		noun := "case"
		if c.Trials {
			noun = "trial"
		}
		text := describeCases(c.Cases, noun)
		switch {
		case o.Width <= 0:
		case room >= len("10 cases"):
			text = words.Clip(text, room)
		default:
			text = ""
		}
		cells := view.Cells(string(c.Verdict), names[i], "macro F1 "+c.Macro.String(), "micro F1 "+c.Micro.String(), text)
		cells[0].Text[0].Tone = VerdictTone(c.Verdict)
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	p := view.Page{}
	p.Line("%d data sets: %s", len(all), strings.Join(counts, ", "))
	p.Add(t)
	if more > 0 {
		p.Line("  and %d more", more)
	}
	return p.Write(w, screen)
}
