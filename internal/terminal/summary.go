package terminal

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// Options say how much of a summary is printed, and for which page. A failing test prints with
// the zero value.
type Options struct {
	// Labels is the text after the name of the data set: the labels of the run, see System.
	Labels string
	// WorstFields and WorstCases are the most fields and cases that are listed below the
	// table. Default 5 each; a negative number leaves the list out.
	WorstFields, WorstCases int
	// NameWidth is the widest that a field name may be, in cells. Longer names are
	// cut in the middle; names of different fields stay different. Default 32.
	NameWidth int
	// Width is the width of the page, in cells; see [Columns]. Tables fit in it, and longer lines
	// are broken. Default: no limit.
	Width int
	// Colour is for a terminal that understands colours.
	Colour bool
	// Legend adds a line that explains the origins of mistakes beside the worst fields.
	Legend bool
	// Gate is the gate of the data set, nil without one. With a gate, the table of the invariants shows the limits on
	// each invariant, and fields below their limits come first. If there are more errors than the gate allows, the worst
	// cases come before the worst fields. Result is the result of the gate, which says which limits are not kept; nil if
	// it did not judge.
	Gate   *report.Gate
	Result *report.GateResult
}

const (
	defaultWorst = 5
	nameWidth    = 32
	valueWidth   = 32 // cells for a value in the list of worst cases
)

// Columns returns the width in the environment variable COLUMNS, 0 where it is not a number of
// at least 20. It is for output that does not go to a terminal.
func Columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 0
}

// WriteText prints a summary as a table for people: attributes in order with support, counts, P, R, F1 and interval, and the averages.
// Below it come accuracy and mean score, beside the scores of an empty answer and of a perfect one (the truth itself). Then come the
// [Sections], with the findings of preflight and the warnings of cases between them, the worst fields and the worst cases. Undefined
// numbers are "-", zero counts "·"; columns of rare outcomes that are all zero are left out. Notes below the table say if intervals
// rest on few documents, or are missing because of too many fields and trials, and which fields have no value in any truth or answer.
//
// WriteText makes text from documents visible (see [Visible]). Widths are in cells of a terminal, colours appear only
// if Options ask for them, and no line looks like a line of go test.
func WriteText(w io.Writer, s report.Summary, o Options) error {
	o = o.withDefaults()
	p := &textPage{o: o, names: map[string]string{}}
	p.Sections = Sections{
		Summary: s, Number: s.Lookup(), Gate: o.Gate, Result: o.Result,
		Most: Most{Rows: 100, Classes: 10, Flaky: 10}, Short: p.short,
		Title: func(text, _, note string) view.Heading {
			return view.Heading{Text: view.Plain(strings.ToLower(text)), Note: view.Plain(note)}
		},
		Case:       func(id string) view.Span { return view.Span{Text: words.Fit(LineStart(id), 2*o.NameWidth)} },
		Confusions: func(*report.Classes) []view.Block { return nil },
	}
	p.heading()
	p.table()
	if !NoTruth(s) { // else no case has a score
		p.Add(view.Apart(p.Averages().Choose([]int{2, 3}))...)
	}
	p.Add(slices.Concat(p.Core()...)...)
	p.Add(PrintedFindings(s.Findings(), maxFindings)...)
	short := s // the line below the verdict has more of a cause
	short.Warnings = arithmetic.Each(s.Warnings, func(w report.Warning) report.Warning {
		if w.Error {
			w.Text = words.Clip(Visible(w.Text), errorWidth)
		}
		return w
	})
	warnings := WarningList(&short, maxFindings)
	warnings.Mark = "warning:"
	p.Add(view.Apart(warnings)...)
	p.Add(slices.Concat(p.Rest()...)...)
	if o.Gate != nil && s.Errors() > o.Gate.MaxErrors { // the cause of the verdict comes first
		p.worstCases()
		p.worstFields()
	} else {
		p.worstFields()
		p.worstCases()
	}
	return p.Write(w, o.Screen())
}

