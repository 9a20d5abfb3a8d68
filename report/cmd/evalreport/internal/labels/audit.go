package labels

import (
	"flag"
	"io"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// audited holds the options and the records of an audit.
type audited struct {
	audit.Options
	name, data, key string
	runs            []audit.Run
	dataset         report.Dataset
	labelled        bool // a case of the first run has a truth
	lost            bool // records of a run are lost
}

func (c *Call) audit(fs *flag.FlagSet) shell.Task {
	var a audited
	fs.Float64Var(&a.Right, "right", 0.99, "the `SHARE` of the documents accepted unseen that is to be right")
	fs.Uint64Var(&a.Seed, "seed", 1, "the `SEED` of the random order")
	fs.Float64Var(&a.Confidence, "confidence", 0.5, "look first at documents with a value of less `CONFIDENCE`; 0 for none")
	decisions := shell.List(fs, "decisions", "say what is assured by the documents read in this review `FILE`; repeatable")
	outName := fs.String("o", "", "write the documents to look at next to this `FILE`, as JSON Lines; - is the standard output, without the text")
	fs.StringVar(&a.name, "dataset", "", "the `NAME` of the data set, where there are several")
	fs.StringVar(&a.data, "data", "", "find suspect labels in this data set, a `FILE`; default the data set of the run, where it is found")
	fs.StringVar(&a.key, "id", "id", "the `KEY` of the id in it")
	return func(args []string) error {
		if err := shell.CheckEnding("o", *outName, ".jsonl", ".json"); err != nil {
			return err
		}
		if err := c.readRuns(&a, args); err != nil {
			return err
		}
		rules, err := c.readingRules(a.dataset)
		if err != nil {
			return err
		}
		all, err := Decisions(*decisions)
		if err != nil {
			return err
		}
		a.Readings = accept.ReadingsOf(a.dataset.Name, all)
		plan, err := audit.NewPlan(rules, a.runs[0], a.runs[1:], a.Options)
		if err != nil {
			return shell.Errorf("%v", err)
		}
		var state *audit.State
		if len(*decisions) > 0 {
			now := plan.State(a.Readings)
			state = &now
			c.sayDecisions(a.dataset.Name, all)
		}
		c.Found = state != nil && (!state.Assured() || a.lost)
		if *outName == "-" {
			return plan.WriteList(c.Stdout, state)
		}
		if err := plan.WriteText(c.Stdout, state, shell.PageOf(c.Stdout)); err != nil || *outName == "" {
			return err
		}
		return shell.WriteFile(*outName, func(w io.Writer) error { return plan.WriteList(w, state) })
	}
}

// readRuns reads the runs, and finds the suspect labels of the data set of the first run.
func (c *Call) readRuns(a *audited, args []string) error {
	if len(args) == 0 {
		args = []string{shell.DefaultDir}
	}
	runs := make([][]artifact.Source, len(args))
	for i, arg := range args {
		var err error
		if runs[i], err = c.Artifacts(arg); err != nil {
			return err
		}
		a.runs = append(a.runs, audit.Run{Name: arg})
	}
	first, err := shell.FirstSection(runs[0], a.name)
	if err != nil {
		return err
	}
	a.dataset = first.Dataset
	audited, found := map[string]bool{}, make([]bool, len(args))
	sections, err := Voices(c.Inputs, runs, a.dataset.Name, func(run int, record *report.Case, speaks bool) {
		found[run] = true
		a.labelled = a.labelled || run == 0 && !record.Unlabelled
		if run == 0 && record.Trial <= 1 {
			speaks = !audited[record.ID]
			audited[record.ID] = true
		}
		if speaks {
			own := *record
			a.runs[run].Cases = append(a.runs[run].Cases, &own)
		}
	})
	if err != nil {
		return err
	}
	a.lost = c.SayLost(sections)
	for i, arg := range args {
		if !found[i] {
			c.Say("%s has no case of data set %q, and says nothing", arg, a.dataset.Name)
		}
	}
	if !a.labelled {
		return nil
	}
	if err := c.suspects(a, first); err != nil {
		c.Say("labels that are likely to be wrong are not looked for: %v", err)
	}
	return nil
}

// suspects finds the suspect labels of the data set. If values are redacted, it replaces the texts of the evidence,
// which may quote values, by their kinds.
func (c *Call) suspects(a *audited, first *artifact.Section) (err error) {
	if a.data, err = shell.DataSet(first, a.data); err != nil {
		return err
	}
	a.Suspects, err = SuspectsOf(c.Inputs, a.dataset, a.data, a.key, func(*audit.Finder) error { return nil })
	if a.dataset.Redaction().Active() {
		for i := range a.Suspects {
			for j, e := range a.Suspects[i].Evidence {
				a.Suspects[i].Evidence[j].Text = string(e.Kind)
			}
		}
	}
	return err
}

// sayDecisions prints how many decisions are on other data sets, how many are not on whole documents, and how many do
// not say which truth or answer a document had.
func (c *Call) sayDecisions(dataset string, all []accept.Decision) {
	sayForeign(c.Inputs, dataset, all)
	single, whole, unheld := 0, 0, 0
	for _, d := range all {
		switch {
		case d.Dataset != "" && d.Dataset != dataset:
		case d.Decision == accept.Document:
			whole++
			if d.WantHash == "" {
				unheld++
			}
		case d.Decision != accept.Open:
			single++
		}
	}
	if unheld > 0 {
		c.Say("readings that do not say which truth or answer the document had then (want_hash) do not count: %d of %d; evalreport review -blind writes it", unheld, whole)
	}
	if single > 0 {
		c.Say("decisions on single values do not say that the rest of a document is right: %d are not used", single)
	}
}
