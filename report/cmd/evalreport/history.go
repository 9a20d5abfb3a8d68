package main

import (
	"flag"
	"io"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
)

var historyCommand = command{
	name:  "history",
	args:  "[flags] run run ...",
	short: "follow fields over several runs, and find declines",
	run:   (*cli).history,
}

func (c *cli) history(fs *flag.FlagSet) task {
	var o history.Options
	fs.IntVar(&o.Last, "last", 5, "look for a decline over the last `K` runs")
	fs.Float64Var(&o.Diff.MaxDrop, "max-drop", 0, "let a significant drop of up to `D` pass; 0.01 is one point of F1")
	fs.Float64Var(&o.Diff.Level, "level", 0.95, "`LEVEL` of 13 reads in a row; 1 minus the chance of any false alarm")
	markdown := fs.Bool("markdown", false, "print Markdown")
	html := fs.String("html", "", "write a page to this `FILE` as well, with a small chart for each field")
	asJSON := fs.Bool("json", false, "print the history as one JSON object")
	return func(args []string) error {
		switch {
		case len(args) < 2:
			return shell.Errorf("history takes two runs or more, not %d", len(args))
		case o.Last < 2:
			return shell.Errorf("-last is %d, want 2 or more", o.Last)
		case *html == "-":
			return shell.Errorf("-html takes a file: the standard output has the text")
		case *markdown && *asJSON:
			return shell.Errorf("-markdown and -json exclude each other")
		}
		if err := checkBounds(o.Diff); err != nil {
			return err
		}
		o.Intervals = *html != ""
		o.Diff.MaxCases = orNone(0) // only diff shows cases
		inputs, err := c.Runs(args)
		if err != nil {
			return err
		}
		var runs []history.Run
		for _, in := range inputs {
			runs = append(runs, history.Run{Name: in.Name, Sources: in.Sources})
		}
		r, err := history.Read(runs, o)
		if err != nil {
			return err
		}
		if *html != "" {
			if err := c.output(*html, func(w io.Writer) error { return several.WriteTrend(w, r) }); err != nil {
				return err
			}
		}
		write := func(w io.Writer, r history.Report) error { return history.WriteText(w, r, shell.PageOf(w)) }
		switch {
		case *markdown:
			write = history.WriteMarkdown
		case *asJSON:
			write = func(w io.Writer, r history.Report) error { return writeJSON(w, r) }
		}
		if err := write(c.stdout, r); err != nil {
			return err
		}
		if r.Declined() || r.Recent.NotEvaluable() {
			c.exit = exitFound
			if *asJSON || *markdown { // the text begins with them already
				for _, line := range r.Heading()[1:] {
					c.say("%s", terminal.Visible(line))
				}
			}
		}
		return nil
	}
}
