package diff

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// table prints the fields and the averages, then the classes that changed, then the invariants.
func (p *textPage) table(s *Set) {
	if s.Cases == 0 {
		return
	}
	var fields, classes, rules []*Row
	for i := range s.Fields {
		switch f := &s.Fields[i]; {
		case f.Kind == report.KindInvariant:
			rules = append(rules, f)
		case f.Kind != report.KindClass:
			fields = append(fields, f)
		case f.Changed():
			classes = append(classes, f)
		}
	}
	if len(fields) > 0 || len(rules) == 0 { // there is more than invariants
		p.rows("F1", fields, &s.Micro, &s.Macro)
	}
	if len(classes) > 0 {
		p.rows("F1 of classes", classes)
	}
	if len(rules) > 0 {
		p.rows("invariant", rules)
	}
	if s.Approximate() {
		p.line("%s", terminal.ApproximateNote)
	}
	p.line("finds: the least drop that is found four times in five")
	if slices.ContainsFunc(s.Rows(), (*Row).countsZero) {
		p.line("-: nothing is right, which counts as 0 in the change, as it does in a macro average")
	}
}

// finds is the title of the column of the least drops that are found four times in five.
const finds = "finds"

// countsZero reports whether the row has a change though an F1 is undefined because nothing is right.
func (r *Row) countsZero() bool {
	return r.Kind != runs.KindRate && r.Delta.Defined && r.Delta.Value != 0 && !(r.Old().Defined && r.New().Defined)
}

func (p *textPage) row(r *Row, field bool) []string {
	name := terminal.LineStart(r.Name)
	if r.Items {
		name += " items"
	}
	switch r.Verdict {
	case Disappeared, Appeared:
		return []string{name, "", "", string(r.Verdict)}
	}
	delta := "~"
	if r.Changed() && r.Delta.Defined {
		if delta = signed(r.Delta); r.Verdict == Same {
			delta = "~ " + delta
		}
	}
	interval, chance := "", ""
	if r.Changed() {
		v, _ := r.P()
		chance, interval = words.PValue(v), intervalText(&r.Change, signed)
	}
	cells := []string{name, r.Old().String(), r.New().String(), delta, interval, chance, "", "", "", r.detectableText()}
	if field {
		cells[6], cells[7], cells[8] = strconv.Itoa(r.Cases), count(r.Broken), count(r.Fixed)
	}
	if r.Reason != "" {
		cells = append(cells, r.Reason)
	}
	return cells
}

// rows prints a table of judged rows, with averages below them. A narrow page leaves out some columns: cases are listed
// below, and "~" says as much as p.
func (p *textPage) rows(title string, fields []*Row, averages ...*Row) {
	cells := [][]string{{title, "old", "new", "delta", p.level() + " interval", "p", "n", "broken", "fixed", finds}}
	verdicts := []Verdict{Same}
	for _, r := range fields {
		cells, verdicts = append(cells, p.row(r, true)), append(verdicts, r.Verdict)
	}
	if len(averages) > 0 {
		cells, verdicts = append(cells, nil), append(verdicts, Same)
	}
	for _, r := range averages {
		cells, verdicts = append(cells, p.row(r, false)), append(verdicts, r.Verdict)
	}
	p.columns(terminal.Table{
		Rows: cells, Spare: [][]string{{finds}, {"n"}, {"broken", "fixed"}, {"p"}, {p.level() + " interval"}},
		Paint: func(row, column int) terminal.Colour {
			if column == slices.Index(cells[0], "delta") {
				return verdicts[row].colour()
			}
			return ""
		},
	})
}

// columns prints an empty line, a table, and the names of the columns for which the page is too narrow.
func (p *textPage) columns(t terminal.Table) {
	p.WriteByte('\n')
	if text := p.o.LeftOut(t.Write(&p.Builder, p.o)); text != "" {
		p.line("%s", text)
	}
}

// colour returns the colour of a verdict, "" for a verdict without one.
func (v Verdict) colour() terminal.Colour {
	switch v {
	case Regressed, Disappeared:
		return terminal.Red
	case Improved:
		return terminal.Green
	}
	return ""
}

// colour returns the colour of the headline.
func (r *Report) colour() terminal.Colour {
	switch {
	case r.Regressed():
		return terminal.Red
	case r.NotEvaluable():
		return terminal.Yellow
	}
	for i := range r.Sets {
		for _, row := range r.Sets[i].Rows() {
			if row.Verdict == Improved {
				return terminal.Green
			}
		}
	}
	return terminal.Bold
}

func (p *textPage) level() string {
	return strconv.FormatFloat(100*p.r.Level, 'f', -1, 64) + "%"
}

// signed prints a change, with a sign unless it is shown as 0.
func signed(r report.Ratio) string {
	if !r.Defined {
		return "-"
	}
	text := strconv.FormatFloat(math.Abs(r.Value), 'f', 3, 64)
	switch {
	case text == "0.000":
		return text
	case r.Value < 0:
		return "-" + text
	}
	return "+" + text
}

// intervalText prints the interval of a change, "" for one that is undefined.
func intervalText(c *Change, text func(report.Ratio) string) string {
	switch {
	case !c.Low.Defined:
		return ""
	case c.Approximate:
		return "≈ " + text(c.Low) + " to " + text(c.High)
	}
	return text(c.Low) + " to " + text(c.High)
}

func count(n int) string {
	if n == 0 {
		return "·"
	}
	return strconv.Itoa(n)
}

// beside prints the measures, and then the spending of cases, without verdicts.
func (p *textPage) beside(s *Set) {
	for _, table := range []struct {
		title string
		rows  []Row
	}{{"measure", s.Measures}, {"per case", s.Usage}} {
		if len(table.rows) == 0 {
			continue
		}
		interval := p.level() + " interval"
		rows := [][]string{{table.title, "old", "new", "delta", interval, "n"}}
		for i := range table.rows {
			rows = append(rows, append([]string{terminal.LineStart(table.rows[i].Name)}, table.rows[i].Texts()...))
		}
		p.columns(terminal.Table{Rows: rows, Spare: [][]string{{"n"}, {interval}}})
	}
	if s.LatencyNote == "" {
		return
	}
	if len(s.Usage) == 0 {
		p.WriteByte('\n')
	}
	p.line("%s", s.LatencyNote)
}

// rates prints the pass rate and, if the extractor failed in any trial, the rate of errors.
func (p *textPage) rates(s *Set) {
	if s.Cases == 0 {
		return
	}
	interval := p.level() + " interval"
	pass := p.row(&s.PassRate, true)
	pass[0], pass[1], pass[2] = "pass", share(s.PassRate.Right.Old), share(s.PassRate.Right.New)
	rows := [][]string{{"cases", "old", "new", "delta", interval, "p", "n", "broken", "fixed", finds}, pass}
	if s.Failed.Old.Count+s.Failed.New.Count > 0 {
		rows = append(rows, []string{"error", share(s.Failed.Old), share(s.Failed.New)})
	}
	p.columns(terminal.Table{
		Rows: rows, Spare: [][]string{{finds}, {"n"}, {"broken", "fixed"}, {"p"}, {interval}},
		Paint: func(row, column int) terminal.Colour {
			if row == 1 && column == 3 {
				return s.PassRate.Verdict.colour()
			}
			return ""
		},
	})
}

// share prints "50 of 60", and "50.3 of 60" for a mean over trials.
func share(r Rate) string {
	text := strconv.FormatFloat(r.Count, 'f', 1, 64)
	return fmt.Sprintf("%s of %d", strings.TrimSuffix(text, ".0"), r.Of)
}
