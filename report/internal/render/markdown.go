package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// MarkdownOptions bound the text. The zero value is the default.
type MarkdownOptions struct {
	// MaxBytes is the greatest length of the text. Default 65,536, the limit of a comment on GitHub in characters; with
	// a Comparison, which people read on every pull request, 10,000.
	MaxBytes int
	// MaxCases is how many cases are shown of each data set. Default 20.
	MaxCases int
	// Comparison, if given, compares this run with an earlier one.
	Comparison *diff.Report
}

const (
	defaultBytes  = 64 << 10
	comparedBytes = 10_000
	defaultCases  = 20
	maxCharacters = 60 // of one value
	maxMisses     = 12 // of one case
	maxBroken     = 10
	maxFields     = 60
)

// comment is the most rows of a comment.
var comment = terminal.Most{Rows: maxFields, Classes: 5, Slices: 5, Mistakes: 8, Calibrations: 60, Flaky: 10}

// noSurface is the [Surface] of a comment, which has nothing but words.
type noSurface struct{}

func (noSurface) Cases(Selection) string                  { return "" }
func (noSurface) Case(string) string                      { return "" }
func (noSurface) Average(string) *view.Delta              { return nil }
func (noSurface) Field(report.Attribute) *view.Delta      { return nil }
func (noSurface) Confusions(*report.Classes) []view.Block { return nil }
func (noSurface) Outcomes(metrics.Counts) any             { return nil }
func (noSurface) Verdicts(report.CaseCount) any           { return nil }
func (noSurface) Legend() any                             { return nil }
func (noSurface) Calibration(*breakdown.Calibration) any  { return nil }

// WriteMarkdown writes a comment for a pull request or the summary of a CI step: the verdict, the limits that are not kept, the
// problems of the artifact, the fields and the invariants. With a comparison, it has the numbers that changed, with their
// earlier values, and the fields without a change, folded. Then come further metrics, the agreement of trials, where the
// mistakes are, and the worst cases with got and want, folded. WriteMarkdown leaves out the sections that do not fit into
// MaxBytes, from the end, and a line says so.
//
// It is GitHub's Markdown, which GitLab reads as well. Text from documents, names
// of fields and cases stand in code spans, in which "`" and "|" are written
// \u0060 and \u007c: no value ends a span or a table cell, mentions anybody or
// links to anything.
func WriteMarkdown(w io.Writer, r *Report, o MarkdownOptions) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultBytes
		if o.Comparison != nil {
			o.MaxBytes = comparedBytes
		}
	}
	o.MaxCases = cmp.Or(o.MaxCases, defaultCases)
	m := markdown{r: r, o: o}
	text, err := m.text()
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err != nil {
		return fmt.Errorf("markdown: %w", err)
	}
	return nil
}

type markdown struct {
	r *Report
	o MarkdownOptions
}

const cutLine = "\n_More did not fit into this text._\n"

// text joins sections as long as there is room. The more important ones come first: for all data sets the verdict, then
// the tables, then the rest.
func (m markdown) text() (string, error) {
	sections := []string{m.heading()}
	add := func(all ...[]view.Block) {
		for _, blocks := range all {
			sections = append(sections, view.Markdown(blocks...))
		}
	}
	var all []Sections
	for _, set := range m.r.Sets {
		all = append(all, Sections{m.r, set, comment, noSurface{}})
		add(all[len(all)-1].Problems())
	}
	for _, s := range all {
		first := s.First()
		if compared := Compared(m.o.Comparison, s.Set); compared != nil {
			first[1] = changes(s, compared)
		} else {
			add([]view.Block{view.Heading{Level: 3, Text: view.Code(m.r.NameOf(s.Set))}, s.Cards()})
		}
		add(first...)
	}
	for _, block := range m.comparison() {
		add([]view.Block{block})
	}
	for _, s := range all {
		if compared := Compared(m.o.Comparison, s.Set); compared != nil {
			add(unchanged(s, compared))
		}
	}
	for _, s := range all {
		add(s.Rest()...)
	}
	for _, set := range m.r.Sets {
		cases, err := m.cases(set)
		if err != nil {
			return "", err
		}
		add(cases...)
	}
	var b strings.Builder
	for _, section := range sections {
		if b.Len()+len(section)+len(cutLine) > m.o.MaxBytes {
			if b.Len()+len(cutLine) <= m.o.MaxBytes {
				b.WriteString(cutLine)
			}
			break
		}
		b.WriteString(section)
	}
	return b.String(), nil
}

