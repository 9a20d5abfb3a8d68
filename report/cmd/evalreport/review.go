package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

func (c *cli) review(fs *flag.FlagSet) shell.Task {
	data := fs.String("data", "", "the data set, a `FILE` or a folder of pairs; default the data set of the run, where it is found")
	name := fs.String("dataset", "", "the `NAME` of the data set, where there are several")
	key := fs.String("id", "id", "the `KEY` of the id")
	file := fs.String("reviews", "", "write decisions to this `FILE`; default the data set's name with .review.jsonl")
	others := shell.List(fs, "other", "show the decisions of another reviewer, a review `FILE`; repeatable")
	reviewer := fs.String("reviewer", "", "the `NAME` of the reviewer; default the name of the user")
	address := fs.String("addr", "127.0.0.1:0", "serve on this `HOST:PORT` of this machine; port 0 is one that is free")
	documents := shell.NewDocumentFlags(fs)
	whole := labels.NewFlags(fs)
	return func(args []string) error {
		if err := whole.Check(fs, *others); err != nil {
			return err
		}
		folders, err := documents.Folders(*data, &c.Inputs)
		if err != nil {
			return err
		}
		if folders.PDF != nil {
			folders.PDF.Whole = true
		}
		set, err := c.reviewed(*name, args)
		if err != nil {
			return err
		}
		if *data, err = shell.DataSet(&artifact.Section{Key: set.Key, Run: set.Run, Dataset: set.Dataset, Source: set.Files[0]}, *data); err != nil {
			return err
		}
		o := review.Options{Dataset: set.Dataset, Data: *data, Key: *key, File: *file, Others: *others, Reviewer: cmp.Or(*reviewer, userName())}
		o.File = cmp.Or(o.File, strings.TrimSuffix(strings.TrimRight(o.Data, `/\`), ".jsonl")+".review.jsonl")
		if filepath.Clean(o.File) == filepath.Clean(o.Data) {
			return shell.Errorf("-reviews is the data set, which review does not write")
		}
		records, err := render.Read(set.Cases)
		if err != nil {
			return err
		}
		for _, record := range records {
			o.Cases = append(o.Cases, record.Case)
		}
		ctx, stop := signal.NotifyContext(c.ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
		if whole.Whole() {
			d := labels.Desk{Address: *address, Adjudicated: whole.Adjudicate, Run: args, LeftOut: set.LeftOut, Stdout: c.stdout, Say: c.say, Set: set,
				DocumentOptions: review.DocumentOptions{Dataset: o.Dataset, Cases: o.Cases, Data: o.Data, File: o.File, Reviewer: o.Reviewer, Sample: whole.Sample, Seed: whole.Seed},
				Page:            page.Options{Text: folders.Text, Picture: folders.Open, Pages: func(set *render.Set, record *report.Case) { folders.Name(set, record, folders.AllPages) }},
			}
			return d.Serve(ctx)
		}
		o.InText = func(record *report.Case) map[int]bool {
			text, err := folders.Text(set, record)
			if err != nil || set.Dataset.Redaction().Active() {
				return nil // the page says so
			}
			return page.LabelsInText(set, record, text)
		}
		suspects, unsuspected := labels.SuspectsOf(&c.Inputs, set.Dataset, o.Data, *key, func(f *audit.Finder) error {
			inputs, err := c.Artifacts(args...)
			if err != nil {
				return err
			}
			return labels.Hear(&c.Inputs, f, inputs, set.Key.Dataset, func(*report.Case) {})
		})
		o.Labels = suspects
		session, err := review.Open(o)
		if err != nil {
			return err
		}
		if unsuspected != nil {
			c.say("labels that are likely to be wrong are not looked for: %v", unsuspected)
		}
		var html bytes.Buffer
		shown := page.Options{Review: true, Picture: folders.Open, Text: folders.Text}
		shown.Pages = func(set *render.Set, record *report.Case) { folders.Name(set, record, shell.FirstPage) }
		if err = page.Write(&html, &render.Report{Sets: []*render.Set{set}}, shown); err != nil {
			return err
		}
		for _, note := range folders.Notes() {
			c.say("%s", note)
		}
		shown.Pages = func(set *render.Set, record *report.Case) { folders.Name(set, record, folders.AllPages) }
		server, err := review.Listen(*address, session, review.Page{HTML: html.Bytes(), CaseKey: page.CaseKey, Paper: page.NewPapers(set, shown).Draw})
		if err != nil {
			return shell.Errorf("-addr: %v", err)
		}
		c.sayReview(session, o, set.LeftOut)
		fmt.Fprintf(c.stdout, "review %s at %s (Ctrl-C ends it)\n", terminal.Visible(set.Dataset.Name), server.URL())
		apply := []string{"evalreport", "accept", "-review", o.File, "-write"}
		for _, f := range []struct{ flag, value string }{{"-data", *data}, {"-dataset", *name}} {
			if shell.IsSet(fs, f.flag[1:]) {
				apply = append(apply, f.flag, f.value)
			}
		}
		fmt.Fprintf(c.stdout, "decisions are written to %s; to make them in the data: %s\n", terminal.Visible(o.File), words.Command(append(apply, args...)...))
		if err := server.Serve(ctx); err != nil {
			return err
		}
		looked, all, conflicts := session.Progress()
		fmt.Fprintf(c.stdout, "%d of %d looked at", looked, all)
		if conflicts > 0 {
			fmt.Fprintf(c.stdout, "; reviewers differ on %d", conflicts)
		}
		fmt.Fprintln(c.stdout)
		return nil
	}
}

// mostReviewed is the number of cases of a data set to review, the worst first.
const mostReviewed = 100_000

// reviewed returns the data set with a name. If name is "", the artifacts must hold only one data set.
func (c *cli) reviewed(name string, args []string) (*render.Set, error) {
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return nil, err
	}
	r, err := c.load(inputs, nil, render.Options{MaxCases: mostReviewed})
	if err != nil {
		return nil, err
	}
	found := map[artifact.Key]bool{}
	var set *render.Set
	for _, s := range r.Sets {
		if s.Sections > 0 && (name == "" || s.Key.Dataset == name) {
			found[s.Key], set = true, s
		}
	}
	return set, shell.One(found, name)
}

// sayReview prints the number of questions, and the cases left out.
func (c *cli) sayReview(s *review.Session, o review.Options, leftOut int) {
	if s.Cut != "" {
		c.say("%s ended in the middle of a line, of a write that was not completed and that nobody was told of; it was cut off: %s", o.File, words.Fit(s.Cut, 200))
	}
	if leftOut > 0 {
		c.say("only the worst %d cases are asked about; left out: %d", mostReviewed, leftOut)
	}
	if n := len(s.Refused); n > 0 {
		c.say("%s cannot be decided on; the first: %s", words.Plural(n, "place"), s.Refused[0])
	}
	questions := s.Questions()
	suspects := 0
	for _, q := range questions {
		if len(q.Evidence) > 0 {
			suspects++
		}
	}
	looked, all, conflicts := s.Progress()
	fmt.Fprintf(c.stdout, "%s, %d with a suspect label; %d looked at", words.Plural(all, "value"), suspects, looked)
	if conflicts > 0 {
		fmt.Fprintf(c.stdout, ", reviewers differ on %d", conflicts)
	}
	fmt.Fprintln(c.stdout)
}

func userName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "reviewer"
}
