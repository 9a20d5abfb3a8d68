package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
)

// MarkdownOptions bound the text. The zero value is the default.
type MarkdownOptions struct {
	// MaxBytes is how long the text may become. Default 65,536, which is what a
	// comment on GitHub may have in characters.
	MaxBytes int
	// MaxCases is how many cases are shown of each data set. Default 20.
	MaxCases int
	// Comparison is shown when it is given: that of this run with an earlier one.
	Comparison *diff.Report
}

const (
	defaultMarkdownBytes = 64 << 10
	defaultMarkdownCases = 20
	markdownCharacters   = 60 // of one value
	markdownMisses       = 12 // of one case
	markdownMistakes     = 8
	markdownSlices       = 5
	markdownBroken       = 10
	markdownFlaky        = 10
)

// Markdown writes a comment for a pull request or the summary of a CI step: the
// verdict, the limits that are not kept, what is wrong with the artifact, the
// fields, further metrics and how far trials agree, then where the mistakes are and
// the worst cases with got and want, folded away. What does not fit into MaxBytes is
// left out from the end, and a line says so: sections are whole or not there.
//
// It is GitHub's Markdown, which GitLab reads as well. Text from documents, names
// of fields and cases stand in code spans, in which "`" and "|" are written
// \u0060 and \u007c: no value ends a span or a table cell, mentions anybody or
// links to anything.
func Markdown(w io.Writer, r *Report, o MarkdownOptions) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMarkdownBytes
	}
	if o.MaxCases == 0 {
		o.MaxCases = defaultMarkdownCases
	}
	m := markdown{r: r, o: o}
	if _, err := io.WriteString(w, m.text()); err != nil {
		return fmt.Errorf("render: Markdown: %w", err)
	}
	return nil
}

type markdown struct {
	r *Report
	o MarkdownOptions
}

const markdownCut = "\n_More did not fit into this text._\n"

// text joins sections as long as there is room. Those that matter more come first:
// for all data sets the verdict, then the tables, then the rest.
func (m markdown) text() string {
	sections := []string{m.heading()}
	for _, set := range m.r.Sets {
		sections = append(sections, m.problems(set))
	}
	for _, set := range m.r.Sets {
		sections = append(sections, m.fields(set))
	}
	sections = append(sections, m.comparison())
	for _, set := range m.r.Sets {
		sections = append(sections, m.metrics(set), m.stability(set), m.slices(set), m.mistakes(set), m.confidence(set))
	}
	for _, set := range m.r.Sets {
		sections = append(sections, m.cases(set)...)
	}
	var b strings.Builder
	for _, section := range sections {
		if b.Len()+len(section)+len(markdownCut) > m.o.MaxBytes {
			if b.Len()+len(markdownCut) <= m.o.MaxBytes {
				b.WriteString(markdownCut)
			}
			break
		}
		b.WriteString(section)
	}
	return b.String()
}

var verdictSigns = map[artifact.Verdict]string{
	artifact.Passed: "✅", artifact.Failed: "❌", artifact.NotEvaluable: "⚠️", artifact.NoGate: "➖",
}

const (
	maxMarkdownSets    = 50 // lines of data sets in the heading
	maxMarkdownReasons = 10 // of one data set
)

