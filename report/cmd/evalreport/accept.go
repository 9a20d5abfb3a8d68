package main

import (
	"bufio"
	"cmp"
	"flag"
	"os"
	"slices"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func (c *cli) accept(fs *flag.FlagSet) shell.Task {
	var o labels.Choice
	fs.StringVar(&o.Data, "data", "", "the data set, a `FILE` or a folder of pairs; default the data set of the run, where it is found")
	fs.StringVar(&o.Dataset, "dataset", "", "the `NAME` of the data set, where the artifact has several")
	fs.StringVar(&o.Key, "id", "id", "the `KEY` of the id")
	fs.IntVar(&o.Trial, "trial", 0, "the `N` of the trial whose answers are accepted, where there are several")
	shell.ListVar(fs, &o.Cases, "case", "accept answers of the case with this `ID`; repeatable")
	shell.ListVar(fs, &o.Fields, "field", "accept answers at or below this `PATH` or attribute; repeatable")
	shell.ListVar(fs, &o.Classes, "class", "accept answers of this `CLASS`: an outcome or a kind of mistake; repeatable")
	shell.ListVar(fs, &o.Reviews, "review", "accept by the decisions in this `FILE`; repeatable")
	fs.StringVar(&o.Reviewer, "reviewer", "", "the `NAME` of who accepts, for truths with a label; default the name of the user")
	fs.IntVar(&o.Readings, "readings", 2, "with -review: change a truth by readings of the whole document if `N` people agree on it, or one adjudicates")
	suspects := fs.Bool("suspects", false, "accept the answer where all answers of several runs or trials contradict the label with one voice")
	aliases := fs.Bool("aliases", false, "accept texts that runs give in place of one truth, such as € for EUR, as its aliases, into the spec of -spec")
	specFile := fs.String("spec", "", "with -aliases: the spec, a YAML `FILE`, that gets them; without it they are printed, to paste")
	write := fs.Bool("write", false, "change the data set, or the spec; without it the changes are printed alone")
	return func(args []string) error {
		chosen := len(o.Cases)+len(o.Fields)+len(o.Classes) > 0
		o.Asked = !chosen && len(o.Reviews) == 0 && !*suspects
		if err := cmp.Or(
			shell.If(*aliases && (chosen || *suspects || len(o.Reviews) > 0 || o.Data != "" || shell.IsSet(fs, "trial")), "-aliases changes a spec, and no data set: leave out -case, -field, -class, -suspects, -review, -trial and -data"),
			shell.If(*specFile != "" && !*aliases, "-spec is the spec that gets aliases: add -aliases, or leave it out"),
		); err != nil {
			return err
		}
		if *aliases {
			return c.acceptAliases(labels.Aliases{Spec: *specFile, Dataset: o.Dataset, Write: *write}, args)
		}
		if err := cmp.Or(
			shell.If(*suspects && (len(o.Reviews) > 0 || shell.IsSet(fs, "trial")), "-suspects chooses the answers itself: leave out -review and -trial"),
			shell.If(len(o.Reviews) > 0 && (chosen || shell.IsSet(fs, "trial")), "-review chooses the answers itself: leave out -case, -field, -class and -trial"),
			shell.If(shell.IsSet(fs, "readings") && len(o.Reviews) == 0, "-readings is about the decisions of -review: add it, or leave -readings out"),
			shell.If(o.Readings < 1, "-readings is %d, want 1 or more", o.Readings),
			shell.If(o.Trial < 0, "-trial is %d, want 1 or more", o.Trial),
			shell.If(slices.Contains([]string{"", "want"}, o.Key), "-id is %q, want the key of the id", o.Key),
			shell.If(*write && o.Asked, "-write needs a choice by -case, -field, -class, -suspects or -review"),
			shell.If(*write && inCI(), "in CI (the variable CI is set) no data set is changed: leave out -write to see the changes, and make them where they are reviewed"),
			shell.If(o.Asked && inCI(), "in CI (the variable CI is set) nobody is asked; choose with -case, -field, -class, -suspects or -review"),
			shell.If(o.Asked && !shell.IsTerminal(c.Stdin), "there is no terminal to ask in; choose with -case, -field, -class, -suspects or -review"),
			labels.CheckClasses(o.Classes),
		); err != nil {
			return err
		}
		o.Reviewer = cmp.Or(o.Reviewer, userName())
		if *suspects {
			if err := o.ChooseSuspects(&c.Inputs, c.stdout, args); err != nil {
				return err
			}
		}
		a, err := labels.ChooseAnswers(o, &c.Inputs, args)
		if err != nil {
			return err
		}
		q := labels.Asking{Acceptance: a, In: bufio.NewReader(c.Stdin), Out: c.stdout, Questions: c.stderr}
		if o.Asked {
			if err := q.Ask(); err != nil {
				return err
			}
		}
		err = q.Finish(*write)
		if a.Found {
			c.exit = exitFound
		}
		return err
	}
}

// acceptAliases accepts aliases that runs propose.
func (c *cli) acceptAliases(a labels.Aliases, args []string) error {
	a.Inputs, a.In, a.Out, a.Questions, a.CI = &c.Inputs, c.Stdin, c.stdout, c.stderr, inCI()
	complete, err := a.Run(args)
	if !complete {
		c.exit = exitFound
	}
	return err
}

// inCI reports whether the process runs on a CI server.
func inCI() bool { return !slices.Contains([]string{"", "0", "false"}, os.Getenv("CI")) }
