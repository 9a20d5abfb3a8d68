package breakdown

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/terminal"
)

// Findings is what the cases of one data set showed.
type Findings struct {
	Slices       Slices
	Mistakes     []Mistake
	Calibrations []Calibration
}

const (
	textSlices       = 5
	textMistakes     = 10
	textCalibrations = 30
	nameWidth        = 32 // cells
	valueWidth       = 24
)

// WriteText prints the 5 worst slices, the 10 most frequent kinds of mistakes with one
// example each, and what confidences are worth, all together and of the first 29
// fields, as tables for people. What is left out is said; of
// what there is nothing of, nothing is printed. Text from documents is made visible
// (see [terminal.Visible]), and no line can be taken for one of go test's.
func (f Findings) WriteText(w io.Writer) error {
	var p page
	p.slices(&f.Slices)
	p.mistakes(f.Mistakes)
	p.calibrations(f.Calibrations)
	if _, err := io.WriteString(w, p.String()); err != nil {
		return fmt.Errorf("breakdown: printing the findings: %w", err)
	}
	return nil
}

type page struct{ strings.Builder }

// table prints rows below one another, an empty line before them. So many columns, the
// first ones, are texts and stand to the left, the others to the right.
func (p *page) table(texts int, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], words.Width(cell))
		}
	}
	p.WriteByte('\n')
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-words.Width(cell))
			if i < texts {
				line += cell + space + "  "
			} else {
				line += space + cell + "  "
			}
		}
		p.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func name(text string) string { return words.Fit(terminal.LineStart(text), nameWidth) }

func (p *page) slices(s *Slices) {
	switch {
	case len(s.Slices) > 0:
		p.worstSlices(s)
		if s.Approximate(textSlices) {
			p.WriteString(report.ApproximateNote + "\n")
		}
	case s.Small > 0:
		p.WriteByte('\n')
	default:
		return
	}
	if s.Small > 0 {
		fmt.Fprintf(p, "slices with fewer than %d cases, not listed: %d\n", s.MinCases, s.Small)
	}
	if s.Uncounted > 0 {
		p.WriteString("there are more values of tags than are told apart\n")
	}
}

func (p *page) worstSlices(s *Slices) {
	columns, took := s.Usage(textSlices)
	head := append([]string{"worst slices", "cases", "micro F1", "interval", "pass"}, columns...)
	rows := [][]string{append(head, "")}
	for i, slice := range s.Slices[:min(len(s.Slices), textSlices)] {
		below := ""
		if slice.Below {
			below = "below all cases"
		}
		row := append([]string{
			name(slice.Tag + ": " + slice.Value), strconv.Itoa(slice.Cases), slice.F1.Value.String(),
			slice.F1.Interval(), slice.PassRate.Value.Percent(),
		}, took[i]...)
		rows = append(rows, append(row, below))
	}
	p.table(1, rows)
	if more := len(s.Slices) - textSlices; more > 0 {
		fmt.Fprintf(p, "… and %d better ones\n", more)
	}
}

func (p *page) mistakes(all []Mistake) {
	if len(all) == 0 {
		return
	}
	rows := [][]string{{"mistakes", "kind", "for example", "in case", "count"}}
	origins := HasOrigins(all)
	if origins {
		rows[0] = append(rows[0], "origin")
	}
	for i := range all[:min(len(all), textMistakes)] {
		m := &all[i]
		example, id := "", ""
		if len(m.Examples) > 0 {
			e := &m.Examples[0]
			id = name(e.Case)
			if len(e.Got)+len(e.Want) > 0 {
				example = values(e)
			}
		}
		row := []string{name(m.Attribute), terminal.Visible(m.Class.String()), example, id, strconv.Itoa(m.Count)}
		if origins {
			row = append(row, m.OriginText())
		}
		rows = append(rows, row)
	}
	p.table(4, rows)
	if more := len(all) - textMistakes; more > 0 {
		fmt.Fprintf(p, "… and %d less frequent kinds\n", more)
	}
}

func values(e *Example) string {
	shown := words.Values(valueWidth, string(e.Got), string(e.Want))
	return "got " + cmp.Or(shown[0], "nothing") + ", want " + cmp.Or(shown[1], "nothing")
}

func (p *page) calibrations(all []Calibration) {
	if len(all) == 0 {
		return
	}
	head := []string{"confidence", "values", "right", "ECE", "Brier", "AUROC"}
	for _, s := range all[0].StraightThrough {
		head = append(head, "for "+report.RatioOf(s.Accuracy, true).Percent()+" right")
	}
	rows := [][]string{head}
	for _, c := range all[:min(len(all), textCalibrations)] {
		row := []string{
			"all fields", strconv.Itoa(c.Predictions), c.Accuracy().Percent(),
			c.ECE.String(), c.Brier.String(), c.AUROC.String(),
		}
		if c.Attribute != "" {
			row[0] = name(c.Attribute)
		}
		for _, s := range c.StraightThrough {
			row = append(row, s.String())
		}
		rows = append(rows, row)
	}
	p.table(1, rows)
	if more := len(all) - textCalibrations; more > 0 {
		fmt.Fprintf(p, "… and %d more fields\n", more)
	}
	p.WriteString("for 99% right: the share of values that needs no review, and from which confidence. The lower bound of\n" +
		"what is right among them is as high, at a level of 95%.\n")
	if leftOut := all[0].LeftOut; leftOut > 0 { // of all together
		fmt.Fprintf(p, "not in it: %d values beyond the bound\n", leftOut)
	}
}

// String says how much of the values may be accepted without review, and from
// which confidence: "61% from 0.970". It is "not assured" where no confidence gives the
// accuracy beyond chance, and "needs 104 values" where there are fewer.
func (s StraightThrough) String() string {
	switch {
	case s.Needed > 0:
		return fmt.Sprintf("needs %d values", s.Needed)
	case !s.Reached:
		return "not assured"
	}
	return report.RatioOf(s.Point.Coverage, true).Percent() + " from " + strconv.FormatFloat(s.Point.Confidence, 'f', 3, 64)
}
