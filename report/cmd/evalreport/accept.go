package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/accept"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/input"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/usage"
	"github.com/extracteval/extracteval/report/internal/words"
)

var acceptCommand = command{
	name:  "accept",
	args:  "[flags] artifact ...",
	short: "correct labels: make chosen answers of a run the truth of its data set",
	long: `Accept changes the data file of a run where the answer is right and the label wrong. In
a terminal it asks for each value that differs. With -case, -field or -class it takes
those that all of them name, and prints the changes; -write makes them. Nothing is
accepted without a choice and without a terminal, and in CI (the variable CI is set)
nothing is written.

Nothing else in the file changes, byte for byte, and it is replaced as a whole. A case
whose truth is not the one that was evaluated is refused. An answer without a value, and
one whose comparison failed, is asked about, and else is accepted by -class missing and
-class errored alone: the label is then null. Items of lists without a partner are
accepted as a whole: what the answer lacks is taken out, and what the truth lacks is
added at the end. Values that are redacted, or too long for the record, cannot be
accepted, nor can a file that is compressed.

-field takes an attribute, lines[].amount, a path, lines[2], or what is above: lines. One
that neither the spec nor a record has is misuse.
-class takes an outcome, wrong, or a kind of mistake as show -why has it, transposed.

With -review it makes what reviewers decided: files of JSON Lines with a decision in
each, as package report/accept describes them. Decisions of two reviewers that differ
are listed and not made.

examples:
  evalreport accept _evaltest
  evalreport accept -case inv-0042 _evaltest
  evalreport accept -field total -class transposed -write _evaltest
  evalreport accept -review ann.jsonl -review bob.jsonl -write _evaltest
  evalreport accept -data truths.jsonl run.jsonl

exit codes: 0 what was chosen could be accepted, or nothing was; 1 something was refused,
reviewers differ, or a case is not there; 2 misuse, or a file that cannot be used.`,
	run: (*cli).accept,
}

func (c *cli) accept(args []string) (int, error) {
	o, args, err := c.acceptFlags(args)
	if err != nil {
		return 0, err
	}
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return 0, err
	}
	a := &acceptance{cli: c, acceptFlags: o, at: map[string]int{}, labels: map[string]*labels{}, names: map[string]bool{}, exit: exitOK}
	if len(o.reviews) > 0 {
		if err := a.readReviews(); err != nil {
			return 0, err
		}
	}
	if err := a.readRun(inputs); err != nil {
		return 0, err
	}
	if o.interactive {
		if err := a.ask(); err != nil {
			return 0, err
		}
	}
	return a.finish()
}

// acceptance is what is accepted of a run.
type acceptance struct {
	*cli
	acceptFlags
	section   *artifact.Section // the first of the data set
	rules     accept.Rules
	decisions map[string][]accept.Decision // by case
	chosen    []chosenCase
	at        map[string]int     // in chosen, by id
	labels    map[string]*labels // by file
	names     map[string]bool    // of attributes, and of paths that are none, where fields are chosen
	exit      int
}

// chosenCase is what may be accepted of a case.
type chosenCase struct {
	id, hash string
	changes  []accept.Change
}

func (a *acceptance) refuse(r accept.Refusal) {
	a.say("%s", r)
	a.exit = exitFound
}

// readReviews reads and merges the decisions.
func (a *acceptance) readReviews() error {
	var files [][]accept.Decision
	for _, name := range a.reviews {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		decisions, err := accept.Read(name, data)
		if err != nil {
			return err
		}
		files = append(files, decisions)
	}
	agreed, conflicts := accept.Merge(files...)
	for _, conflict := range conflicts {
		a.say("reviewers differ: %s", conflict)
		a.exit = exitFound
	}
	a.decisions = map[string][]accept.Decision{}
	for _, d := range agreed {
		a.decisions[d.Case] = append(a.decisions[d.Case], d)
	}
	return nil
}

