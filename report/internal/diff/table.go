package diff

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
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

// RowTable returns the table of judged rows; text prints a change, and to stands between the ends of its interval. Columns:
// name, old, new, delta, interval, p, verdict, finds, n, broken and fixed. The last three are empty for an average. The
// remark of a row is its Reason. A narrow page leaves out some columns: cases are listed below, and "~" says as much as p.
func RowTable(rows []*Row, text func(report.Ratio) string, to string) view.Table {
	t := view.TableOf([][]string{{"name", "old", "new", "delta", "interval", "p", "n", "broken", "fixed", finds, "verdict"}}).Left("verdict").
		Spared([]string{finds}, []string{"n"}, []string{"broken", "fixed"}, []string{"p"}, []string{"interval"})
	for _, r := range rows {
		texts := r.Describe(text, to)
		cells := view.Cells(texts.Old, texts.New, texts.Delta, texts.Interval, texts.P, "", "", "", r.detectableText(), string(r.Verdict))
		cells[2].Text[0].Tone = r.Verdict.Tone()
		if r.Kind != report.KindAverage {
			cells[5], cells[6], cells[7] = view.Cells(strconv.Itoa(r.Cases))[0], view.Count(float64(r.Broken)), view.Count(float64(r.Fixed))
		}
		name := terminal.FieldName(report.Attribute{Attribute: r.Name, Items: r.Items})
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{name}, cells...), Tone: r.Verdict.Tone(), Remark: r.Reason})
	}
	return t
}

// rowTable returns the table of judged rows for a terminal.
func (p *textPage) rowTable(title string, rows []*Row) view.Table {
	t := RowTable(rows, signed, " to ")
	for i, r := range rows {
		delta := t.Cell(i, "delta")
		switch {
		case r.Verdict == Disappeared || r.Verdict == Appeared:
			clear(t.Rows[i].Cells[1:])
			delta.Text = view.Text{{Text: string(r.Verdict), Tone: r.Verdict.Tone()}}
		case r.Verdict == Same && delta.String() != "~":
			delta.Text[0].Text = "~ " + delta.Text[0].Text
		}
	}
	return t.Pick("name="+title, "old", "new", "delta", "interval="+p.level()+" interval", "p", "n", "broken", "fixed", finds)
}

// rows adds a table of judged rows, with averages below them.
func (p *textPage) rows(title string, fields []*Row, averages ...*Row) {
	t := p.rowTable(title, slices.Concat(fields, averages))
	if len(averages) > 0 {
		t.Rows = slices.Insert(t.Rows, len(fields), view.Row{})
	}
	p.Line("")
	p.Add(t)
}

// Tone returns the tone that colours the verdict, "" for none.
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
	for i, block := range s.Beside("delta", "interval="+p.level()+" interval", "n") {
		if _, table := block.(view.Table); table || i == 0 || len(s.Usage) == 0 {
			p.Line("")
		}
		p.Add(block)
	}
}

const maxBeside = 60 // measures

// Beside returns the measures, and then the spending of cases, with columns of name, old, new, delta, interval and n.
func (s *Set) Beside(columns ...string) (blocks []view.Block) {
	for _, table := range []struct {
		title string
		rows  []Row
	}{{"measure", s.Measures}, {"per case", s.Usage}} {
		blocks = append(blocks, ratioTable(table.rows).Pick(append([]string{"name=" + table.title, "old", "new"}, columns...)...).First(maxBeside))
	}
	if s.LatencyNote != "" {
		blocks = append(blocks, view.Note(s.LatencyNote+"."))
	}
	return view.Filled(blocks...)
}

// ratioTable returns the table of measures, or of the spending of cases. Columns: name, old, new, delta, interval, n.
func ratioTable(rows []Row) view.Table {
	t := view.TableOf([][]string{{"name", "old", "new", "delta", "interval", "n"}}).Spared([]string{"n"}, []string{"interval"})
	t.Class = "metrics"
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
	t := p.rowTable("cases", []*Row{&s.PassRate})
	copy(t.Rows[0].Cells, view.Cells("pass", share(s.PassRate.Right.Old), share(s.PassRate.Right.New)))
	if s.Failed.Old.Count+s.Failed.New.Count > 0 {
		t.Rows = append(t.Rows, view.Row{Cells: view.Cells("error", share(s.Failed.Old), share(s.Failed.New))})
	}
	p.Line("")
	p.Add(t)
}

// share prints "50 of 60", and "50.3 of 60" for a mean over trials.
func share(r Rate) string {
	return fmt.Sprintf("%s of %d", view.Count(r.Count), r.Of)
}

// Row is a field, a class, an invariant, an average, the pass rate, a measure or the spending of cases in two runs. A measure
// and spending are no hypotheses: they have an interval, but no verdict. A gate may limit them.
type Row struct {
	// Row has the values of the old and the new run: for a field or a class F1, the mean over trials, undefined as in
	// [report.Summary]. The name of the spending of cases is a quantity: cost, tokens or latency.
	runs.Row
	Change
}

