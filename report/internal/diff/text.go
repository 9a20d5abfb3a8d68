package diff

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

const (
	nameWidth  = 32 // cells for the name of a field
	idWidth    = 64 // for the id of a case
	valueWidth = 32 // for a value
)

// WriteText prints a report for people, in the manner of benchstat. First comes the finding of a gate about the old run, by the rule
// of the gate (see [report.Baseline]), then the headline (see [Report.Headline]), then for each data set:
//
//   - a table of F1 with the change, after "~" if it is not significant, the interval of the change and the adjusted
//     p-value (both empty if nothing changed), the numbers of cases in which a field was judged (n), became wrong
//     (broken) and became right (fixed), the least drop that is found four times in five (finds), and why a change is
//     not significant;
//   - the other measures, and the spending of cases;
//   - the rates of cases;
//   - the cases that changed, with the fields and both values;
//   - the warnings as footnotes.
//
// No line can be mistaken for one that go test prints.
func WriteText(w io.Writer, r Report, screen view.Screen) error {
	p := &textPage{r: r, screen: screen}
	for _, s := range r.Sets {
		if s.Gate != nil {
			lines := s.Gate.Lines()
			p.Line("the gate of %s: %s", words.Visible(s.Dataset), lines[0])
			for _, line := range lines[1:] {
				p.Line("    %s", terminal.LineStart(line))
			}
		}
	}
	for _, line := range r.Headline() {
		p.Add(view.Sentence{Text: view.Plain(words.Visible(line)), Tone: r.tone()})
	}
	for _, s := range r.Sets {
		if s.Gate != nil && slices.ContainsFunc(s.Gate.Worse, func(fall report.Fall) bool { return !fall.Beyond }) {
			p.Line("the gate of %s fails by its own rule: a fall of more than %g and of more than noise, which need not be significant here", words.Visible(s.Dataset), s.Gate.MaxFall)
		}
	}
	for i := range r.Sets {
		p.Line("")
		p.set(&r.Sets[i])
	}
	p.footnotes(r.Warnings, func(int) string { return "note:" })
	return p.Write(w, screen)
}

type textPage struct {
	view.Page
	r          Report
	screen     view.Screen
	unrecorded bool // a value of the old run is said not to be recorded
}

func (p *textPage) set(s *Set) {
	heading := terminal.LineStart(s.Dataset)
	switch s.Verdict {
	case Disappeared, Appeared:
		side := sideNames[0]
		if s.Verdict == Appeared {
			side = sideNames[1]
		}
		p.Line("%s: %s: in the %s run only%s", heading, s.Verdict, side, marks(s.Warnings))
		p.footnotes(s.Warnings, mark)
		return
	}
	if s.NotEvaluable != "" && s.Cases == 0 && len(s.Fields) == 0 {
		p.Line("%s: not compared%s", heading, marks(s.Warnings))
		p.footnotes(s.Warnings, mark)
		return
	}
	heading += fmt.Sprintf(": %s in both runs", words.Plural(s.Cases, "case"))
	if n := s.Disappeared.Total(); n > 0 {
		heading += fmt.Sprintf(", %d disappeared", n)
	}
	if n := s.Appeared.Total(); n > 0 {
		heading += fmt.Sprintf(", %d appeared", n)
	}
	switch old, new := s.Trials[0], s.Trials[1]; {
	case old != new:
		heading += fmt.Sprintf("; F1 is the mean of %s before and %d now", words.Plural(old, "trial"), new)
	case old > 1:
		heading += fmt.Sprintf("; F1 is the mean of %d trials", old)
	}
	p.Line("%s%s", heading, marks(s.Warnings))
	if text := s.LabelText(); text != "" {
		p.Line("%s", text)
	}
	p.table(s)
	for _, text := range []string{s.noise(), s.flaky()} {
		if text != "" {
			p.Lines(text)
		}
	}
	p.rates(s)
	p.beside(s)
	for _, l := range s.CaseLists() {
		if l.Total() > 0 {
			p.Lines(l.Kind + ": " + words.Plural(l.Total(), "case"))
		}
		ids := words.FitAll(arithmetic.Each(l.Cases, func(c CaseChange) string { return terminal.LineStart(c.ID) }), idWidth)
		for i := range l.Cases {
			p.change(ids[i], &l.Cases[i])
		}
		if l.More > 0 {
			p.Line("  … and %d more", l.More)
		}
	}
	if p.unrecorded {
		p.Lines("not recorded: the old run keeps no answers; a baseline does if Gate.KeepAnswers, or score -keep-answers, is set where it is written")
	}
	p.footnotes(s.Warnings, mark)
}

// CaseList is a list of cases of one kind.
type CaseList struct {
	Kind  string
	Worse bool
	Changes
}

// CaseLists returns the lists of changed cases, then the lists of cases that only one run has. Of the latter only the ids
// are known.
func (s *Set) CaseLists() []CaseList {
	named := func(n Names) (c Changes) {
		for _, id := range n.Names {
			c.Cases = append(c.Cases, CaseChange{ID: id})
		}
		c.More = n.More
		return c
	}
	return []CaseList{
		{"broken", true, s.Broken}, {"regressed", true, s.Regressed}, {"fixed", false, s.Fixed}, {"improved", false, s.Improved},
		{"disappeared", false, named(s.Disappeared)}, {"appeared", false, named(s.Appeared)},
	}
}

