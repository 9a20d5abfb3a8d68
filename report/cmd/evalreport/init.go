package main

import (
	"cmp"
	"flag"
	"fmt"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/internal/specs"
)

func (c *cli) init(fs *flag.FlagSet) shell.Task {
	schemaFile := fs.String("schema", "", "a JSON Schema of the documents, a `FILE`")
	texts := fs.String("text", "", "the folder `DIR` has the text of each document, as ID.txt")
	dir := fs.String("o", ".", "the `DIR` to write to, - for the standard output")
	lines := truthFlags(fs)
	return func(args []string) error {
		switch {
		case len(args) != 1:
			return shell.Errorf("init takes one file of truths")
		case args[0] == "-" && *dir != "-":
			return shell.Errorf("a test needs a file of data; name one, or print the spec alone with -o -")
		}
		format, form, err := lines()
		if err = cmp.Or(err, shell.CheckEnding("o", *dir)); err != nil {
			return err
		}
		var start *specs.Starter
		if *dir != "-" {
			if start, err = specs.NewStarter(*dir, shell.Stem(args[0]), shell.ModuleOf(*dir).Path != ""); err != nil {
				return err
			}
		}
		schema, err := shell.Schema(*schemaFile)
		if err != nil {
			return err
		}
		f, err := c.FileForm(args[0], form)
		if err != nil {
			return err
		}
		id := format.Key
		note, err := format.FindTruths(f, nil)
		if err != nil {
			return err
		}
		if note != "" {
			c.say("%s", note)
		}
		data := score.Texts{Format: format, Dir: *texts}
		p, input, bad, err := score.Propose(f, &data, schema)
		if err != nil {
			c.lose(bad)
			return err
		}
		if *texts != "" && p.Texts == 0 {
			return fmt.Errorf("%s: it has the text of no document; it is a file named after the id, such as %s.txt", *texts, terminal.Visible(data.First()))
		}
		c.lose(bad)
		if start == nil {
			source := filepath.ToSlash(args[0])
			if source == "-" {
				source = "the standard input"
			}
			err = p.Write(c.stdout, source)
		} else {
			err = c.start(start, p, args[0], id, input)
		}
		if err != nil {
			return err
		}
		for _, line := range p.Advice() {
			fmt.Fprintln(c.stderr, terminal.LineStart(line))
		}
		if findings := p.Evidence.Findings(); len(findings) > 0 {
			c.exit = exitFound
			page := view.Page{Blocks: terminal.PrintedFindings(findings, len(findings))}
			return page.Write(c.stderr, view.Screen{})
		}
		return nil
	}
}

// start writes the spec and the test, and says what comes next, on the standard error: the standard output has a spec or nothing.
func (c *cli) start(s *specs.Starter, p specs.Proposal, data, id string, input score.Inputs) error {
	if err := s.Write(p, data, input.Text, input.Unlabelled > 0); err != nil {
		return err
	}
	source := words.Plural(p.Evidence.Truths, "truth")
	if p.Texts > 0 {
		source += " and " + words.Plural(p.Texts, "text")
	}
	if input.Unlabelled > 0 {
		source += "; " + words.Plural(input.Unlabelled, "case") + " without a truth"
	}
	fmt.Fprintf(c.stderr, "%s: %s from %s\n", terminal.Visible(s.Spec), words.Plural(len(p.Spec.Fields), "field"), source)
	fmt.Fprintln(c.stderr, s.Next(data, id, input.All, input.Unlabelled > 0 && len(p.Spec.Invariants) == 0))
	return nil
}