// Change is the change of a number from the old run to the new one.
type Change struct {
	Verdict Verdict `json:"verdict,omitzero"`
	// Delta is the new value minus the old one. An undefined F1 counts as 0 if anything was wrong, as in macro averages.
	// Low and High are its interval. For a row with a test it is never a point, and has 0 within it if and only if the row
	// is not significant. Approximate says that the effective number of documents with a value is below
	// [estimate.FewDocuments], for the macro average in any of its fields: the interval may then hold less often than
	// Level says. The interval of a measure or of spending is over the paired contributions of the cases, and allows for
	// a few large ones: it is also approximate if very few contribute most, and undefined with fewer than two cases.
	Delta       report.Ratio `json:"delta,omitzero"`
	Low         report.Ratio `json:"low,omitzero"`
	High        report.Ratio `json:"high,omitzero"`
	Approximate bool         `json:"approximate,omitzero"`
	// Cases is how many cases have the field and were judged on it in both runs, or have the measure or the spending in both:
	// old and new are then over these cases. A measure over trials belongs to no case: Cases is then 0, and old and new come
	// from the recorded summaries. Right is how many of the cases are right on a field, the mean over trials. Broken is how
	// many are right in a smaller share of their trials than before, Fixed how many in a greater one. Averages have none of
	// these.
	Cases  int   `json:"cases,omitzero"`
	Right  Rates `json:"right,omitzero"`
	Broken int   `json:"broken,omitzero"`
	Fixed  int   `json:"fixed,omitzero"`
	// Flips is the flip rate of the field. Of the cases with several trials, it counts those in which the field is
	// right in some trials and not in others. Averages do not have it.
	Flips Rates `json:"flips,omitzero"`
	// Tests has the test of the row. It is empty if all cases are unchanged.
	Tests []Test `json:"tests,omitzero"`
	// Detectable is the least drop of F1 that the comparison finds four times in five, given the number of cases and
	// how much the runs differ by chance; 1 if not even the loss of everything is found.
	Detectable report.Ratio `json:"detectable,omitzero"`
	// Below says that the number lies below a baseline by more than is allowed and by more than noise, and Above that it lies
	// above it as far. See [CompareFrozen].
	Below bool `json:"-"`
	Above bool `json:"-"`
	// Reason says why a change is not significant, or why there is none, "" if it is significant or nothing changed.
	Reason string `json:"reason,omitzero"`
}

// Old returns the value of the old run.
func (r Row) Old() report.Ratio { return r.Value(0) }

// New returns the value of the new run.
func (r Row) New() report.Ratio { return r.Value(1) }

// Counted returns both values as Delta counts them: an F1 is 0 if it is undefined because nothing is right.
func (r Row) Counted() (old, new report.Ratio) {
	old, new = r.Old(), r.New()
	if r.Delta.Defined && old.Defined != new.Defined {
		old.Defined, new.Defined = true, true // a Ratio without a value is 0
	}
	return old, new
}

// MarshalJSON writes the row with its kind in the names of the keys: "field" with "old_f1" and "new_f1", where "rule" marks
// an invariant and "class" a class; "measure" or "quantity" with "old" and "new".
func (r Row) MarshalJSON() ([]byte, error) {
	row := struct {
		Field        string       `json:"field,omitzero"`
		Measure      string       `json:"measure,omitzero"`
		Quantity     string       `json:"quantity,omitzero"`
		Items        bool         `json:"items,omitzero"`
		Rule         bool         `json:"rule,omitzero"`
		Class        bool         `json:"class,omitzero"`
		LessIsBetter bool         `json:"less_is_better,omitzero"`
		Count        bool         `json:"count,omitzero"`
		OldF1        report.Ratio `json:"old_f1,omitzero"`
		NewF1        report.Ratio `json:"new_f1,omitzero"`
		Old          report.Ratio `json:"old,omitzero"`
		New          report.Ratio `json:"new,omitzero"`
		Change
	}{Items: r.Items, Rule: r.Kind == report.KindInvariant, Class: r.Kind == report.KindClass, Change: r.Change}
	switch {
	case r.Hypothesis():
		row.Field, row.OldF1, row.NewF1 = r.Name, r.Old(), r.New()
	case r.Kind == report.KindUsage:
		row.Quantity, row.Old, row.New = r.Name, r.Old(), r.New()
	default:
		row.Measure, row.LessIsBetter, row.Count, row.Old, row.New = r.Name, r.Less, r.Count, r.Old(), r.New()
	}
	return json.Marshal(row)
}

// P returns the least adjusted p-value of the row's tests, 1 if nothing changed that could be tested. It returns false
// if the row was not compared.
func (r Row) P() (float64, bool) {
	p := 1.0
	for _, t := range r.Tests {
		p = min(p, t.Adjusted)
	}
	return p, r.Verdict != Disappeared && r.Verdict != Appeared
}

// Drop returns how much a regressed row lost: the fall of F1 or, if F1 did not fall or its change is undefined, the
// greatest fall by a significant test. It is 0 for other rows.
func (r Row) Drop() float64 {
	if r.Verdict != Regressed {
		return 0
	}
	if r.Delta.Defined && r.Delta.Value < 0 {
		return -r.Delta.Value
	}
	drop := 0.0
	for _, t := range r.Tests {
		if t.Significant {
			drop = max(drop, -t.Delta)
		}
	}
	return drop
}

// Changed reports whether anything of a field or an average differs between the runs,
// by chance or not.
func (r Row) Changed() bool {
	return r.Verdict != Same || r.Delta.Value != 0 || len(r.Tests) > 0 || r.Broken+r.Fixed > 0
}

// fellBeyond reports whether the row got worse beyond chance and maxDrop.
func (r *Row) fellBeyond(maxDrop float64) bool {
	return r.Verdict == Regressed && r.Drop() > maxDrop+compare.Slack
}

// change names the field, before, after and the change: "total 0.990 → 0.750 (-0.240)".
func (r *Row) change() string {
	if r.Delta.Value != 0 {
		old, new := r.Counted()
		return fmt.Sprintf("%s %s → %s (%s)", r.Name, old, new, signed(r.Delta))
	}
	return fmt.Sprintf("%s right in %s, was %s", r.Name, share(r.Right.New), share(r.Right.Old))
}
