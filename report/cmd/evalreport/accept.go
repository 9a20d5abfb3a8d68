package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
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
accepted as a whole: items that the answer lacks are taken out, and items that the truth
lacks are added at the end. Values that are redacted, or too long for the record, cannot
be accepted, nor can a file that is compressed.

-field takes an attribute, lines[].amount, a path, lines[2], or a path above, lines. A
field that neither the spec nor a record has is misuse. -class takes an outcome, wrong,
or a kind of mistake as show -why has it, transposed.

With -review it applies decisions of reviewers: files of JSON Lines with a decision in
each, as evalreport review writes them. Decisions of two reviewers that differ
are listed and not made.

examples:
  evalreport accept _evaltest
  evalreport accept -case inv-0042 _evaltest
  evalreport accept -field total -class transposed -write _evaltest
  evalreport accept -review ann.jsonl -review bob.jsonl -write _evaltest
  evalreport accept -data truths.jsonl run.jsonl

exit codes: 0 all chosen answers could be accepted; 1 something was refused,
reviewers differ, or a case is not there; 2 misuse, or a file that cannot be used.`,
	run: (*cli).accept,
}

func (c *cli) accept(fs *flag.FlagSet) task {
	var o shell.Choice
	fs.StringVar(&o.Data, "data", "", "the data set, a `FILE` or a folder of pairs; default the data set of the run, where it is found")
	fs.StringVar(&o.Dataset, "dataset", "", "the `NAME` of the data set, where the artifact has several")
	fs.StringVar(&o.Key, "id", "id", "the `KEY` of the id")
	fs.IntVar(&o.Trial, "trial", 0, "the `N` of the trial whose answers are accepted, where there are several")
	shell.ListVar(fs, &o.Cases, "case", "accept answers of the case with this `ID`; repeatable")
	shell.ListVar(fs, &o.Fields, "field", "accept answers at or below this `PATH` or attribute; repeatable")
	shell.ListVar(fs, &o.Classes, "class", "accept answers of this `CLASS`: an outcome or a kind of mistake; repeatable")
	shell.ListVar(fs, &o.Reviews, "review", "accept by the decisions in this `FILE`; repeatable")
	write := fs.Bool("write", false, "change the data set; without it the changes are printed alone")
	return func(args []string) error {
		chosen := len(o.Cases)+len(o.Fields)+len(o.Classes) > 0
		o.Asked = !chosen && len(o.Reviews) == 0
		switch {
		case len(o.Reviews) > 0 && (chosen || shell.IsSet(fs, "trial")):
			return shell.Errorf("-review says which answers are accepted; -case, -field, -class and -trial are for without")
		case o.Trial < 0:
			return shell.Errorf("-trial is %d, want 1 or more", o.Trial)
		case slices.Contains([]string{"", "want"}, o.Key):
			return shell.Errorf("-id is %q, want the key of the id", o.Key)
		case *write && o.Asked:
			return shell.Errorf("-write needs a choice by -case, -field, -class or -review")
		case *write && inCI():
			return shell.Errorf("in CI (the variable CI is set) no data set is changed: leave out -write to see the changes, and make them where they are reviewed")
		case o.Asked && inCI():
			return shell.Errorf("in CI (the variable CI is set) nobody is asked; choose with -case, -field, -class or -review")
		case o.Asked && !shell.IsTerminal(c.Stdin):
			return shell.Errorf("there is no terminal to ask in; choose with -case, -field, -class or -review")
		}
		if err := shell.CheckClasses(o.Classes); err != nil {
			return err
		}
		a, err := shell.ChooseAnswers(o, &c.Inputs, args)
		if err != nil {
			return err
		}
		q := asking{c, a, bufio.NewReader(c.Stdin)}
		if o.Asked {
			if err := q.ask(); err != nil {
				return err
			}
		}
		err = q.finish(*write)
		if a.Found {
			c.exit = exitFound
		}
		return err
	}
}

// finish prepares the chosen changes, prints them and, with write, writes them.
func (a asking) finish(write bool) error {
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
		writeEdits(a.stdout, done)
		n += len(done)
	}
	if n == 0 {
		fmt.Fprintln(a.stdout, "nothing to accept")
		return nil
	}
	all := words.Plural(n, "change")
	switch {
	case a.Asked && !a.confirm(all):
		fmt.Fprintln(a.stderr, "nothing was written")
		return nil
	case !a.Asked && !write:
		fmt.Fprintf(a.stdout, "\n%s, not written: add -write to change the data set\n", all)
		return nil
	}
	if err := a.Write(); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "\n%s written to %s\n", all, a.FileNames())
	return nil
}

// inCI reports whether the process runs on a CI server.
func inCI() bool { return !slices.Contains([]string{"", "0", "false"}, os.Getenv("CI")) }
