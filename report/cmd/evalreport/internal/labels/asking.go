package labels

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/specs"
	"github.com/extracteval/extracteval/report/summarize"
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

// Aliases accepts aliases that preflight proposes: see [preflight.Compared].Equal.
type Aliases struct {
	Inputs         *shell.Inputs
	Dataset        string    // "" for any
	Spec           string    // the file that is changed, "" for none
	Write          bool      // accept all
	In             io.Reader // of the person who is asked, if it is a terminal
	CI             bool      // nobody is asked, and nothing is written
	Out, Questions io.Writer

	asking      *Asking
	read, text  []byte // of the spec: as it was read, and with the aliases
	comparators map[string]compare.Comparator
	n           int // aliases that were written into text
	quit        bool
	complete    bool
}

const aliasHelp = `y  accept it: the text means the same as the truth
n  leave it
q  quit; keep all that were accepted so far
`

// Run prints the aliases that runs propose. It writes the accepted ones into the spec: all of them with Write, else
// those that a person confirms when asked. complete is false if the spec has no place for some.
func (a *Aliases) Run(runs []string) (complete bool, err error) {
	if a.Write && (a.CI || a.Spec == "") {
		return true, shell.Errorf("-aliases with -write changes a spec: name its file with -spec; in CI (the variable CI is set) leave out -write to see the aliases, and write them where they are reviewed")
	}
	sets, err := readSets(a.Inputs, runs)
	if err != nil {
		return true, err
	}
	a.complete = true
	if a.Spec != "" {
		spec, _, err := a.Inputs.Spec(a.Spec, nil)
		if err != nil {
			return true, err
		}
		if a.read, err = shell.Text(a.Spec); err != nil {
			return true, err
		}
		a.text = a.read
		a.comparators = maps.Collect(spec.Leaves())
		if !a.Write && !a.CI && shell.IsTerminal(a.In) {
			a.asking = &Asking{In: bufio.NewReader(a.In), Questions: a.Questions}
		}
	}
	for _, s := range sets {
		if sum := s.Summarizer.Summary(); sum.Preflight != nil && (a.Dataset == "" || s.Dataset.Name == a.Dataset) {
			for i := range sum.Preflight.Compared {
				a.accept(&sum.Preflight.Compared[i], sum.Preflight.Notation)
			}
		}
	}
	return a.complete, a.finish()
}

// readSets reads the data sets of runs with the evidence of preflight, and without intervals.
func readSets(inputs *shell.Inputs, runs []string) ([]*summarize.Set, error) {
	sources, err := inputs.Artifacts(runs...)
	if err != nil {
		return nil, err
	}
	m := summarize.Merge{NoIntervals: true}
	for _, source := range sources {
		if err := m.Read(source); err != nil {
			return nil, err
		}
	}
	return m.Sets(), nil
}

// nameOf returns the name of the comparator of a field; nil is auto.
func nameOf(m compare.Comparator) string {
	return compare.Name(cmp.Or(m, compare.Comparator(compare.Auto{})))
}

// Compared returns how the answers of runs agree with the truths, by attribute, where the spec still compares by the comparator
// of the run. Of several runs that compared an attribute it is the one with the most wrong values.
func Compared(inputs *shell.Inputs, spec eval.Spec, runs []string) (all []preflight.Compared, err error) {
	if len(runs) == 0 {
		return nil, nil
	}
	sets, err := readSets(inputs, runs)
	if err != nil {
		return nil, err
	}
	most := map[string]preflight.Compared{}
	comparators := maps.Collect(spec.Leaves())
	for _, s := range sets {
		sum := s.Summarizer.Summary()
		if sum.Preflight == nil {
			continue
		}
		for _, c := range sum.Preflight.Compared {
			leaf, found := comparators[c.Attribute]
			if found && nameOf(leaf) == c.Match && c.Wrong > most[c.Attribute].Wrong {
				most[c.Attribute] = c
			}
		}
	}
	return arithmetic.Each(slices.Sorted(maps.Keys(most)), func(attribute string) preflight.Compared { return most[attribute] }), nil
}

// accept prints the aliases of a field that its comparator in the spec does not match yet, and writes the accepted ones
// into the text of the spec. Where the text has no place for them, it prints the rule alone.
func (a *Aliases) accept(c *preflight.Compared, notation spectext.Notation) {
	name := c.Match
	m, found := a.comparators[c.Attribute]
	if found {
		name, notation = nameOf(m), spectext.YAML
	}
	p := c.Equal.Keep(func(truth, text string, values int) bool {
		return (!found || !matchTexts(m, text, truth)) && a.ask(c.Attribute, text, truth, values)
	})
	if p == nil {
		return
	}
	kind := "leaf"
	if _, element := paths.Collection(c.Attribute); element {
		kind = spectext.MatchSet // or map: its elements are compared
	}
	rule := p.Rule(notation, name, kind, math.MaxInt)
	fmt.Fprintf(a.Out, "%s: %s\n", terminal.Visible(c.Attribute), terminal.Visible(rule))
	if a.Spec == "" {
		return
	}
	changed, ok := specs.WithAliases(a.text, c.Attribute, rule, edlib.Custom())
	if !ok {
		a.Inputs.Say("%s: the aliases of %s have no simple place: write the rule above by hand", terminal.Visible(a.Spec), terminal.Visible(c.Attribute))
		a.complete = false
		return
	}
	a.text, a.n = changed, a.n+len(p.Aliases)
	if spec, err := eval.ParseSpec(a.text, edlib.Custom()); err == nil { // another data set may propose them, too
		a.comparators = maps.Collect(spec.Leaves())
	}
}

// ask reports whether an alias is accepted. It is if nobody is asked.
func (a *Aliases) ask(attribute, text, truth string, values int) bool {
	if a.asking == nil || a.quit {
		return !a.quit
	}
	fmt.Fprintf(a.Questions, "\n%s  %s in place of %s, in %s\n", terminal.Visible(attribute), terminal.Visible(strconv.Quote(text)), terminal.Visible(strconv.Quote(truth)), words.Plural(values, "answer"))
	letter := a.asking.answer("do they mean the same? [y,n,q,?] ", "ynq", aliasHelp)
	a.quit = letter == 'q'
	return letter == 'y'
}

// finish writes the spec.
func (a *Aliases) finish() error {
	aliases := fmt.Sprintf("%d aliases", a.n)
	if a.n == 1 {
		aliases = "1 alias"
	}
	switch {
	case a.Spec == "":
	case a.n == 0:
		fmt.Fprintln(a.Out, "nothing to accept")
	case !a.Write && a.asking == nil:
		fmt.Fprintf(a.Out, "\n%s, not written: add -write to change %s\n", aliases, terminal.Visible(a.Spec))
	default:
		if err := accept.Replace(a.Spec, a.read, a.text); err != nil {
			return err
		}
		fmt.Fprintf(a.Out, "\n%s written to %s\n", aliases, terminal.Visible(a.Spec))
	}
	return nil
}

// matchTexts reports whether a comparator matches two texts.
func matchTexts(m compare.Comparator, got, want string) bool {
	prepared, err := compare.Prepare(m)
	if err != nil {
		return false
	}
	judged, err := prepared.Compare(context.Background(), words.TextValue(got), words.TextValue(want))
	return err == nil && judged.Match
}
