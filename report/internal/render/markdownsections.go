package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
)

// metrics returns the table of the metrics of a set.
func (m markdown) metrics(set *Set) []view.Block {
	return m.section(set, view.Heading{Text: view.Plain("Metrics"), Join: "of"}, set.Metrics().First(maxFields))
}

// invariants returns the table of the invariants. No number above the table counts them.
func (m markdown) invariants(set *Set) []view.Block {
	t := set.Invariants().Pick("invariant", "rate", "interval", "over trials", "holds", "broken", "not applicable", "errored", "limit")
	blocks := m.section(set, view.Heading{Text: view.Plain("Invariants"), Join: "of"}, t.First(maxFields))
	if len(blocks) > 0 && set.NoTruth() {
		blocks = slices.Insert(blocks, 1, view.Block(say("No case has a truth: these are all that is known.")))
	}
	if len(blocks) == 0 {
		return nil
	}
	return append(blocks, terminal.Footnotes(false, terminal.Approximate(set.Summary) && len(set.Summary.Attributes) == 0)...)
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

// usage returns the usage of the cases.
func (m markdown) usage(set *Set) []view.Block {
	u := set.Summary.Usage
	if u == nil {
		return nil
	}
	blocks := []view.Block{view.Heading{Text: view.Plain("Usage"), Join: "of", Of: m.r.NameOf(set)}}
	if t := terminal.Usage(u); len(t.Rows) > 0 {
		blocks = append(blocks, t)
	}
	if notes := u.Notes(); len(notes) > 0 {
		blocks = append(blocks, say("%s.", strings.Join(notes, "; ")))
	}
	return blocks
}
