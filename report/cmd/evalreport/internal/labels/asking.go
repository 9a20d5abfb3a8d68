package labels

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

const askHelp = `y  accept it: the answer becomes the truth
n  leave the truth as it is
a  accept it and all others of the field
d  leave all others of the field
q  quit; keep all answers accepted so far
`

// Asking asks in a terminal which changes to accept, and makes them.
type Asking struct {
	*Acceptance
	In             *bufio.Reader
	Out, Questions io.Writer
}

// Ask asks for each change whether to accept it, and keeps the accepted ones.
func (a Asking) Ask() error {
	all, n := 0, 0
	for _, chosen := range a.Chosen {
		all += len(chosen.Changes)
	}
	answers := map[string]bool{} // answers for all further changes of a field
	quit := false
	for i := range a.Chosen {
		chosen := &a.Chosen[i]
		l, err := a.LabelsOf(chosen.ID)
		if err != nil {
			return err
		}
		if current, _ := l.Current(chosen.ID, chosen.Hash); !current {
			n += len(chosen.Changes)
			continue // Finish refuses these changes
		}
		var kept []accept.Change
		for _, c := range chosen.Changes {
			n++
			yes, found := answers[c.Attribute]
			if !found && !quit {
				a.showChange(fmt.Sprintf("%d of %d", n, all), chosen.Hash, c, l)
				switch answer := a.answer("accept? [y,n,a,d,q,?] ", "ynadq", askHelp); answer {
				case 'a', 'd':
					answers[c.Attribute] = answer == 'a'
					yes = answer == 'a'
				case 'q':
					quit = true
				default:
					yes = answer == 'y'
				}
			}
			if yes && !quit {
				kept = append(kept, c)
			}
		}
		chosen.Changes = kept
	}
	a.Chosen = slices.DeleteFunc(a.Chosen, func(c ChosenCase) bool { return len(c.Changes) == 0 })
	fmt.Fprintln(a.Questions)
	return nil
}

// Finish prepares the chosen changes and prints them. It writes them if the user who is asked confirms; if nobody is
// asked, it writes them if write is set.
func (a Asking) Finish(write bool) error {
	n := 0
	for _, chosen := range a.Chosen {
		l, err := a.LabelsOf(chosen.ID)
		if err != nil {
			return err
		}
		done, refused := l.Apply(chosen.ID, chosen.Hash, chosen.Changes)
		for _, r := range refused {
			a.Refuse(r)
		}
		a.writeEdits(done)
		a.markEdited(chosen, done)
		n += len(done)
	}
	marked, err := a.setMarks()
	if err != nil {
		return err
	}
	if n+marked == 0 {
		fmt.Fprintln(a.Out, "nothing to accept")
		return nil
	}
	all := words.Plural(n, "change")
	if marked > 0 {
		all += ", " + words.Plural(marked, "truth") + " marked as reviewed"
	}
	switch {
	case a.Asked && !a.confirm(all):
		fmt.Fprintln(a.Questions, "nothing was written")
		return nil
	case !a.Asked && !write:
		fmt.Fprintf(a.Out, "\n%s, not written: add -write to change the data set\n", all)
		return nil
	}
	if err := a.Write(); err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "\n%s written to %s\n", all, a.FileNames())
	return nil
}

// answer returns one of the letters, q at the end of the input. It asks again after any other input.
func (a Asking) answer(question, letters, help string) byte {
	for {
		fmt.Fprint(a.Questions, question)
		line, err := a.In.ReadString('\n')
		line = strings.ToLower(strings.TrimSpace(line))
		if len(line) == 1 && strings.Contains(letters, line) {
			return line[0]
		}
		if err != nil {
			fmt.Fprintln(a.Questions)
			return 'q'
		}
		fmt.Fprint(a.Questions, help)
	}
}

// confirm asks whether to write the changes.
func (a Asking) confirm(all string) bool {
	return a.answer(fmt.Sprintf("\nwrite %s to %s? [y,n] ", all, a.FileNames()), "yn", "") == 'y'
}

// showChange prints the change that a question is about.
func (a Asking) showChange(number, hash string, c accept.Change, l *accept.Labels) {
	fmt.Fprintf(a.Questions, "\n%s  %s  %s  %s\n", number, terminal.Visible(c.Case), terminal.Visible(c.Path), c.Outcome)
	fmt.Fprintf(a.Questions, "  truth   %s\n  answer  %s\n", shownValue(l.At(hash, c)), shownValue(c.Got))
	if c.Note != "" {
		fmt.Fprintf(a.Questions, "  note    %s\n", terminal.Visible(c.Note))
	}
}

// shownValue returns a value on one line of a terminal.
func shownValue(text []byte) string {
	const most = 300 // cells
	if len(text) == 0 {
		return "nothing"
	}
	return words.Fit(terminal.Visible(words.Unescape(string(text))), most)
}

// writeEdits prints the changes, one place after the other, with the evidence for suspect labels.
func (a Asking) writeEdits(done []accept.Edit) {
	for i, e := range done {
		if i == 0 {
			fmt.Fprintf(a.Out, "%s  %s\n", terminal.LineStart(e.Where), terminal.Visible(e.Case))
		}
		fmt.Fprintf(a.Out, "  %s", terminal.Visible(e.Path))
		if reason := a.Suspects[e.Case][e.Path].Why; reason != "" {
			fmt.Fprintf(a.Out, "  (%s)", terminal.Visible(reason))
		}
		fmt.Fprintln(a.Out)
		if e.Was != nil {
			fmt.Fprintf(a.Out, "  - %s\n", shownValue(e.Was))
		}
		if e.Now != nil {
			fmt.Fprintf(a.Out, "  + %s\n", shownValue(e.Now))
		}
	}
}
