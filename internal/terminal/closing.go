package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Closing is one data set in the summary of several.
type Closing struct {
	Name         string
	Verdict      verdict.Verdict
	Macro, Micro report.Ratio // F1
	Cases        report.CaseCount
}

// verdicts lists the verdicts by urgency, the order of a closing summary.
var verdicts = []struct {
	verdict verdict.Verdict
	colour  Colour
}{
	{verdict.Failed, Red}, {verdict.NotEvaluable, Yellow}, {verdict.NoGate, Bold}, {verdict.Passed, Green},
}

// VerdictColour returns the colour of a verdict.
func VerdictColour(v verdict.Verdict) Colour {
	for _, one := range verdicts {
		if one.verdict == v {
			return one.colour
		}
	}
	return Bold
}

const maxClosing = 50 // lines

// WriteClosing prints the verdicts of all data sets of a run: the count of each verdict, and a line for each data set,
// the most urgent verdicts first, at most 50 lines. It prints nothing for fewer than two data sets. It uses Width and
// Colour of the options.
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
	names, cells := make([]string, len(rows)), make([][]string, len(rows))
	wide := 0 // the widest verdict
	for i, c := range rows {
		names[i], wide = LineStart(c.Name), max(wide, len(c.Verdict))
	}
	const others = len("  " + "  macro F1 0.000" + "  micro F1 0.000" + "  100 cases")
	room := 2 * defaultNameWidth
	if o.Width > 0 {
		room = max(min(room, o.Width-others-wide-2), leastName)
	}
	names = words.FitAll(names, room)
	for i, c := range rows {
		cells[i] = []string{string(c.Verdict), names[i], "macro F1 " + c.Macro.String(), "micro F1 " + c.Micro.String()}
	}
	used := len("  ")
	for _, line := range Aligned(cells) {
		used = max(used, len("  ")+words.Width(line)+len("  "))
	}
	for i, c := range rows {
		switch text := describeCases(c.Cases); {
		case o.Width <= 0:
			cells[i] = append(cells[i], text)
		case o.Width-used >= len("10 cases"):
			cells[i] = append(cells[i], words.Clip(text, o.Width-used))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d data sets: %s\n", len(all), strings.Join(counts, ", "))
	for i, line := range Aligned(cells) {
		if o.Width > 0 {
			line = words.Clip(line, o.Width-2)
		}
		if verdict := fmt.Sprintf("%-*s", wide, rows[i].Verdict); o.Colour {
			line = strings.Replace(line, verdict, VerdictColour(rows[i].Verdict).Paint(verdict), 1)
		}
		b.WriteString("  " + line + "\n")
	}
	if more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report: printing the summary of all data sets: %w", err)
	}
	return nil
}
