package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
	"github.com/extracteval/extracteval/report/internal/runs"
)

func (c *cli) history(fs *flag.FlagSet) shell.Task {
	var o history.Options
	fs.IntVar(&o.Last, "last", 5, "look for a decline over the last `K` runs")
	fs.Float64Var(&o.Diff.MaxDrop, "max-drop", 0, "let a significant drop of up to `D` pass; 0.01 is one point of F1")
	fs.Float64Var(&o.Diff.Level, "level", 0.95, "`LEVEL` of 13 reads in a row; 1 minus the chance of any false alarm")
	fallen := fs.Bool("fallen", false, "fail only for a fall that still stands, not for what disappeared or is not evaluable")
	markdown := fs.Bool("markdown", false, "print Markdown")
	html := fs.String("html", "", "write a page to this `FILE` as well, with a small chart for each field")
	asJSON := fs.Bool("json", false, "print the history as one JSON object, with -by as a list of them")
	labels := []string{}
	given := false
	fs.Func("by", "make a history of each value of this `LABEL`, several with commas between them; '' makes one of runs of several systems", func(text string) (err error) {
		given = true
		labels, err = labelNames(text)
		return err
	})
	return func(args []string) error {
		if len(args) < 2 {
			return c.TooFew(args, "history takes two runs or more, not %d")
		}
		if err := cmp.Or(
			shell.If(o.Last < 2, "-last is %d, want 2 or more", o.Last),
			shell.If(*html == "-", "-html takes a file: the standard output has the text"),
			shell.If(*markdown && *asJSON, "-markdown and -json exclude each other"),
			checkBounds(o.Diff),
			shell.CheckEnding("html", *html, ".html"),
		); err != nil {
			return err
		}
		o.Intervals = *html != ""
		o.Diff.MaxCases = orNone(0)     // only diff shows cases
		o.Diff.AllowChangedRules = true // a merge that was let pass stands among the last runs for a while
		runs, err := c.Runs(args)
		if err != nil {
			return err
		}
		o.Watch = func(newest []artifact.Source) { c.WatchMoved(newest, false) }
		all, err := readHistories(runs, labels, given, o)
		if err != nil {
			return err
		}
		if *html != "" {
			if err := c.output(*html, func(w io.Writer) error { return several.WriteTrend(w, all...) }); err != nil {
				return err
			}
		}
		write := func(w io.Writer, r history.Report) error { return history.WriteText(w, r, shell.PageOf(w)) }
		if *markdown {
			write = history.WriteMarkdown
		}
		switch {
		case *asJSON && len(labels) > 0:
			err = shell.WriteJSON(c.stdout, all)
		case *asJSON:
			err = shell.WriteJSON(c.stdout, all[0])
		default:
			err = writeHistories(c.stdout, all, write)
		}
		if err != nil {
			return err
		}
		for _, r := range all {
			failed := r.Declined() || r.Recent.NotEvaluable()
			if *fallen {
				failed = r.Fallen()
			}
			if !failed {
				continue
			}
			c.exit = exitFound
			if *asJSON || *markdown { // the text begins with them already
				for _, line := range r.Heading()[1:] {
					if r.System != "" {
						line = r.System + ": " + line
					}
					c.say("%s", terminal.Visible(line))
				}
			}
		}
		return nil
	}
}

// readHistories reads one history or, if by has labels, one for each of their values. Runs of several systems become
// one history only if the user gave -by.
func readHistories(inputs []runs.Input, labels []string, given bool, o history.Options) ([]history.Report, error) {
	if len(labels) > 0 {
		return history.ReadSystems(inputs, labels, o)
	}
	if !given {
		if err := history.CheckSystem(inputs); err != nil {
			return nil, err
		}
	}
	r, err := history.Read(inputs, o)
	return []history.Report{r}, err
}

// writeHistories writes histories one after the other. It begins with the summary of all if there are several.
func writeHistories(w io.Writer, all []history.Report, write func(io.Writer, history.Report) error) error {
	if len(all) > 1 {
		if _, err := fmt.Fprintf(w, "%s\n\n", terminal.Visible(history.Summary(all))); err != nil {
			return err
		}
	}
	for i, r := range all {
		if i > 0 {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		if err := write(w, r); err != nil {
			return err
		}
	}
	return nil
}
