package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/packets"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// cases returns a section for each of the worst cases, so that the comment shows as many as it has room for.
func (m markdown) cases(set *render.Set) ([]string, error) {
	var failing []render.Case
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
	shown, err := render.Read(failing[:min(len(failing), max(m.o.MaxCases, 0))])
	if err != nil || len(shown) == 0 {
		return nil, err
	}
	var sections []string
	for _, c := range shown {
		sections = append(sections, m.oneCase(c, len(set.Summary.Trials) > 1))
	}
	sections[0] = fmt.Sprintf("\n**Worst cases of %s**\n", code(m.r.NameOf(set))) + sections[0]
	if more := len(failing) - len(shown); more > 0 {
		sections = append(sections, fmt.Sprintf("\n%s that did not pass not shown.\n", words.Plural(more, "more case")))
	}
	return sections, nil
}

func (m markdown) oneCase(c render.Record, trials bool) string {
	var b strings.Builder
	trial := ""
	if trials {
		trial = fmt.Sprintf(" · trial %d", c.Trial)
	}
	fmt.Fprintf(&b, "\n<details><summary>%s · %s · <code>%s</code>%s</summary>\n", terminal.Status(c.Case), terminal.Score(c.Case), summaryText(c.ID), trial)
	if c.Error != "" {
		fmt.Fprintf(&b, "\nerror: %s\n", code(c.Error))
	}
	b.WriteString(packetLines(c.Case))
	var rows [][]string
	more := c.MoreFields
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			continue
		}
		if len(rows) == maxMisses {
			more++
			continue
		}
		noGot, noWant := f.Withheld()
		outcome := f.Outcome.String()
		if class := c.Classes[i]; class != "" && f.Outcome == metrics.Wrong {
			outcome += ": " + kindWords(class)
		}
		if origin := source.Origin(f.Origin); slices.Contains(source.Origins(), origin) {
			outcome += " (" + origin.String() + ")"
		}
		shown := terminal.ShowValues(maxCharacters, f.Got, f.Want)
		rows = append(rows, []string{code(f.Path), outcome, codeValue(shown[0], noGot), codeValue(shown[1], noWant)})
	}
	if len(rows) > 0 {
		b.WriteString("\n" + table([]string{"field", "outcome", "got", "want"}, rows))
	}
	if more > 0 {
		fmt.Fprintf(&b, "\nand %d more\n", more)
	}
	b.WriteString(nearestItems(c.Case))
	b.WriteString(brokenInvariants(c.Case))
	b.WriteString("\n</details>\n")
	return b.String()
}

// packetLines returns the packets that the answer divides differently from the truth, with the sections of the truth
// above those of the answer.
func packetLines(c *report.Case) string {
	var b strings.Builder
	for _, p := range packets.Of(c) {
		if mistakes := p.MistakesText(2 * maxCharacters); mistakes != "" {
			side := func(text string) string { return code(strings.ReplaceAll(text, " | ", " · ")) } // a bar ends a cell
			fmt.Fprintf(&b, "\n%s: %s\n\n- truth %s\n- answer %s\n", code(p.Path), code(mistakes), side(p.Truth(2*maxCharacters)), side(p.Answer(2*maxCharacters)))
		}
	}
	return b.String()
}

// nearestItems names the items that came nearest to items without partner.
func nearestItems(c *report.Case) string {
	var b strings.Builder
	rows := 0
	list := func(a *report.Alignment, items []int, outcome string, ofGot bool) {
		for _, i := range items {
			if _, nearest := terminal.NearestTo(a, i, ofGot); nearest != "" && rows < maxMisses {
				if rows++; rows == 1 {
					b.WriteByte('\n')
				}
				side := "want"
				if ofGot {
					side = "got"
				}
				path := strings.TrimPrefix(a.Path, paths.Document) + "[" + terminal.ItemName(a, side, i) + "]"
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