func (o Options) withDefaults() Options {
	o.WorstFields = cmp.Or(o.WorstFields, defaultWorst)
	o.WorstCases = cmp.Or(o.WorstCases, defaultWorst)
	if o.NameWidth <= 0 {
		o.NameWidth = nameWidth
	}
	o.WorstFields, o.WorstCases = max(o.WorstFields, 0), max(o.WorstCases, 0)
	return o
}

// Screen returns what the text is printed on.
func (o Options) Screen() view.Screen {
	return view.Screen{Width: o.Width, NameWidth: o.NameWidth, Colour: o.Colour}
}

type textPage struct {
	view.Page
	Sections
	o     Options
	names map[string]string // attribute -> the name that the table shows
}

// short returns the name of a field as it is in the table.
func (p *textPage) short(attribute string) string {
	if name, ok := p.names[attribute]; ok {
		return name
	}
	return words.Fit(LineStart(attribute), p.o.NameWidth)
}

// heading prints "invoices: 60 cases: 41 pass, 17 partial, 2 fail".
func (p *textPage) heading() {
	head := func(text string) { p.Add(view.Sentence{Text: view.Plain(p.title() + ": " + text), Tone: view.Strong}) }
	if len(p.Summary.Trials) > 1 {
		head(fmt.Sprintf("%d trials, every number is their mean", len(p.Summary.Trials)))
		for _, t := range p.Summary.Trials {
			p.Line("  trial %d: %s", t.Trial, describeCases(t.Cases, "case"))
		}
		return
	}
	head(describeCases(p.Summary.Cases(), "case"))
}

// title returns the name of the data set, cut if it is long, and the labels.
func (p *textPage) title() string {
	const most = 80
	name := words.Fit(LineStart(p.Summary.Dataset), most)
	if p.o.Labels != "" {
		name += " (" + words.Clip(Visible(p.o.Labels), 2*most) + ")"
	}
	return name
}

// describeCases returns "3 cases: 2 pass, 1 fail", of cases or of their trials.
func describeCases(c report.CaseCount, noun string) string {
	text := words.Plural(c.Total(), noun)
	judged, more := Cases(c, " in the extractor")
	if judged != "" {
		text += ": " + judged
	}
	return text + more
}

// FieldNotes returns the notes below the table of the fields: how far its intervals can be trusted, how averages count a
// field without a match, and which fields have no value anywhere.
func (p Sections) FieldNotes() []view.Block {
	s := p.Summary
	notes := Footnotes(false, Approximate(s))
	for i, a := range s.Attributes {
		counts := s.CountsOf(i).Confusion(s.Policy)
		_, defined := counts.F1()
		if _, counted := metrics.InMean(metrics.Confusion.F1, counts, s.SkipUndefined); !a.Items && a.Attribute != metrics.InventedAttribute && counted && !defined {
			notes = append(notes, view.Note("F1 - (no match) counts as 0 in the macro average."))
			break
		}
	}
	notes = append(notes, Footnotes(HasPeople(s), false)...)
	if s.Resamples == 0 && len(s.Attributes)*len(s.Trials) > summarize.MaxRows {
		notes = append(notes, view.Note("too many fields and trials for intervals."))
	}
	var names []view.Text
	for _, name := range WithoutValues(s) {
		names = append(names, view.Code(p.Short(name)))
	}
	if len(names) > 0 {
		notes = append(notes, view.Sentence{Text: view.Plain("no value in any truth or answer:").With(view.Join(names, maxWithoutValues, ".")...), Tone: view.Dim})
	}
	return notes
}

func (p *textPage) worstFields() {
	var gate report.Gate
	if p.o.Gate != nil {
		gate = *p.o.Gate
	}
	worst := gate.WorstFields(p.Summary, p.o.WorstFields)
	if len(worst) == 0 {
		return
	}
	p.Line("")
	p.Line("worst fields")
	var rows [][]string
	for _, a := range worst {
		rows = append(rows, []string{p.short(a.Attribute), words.F1(p.Number("F1 of " + a.Attribute).Value.String()), p.mistakes(a)})
	}
	p.Aligned(2, rows)
	if text := Legend(worst); p.o.Legend && text != "" {
		p.Line("  (%s)", text)
	}
}

