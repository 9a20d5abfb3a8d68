package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// outFlag defines -o.
func outFlag(fs *flag.FlagSet) *string {
	return fs.String("o", "-", "write to this `FILE`; - is the standard output")
}

// maxChangedCases is the number of cases of each kind of change that a page can be
// filtered by.
const maxChangedCases = 1000

// load reads artifacts, and the earlier runs in history, for a report. It prints the problems of the records of inputs.
func (c *cli) load(inputs []artifact.Source, history []string, o render.Options) (*render.Report, error) {
	if len(history) > 0 {
		past, err := c.Artifacts(history...)
		if err != nil {
			return nil, err
		}
		o.History = past
	}
	r, err := render.Load(inputs, o)
	if err != nil {
		return nil, err
	}
	for _, set := range r.Sets {
		c.sayState(set.Set)
	}
	return r, nil
}

// comparison compares the inputs, which were read before, with an old run, the value of -old. It returns nil if old is "".
func (c *cli) comparison(old string, inputs []artifact.Source, o diff.Options) (*diff.Report, error) {
	if old == "" {
		return nil, nil
	}
	previous, err := c.Another(old)
	if err != nil {
		return nil, fmt.Errorf("-old: %w", err)
	}
	inputs = slices.Clone(inputs)
	for i := range inputs {
		inputs[i].Watch = nil // the report itself says which of their truths have changed
	}
	c.WatchMoved(previous, false)
	r, err := diff.Compare(previous, inputs, o)
	if err != nil {
		if reason, ofOld := strings.CutPrefix(err.Error(), "diff: old run: "); ofOld {
			err = errors.New("-old: " + reason)
		}
		return nil, err
	}
	return &r, nil
}

func (c *cli) html(fs *flag.FlagSet) shell.Task {
	outName := outFlag(fs)
	old := fs.String("old", "", "compare with this older `ARTIFACT`; '' compares with none")
	rules := fs.Bool(rulesFlag, false, "with -old: "+rulesUsage)
	history := shell.List(fs, "history", "an `ARTIFACT` of an earlier run, for the course of the scores; repeatable")
	cases := fs.Int("cases", 10_000, "keep up to `N` cases of each data set, the worst first")
	slice := fs.Int("min-slice", 10, "list slices of at least `N` cases")
	size := fs.Int("max-bytes", 32<<20, "keep the packed cases of the page, with their pictures, to about `N` bytes")
	documents := shell.NewDocumentFlags(fs)
	c.gateFlag(fs)
	most := fs.Int("pictures", 30, "show up to `N` pictures of pages, of the worst cases")
	return func(args []string) error {
		if *cases < 0 || *slice < 1 || *size < 1 || *most < 0 {
			return shell.Errorf("-cases and -pictures are 0 or more, -min-slice and -max-bytes are 1 or more")
		}
		if err := cmp.Or(c.checkPage(fs), shell.CheckEnding("o", *outName, ".html")); err != nil {
			return err
		}
		folders, err := documents.Folders("", &c.Inputs)
		if err != nil {
			return err
		}
		inputs, limits, err := c.read(args, true)
		if err != nil {
			return err
		}
		r, err := c.load(inputs, *history, render.Options{MaxCases: orNone(*cases), MinSlice: *slice, Limits: limits})
		if err != nil {
			return err
		}
		if slices.ContainsFunc(r.Sets, func(s *render.Set) bool { return s.Several }) {
			c.exit = exitFound
			return nil
		}
		values := folders.PagesWithValues(*most)
		o := page.Options{
			MaxBytes: *size, Picture: folders.Open, MaxPictures: orNone(*most), Text: folders.Text,
			Pages: func(set *render.Set, record *report.Case) { folders.Name(set, record, values) },
		}
		o.Comparison, err = c.comparison(*old, inputs, diff.Options{MaxCases: maxChangedCases, AllowChangedRules: *rules})
		if err != nil {
			return err
		}
		err = c.page(*outName, func(w io.Writer) error {
			return page.Write(w, r, o)
		})
		for _, note := range folders.Notes() {
			c.say("%s", note)
		}
		return err
	}
}
