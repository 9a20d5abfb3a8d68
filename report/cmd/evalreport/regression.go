package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"github.com/extracteval/extracteval/internal/regressionset"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func (c *cli) regression(fs *flag.FlagSet) shell.Task {
	return func(args []string) error {
		if len(args) == 0 {
			return shell.Errorf("want check or add")
		}
		switch verb, files := args[0], args[1:]; verb {
		case "check":
			return c.checkPacks(files)
		case "add":
			return c.addPack(files)
		default:
			return shell.Errorf("unknown verb %q, want check or add", verb)
		}
	}
}

func (c *cli) checkPacks(files []string) error {
	if len(files) == 0 {
		return shell.Errorf("check needs the files to validate")
	}
	records, err := regressionset.Read(files...)
	if err != nil {
		return c.problems(err)
	}
	b := regressionset.BreadthOf(records)
	categories := "1 category"
	if b.Categories != 1 {
		categories = fmt.Sprintf("%d categories", b.Categories)
	}
	fmt.Fprintf(c.stdout, "%s in order: %s, %s\n", words.Plural(b.Cases, "record"), categories, words.Plural(b.Packs, "pack"))
	return nil
}

func (c *cli) addPack(files []string) error {
	if len(files) != 2 {
		return shell.Errorf("add takes two files, the pack and the set that it is added to, not %d", len(files))
	}
	n, err := regressionset.Add(files[0], files[1])
	if err != nil {
		return c.problems(err)
	}
	fmt.Fprintf(c.stdout, "%s added to %s\n", words.Plural(n, "record"), terminal.Visible(files[1]))
	return nil
}

// problems returns err if it is about a file. Otherwise err lists mistakes in records: problems prints them and returns nil.
func (c *cli) problems(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	case errors.As(err, &link):
		return link
	}
	fmt.Fprintln(c.stdout, terminal.VisibleLines(err.Error()))
	c.exit = exitFound
	return nil
}
