package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
)

const maxDocuments = 10_000 // of a data set in a page

var compareFormats = []shell.Format{{"text", ".txt"}, {"markdown", ".md"}, {"html", ".html"}, {"csv", ".csv"}}

func (c *cli) compare(fs *flag.FlagSet) shell.Task {
	var o compare.Options
	outName := outFlag(fs)
	label := fs.String("by", "", "compare data sets by the values of this `LABEL`; several with commas between them")
	name := fs.String("format", "", "write `FORMAT`: text, markdown, html or csv; default by the ending of -o: .txt, .md, .html or .csv, text without -o")
	fs.Float64Var(&o.Level, "level", 0.95, "`LEVEL` of all intervals; 1 minus the chance of any false mark")
	cases := fs.Int("cases", 10, "list up to `N` cases on which runs disagree, of each data set")
	width := fs.Int("width", 0, "keep lines of text tables to `N` characters; default the width of the terminal, $COLUMNS, or 100")
	return func(args []string) error {
		format, err := shell.ChooseFormat(compareFormats, *name, *outName, "text")
		switch {
		case *label == "" && len(args) < 2:
			return c.TooFew(args, "compare takes two runs or more, not %d; with -by LABEL one is enough")
		case err != nil:
			return err
		case !(o.Level > 0 && o.Level < 1):
			return shell.Errorf("-level is %v, want a number between 0 and 1", o.Level)
		case *cases < 0 || *width < 0:
			return shell.Errorf("-cases and -width are 0 or more")
		}
		o.MaxCases = orNone(*cases)
		if o.By, err = labelNames(*label); err != nil {
			return shell.Errorf("-by is %v", err)
		}
		write := c.output
		if format == "html" {
			if err := c.checkPage(fs); err != nil {
				return err
			}
			write, o.MaxDocuments = c.page, maxDocuments
		}
		inputs, err := c.Runs(args)
		if err != nil {
			return err
		}
		for _, run := range inputs { // the truths of the newest run decide, and it is found later
			c.WatchMoved(run.Sources, false)
		}
		r, err := compare.Read(inputs, o)
		if err != nil {
			return err
		}
		err = write(*outName, func(w io.Writer) error {
			switch format {
			case "markdown":
				return render.WriteComparedMarkdown(w, r)
			case "html":
				return several.WriteCompared(w, r)
			case "csv":
				return render.ComparedCSV(w, r)
			}
			page := view.Screen{Width: terminal.Columns()} // options for a file
			if *outName == "-" {
				page = shell.PageOf(c.stdout)
			}
			page.Width = cmp.Or(*width, page.Width)
			return compare.WriteText(w, r, page)
		})
		if err != nil {
			return err
		}
		if r.NotEvaluable() {
			c.exit = exitFound
			if format != "text" || *outName != "-" { // the text gives the reasons already
				c.say("not every run of every data set is evaluable: those that are not are named in the output")
			}
		}
		return nil
	}
}

// labelNames reads the value of -by.
func labelNames(text string) (names []string, err error) {
	if text == "" {
		return nil, nil
	}
	for label := range strings.SplitSeq(text, ",") {
		if label = strings.TrimSpace(label); label == "" || slices.Contains(names, label) {
			return nil, fmt.Errorf("%q, want names of labels, each once, with commas between them", text)
		}
		names = append(names, label)
	}
	return names, nil
}
