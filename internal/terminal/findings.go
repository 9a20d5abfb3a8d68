package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

const (
	maxFindings  = 10  // the most findings, and the most warnings, in the text of one data set
	MaxListed    = 20  // the most of each in a page or a comment
	findingWidth = 300 // cells
	errorWidth   = 160 // cells of the cause of errors in a table's text
)

// WarningList returns the [Warnings] as a list.
func WarningList(s *report.Summary, most int) view.List {
	l := view.List{Class: "preflight"}
	first, more := Warnings(s, most)
	for _, text := range first {
		l.Items = append(l.Items, view.Quote(text))
	}
	if more != "" {
		l.Items = append(l.Items, view.Text{{Text: more, Tone: view.Dim}})
	}
	return l
}

// FindingList returns the first findings of preflight as a list, errors first and with a mark before them.
func FindingList(all []preflight.Finding, most int, mark view.Span) view.List {
	l := view.List{Class: "preflight", Mark: " "}
	first, more := firstFindings(all, most)
	for _, f := range first {
		item := view.Quote(f.Text)
		if f.Error {
			item = view.Text{mark}.With(item...)
		}
		l.Items = append(l.Items, item)
	}
	return l.And(more)
}

// Warnings returns the most frequent warnings of cases, each with its number of cases, and a text with the number of
// the other warnings, "" for none.
func Warnings(s *report.Summary, most int) (first []string, more string) {
	shown := min(len(s.Warnings), most)
	for _, w := range s.Warnings[:shown] {
		text := Excerpt(w.Text, MaxCharacters)
		noun := "cases"
		if w.Error && len(s.Trials) > 1 {
			noun = "trials"
		}
		if w.Cases > 1 {
			text += fmt.Sprintf(" (%d %s)", w.Cases, noun)
		}
		first = append(first, text)
	}
	left := s.MoreWarnings
	for _, w := range s.Warnings[shown:] {
		left += w.Cases
	}
	if left > 0 {
		more = "and " + words.Plural(left, "other warning")
	}
	return first, more
}

// cause returns the most likely cause of a verdict that is not good, as a line below it, "see: …". It returns "" without a
// cause, or if the reason of the verdict already has it.
func cause(s *report.Summary, j verdict.Judgement) string {
	cause := likelyCause(s, j)
	if cause == "" || strings.Contains(j.Why, cause) {
		return ""
	}
	return "see: " + words.Clip(Visible(cause), findingWidth)
}

// likelyCause returns the first finding of preflight that is an error. Without one, it returns the first finding or warning
// that is about the verdict, "" for none. None is about a reason that a limit or the baseline cannot be judged.
//
// First is a finding about ids that differ. Next is the most frequent cause of errors, if there are more than the gate allows
// or if half of the cases that do not pass have it. Next is the finding on the worst field that has a finding, of the fields
// with limits that failed or, if an average failed, of all. Last is the most frequent warning that is not about another
// field, such as on answers that could not be read, if a tenth of the cases that do not pass have it.
func likelyCause(s *report.Summary, j verdict.Judgement) string {
	findings, _ := firstFindings(s.Findings(), len(s.Findings()))
	finding := func(match func(preflight.Finding) bool) string {
		if i := slices.IndexFunc(findings, match); i >= 0 {
			return findings[i].Text
		}
		return ""
	}
	if text := finding(func(f preflight.Finding) bool { return f.Error }); text != "" || !j.OfAnswers() {
		return text
	}
	if text := finding(func(f preflight.Finding) bool { return f.Unjoined }); text != "" {
		return text
	}
	texts, _ := Warnings(s, len(s.Warnings))
	c := s.Cases()
	bad := c.Scored() - c.Unjudged - c.Passing()
	failed := slices.IndexFunc(s.Warnings, func(w report.Warning) bool { return w.Error })
	if failed >= 0 && (j.TooManyErrors() || 2*s.Warnings[failed].Cases >= bad) {
		return texts[failed]
	}
	var others []string // the beginnings of warnings about other fields
	for _, worst := range (report.Gate{}).WorstFields(*s, len(s.Attributes)) {
		if !j.OfField(worst.Attribute) {
			others = append(others, fmt.Sprintf("field %q: ", worst.Attribute))
			continue
		}
		if text := finding(func(f preflight.Finding) bool { return f.Attribute != "" && paths.Covers(f.Attribute, worst.Attribute) }); text != "" {
			return text
		}
	}
	for i, w := range s.Warnings {
		about := func(beginning string) bool { return strings.HasPrefix(w.Text, beginning) }
		if 10*w.Cases >= bad && !slices.ContainsFunc(others, about) {
			return texts[i]
		}
	}
	return ""
}

