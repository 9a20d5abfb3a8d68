package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// cases returns a section for each of the worst cases, so that the comment shows as many as it has room for.
func (m markdown) cases(set *Set) (sections [][]view.Block, err error) {
	var failing []Case
	seen := map[string]bool{} // a case is shown once, with its worst trial
	for _, c := range set.Cases {
		if terminal.Rank(c.Status) >= 2 {
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
	sections[0] = m.section(set, view.Heading{Text: view.Plain("Worst cases"), Join: "of"}, sections[0]...)
	if more := len(failing) - len(shown); more > 0 {
		sections = append(sections, []view.Block{say("%s that did not pass not shown.", words.Plural(more, "more case"))})
	}
	return sections, nil
}

func oneCase(c Record, trials bool) view.Fold {
	fold := view.Fold{Summary: view.Text{{Text: terminal.Status(c.Case) + " · " + terminal.Score(c.Case) + " ·"}, {Text: c.ID, Code: true}}}
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
				path := strings.TrimPrefix(a.Path, paths.Document) + "[" + terminal.ItemName(a, side, i) + "]"
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