// readRun finds out what may be accepted.
func (a *acceptance) readRun(inputs []artifact.Source) error {
	found := map[artifact.Key]bool{}
	seen := map[string]map[int]bool{} // trials of cases
	trials := false
	for _, in := range inputs {
		sections, err := artifact.Walk(in, artifact.Visitor{
			Begin: func(s *artifact.Section) {
				if a.set != "" && s.Key.Dataset != a.set {
					return
				}
				if found[s.Key] = true; a.section == nil {
					a.section, a.rules = s, accept.RulesOf(s.Dataset)
				}
				for _, attribute := range s.Dataset.Attributes {
					a.names[attribute] = true
				}
			},
			Case: func(s *artifact.Section, record *report.Case, _ artifact.Place) error {
				if a.section == nil || s.Key != a.section.Key {
					return nil
				}
				trials = trials || record.Trial > 1
				if seen[record.ID] == nil {
					seen[record.ID] = map[int]bool{}
				}
				seen[record.ID][max(record.Trial, 1)] = true
				a.know(record)
				a.add(record)
				return nil
			},
		})
		if err != nil {
			return err
		}
		for _, s := range sections {
			if found[s.Key] && s.Problems.Len() > 0 {
				a.sayAll(s.Problems.First, s.Problems.More)
				a.exit = exitFound
			}
		}
	}
	switch {
	case a.section == nil:
		return fmt.Errorf("there is no data set %q", a.set)
	case len(found) > 1:
		return usage.Errorf("there are several data sets: %s; choose one with -dataset, and name its artifact alone", keyNames(found))
	case trials && a.trial == 0 && len(a.reviews) == 0:
		return usage.Errorf("cases have several trials; choose one with -trial")
	}
	for _, field := range a.fields {
		if err := a.knows(field); err != nil {
			return err
		}
	}
	for _, id := range a.cases {
		if seen[id] == nil {
			a.refuse(accept.Refusal{Case: id, Why: "the run has no such case" + input.Meant(id, slices.Sorted(maps.Keys(seen)))})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(a.decisions)) {
		for _, d := range a.decisions[id] {
			switch {
			case d.Dataset != "" && d.Dataset != a.section.Key.Dataset:
			case seen[id] == nil:
				a.refuse(accept.Refusal{Case: id, Path: d.Path, Why: "the run has no such case; " + d.Where})
			case !seen[id][max(d.Trial, 1)]:
				a.refuse(accept.Refusal{Case: id, Path: d.Path, Why: fmt.Sprintf("the run has no trial %d of it; %s", d.Trial, d.Where)})
			}
		}
	}
	return nil
}

// keyNames names data sets.
func keyNames(found map[artifact.Key]bool) string {
	var names []string
	for _, k := range slices.SortedFunc(maps.Keys(found), artifact.Key.Compare) {
		name := fmt.Sprintf("%q of %s", k.Dataset, cmp.Or(k.Package, "no package"))
		if k.Repetition > 1 {
			name += fmt.Sprintf(", repetition %d", k.Repetition)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// add takes from the record of a case what was chosen.
func (a *acceptance) add(record *report.Case) {
	var changes []accept.Change
	var refused []accept.Refusal
	if len(a.reviews) > 0 {
		decisions := slices.DeleteFunc(slices.Clone(a.decisions[record.ID]), func(d accept.Decision) bool {
			return d.Dataset != "" && d.Dataset != a.section.Key.Dataset
		})
		changes, refused = a.rules.Decide(record, decisions)
	} else {
		if len(a.cases) > 0 && !slices.Contains(a.cases, record.ID) || a.trial > 0 && max(record.Trial, 1) != a.trial {
			return
		}
		changes, refused = a.rules.Changes(record)
		changes = slices.DeleteFunc(changes, func(c accept.Change) bool { return !a.wants(&c) })
		refused = slices.DeleteFunc(refused, func(r accept.Refusal) bool {
			if r.Path == "" {
				return len(a.cases) == 0
			}
			return len(a.fields) > 0 && !a.inFields(&accept.Change{Path: r.Path})
		})
	}
	for _, r := range refused {
		a.refuse(r)
	}
	if len(changes) == 0 {
		return
	}
	hash := record.DataHash
	if a.section.Dataset.Redaction().Active() {
		hash = "" // it is keyed
	}
	if i, ok := a.at[record.ID]; ok { // another trial of it
		a.chosen[i].changes = append(a.chosen[i].changes, changes...)
		return
	}
	a.at[record.ID] = len(a.chosen)
	a.chosen = append(a.chosen, chosenCase{record.ID, hash, changes})
}

// finish makes what is left of the choice, and prints and writes it.
func (a *acceptance) finish() (int, error) {
	n := 0
	for _, chosen := range a.chosen {
		l, err := a.labelsOf(chosen.id)
		if err != nil {
			return 0, err
		}
		done, refused := l.Apply(chosen.id, chosen.hash, chosen.changes)
		for _, r := range refused {
			a.refuse(r)
		}
		writeEdits(a.stdout, done)
		n += len(done)
	}
	if n == 0 {
		fmt.Fprintln(a.stdout, "nothing to accept")
		return a.exit, nil
	}
	all := words.Plural(n, "change")
	if a.interactive {
		if a.write = a.confirm(all); !a.write {
			fmt.Fprintln(a.stderr, "nothing was written")
			return a.exit, nil
		}
	}
	if !a.write {
		fmt.Fprintf(a.stdout, "\n%s, not written: add -write to change the data set\n", all)
		return a.exit, nil
	}
	return a.exit, a.writeLabels(all)
}