var verdictSigns = map[verdict.Verdict]string{
	verdict.Passed: "✅", verdict.Failed: "❌", verdict.NotEvaluable: "⚠️", verdict.NoGate: "➖",
}

const (
	maxSets    = 50 // lines of data sets in the heading
	maxReasons = 10 // of one data set
)

func (m markdown) heading() string {
	var b strings.Builder
	verdict := m.r.Verdict()
	sign := verdictSigns[verdict]
	if IsWorse(verdict, m.o.Comparison) {
		sign = "⚠️"
	}
	fmt.Fprintf(&b, "## %s Extraction: %s\n\n", sign, m.r.Headline(m.o.Comparison))
	baseline := m.against()
	fits := func(line string) bool { return b.Len()+len(line)+len(baseline) <= m.o.MaxBytes*2/3 }
	for i, set := range m.r.Sets {
		cases := set.Summary.Cases()
		count := set.CasesWords()
		if text := CaseText(cases); text != "" {
			count += " (" + text + ")"
		}
		line := fmt.Sprintf("- %s %s%s: %s, micro F1 %s, %s\n", verdictSigns[set.Judgement.Verdict], code(m.r.NameOf(set)), labelled(set),
			MacroF1(set, Compared(m.o.Comparison, set)).Markdown(), set.Number("micro F1").Value, count)
		if i == maxSets || i > 0 && !fits(line) {
			fmt.Fprintf(&b, "- and %d more data sets\n", len(m.r.Sets)-i)
			break
		}
		b.WriteString(line)
		for j, reason := range set.Reasons() {
			line := fmt.Sprintf("  - %s\n", sentence(reason))
			if j == maxReasons || !fits(line) {
				b.WriteString("  - …\n")
				break
			}
			b.WriteString(line)
		}
	}
	b.WriteString(baseline)
	return b.String()
}

