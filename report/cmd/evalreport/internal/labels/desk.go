package labels

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// Flags are the flags of a review of whole documents.
type Flags struct {
	Blind      bool
	Sample     int
	Seed       uint64
	Adjudicate []string // review files
}

// NewFlags defines the flags.
func NewFlags(fs *flag.FlagSet) *Flags {
	f := &Flags{}
	fs.BoolVar(&f.Blind, "blind", false, "show documents alone, and take down what they have: no answer, no label, no decision of another")
	fs.IntVar(&f.Sample, "sample", 0, "with -blind: a random sample of `N` documents; default all")
	fs.Uint64Var(&f.Seed, "seed", 1, "with -blind: the `SEED` of the random order")
	shell.ListVar(fs, &f.Adjudicate, "adjudicate", "show the documents on which reviewers differ in this review `FILE`, and ask for each value who is right; repeatable")
	return f
}

// Whole reports whether whole documents are reviewed.
func (f *Flags) Whole() bool { return f.Blind || len(f.Adjudicate) > 0 }

// Check returns an error if the flags do not fit together. others are the files of -other.
func (f *Flags) Check(fs *flag.FlagSet, others []string) error {
	for _, name := range []string{"sample", "seed"} {
		if shell.IsSet(fs, name) && !f.Blind {
			return shell.Errorf("-%s is of a blind review: add -blind", name)
		}
	}
	switch {
	case f.Blind && len(others)+len(f.Adjudicate) > 0:
		return shell.Errorf("-blind shows no decisions of others: leave out -other and -adjudicate")
	case f.Whole() && len(others) > 0:
		return shell.Errorf("-adjudicate names the files of the others itself: leave out -other")
	case shell.IsSet(fs, "sample") && f.Sample < 1:
		return shell.Errorf("-sample is %d, want 1 or more", f.Sample)
	}
	return nil
}

// Desk serves a review of whole documents on a web page, and prints messages and the progress.
type Desk struct {
	review.DocumentOptions
	Page        page.Options // Text, Picture, and Pages, which adds the pages of a document to its case
	Set         *render.Set
	Address     string
	Adjudicated []string // review files
	Run         []string // the arguments of the command
	LeftOut     int      // cases of the run that are not in Cases
	Stdout      io.Writer
	Say         func(format string, args ...any)
}

// Serve serves the page until the context ends.
func (d *Desk) Serve(ctx context.Context) error {
	if d.LeftOut > 0 {
		return fmt.Errorf("the run has %s more than can be drawn from here, which are the worst: name an artifact with fewer", words.Plural(d.LeftOut, "case"))
	}
	if len(d.Adjudicated) > 0 {
		var err error
		if d.Adjudicate, err = Decisions(d.Adjudicated); err != nil {
			return err
		}
	}
	documents, err := review.OpenDocuments(d.DocumentOptions)
	if err != nil {
		return err
	}
	if documents.Len() == 0 {
		fmt.Fprintln(d.Stdout, "reviewers differ on no document that two of them read as a whole")
		d.sayValues()
		return nil
	}
	d.sayValues()
	if documents.Cut != "" {
		d.Say("%s ended in the middle of a line, of a write that was not completed and that nobody was told of; it was cut off: %s", d.File, words.Fit(documents.Cut, 200))
	}
	if d.Sample > documents.Len() {
		d.Say("-sample is %d, and there are %s: all of them are asked for", d.Sample, words.Plural(documents.Len(), "document"))
	}
	if n := d.unseen(documents); n > 0 {
		d.Say("neither a text nor a picture of %s of %d is found: -texts, -pages and -pdf name folders with them", words.Plural(n, "document"), documents.Len())
	}
	server, err := d.listen(documents)
	if err != nil {
		return err
	}
	if err := d.progress(documents); err != nil {
		return err
	}
	fmt.Fprintf(d.Stdout, "review %s at %s (Ctrl-C ends it)\n", terminal.Visible(d.Dataset.Name), server.URL())
	fmt.Fprintf(d.Stdout, "decisions are written to %s; %s\n", terminal.Visible(d.File), d.then())
	if err := server.Serve(ctx); err != nil {
		return err
	}
	return d.progress(documents)
}

// listen serves a page that is made of the documents alone: nothing of the run is in it.
func (d *Desk) listen(documents *review.Documents) (*review.Server, error) {
	blank, err := render.Blank(d.Dataset.Name, documents.Records())
	if err != nil {
		return nil, err
	}
	o := page.Options{
		Review: true, Blind: true,
		Text:    func(_ *render.Set, c *report.Case) (string, error) { return d.Page.Text(d.Set, c) },
		Picture: func(_ *render.Set, image string) (io.ReadCloser, error) { return d.Page.Picture(d.Set, image) },
	}
	var html bytes.Buffer
	if err := page.Write(&html, &render.Report{Sets: []*render.Set{blank}}, o); err != nil {
		return nil, err
	}
	server, err := review.Listen(d.Address, documents, review.Page{HTML: html.Bytes(), CaseKey: page.CaseKey, Paper: page.NewPapers(blank, o).Draw})
	if err != nil {
		return nil, shell.Errorf("-addr: %v", err)
	}
	return server, nil
}

// sayValues prints how many cases reviewers differ on in their decisions on single values, which this page does not
// show.
func (d *Desk) sayValues() {
	_, conflicts := accept.Merge(slices.DeleteFunc(slices.Clone(d.Adjudicate), func(decision accept.Decision) bool {
		return decision.Dataset != "" && decision.Dataset != d.Dataset.Name
	}))
	if len(conflicts) == 0 {
		return
	}
	cases := map[string]bool{}
	for _, c := range conflicts {
		cases[c.First.Case] = true
	}
	command := []string{"evalreport", "review"}
	for _, file := range d.Adjudicated {
		command = append(command, "-other", file)
	}
	fmt.Fprintf(d.Stdout, "they differ on single values of %s: %s; %s shows them\n", words.Plural(len(cases), "case"), terminal.FirstNames(slices.Sorted(maps.Keys(cases)), terminal.Visible), words.Command(append(command, d.Run...)...))
}

// then returns the next command for the user.
func (d *Desk) then() string {
	purpose, command, flag, files := "to see how far reviewers agree", []string{"evalreport", "data", "agreement"}, "-decisions", []string{d.File}
	if len(d.Adjudicated) > 0 {
		purpose, command, flag, files = "to make them in the data", []string{"evalreport", "accept", "-write"}, "-review", append(d.Adjudicated, d.File)
	}
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		command = append(command, flag, file)
	}
	return purpose + ": " + words.Command(append(command, d.Run...)...)
}

// progress prints how many documents the reviewer has read.
func (d *Desk) progress(documents *review.Documents) error {
	read, all, err := documents.Progress()
	fmt.Fprintf(d.Stdout, "%d of %s %s by %s\n", read, words.Plural(all, "document"), d.verb(), terminal.Visible(d.Reviewer))
	return err
}

func (d *Desk) verb() string {
	if d.Adjudicate != nil {
		return "adjudicated"
	}
	return "read"
}

// unseen adds the pages of the documents, and returns how many have neither a text nor a page.
func (d *Desk) unseen(documents *review.Documents) (n int) {
	for _, c := range documents.Records() {
		bare := report.Case{ID: c.ID, Pages: c.Pages} // all pages, with boxes or without
		d.Page.Pages(d.Set, &bare)
		c.Pages = bare.Pages
		if _, err := d.Page.Text(d.Set, c); errors.Is(err, fs.ErrNotExist) && len(c.Pages) == 0 {
			n++
		}
	}
	return n
}