func (p *textPage) change(id string, c *CaseChange) {
	p.Line("  %s%s", id, states(c))
	names, cells, abreast := p.shortNames(c)
	var rows [][]string
	for _, f := range c.Fields {
		name := names[f.Field]
		switch {
		case len(f.Values) > 0:
		case f.Worse:
			rows = append(rows, []string{name, "more mistakes"})
		default:
			rows = append(rows, []string{name, "fewer mistakes"})
		}
		for _, v := range f.Values {
			p.unrecorded = p.unrecorded || v.Old.Outcome == 0 && c.Old.unkept
			texts := words.Values(cells, v.Old.Got, v.New.Got, v.Want)
			all := []string{"was " + value(c.Old, v.Old, texts[0]), "now " + value(c.New, v.New, texts[1]), "want " + wantText(v, texts[2])}
			if abreast {
				rows = append(rows, append([]string{names[v.Path]}, all...))
				continue
			}
			rows = append(rows, []string{names[v.Path]})
			for _, text := range all {
				rows = append(rows, []string{"  " + text})
			}
		}
		if f.MoreValues > 0 {
			rows = append(rows, []string{name, fmt.Sprintf("… and %d more", f.MoreValues)})
		}
	}
	p.Aligned(4, rows)
	if c.MoreFields > 0 {
		p.Line("    … and %s more", words.Plural(c.MoreFields, "field"))
	}
}

// shortNames returns short and distinct names of the fields and leaves of a case, and how many cells a value has.
// abreast says that name and values stand on one line; else each value has its own line.
func (p *textPage) shortNames(c *CaseChange) (short map[string]string, cells int, abreast bool) {
	var names, shown []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names, shown = append(names, name), append(shown, terminal.LineStart(name))
		}
	}
	longest := len(nothing) // of the values, as shown if there is enough room
	for _, f := range c.Fields {
		add(f.Field)
		for _, v := range f.Values {
			add(v.Path)
			for _, text := range words.Values(valueWidth, v.Old.Got, v.New.Got, v.Want) {
				longest = max(longest, words.Width(text))
			}
		}
	}
	width := nameWidth
	if p.screen.Width > 0 {
		width = min(width, max(p.screen.Width/4, 12))
	}
	short, widest := map[string]string{}, 0
	for i, name := range words.FitAll(shown, width) {
		short[names[i]], widest = name, max(widest, words.Width(name))
	}
	if p.screen.Width <= 0 {
		return short, valueWidth, true
	}
	const around, least = len("      was   now   want "), 12
	if cells = (p.screen.Width - widest - around) / 3; cells >= min(longest, least) {
		return short, min(cells, valueWidth), true
	}
	return short, max(min(p.screen.Width-len("      want "), 2*valueWidth), least), false
}

// states says in which runs the extractor failed and how, "" for none.
func states(c *CaseChange) string {
	errorText := func(s CaseState) string { return "error: " + words.Clip(words.Visible(s.Error), 2*valueWidth) }
	switch oldFailed, newFailed := c.Old.Status == report.Error, c.New.Status == report.Error; {
	case oldFailed && newFailed:
		return "  was and is " + errorText(c.New)
	case newFailed:
		return "  now " + errorText(c.New)
	case oldFailed:
		return "  was " + errorText(c.Old)
	}
	return ""
}

const (
	nothing  = "nothing"
	redacted = "(redacted)" // the record leaves the value out
)

// value returns the value of one run, given its text: "(not recorded)" if the record has no values, "not there" if it has no such
// leaf, "nothing" for no value, "(redacted)" for a value that the record leaves out.
func value(s CaseState, v Value, text string) string {
	switch v.Outcome {
	case 0:
		if s.unkept {
			return "(not recorded)"
		}
		return "not there"
	case metrics.CorrectAbsence, metrics.Missing:
		return nothing
	}
	return cmp.Or(text, redacted)
}

// wantText prints the truth.
func wantText(v ValueChange, text string) string {
	if text != "" {
		return text
	}
	for _, o := range []metrics.Outcome{v.New.Outcome, v.Old.Outcome} {
		switch o {
		case metrics.Match, metrics.Wrong, metrics.Missing:
			return redacted
		}
	}
	return nothing
}

// footnotes prints warnings, each after its mark.
func (p *textPage) footnotes(all []Warning, mark func(i int) string) {
	for i, w := range all {
		if i == 0 {
			p.Line("")
		}
		p.Line("%s %s", mark(i), words.Visible(w.Message))
	}
}

// marks returns the marks of the footnotes of a data set, for its heading.
func marks(all []Warning) string {
	var b strings.Builder
	for i := range all {
		b.WriteString(" " + mark(i))
	}
	return b.String()
}

// mark returns the number i+1 in superscript.
func mark(i int) string {
	return strings.Map(func(digit rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'] }, strconv.Itoa(i+1))
}