// against returns the headline of the comparison.
func (m markdown) against() string {
	if m.o.Comparison == nil {
		return ""
	}
	var b strings.Builder
	run := "- against the last run"
	if text := m.o.Comparison.OldSystem(); text != "" {
		run += ", " + code(text)
	}
	for i, message := range m.o.Comparison.Headline() {
		line := fmt.Sprintf("%s: %s\n", run, sentence(message))
		if i == maxReasons || i > 0 && b.Len()+len(line) > m.o.MaxBytes/3 {
			b.WriteString(run + ": …\n")
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// labelled returns the labels of the run after the name of a data set.
func labelled(set *Set) string {
	if text := terminal.SystemAndData(set.Run, set.Dataset); text != "" {
		return " (" + code(text) + ")"
	}
	return ""
}

// cases returns a section for each of the worst cases, so that the comment shows as many as it has room for.
func (m markdown) cases(set *Set) (sections [][]view.Block, err error) {
	var failing []Case
	seen := map[string]bool{} // a case is shown once, with its worst trial
	for _, c := range set.Cases {
		if Rank(c.Status) >= 2 {
			break
		}
		if !seen[c.ID] {
			seen[c.ID] = true
			failing = append(failing, c)
		}
	}
	shown, err := Read(failing[:min(len(failing), max(m.o.MaxCases, 0))])
	if err != nil || len(shown) == 0 {
		return nil, err
	}
	for _, c := range shown {
		sections = append(sections, []view.Block{oneCase(c, len(set.Summary.Trials) > 1)})
	}
	sections[0] = append([]view.Block{view.Heading{Text: view.Plain("Worst cases"), Join: "of", Of: m.r.NameOf(set)}}, sections[0]...)
	if more := len(failing) - len(shown); more > 0 {
		sections = append(sections, []view.Block{say("%s that did not pass not shown.", words.Plural(more, "more case"))})
	}
	return sections, nil
}

func oneCase(c Record, trials bool) view.Fold {
	fold := view.Fold{Summary: view.Text{{Text: Status(c.Case) + " · " + Score(c.Case) + " ·"}, {Text: c.ID, Code: true}}}
	if trials {
		fold.Summary = fold.Summary.With(view.Span{Text: fmt.Sprintf("· trial %d", c.Trial)})
	}
	if c.Error != "" {
		fold.Blocks = append(fold.Blocks, view.Sentence{Text: view.Plain("error:").With(view.Code(c.Error)...)})
	}
	fold.Blocks = append(fold.Blocks, packetLines(c.Case)...)
	t := view.Table{Columns: []view.Column{{Name: "field"}, {Name: "outcome"}, {Name: "got"}, {Name: "want"}}}
	more := c.MoreFields
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			continue
		}
		if len(t.Rows) == maxMisses {
			more++
			continue
		}
		noGot, noWant := f.Withheld()
		outcome := view.Plain(f.Outcome.String())
		if class := c.Classes[i]; class != "" && f.Outcome == metrics.Wrong {
			outcome[0].Tail = ":"
			outcome = outcome.With(breakdown.KindOf(class))
		}
		if origin := source.Origin(f.Origin); slices.Contains(source.Origins(), origin) {
			outcome = outcome.With(view.Span{Text: "(" + origin.String() + ")"})
		}
		shown := terminal.ShowValues(maxCharacters, f.Got, f.Want)
		t.Rows = append(t.Rows, view.Row{Cells: []view.Cell{view.Name(f.Path), {Text: outcome}, {Text: view.Text{shown[0].Span(noGot)}}, {Text: view.Text{shown[1].Span(noWant)}}}})
	}
	blocks := []view.Block{t}
	if more > 0 {
		blocks = append(blocks, say("and %d more", more))
	}
	fold.Blocks = append(fold.Blocks, view.Filled(append(blocks, nearestItems(c.Case), brokenInvariants(c.Case))...)...)
	return fold
}

// packetLines returns the packets that the answer divides differently from the truth, with the sections of the truth
// above those of the answer.
func packetLines(c *report.Case) (blocks []view.Block) {
	for _, p := range traits.PacketsOf(c) {
		if mistakes := p.MistakesText(2 * maxCharacters); mistakes != "" {
			side := func(name, text string) view.Text { // a bar ends a cell
				return view.Plain(name).With(view.Code(strings.ReplaceAll(text, " | ", " · "))...)
			}
			path := view.Code(p.Path)
			path[0].Tail = ":"
			blocks = append(blocks, view.Sentence{Text: path.With(view.Code(mistakes)...)},
				view.List{Items: []view.Text{side("truth", p.Truth(2*maxCharacters)), side("answer", p.Answer(2*maxCharacters))}})
		}
	}
	return blocks
}

// nearestItems names the items that came nearest to items without partner.
func nearestItems(c *report.Case) (nearest view.List) {
	add := func(a *report.Alignment, items []int, outcome string, ofGot bool) {
		side := "want"
		if ofGot {
			side = "got"
		}
		for _, i := range items {
			if _, text := terminal.NearestTo(a, i, ofGot); text != "" && len(nearest.Items) < maxMisses {
				path := strings.TrimPrefix(a.Path, paths.Document) + "[" + ItemName(a, side, i) + "]"
				nearest.Items = append(nearest.Items, view.Code(path).With(view.Span{Text: outcome, Tail: ":"}, view.Span{Text: text, Code: true}))
			}
		}
	}
	for i := range c.Alignments {
		a := &c.Alignments[i]
		add(a, a.UnmatchedWant, "missing", false)
		add(a, a.UnmatchedGot, "invented", true)
	}
	return nearest
}

// say returns a sentence of ours.
func say(format string, args ...any) view.Sentence {
	return view.Sentence{Text: view.Plain(fmt.Sprintf(format, args...))}
}

// brokenInvariants returns a list of the broken invariants of a case, with their operands.
func brokenInvariants(c *report.Case) (list view.List) {
	broken := c.Broken()
	for _, r := range broken[:min(len(broken), maxMisses)] {
		list.Items = append(list.Items, view.Code(terminal.Excerpt(terminal.Invariant(r), terminal.MaxCharacters)))
	}
	return list.And(len(broken) - len(list.Items))
}

// code returns a name or a value as a code span that nothing in it can end.
func code(text string) string { return view.Code(text).Markdown() }

// sentence returns a sentence about a data set as a code span, with a higher limit than code, so that the reason of a failure is whole.
func sentence(text string) string { return view.Quote(text).Markdown() }
