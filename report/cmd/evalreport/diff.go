package main

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// rulesFlag lets a data set pass by changed rules alone, in diff and where -old compares.
const (
	rulesFlag  = "allow-changed-rules"
	rulesUsage = "let a data set pass by a changed spec alone: it is still said, and is no failure"
)

func (c *cli) diff(fs *flag.FlagSet) shell.Task {
	var o diff.Options
	fs.Float64Var(&o.MaxDrop, "max-drop", 0, "let a significant drop of up to `D` pass; 0.01 is one point of F1")
	fs.Float64Var(&o.Level, "level", 0.95, "`LEVEL` of all intervals; 1 minus the chance of any false alarm")
	fs.IntVar(&o.Resamples, "resamples", 10_000, "`N` resamples of the bootstrap")
	fs.Uint64Var(&o.Seed, "seed", 0, "`SEED` of the bootstrap")
	fs.BoolVar(&o.AllowChangedRules, rulesFlag, false, rulesUsage)
	cases := fs.Int("cases", 10, "list up to `N` cases of each kind")
	asJSON := fs.Bool("json", false, "print the comparison as one JSON object")
	withPower := fs.Bool("power", false, "say how many documents it takes to find a drop, by the documents of one run")
	var p compare.PowerOptions
	fs.Float64Var(&p.Drop, "drop", 0.05, "with -power: the `DROP` to be found; 0.05 is five points of F1")
	fs.Float64Var(&p.Shared, "shared", 0, "with -power: how much of its mistakes the next run shares, `S` from 0; about 0.8 for versions of one extractor")
	return func(args []string) error {
		others, problem := []string{"drop", "shared"}, "-%s is for -power"
		if *withPower {
			others, problem = []string{"max-drop", "resamples", "seed", "cases", "json", rulesFlag}, "-%s does not go with -power"
		}
		for _, name := range others {
			if shell.IsSet(fs, name) {
				return shell.Errorf(problem, name)
			}
		}
		if *withPower {
			p.Level = o.Level
			return c.power(args, p)
		}
		if len(args) != 2 {
			return c.TooFew(args, "diff takes two arguments, the old run and the new one, not %d")
		}
		if err := cmp.Or(
			shell.If(*cases < 0, "-cases is %d, want 0 or more", *cases),
			shell.If(o.Resamples < 1 || o.Resamples > 1<<20, "-resamples is %d, want 1 to %d", o.Resamples, 1<<20),
			checkBounds(o),
		); err != nil {
			return err
		}
		o.MaxCases = orNone(*cases)
		runs, err := c.Runs(args)
		if err != nil {
			return err
		}
		for _, run := range runs { // the truths of the newest run decide, and it is found later
			c.WatchMoved(run.Sources, false)
		}
		r, err := diff.Compare(runs[0].Sources, runs[1].Sources, o)
		if err != nil {
			return err
		}
		if *asJSON {
			err = shell.WriteJSON(c.stdout, r)
		} else {
			err = diff.WriteText(c.stdout, r, shell.PageOf(c.stdout))
		}
		if err != nil {
			return err
		}
		if r.Regressed() || r.NotEvaluable() {
			c.exit = exitFound
			if *asJSON { // the text begins with the reasons
				for _, line := range r.Headline() {
					c.say("%s", terminal.Visible(line))
				}
			}
			if !o.AllowChangedRules && slices.ContainsFunc(r.Sets, func(s diff.Set) bool { return s.Rules != nil && len(s.Rules.Hidden) > 0 }) {
				c.say("if the rules are meant to change so, -%s lets it pass", rulesFlag)
			}
		}
		return nil
	}
}

// checkBounds checks the common flags of the commands that compare runs.
func checkBounds(o diff.Options) error {
	return cmp.Or(
		shell.If(!(o.MaxDrop >= 0 && o.MaxDrop <= 1), "-max-drop is %v, want a number from 0 to 1; one point of F1 is 0.01", o.MaxDrop),
		shell.If(!(o.Level > 0 && o.Level < 1), "-level is %v, want a number between 0 and 1", o.Level),
	)
}

// power prints how many documents it takes until diff finds a drop.
func (c *cli) power(args []string, o compare.PowerOptions) error {
	if err := cmp.Or(
		shell.If(len(args) > 1, "diff -power takes one run, not %d", len(args)),
		shell.If(!(o.Drop > 0 && o.Drop < 1 && o.Level > 0 && o.Level < 1 && o.Shared >= 0 && o.Shared < 1),
			"-drop is %v, -level %v, -shared %v; want numbers between 0 and 1", o.Drop, o.Level, o.Shared),
	); err != nil {
		return err
	}
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return err
	}
	sets, err := compare.Power(inputs, o)
	if err != nil {
		return err
	}
	for _, s := range sets {
		if s.Set.Sections > 0 {
			c.sayState(s.Set)
		}
	}
	page := shell.PageOf(c.stdout)
	for i, s := range sets {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		var p view.Page
		p.Line("%s: documents until a drop of %g points is found four times in five; there are %d", terminal.LineStart(s.Set.Dataset.Name), 100*o.Drop, s.Documents)
		p.Line("")
		t := view.TableOf([][]string{{"field", "F1", "documents"}})
		for _, n := range s.Needs {
			documents := "-"
			if n.Documents > 0 {
				documents = strconv.Itoa(n.Documents)
			}
			t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{terminal.FieldName(report.Attribute{Attribute: n.Field, Items: n.Items})}, view.Cells(n.F1.String(), documents)...)})
		}
		p.Add(t)
		if err := p.Write(c.stdout, page); err != nil {
			return err
		}
	}
	return nil
}