func (m markdown) heading() string {
	var b strings.Builder
	verdict := m.r.Verdict()
	sign, words := verdictSigns[verdict], m.verdictWords(verdict)
	if isWorse(verdict, m.o.Comparison) {
		sign, words = "⚠️", "look before you merge, it is worse than in the last run"
	}
	fmt.Fprintf(&b, "## %s Extraction: %s\n\n", sign, words)
	for i, set := range m.r.Sets {
		if i == maxMarkdownSets {
			fmt.Fprintf(&b, "- and %d more data sets\n", len(m.r.Sets)-i)
			break
		}
		cases := set.Summary.Cases()
		fmt.Fprintf(&b, "- %s %s: macro F1 **%s**%s, micro F1 %s, %s (%s)\n", verdictSigns[set.Judgement.Verdict], code(m.r.nameOf(set)),
			set.Summary.MacroF1.Value, parenthesis(set.Summary.MacroF1), set.Summary.MicroF1.Value,
			set.casesWords(), caseText(cases))
		for j, reason := range set.reasons() {
			if j == maxMarkdownReasons {
				b.WriteString("  - …\n")
				break
			}
			fmt.Fprintf(&b, "  - %s\n", code(reason))
		}
	}
	if m.o.Comparison != nil {
		fmt.Fprintf(&b, "- against the last run: %s\n", code(comparisonVerdict(m.o.Comparison)))
	}
	return b.String()
}

func (m markdown) verdictWords(v artifact.Verdict) string {
	switch v {
	case artifact.Passed:
		return "ready to merge"
	case artifact.Failed:
		return "do not merge"
	case artifact.NoGate:
		return m.r.ungated()
	}
	return string(v)
}

func parenthesis(e report.Estimate) string {
	if text := e.Interval(); text != "" {
		return " (" + text + ")"
	}
	return ""
}

func (m markdown) problems(set *Set) string {
	if set.Problems.Len() == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Problems of the artifact of %s**\n\n", code(m.r.nameOf(set)))
	for _, p := range set.Problems.First {
		fmt.Fprintf(&b, "- %s\n", code(p.Error()))
	}
	if set.Problems.More > 0 {
		fmt.Fprintf(&b, "- and %d more\n", set.Problems.More)
	}
	return b.String()
}

const (
	maxMarkdownFields = 60
	maxWithoutValues  = 10
)

// firstNames joins names that show writes, not too many of them.
func firstNames(names []string, show func(string) string) string {
	var shown []string
	for _, name := range names[:min(len(names), maxWithoutValues)] {
		shown = append(shown, show(name))
	}
	if more := len(names) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}

func (m markdown) fields(set *Set) string {
	s := &set.Summary
	if len(s.Attributes) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n| field | F1 | interval | precision | recall | support | mistakes |\n|---|--:|---|--:|--:|--:|---|\n", code(m.r.nameOf(set)))
	for i, a := range s.Attributes {
		if i == maxMarkdownFields {
			fmt.Fprintf(&b, "| and %d more | | | | | | |\n", len(s.Attributes)-i)
			break
		}
		name, f1 := code(a.Attribute), a.F1.Value.String()
		if a.Items {
			name += " items"
		}
		if limit, _ := set.limit(a.Attribute); set.belowLimit(a) {
			f1 = fmt.Sprintf("❌ **%s** < %s", f1, decimals(limit))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", name, f1, a.F1.Interval(),
			a.Precision.Value, a.Recall.Value, strconv.FormatFloat(a.Support, 'f', -1, 64), set.mistakesIn(set.Summary.CountsOf(i)))
	}
	fmt.Fprintf(&b, "| **micro average** | **%s** | %s | %s | %s | | |\n", s.MicroF1.Value, s.MicroF1.Interval(), s.MicroPrecision.Value, s.MicroRecall.Value)
	fmt.Fprintf(&b, "| **macro average** | **%s** | %s | | | | |\n", s.MacroF1.Value, s.MacroF1.Interval())
	fmt.Fprintf(&b, "\nAccuracy %s (an empty answer: %s), mean score %s (%s).\n", s.Accuracy.Value, s.NullAccuracy.Value, s.MeanScore.Value, s.MeanNullScore.Value)
	b.WriteString(preflightMarkdown(s))
	if s.Approximate() {
		b.WriteString("\n" + report.ApproximateNote + ".\n")
	}
	if names := s.WithoutValues(); len(names) > 0 {
		fmt.Fprintf(&b, "\nNo value in any truth or answer: %s.\n", firstNames(names, code))
	}
	return b.String()
}