// Findings returns the first findings of preflight, errors first, and the number of the others.
func Findings(s *report.Summary) (first []preflight.Finding, more int) {
	return firstFindings(s.Findings(), MaxListed)
}

func firstFindings(all []preflight.Finding, most int) (first []preflight.Finding, more int) {
	first = append(preflight.Errors(all), slices.DeleteFunc(slices.Clone(all), func(f preflight.Finding) bool { return f.Error })...)
	shown := min(len(first), most)
	return first[:shown], len(first) - shown
}

// PrintedFindings returns an empty line, the line "preflight: N findings", and the first of them, or nothing for an empty
// list.
func PrintedFindings(all []preflight.Finding, most int) []view.Block {
	list := FindingList(all, most, view.Span{Text: "error:"})
	for _, item := range list.Items {
		last := &item[len(item)-1]
		last.Text = words.Clip(Visible(last.Text), findingWidth)
	}
	return view.Section(view.Heading{Text: view.Plain("preflight: " + words.Plural(len(all), "finding"))}, list)
}

// Misses lists the leaves that missed, one per line, with both values and the origin of the
// mistake, as in the record.
func Misses(c *report.Case, r *eval.Result, o report.CaseOptions) string {
	var b strings.Builder
	private := o.Redaction.Active()
	most := o.MaxExamples
	if most <= 0 {
		most = 10
	}
	listed := 0
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			continue
		}
		if listed == most {
			break
		}
		listed++
		noGot, noWant := f.Withheld()
		fmt.Fprintf(&b, "%s: %s", LineStart(Brief(f.Path, PathRunes)), f.Outcome)
		if f.Got != nil || f.Want != nil || noGot || noWant { // otherwise the answer cannot be read
			got, want := shownValues(lineWidth, string(f.Got), string(f.Want), noGot || private && words.IsHash(f.Got), noWant || private && words.IsHash(f.Want))
			fmt.Fprintf(&b, ": got %s, want %s", got, want)
		}
		if f.Origin != "" {
			fmt.Fprintf(&b, " (%s)", source.Origin(f.Origin))
		}
		if f.Note != "" {
			fmt.Fprintf(&b, " (%s)", Brief(f.Note, TextRunes))
		}
		b.WriteByte('\n')
	}
	if more := count(r) - listed; more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	if private {
		return b.String() // a warning may quote a value
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", Brief(w, TextRunes))
	}
	return b.String()
}

// count returns the number of leaves that missed.
func count(r *eval.Result) (n int) {
	for i := range r.Fields {
		if !r.Fields[i].Outcome.Hit() {
			n++
		}
	}
	return n
}

// shownValues returns got and want in at most cells cells each, cut around their first difference, with words for
// values that are withheld or missing.
func shownValues(cells int, got, want string, noGot, noWant bool) (string, string) {
	if noGot {
		got = ""
	}
	if noWant {
		want = ""
	}
	texts := words.Values(cells, got, want)
	return cmp.Or(texts[0], NoValue(noGot)), cmp.Or(texts[1], NoValue(noWant))
}

// DescribeCase returns one line on a result, from its record.
func DescribeCase(r *eval.Result, c *report.Case) string {
	if r.Unreadable != "" {
		return DescribeUnreadable(r) + ": " + Brief(r.Unreadable, TextRunes)
	}
	line := fmt.Sprintf("%s, score %.3f (%s)", r.Reasoning, r.Score, r.Verdict)
	if len(c.Misses) > 0 {
		shown := make([]string, len(c.Misses))
		for i, miss := range c.Misses {
			shown[i] = Brief(miss, PathRunes) + comparatorError(c, miss)
		}
		line += ": " + strings.Join(shown, ", ")
	}
	if c.MoreMisses > 0 {
		line += fmt.Sprintf(" and %d more", c.MoreMisses)
	}
	return line
}

// DescribeUnreadable describes an answer with an Unreadable. It leaves out the reason, which may quote the answer.
func DescribeUnreadable(r *eval.Result) string {
	if r.Answer.Exists() {
		return "the answer is of another kind"
	}
	return "the answer cannot be read"
}

// DescribeInvariants returns the names of the broken invariants, with their
// operands.
func DescribeInvariants(c *report.Case) string {
	var shown []string
	for _, r := range c.Broken() {
		shown = append(shown, Brief(Invariant(r), TextRunes))
	}
	return words.List(shown, 10, "and %d more")
}

// comparatorError returns the error of the comparator for a miss, "" without one.
func comparatorError(c *report.Case, miss string) string {
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome == metrics.Errored && f.Note != "" && strings.HasPrefix(miss, f.Path+" (") {
			return ": " + Brief(f.Note, PathRunes)
		}
	}
	return ""
}
