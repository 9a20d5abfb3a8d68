package diff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
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
		p.Line("%s", terminal.ApproximateNote)
	}
	p.Line("finds: the least drop that is found four times in five")
	if slices.ContainsFunc(s.Rows(), (*Row).countsZero) {
		p.Line("-: nothing is right, which counts as 0 in the change, as it does in a macro average")
	}
}

// finds is the title of the column of the least drops that are found four times in five.
const finds = "finds"

// countsZero reports whether the row has a change though an F1 is undefined because nothing is right.
func (r *Row) countsZero() bool {
	return r.Kind != runs.KindRate && r.Delta.Defined && r.Delta.Value != 0 && !(r.Old().Defined && r.New().Defined)
}

// columns are the columns of judged rows. A narrow page leaves out some of them: cases are listed below, and "~" says as
// much as p.
func (p *textPage) columns(title string) view.Table {
	interval := p.level() + " interval"
	return view.TableOf([][]string{{title, "old", "new", "delta", interval, "p", "n", "broken", "fixed", finds}}).
		Spared([]string{finds}, []string{"n"}, []string{"broken", "fixed"}, []string{"p"}, []string{interval})
}

func row(r *Row, field bool) view.Row {
	name := terminal.FieldName(report.Attribute{Attribute: r.Name, Items: r.Items})
	t := r.Describe(signed, " to ")
	if r.Verdict == Same && t.Delta != "~" {
		t.Delta = "~ " + t.Delta
	}
	cells := view.Cells(t.Old, t.New, t.Delta, t.Interval, t.P, "", "", "", r.detectableText())
	if field {
		cells[5], cells[6], cells[7] = view.Cells(strconv.Itoa(r.Cases))[0], view.Count(float64(r.Broken)), view.Count(float64(r.Fixed))
	}
	if r.Verdict == Disappeared || r.Verdict == Appeared {
		cells = view.Cells("", "", string(r.Verdict))
	}
	cells[2].Text[0].Tone = r.Verdict.Tone()
	return view.Row{Cells: append([]view.Cell{name}, cells...), Remark: r.Reason}
}

// rows adds a table of judged rows, with averages below them.
func (p *textPage) rows(title string, fields []*Row, averages ...*Row) {
	t := p.columns(title)
	for _, r := range fields {
		t.Rows = append(t.Rows, row(r, true))
	}
	if len(averages) > 0 {
		t.Rows = append(t.Rows, view.Row{})
	}
	for _, r := range averages {
		t.Rows = append(t.Rows, row(r, false))
	}
	p.Line("")
	p.Add(t)
}

// tone returns the tone of a verdict, "" for a verdict without one.
// Tone returns the tone that colours the verdict.
func (v Verdict) Tone() view.Tone {
	return map[Verdict]view.Tone{Regressed: view.Bad, Disappeared: view.Bad, Improved: view.Good}[v]
}

// tone returns the tone of the headline.
func (r *Report) tone() view.Tone {
	switch {
	case r.Regressed():
		return view.Bad
	case r.NotEvaluable():
		return view.Warning
	}
	for i := range r.Sets {
		if slices.ContainsFunc(r.Sets[i].Rows(), func(row *Row) bool { return row.Verdict == Improved }) {
			return view.Good
		}
	}
	return view.Strong
}

func (p *textPage) level() string {
	return strconv.FormatFloat(100*p.r.Level, 'f', -1, 64) + "%"
}

// signed prints a change, with a sign unless it is shown as 0.
func signed(r report.Ratio) string {
	if !r.Defined {
		return "-"
	}
	return words.Signed(r.Value)
}

// Between returns the interval of a change, "" for one that is undefined; to stands between its ends.
func (c *Change) Between(text func(report.Ratio) string, to string) string {
	switch {
	case !c.Low.Defined:
		return ""
	case c.Approximate:
		return "≈ " + text(c.Low) + to + text(c.High)
	}
	return text(c.Low) + to + text(c.High)
}

// Texts are the texts of a row in two runs. A row that did not change has the delta "~" and no further texts.
type Texts struct{ Old, New, Delta, Interval, P string }

// Describe returns the texts of an average, a field, a class or an invariant; text prints a change.
func (r *Row) Describe(text func(report.Ratio) string, to string) Texts {
	t := Texts{Old: r.Old().String(), New: r.New().String(), Delta: "~"}
	if !r.Changed() {
		return t
	}
	if r.Delta.Defined {
		t.Delta = text(r.Delta)
	}
	if p, ok := r.P(); ok {
		t.P = words.PValue(p)
	}
	t.Interval = r.Between(text, to)
	return t
}

// beside adds the measures, and then the spending of cases, without verdicts.
func (p *textPage) beside(s *Set) {
	for _, table := range []struct {
		title string
		rows  []Row
	}{{"measure", s.Measures}, {"per case", s.Usage}} {
		if t := RatioTable(table.rows); len(table.rows) > 0 {
			p.Line("")
			p.Add(t.Pick("name="+table.title, "old", "new", "delta", "interval="+p.level()+" interval", "n"))
		}
	}
	if s.LatencyNote == "" {
		return
	}
	if len(s.Usage) == 0 {
		p.Line("")
	}
	p.Line("%s", s.LatencyNote)
}

// RatioTable returns the table of measures, or of the spending of cases. Columns: name, old, new, delta, interval, n.
func RatioTable(rows []Row) view.Table {
	t := view.TableOf([][]string{{"name", "old", "new", "delta", "interval", "n"}}).Spared([]string{"n"}, []string{"interval"})
	for i := range rows {
		name := view.Name(rows[i].Name)
		name.Text[0].Code = rows[i].Kind != report.KindUsage
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{name}, view.Cells(rows[i].Texts()...)...)})
	}
	return t
}

// rates adds the pass rate and, if the extractor failed in any trial, the rate of errors.
func (p *textPage) rates(s *Set) {
	if s.Cases == 0 {
		return
	}
	t := p.columns("cases")
	pass := row(&s.PassRate, true)
	copy(pass.Cells, view.Cells("pass", share(s.PassRate.Right.Old), share(s.PassRate.Right.New)))
	if t.Rows = append(t.Rows, pass); s.Failed.Old.Count+s.Failed.New.Count > 0 {
		t.Rows = append(t.Rows, view.Row{Cells: view.Cells("error", share(s.Failed.Old), share(s.Failed.New))})
	}
	p.Line("")
	p.Add(t)
}

// share prints "50 of 60", and "50.3 of 60" for a mean over trials.
func share(r Rate) string {
	text := strconv.FormatFloat(r.Count, 'f', 1, 64)
	return fmt.Sprintf("%s of %d", strings.TrimSuffix(text, ".0"), r.Of)
}