func (m markdown) comparison() string {
	if m.o.Comparison == nil {
		return ""
	}
	v := newComparisonView(m.o.Comparison)
	var b strings.Builder
	fmt.Fprintf(&b, "\n### Against the last run: %s\n", code(v.Verdict))
	for _, set := range m.o.Comparison.Sets {
		fmt.Fprintf(&b, "\n%s, %s in both runs\n", code(set.Dataset), words.Plural(set.Cases, "case"))
		shown := newComparedSetView(&set)
		if len(shown.Rows) > 0 {
			b.WriteString("\n| field | old F1 | new F1 | change | interval | p | broken | fixed |\n|---|--:|--:|--:|---|--:|--:|--:|\n")
		}
		for _, row := range shown.Rows {
			broken, fixed := strconv.Itoa(row.Broken), strconv.Itoa(row.Fixed)
			if row.Average {
				broken, fixed = "", "" // those are counts of cases on one field
			}
			delta, chance := "**"+row.Delta+"**", row.P
			if row.Reason != "" {
				delta, chance = "~ "+row.Delta, row.P+", "+row.Reason
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", code(row.Name), row.Old, row.New, delta, row.Interval, chance, broken, fixed)
		}
		if set.Approximate() {
			b.WriteString("\n" + report.ApproximateNote + ".\n")
		}
		if shown.More != "" {
			b.WriteString("\n" + shown.More + "\n")
		}
		if shown.Unchanged != "" {
			b.WriteString("\n" + shown.Unchanged + "\n")
		}
		for _, group := range []struct {
			title string
			of    diff.Changes
		}{{"Newly broken", set.Broken}, {"Regressed", set.Regressed}} {
			if group.of.Total() == 0 {
				continue
			}
			fmt.Fprintf(&b, "\n%s: %s\n\n", group.title, words.Plural(group.of.Total(), "case"))
			for _, c := range group.of.Cases[:min(len(group.of.Cases), markdownBroken)] {
				fmt.Fprintf(&b, "- %s%s\n", code(c.ID), changedFields(c))
			}
		}
		if n := set.Disappeared.Total(); n > 0 {
			fmt.Fprintf(&b, "\n%s disappeared.\n", words.Plural(n, "case"))
		}
	}
	return b.String()
}

func changedFields(c diff.CaseChange) string {
	var names []string
	for _, f := range c.Fields[:min(len(c.Fields), 3)] {
		names = append(names, code(f.Field))
	}
	if len(names) == 0 {
		return ""
	}
	text := ": " + strings.Join(names, ", ")
	if more := len(c.Fields) + c.MoreFields - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (m markdown) metrics(set *Set) string {
	rows := set.metricViews()
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Metrics of %s**\n\n| metric | value | over trials | limit |\n|---|--:|---|---|\n", code(m.r.nameOf(set)))
	for i, row := range rows {
		if i == maxMarkdownFields {
			fmt.Fprintf(&b, "| and %d more | | | |\n", len(rows)-i)
			break
		}
		if row.Missed {
			row.Value = fmt.Sprintf("❌ **%s**", row.Value)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", code(row.Name), row.Value, row.Range, row.Limit)
	}
	return b.String()
}

func (m markdown) stability(set *Set) string {
	s := set.Summary.Stability
	if s == nil || s.Trials < 2 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Stability of %s** over %s\n\n", code(m.r.nameOf(set)), stabilityOver(s))
	fmt.Fprintf(&b, "Agreement %s, flip rate %s (means over fields), drift rate %s (whole answers)", s.Agreement, s.FlipRate, s.DriftRate)
	if n := len(s.PassHatK); n > 0 {
		fmt.Fprintf(&b, ", pass^%d %s", n, s.PassHatK[n-1])
	}
	b.WriteString(".\n")
	if len(s.Fields) > 0 {
		b.WriteString("\n| field | agreement | flip rate |\n|---|--:|--:|\n")
	}
	for i, f := range s.Fields {
		if i == maxMarkdownFields {
			fmt.Fprintf(&b, "| and %d more | | |\n", len(s.Fields)-i)
			break
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code(f.Attribute), f.Agreement, f.FlipRate)
	}
	if s.FlakyCases == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "\nFlaky: %s\n\n", flakyText(s))
	shown := s.Flaky[:min(len(s.Flaky), markdownFlaky)]
	for _, c := range shown {
		fmt.Fprintf(&b, "- %s %s\n", code(c.ID), failsIn(c))
	}
	if more := s.FlakyCases - len(shown); more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String()
}

func (m markdown) slices(set *Set) string {
	rows := set.Slices.Slices
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Worst slices of %s**\n\n| slice | cases | micro F1 | interval | pass rate |\n|---|--:|--:|---|--:|\n", code(m.r.nameOf(set)))
	for _, s := range rows[:min(len(rows), markdownSlices)] {
		below := ""
		if s.Below {
			below = " ⬇"
		}
		fmt.Fprintf(&b, "| %s%s | %d | %s | %s | %s |\n", code(tagText(s.Tag, s.Value)), below, s.Cases, s.F1.Value, report.Between(s.F1.Low, s.F1.High), percent(s.PassRate.Value.Value))
	}
	b.WriteString("\n" + slicesNote(&set.Slices, min(len(rows), markdownSlices)) + "\n")
	return b.String()
}

func (m markdown) mistakes(set *Set) string {
	if len(set.Mistakes) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Kinds of mistakes in %s**\n\n| field | kind | count | for example |\n|---|---|--:|---|\n", code(m.r.nameOf(set)))
	for _, mistake := range set.Mistakes[:min(len(set.Mistakes), markdownMistakes)] {
		example := ""
		if len(mistake.Examples) > 0 {
			if e := mistake.Examples[0]; len(e.Got)+len(e.Want) > 0 {
				shown := showAll(markdownCharacters, e.Got, e.Want)
				example = codeValue(shown[0], false) + " for " + codeValue(shown[1], false)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", code(mistake.Attribute), kindWords(mistake.Class), mistake.Count, example)
	}
	if more := len(set.Mistakes) - markdownMistakes; more > 0 {
		fmt.Fprintf(&b, "\n%d less frequent ones not shown.\n", more)
	}
	return b.String()
}

func (m markdown) confidence(set *Set) string {
	v := newConfidenceView(set.Calibrations)
	if v == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Confidence of %s**\n\n| field | values | right | ECE | Brier | AUROC |", code(m.r.nameOf(set)))
	for _, level := range v.Levels {
		fmt.Fprintf(&b, " no review: %s |", level)
	}
	b.WriteString("\n|---|--:|--:|--:|--:|--:|" + strings.Repeat("---|", len(v.Levels)) + "\n")
	for _, row := range v.Rows {
		name := "**all fields**"
		if row.Name != "" {
			name = code(row.Name)
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %s |", name, row.Values, row.Right, row.ECE, row.Brier, row.AUROC)
		for _, level := range row.Levels {
			b.WriteString(" " + level + " |")
		}
		b.WriteByte('\n')
	}
	if v.More > 0 {
		fmt.Fprintf(&b, "| and %d more |%s\n", v.More, strings.Repeat(" |", 5+len(v.Levels)))
	}
	b.WriteString("\n" + v.Note + "\n")
	return b.String()
}

// kindWords keeps a class that a record brought along from being Markdown.
func kindWords(c errorclass.Class) string {
	if slices.Contains(errorclass.Classes(), c) {
		return c.String()
	}
	return code(string(c))
}

// cases returns a section for each of the worst cases, so that as many are shown
// as there is room for.
func (m markdown) cases(set *Set) []string {
	var sections []string
	failing := 0
	seen := map[string]bool{} // a case is shown once, with its worst trial
	for _, c := range set.Cases {
		if rank(c.Case) >= 2 {
			break
		}
		if seen[c.ID] {
			continue
		}
		seen[c.ID] = true
		if failing++; failing > max(m.o.MaxCases, 0) {
			continue
		}
		text := m.oneCase(c, len(set.Summary.Trials) > 1)
		if failing == 1 {
			text = fmt.Sprintf("\n**Worst cases of %s**\n", code(m.r.nameOf(set))) + text
		}
		sections = append(sections, text)
	}
	if more := failing - len(sections); more > 0 && len(sections) > 0 {
		sections = append(sections, fmt.Sprintf("\n%s that did not pass not shown.\n", words.Plural(more, "more case")))
	}
	return sections
}

func (m markdown) oneCase(c Case, trials bool) string {
	var b strings.Builder
	trial := ""
	if trials {
		trial = fmt.Sprintf(" · trial %d", c.Trial)
	}
	fmt.Fprintf(&b, "\n<details><summary>%s · score %s · <code>%s</code>%s</summary>\n", status(c.Case), c.Score, summaryText(c.ID), trial)
	if c.Error != "" {
		fmt.Fprintf(&b, "\nerror: %s\n", code(c.Error))
	}
	rows, more := 0, c.MoreFields
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			continue
		}
		if rows++; rows > markdownMisses {
			more++
			continue
		}
		if rows == 1 {
			b.WriteString("\n| field | outcome | got | want |\n|---|---|---|---|\n")
		}
		noGot, noWant := f.Withheld()
		outcome := f.Outcome.String()
		if class := c.Classes[i]; class != "" && f.Outcome == metrics.Wrong {
			outcome += ": " + kindWords(class)
		}
		shown := showAll(markdownCharacters, f.Got, f.Want)
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", code(f.Path), outcome, codeValue(shown[0], noGot), codeValue(shown[1], noWant))
	}
	if more > 0 {
		fmt.Fprintf(&b, "\nand %d more\n", more)
	}
	b.WriteString(nearestItems(c.Case))
	b.WriteString("\n</details>\n")
	return b.String()
}

// nearestItems says what came nearest to items without partner.
func nearestItems(c *report.Case) string {
	var b strings.Builder
	rows := 0
	list := func(a *report.Alignment, items []int, outcome string, ofGot bool) {
		for _, i := range items {
			if nearest := a.NearestTo(i, ofGot); nearest != "" && rows < markdownMisses {
				if rows++; rows == 1 {
					b.WriteByte('\n')
				}
				path := strings.TrimPrefix(a.Path, "(document)") + "[" + strconv.Itoa(i) + "]"
				fmt.Fprintf(&b, "- %s %s: %s\n", code(path), outcome, code(nearest))
			}
		}
	}
	for i := range c.Alignments {
		a := &c.Alignments[i]
		list(a, a.UnmatchedWant, "missing", false)
		list(a, a.UnmatchedGot, "invented", true)
	}
	return b.String()
}

// code returns text as a code span that nothing in it can end.
func code(text string) string {
	text = cut(text, 2*markdownCharacters)
	if strings.TrimSpace(text) == "" {
		return "(empty)"
	}
	return "`" + spanEscapes.Replace(text) + "`"
}

// summaryText is for an HTML element in Markdown, where code spans are not read:
// everything but letters, digits and a few marks is a numeric entity, so that it is
// neither HTML nor Markdown, nor a mention or a link.
func summaryText(text string) string {
	var b strings.Builder
	for _, r := range cut(text, markdownCharacters) {
		if r == '-' || r == ' ' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x7f {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

var spanEscapes = strings.NewReplacer("`", `\u0060`, "|", `\u007c`)

func codeValue(value shownValue, withheld bool) string {
	if value == (shownValue{}) {
		return none(withheld)
	}
	return code(value.String())
}