// mistakes returns the mistakes of an attribute: "3 wrong, 1 missing". Where texts of documents
// show their origins, these follow: "3 wrong, 1 missing (2 misread, 1 made up, 1 overlooked)".
func (p *textPage) mistakes(a report.Attribute) string {
	text := MistakesOf(p.Summary, a.Attribute)
	if origins := Origins(a.Origins, func(n int) string { return view.Count(MeanOf(p.Summary, n)).String() }); origins != "" {
		text += " (" + origins + ")"
	}
	return text
}

func (p *textPage) worstCases() {
	worst := p.Summary.WorstCases[:min(len(p.Summary.WorstCases), p.o.WorstCases)]
	if len(worst) == 0 {
		return
	}
	p.Line("")
	p.Line("worst cases")
	ids := p.fitNames(arithmetic.Each(worst, func(c report.WorstCase) string { return c.ID }))
	for i, c := range worst {
		p.worstCase(ids[i], c)
	}
}

// fitNames makes ids or paths visible and cuts them to twice the width of a name. Different ones stay different.
func (p *textPage) fitNames(names []string) []string {
	return words.FitAll(arithmetic.Each(names, LineStart), 2*p.o.NameWidth)
}

func (p *textPage) worstCase(id string, c report.WorstCase) {
	if len(p.Summary.Trials) > 1 {
		id += " (" + p.inTrials(c) + ")"
	}
	judged := string(c.Verdict)
	if c.Status == report.Error {
		judged = "error: " + words.Clip(Visible(c.Error), 3*valueWidth)
	}
	score := "score " + report.RatioOf(c.Score, true).String()
	if c.Unlabelled {
		score = "not labelled"
	}
	p.Line("  %s  %s  %s", id, score, judged)
	for _, text := range c.Packets {
		text = Visible(text)
		if p.o.Width > 0 {
			text = words.Clip(text, max(p.o.Width-4, 1))
		}
		p.Line("    %s", text)
	}
	var rows [][]string
	misses := p.fitNames(arithmetic.Each(c.Misses, func(m report.Miss) string { return m.Miss }))
	for i, m := range c.Misses {
		row := []string{misses[i]}
		if m.Got != "" || m.Want != "" || m.GotWithheld || m.WantWithheld {
			got, want := shownValues(valueWidth, m.Got, m.Want, m.GotWithheld || words.IsHash([]byte(m.Got)), m.WantWithheld || words.IsHash([]byte(m.Want)))
			row = append(row, "got "+got, "want "+want)
		}
		if m.Note != "" {
			row[len(row)-1] += "  (" + words.Clip(Visible(m.Note), 3*valueWidth) + ")"
		}
		rows = append(rows, row)
	}
	p.Aligned(4, rows)
	if c.MoreMisses > 0 {
		p.Line("    … and %d more", c.MoreMisses)
	}
	p.brokenInvariants(c)
}

// inTrials returns the trial that is shown, and, if the stability has it, the number of trials in which the case does not
// pass: "trial 2; 3 of 3 fail". The trials need not have the same mistakes.
func (p *textPage) inTrials(c report.WorstCase) string {
	s, n, shown := p.Summary.Stability, len(p.Summary.Trials), fmt.Sprintf("trial %d", c.Trial)
	if s != nil {
		for _, f := range s.Flaky {
			if f.ID == c.ID {
				return fmt.Sprintf("%s; %d of %d fail", shown, f.Failed, f.Trials)
			}
		}
		// If every case has all its trials, a worst case that is not flaky passes in none of them.
		if s.Trials == n && s.FlakyCases == len(s.Flaky) && s.Cases*n == p.Summary.Cases().Total() {
			return fmt.Sprintf("%s; %d of %d fail", shown, n, n)
		}
	}
	return shown
}
