package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Closing is one data set in the summary of several.
type Closing struct {
	Name         string
	Verdict      artifact.Verdict
	Macro, Micro report.Ratio // F1
	Cases        report.CaseCount
}

// verdicts in the order of a closing summary, which is that of their urgency.
var verdicts = []struct {
	verdict artifact.Verdict
	colour  Colour
}{
	{artifact.Failed, Red}, {artifact.NotEvaluable, Yellow}, {artifact.NoGate, Bold}, {artifact.Passed, Green},
}

// VerdictColour returns the colour of a verdict.
func VerdictColour(v artifact.Verdict) Colour {
	for _, one := range verdicts {
		if one.verdict == v {
			return one.colour
		}
	}
	return Bold
}

const maxClosing = 50 // lines

// WriteClosing prints how all data sets of a run went, nothing for fewer than two: how many
// there are of each verdict, and a line for each, those that did not pass first and else in
// their order; of many, the first 50. Of the options, Width and Colour count.
func WriteClosing(w io.Writer, all []Closing, o Options) error {
	if len(all) < 2 {
		return nil
	}
	var counts []string
	var rows []Closing
	for _, one := range verdicts {
		of := slices.DeleteFunc(slices.Clone(all), func(c Closing) bool { return c.Verdict != one.verdict })
		if rows = append(rows, of...); len(of) > 0 {
			text := fmt.Sprintf("%d %s", len(of), one.verdict)
			if o.Colour {
				text = one.colour.Paint(text)
			}
			counts = append(counts, text)
		}
	}
	more := max(len(rows)-maxClosing, 0)
	rows = rows[:len(rows)-more]
	cells := make([][]string, len(rows))
	names := make([]string, len(rows))
	widths := []int{0, 0, 0, 0}
	for i, c := range rows {
		names[i] = LineStart(c.Name)
		cells[i] = []string{string(c.Verdict), "macro F1 " + c.Macro.String(), "micro F1 " + c.Micro.String(), describeCases(c.Cases)}
		for k, cell := range cells[i] {
			widths[k] = max(widths[k], words.Width(cell))
		}
	}
	room := 2 * defaultNameWidth
	if o.Width > 0 {
		room = max(min(room, o.Width-len("  ")*5-widths[0]-widths[1]-widths[2]-len("100 cases")), leastName)
	}
	names = words.FitAll(names, room)
	nameWidth := 0
	for _, name := range names {
		nameWidth = max(nameWidth, words.Width(name))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d data sets: %s\n", len(all), strings.Join(counts, ", "))
	for i, c := range rows {
		verdict := pad(cells[i][0], widths[0])
		line := fmt.Sprintf("  %s  %s  %s  %s", verdict, pad(names[i], nameWidth), pad(cells[i][1], widths[1]), pad(cells[i][2], widths[2]))
		if room := o.Width - words.Width(line) - 2; o.Width <= 0 || room >= 8 {
			text := cells[i][3]
			if o.Width > 0 {
				text = words.Clip(text, room)
			}
			line += "  " + text
		}
		if o.Width > 0 {
			line = words.Clip(line, o.Width)
		}
		if o.Colour {
			line = strings.Replace(line, verdict, VerdictColour(c.Verdict).Paint(verdict), 1)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report: printing the summary of all data sets: %w", err)
	}
	return nil
}
