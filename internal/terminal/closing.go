package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
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

// VerdictTone returns the tone of a verdict.
func VerdictTone(v verdict.Verdict) view.Tone {
	return map[verdict.Verdict]view.Tone{verdict.Failed: view.Bad, verdict.NotEvaluable: view.Warning, verdict.NoGate: view.Strong, verdict.Passed: view.Good}[v]
}

// Verdict returns the judgement on a data set in lines, with notes in brackets behind the first one: a line for each number that is
// worse than the baseline and, if the judgement does not end well, one for its most likely cause.
func Verdict(j verdict.Judgement, s *report.Summary, notes ...string) (lines []view.Block) {
	texts, command := j.Lines()
	texts[0] = strings.Join(append([]string{texts[0]}, notes...), "  ")
	for _, text := range texts {
		lines = append(lines, view.Sentence{Text: view.Quote(text), Tone: VerdictTone(j.Verdict)})
	}
	if command != "" {
		text := view.Quote("    next: " + command)
		text[0].Tone = view.Whole
		lines = append(lines, view.Sentence{Text: text, Tone: VerdictTone(j.Verdict)})
	}
	if !j.EndsWell() {
		lines = append(lines, view.Filled(view.Sentence{Text: view.Plain(cause(s, j))})...)
	}
	return lines
}

const maxClosing = 50 // rows

// WriteClosing prints the verdicts of all data sets of a run: the count of each verdict, and a table with a row for each data
// set, the most urgent verdicts first, at most 50 rows. It prints nothing for fewer than two data sets. It uses Width and
// Colour of the options.
func WriteClosing(w io.Writer, all []Closing, o Options) error {
	if len(all) < 2 {
		return nil
	}
	screen := o.Screen()
	screen.NameWidth = 2 * nameWidth
	t := view.TableOf([][]string{{"data set", "verdict", "macro F1", "micro F1", "pass", "cases"}}).Left("verdict", "cases").Spared([]string{"cases"})
	t.Indent = 2
	var counts []string
	for _, v := range verdict.ByUrgency {
		n, tone := 0, VerdictTone(v)
		for _, c := range all {
			if c.Verdict != v {
				continue
			}
			n++
			noun := "case"
			if c.Trials {
				noun = "trial"
			}
			verdict := view.Cell{Text: view.Text{{Text: string(c.Verdict), Tone: tone}}}
			t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(c.Name), verdict}, view.Cells(c.Macro.String(), c.Micro.String(), PassRate(c.Cases), describeCases(c.Cases, noun))...)})
		}
		if n > 0 {
			counts = append(counts, screen.Paint(fmt.Sprintf("%d %s", n, v), tone))
		}
	}
	p := view.Page{}
	p.Line("%d data sets: %s", len(all), strings.Join(counts, ", "))
	p.Add(t.First(maxClosing))
	return p.Write(w, screen)
}
