package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// fieldRows returns the indices of the attributes in the table of fields.
func fieldRows(s *render.Set) []int {
	return terminal.RowsOf(len(s.Summary.Attributes), maxRows, func(i int) bool { return s.Summary.CountsOf(i).Mistakes() > 0 })
}

type legendView struct{ Class, Label string }

// badge returns a verdict in a frame.
func badge(text string, tone view.Tone) view.Span {
	return view.Span{Text: text, Badge: true, Tone: tone}
}

// badge returns the verdict of the data set.
func (s sections) badge() view.Span {
	v := s.set.Judgement.Verdict
	return badge(string(v), view.Tone(toneOf(v)))
}

// alone reports whether the page has no other data set: its head has the verdict and the time.
func (s sections) alone() bool { return len(s.r.Sets) == 1 }

// link returns the name of the data set for narrow places, with its link.
func (s sections) link() view.Span {
	link := view.Span{Text: s.r.ShortNameOf(s.set), Link: string(s.names.addressOf(s.number).href())}
	if name := s.r.NameOf(s.set); name != link.Text {
		link.Title = name
	}
	return link
}

// fold returns the data set with all its numbers.
func (s sections) fold(comparison *diff.Report) view.Fold {
	brief := "macro F1 " + s.set.Number("macro F1").Value.String()
	if macro := s.Average("macro F1"); macro != nil && macro.Change[0].Text != "" {
		brief += ", " + macro.Change[0].Text
	}
	brief += " · " + terminal.PassRate(s.set.Summary.Cases()) + " of " + s.set.Trials() + " pass"
	heading := view.Heading{Level: 2, Text: view.Plain(s.r.NameOf(s.set))}
	if !s.alone() {
		heading.Text = heading.Text.With(s.badge())
	}
	return view.Fold{
		Class: "set", Key: s.names.sets[s.number], Open: s.alone() || rank(s.set, comparison) <= 2, Heading: heading, Summary: view.Text{{Text: brief, Tone: "brief"}},
		Blocks: append([]view.Block{view.Sentence{Text: s.meta(), Tone: "meta"}}, s.all()...),
	}
}

// meta returns the system and the run of the data set. If there are several data sets, it also returns when the run began
// and its revision, which the head of the page shows of a single one.
func (s sections) meta() view.Text {
	set, name := s.set, func(text string) string { return terminal.Excerpt(text, terminal.MaxName) }
	parts := []string{name(set.Run.Package), name(set.Dataset.Test), name(set.Dataset.Source), name(terminal.SystemAndData(set.Run, set.Dataset))}
	if !s.alone() {
		parts = append(parts, when(set.Run.Start))
	}
	if set.Duration > 0 {
		parts = append(parts, set.Duration.Round(10*time.Millisecond).String())
	}
	if rev := revision(set.Run.VCS); rev != "" && !s.alone() {
		parts = append(parts, "revision "+rev)
	}
	parts = append(parts, strings.TrimSpace(name(set.Run.Versions.Go)+withSpace(set.Run.Versions.Platform)))
	if n := len(set.Summary.Trials); n > 1 {
		parts = append(parts, fmt.Sprintf("%d trials, every number is their mean", n))
	}
	if redaction := set.Dataset.Redaction().String(); redaction != "" {
		parts = append(parts, "values are redacted ("+name(redaction)+"), so texts of documents are not shown")
	}
	if n := len(set.Files); n > 1 {
		parts = append(parts, fmt.Sprintf("%d files", n))
	}
	return view.Plain(strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · "))
}

// dataSets returns the table of several data sets.
func dataSets(all []sections) []view.Block {
	if len(all) < 2 {
		return nil
	}
	t := view.TableOf([][]string{{"data set", "verdict", "cases", "pass rate", "micro F1", "macro F1", "look first at"}}).Left("verdict", "look first at")
	t.Class = "sortable sets"
	for _, s := range all {
		number := func(name string) string { return s.set.Number(name).Value.String() }
		cells := view.Cells("", "", strconv.Itoa(s.set.Asked()), terminal.PassRate(s.set.Summary.Cases()), number("micro F1"), number("macro F1"), s.lookFirst())
		cells[0].Text, cells[1].Text, cells[5].Delta = view.Text{s.link()}, view.Text{s.badge()}, s.Average("macro F1")
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	return []view.Block{view.Part{ID: "sets", Heading: title("Data sets", ""), Blocks: []view.Block{t}}}
}

// lookFirst names the field to look at first, or the limit that is not kept for another reason.
func (s sections) lookFirst() string {
	worst, ok := worstField(s.set)
	switch others := s.set.OtherCauses(); {
	case !ok:
		return ""
	case len(others) > 0 && !worst.Cause:
		return terminal.Excerpt(others[0].Name(), terminal.MaxName)
	}
	return terminal.Excerpt(worst.Attribute.Attribute, terminal.MaxName) + " " + strings.TrimPrefix(words.F1(s.set.F1(worst.Attribute.Attribute).Value.String()), "F1 ")
}

// reasons returns the reasons of the verdict.
func (s sections) reasons() (texts []string) {
	all := s.set.Reasons()
	for _, reason := range all[:min(len(all), maxSetReasons)] {
		texts = append(texts, terminal.Excerpt(reason, terminal.MaxCharacters))
	}
	if more := len(all) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more, below", more))
	}
	return texts
}

// reasons returns the reasons of a single data set one by one. For several data sets it returns a line for each, except for
// data sets that passed and have no further reason.
func reasons(all []sections) (list view.List) {
	list.Class = "reasons"
	if len(all) == 1 {
		for _, reason := range all[0].reasons() {
			list.Items = append(list.Items, view.Plain(reason))
		}
		return list
	}
	more := 0
	for _, s := range all {
		texts := s.reasons()
		switch {
		case s.set.Judgement.Verdict == verdict.Passed && len(texts) == 1:
		case len(list.Items) == maxReasons:
			more++
		default:
			name := s.link()
			name.Text, name.Title, name.Tone, name.Tail = s.r.NameOf(s.set), "", view.Strong, ":"
			list.Items = append(list.Items, view.Text{name, {Text: strings.Join(texts, "; ")}})
		}
	}
	if more > 0 {
		list.Items = append(list.Items, view.Plain(words.Plural(more, "more data set")+", below"))
	}
	return list
}

// legend explains the colours that occur.
func legend(set *render.Set) (entries []legendView) {
	var all metrics.Counts
	limits := false
	for i, a := range set.Summary.Attributes {
		all = all.Plus(set.Summary.CountsOf(i))
		_, limited := set.LimitOn(a.Attribute)
		limits = limits || limited
	}
	for _, o := range metrics.Outcomes() {
		if all.Of(o) > 0 {
			entries = append(entries, legendView{"s-" + o.String(), strings.ReplaceAll(o.String(), "_", " ")})
		}
	}
	if limits {
		entries = append(entries, legendView{"l-limit", "limit of the gate"})
	}
	return entries
}
