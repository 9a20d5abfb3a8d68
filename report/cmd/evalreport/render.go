package main

import (
	"flag"
	"io"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/pictures"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/gates"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/markdown"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

const renderExits = `

exit codes: 0; 2 misuse, or a file that cannot be read or written.`

var htmlCommand = command{
	name:  "html",
	args:  "[flags] artifact ...",
	short: "make one page for people: tables, charts, and the cases to look at",
	long: `Html writes one self-contained file that loads nothing and needs no server.
Boxes are drawn over the pictures of their pages. Names of pictures are relative to the
folder of the package: below -pages, around the _evaltest folder of an artifact, and in
the module of the working directory they are looked for. They lie below that folder: a
name that leads out of it, such as ../data/a.png, is not opened. Where there are PDFs,
-pdf renders the pages with boxes, and of a case without boxes the pages of ID.pdf where
-texts has values, those that are wrong first (pages of texts end with form feeds, as
pdftotext writes them), else the first page; if pdftoppm is on PATH. Boxes of which no
size of the page is recorded are in points.

Every list of cases and every case has an address, the fragment of the page's URL:
report.html#set=invoices&field=total&outcome=wrong, report.html#set=invoices&case=inv-7.

examples:
  evalreport html -o report.html ./...
  evalreport html -o report.html -texts testdata/texts run/
  evalreport html -o report.html -pages ./service _evaltest
  evalreport html -o report.html -old main/ -history 2026-10/ -history 2026-11/ run/` + renderExits,
	run: (*cli).html,
}

var markdownCommand = command{
	name:  "markdown",
	args:  "[flags] artifact ...",
	short: "make a comment for a pull request or the summary of a CI step",
	long: `Markdown writes GitHub's Markdown, which GitLab reads as well, within a size. With -old
it shows the earlier value of every number, and folds away the fields without a change.

examples:
  evalreport markdown -old main/ ./... >> "$GITHUB_STEP_SUMMARY"
  evalreport markdown -o comment.md -cases 5 run/` + renderExits,
	run: (*cli).markdown,
}

var junitCommand = command{
	name:  "junit",
	args:  "[flags] artifact ...",
	short: "make JUnit XML for a CI server",
	long: `Junit writes a test suite for each data set, and a test case for each case.

examples:
  evalreport junit -o junit.xml ./...` + renderExits,
	run: (*cli).junit,
}

var csvCommand = command{
	name:  "csv",
	args:  "[-o FILE] artifact ...",
	short: "make a table with one row per comparison",
	long: `Csv writes dataset, case, trial, want_index, got_index, path, outcome, similarity,
want, got, note, package, origin, attribute, score, weight, confidence, cause,
error_class, status, tags and labels of every value that was compared; the first row
names the columns. Want and got are JSON, a text is in quotes; tags and labels are
JSON objects. No cell is a formula. The last rows are of data sets that are not whole:
their outcome is "broken" or "partial", and their note says why.

examples:
  evalreport csv -o values.csv run.jsonl

exit codes: 0; 1 a data set broke off, lacks records or is stale; 2 misuse, or a file
that cannot be read or written.`,
	run: (*cli).csv,
}

var benchCommand = command{
	name:  "bench",
	args:  "[-o FILE] artifact ...",
	short: "make input for benchstat",
	long: `Bench writes the scores in the format of Go benchmarks, a line for each field.

examples:
  evalreport bench -o old.txt main/
  evalreport bench -o new.txt run/
  benchstat old.txt new.txt` + renderExits,
	run: (*cli).bench,
}

// outFlag defines -o.
func outFlag(fs *flag.FlagSet) *string {
	return fs.String("o", "-", "write to this `FILE`; - is the standard output")
}

// maxChangedCases is the number of cases of each kind of change that a page can be
// filtered by.
const maxChangedCases = 1000

// load reads artifacts for a page. It prints the problems of their records.
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

// comparison compares the inputs with an old run. It returns nil if old is "".
func (c *cli) comparison(old string, inputs []artifact.Source, o diff.Options) (*diff.Report, error) {
	if old == "" {
		return nil, nil
	}
	before, err := c.Another(old)
	if err != nil {
		return nil, err
	}
	r, err := diff.Compare(before, inputs, o)
	return &r, err
}

func (c *cli) html(fs *flag.FlagSet) task {
	out := outFlag(fs)
	old := fs.String("old", "", "compare with this older `ARTIFACT`; '' compares with none")
	history := shell.List(fs, "history", "an `ARTIFACT` of an earlier run, for the course of the scores; may be given several times")
	cases := fs.Int("cases", 10_000, "keep up to `N` cases of each data set, the worst first")
	slice := fs.Int("min-slice", 10, "list slices of at least `N` cases")
	size := fs.Int("max-bytes", 32<<20, "keep the packed cases of the page, with their pictures, to about `N` bytes")
	pages := shell.List(fs, "pages", "look in this `DIR`, too, for pictures of pages, whose names are relative to the folder of the package; may be given several times")
	pdfs := shell.List(fs, "pdf", "show pages of the documents ID.pdf in this `DIR`, and of PDFs that records name, through pdftoppm; may be given several times")
	texts := shell.List(fs, "texts", "show the texts of documents, with the places where values stand: look in this `DIR` for ID.txt or ID.input.txt; may be given several times")
	c.gateFlag(fs)
	most := fs.Int("pictures", 30, "show up to `N` pictures of pages, of the worst cases")
	return func(args []string) error {
		if *cases < 0 || *slice < 1 || *size < 1 || *most < 0 {
			return shell.Errorf("-cases and -pictures are 0 or more, -min-slice and -max-bytes are 1 or more")
		}
		folders, err := pictures.New(*pages, *texts)
		if err != nil {
			return err
		}
		if len(*pdfs) > 0 {
			if folders.PDF, err = pictures.NewPDF(*pdfs); err != nil {
				if !pictures.IsNoProgram(err) {
					return shell.Errorf("-pdf: %v", err)
				}
				c.say("-pdf: %v", err)
			}
		}
		inputs, limits, err := c.read(args)
		if err != nil {
			return err
		}
		r, err := c.load(inputs, *history, render.Options{MaxCases: orNone(*cases), MinSlice: *slice, Limits: limits})
		if err != nil {
			return err
		}
		o := page.Options{MaxBytes: *size, Picture: folders.Open, MaxPictures: orNone(*most), Text: folders.Text}
		if folders.PDF != nil {
			values := pagesWithValues(folders.Text, *most)
			o.Pages = func(set *render.Set, one *report.Case) { folders.PDF.Name(set, one, values) }
		}
		o.Comparison, err = c.comparison(*old, inputs, diff.Options{MaxCases: maxChangedCases})
		if err != nil {
			return err
		}
		err = c.output(*out, func(w io.Writer) error {
			return page.Write(w, r, o)
		})
		if n := len(folders.Missing); n > 0 {
			c.say("pictures of pages that cannot be shown: %d; the first: %s", n, folders.Missing[0])
		}
		return err
	}
}

// pagesWithValues returns a function that finds the pages of documents that contain values,
// by their texts. It searches the worst most documents of each data set, since the page
// shows no others.
func pagesWithValues(textOf func(*render.Set, string) (string, error), most int) func(*render.Set, *report.Case) []int {
	looked := map[*render.Set]int{}
	return func(set *render.Set, one *report.Case) []int {
		if looked[set]++; textOf == nil || looked[set] > most {
			return nil
		}
		text, err := textOf(set, one.ID)
		if err != nil {
			return nil // the page says so
		}
		return page.PagesWithValues(set, one, text)
	}
}

func (c *cli) markdown(fs *flag.FlagSet) task {
	out := outFlag(fs)
	old := fs.String("old", "", "compare with this older `ARTIFACT`; '' compares with none")
	cases := fs.Int("cases", 20, "show up to `N` cases of each data set, the worst first")
	c.gateFlag(fs)
	size := fs.Int("max-bytes", 0, "write at most `N` bytes; default 65536, with -old 10000")
	return func(args []string) error {
		if *cases < 0 || *size < 0 {
			return shell.Errorf("-cases and -max-bytes are 0 or more")
		}
		inputs, limits, err := c.read(args)
		if err != nil {
			return err
		}
		r, err := c.load(inputs, nil, render.Options{MaxCases: orNone(*cases), Limits: limits})
		if err != nil {
			return err
		}
		d, err := c.comparison(*old, inputs, diff.Options{})
		if err != nil {
			return err
		}
		return c.output(*out, func(w io.Writer) error {
			return markdown.Write(w, r, markdown.Options{MaxBytes: *size, MaxCases: orNone(*cases), Comparison: d})
		})
	}
}

func (c *cli) junit(fs *flag.FlagSet) task {
	c.gateFlag(fs)
	return c.stream(fs, func(w io.Writer, inputs []artifact.Source, limits *gates.File) error {
		return render.JUnit(w, limits, inputs...)
	})
}

func (c *cli) csv(fs *flag.FlagSet) task {
	return c.stream(fs, func(w io.Writer, inputs []artifact.Source, _ *gates.File) error {
		notWhole, err := render.CSV(w, inputs...)
		for _, set := range notWhole {
			c.sayState(set)
			if set.State() == artifact.Broken || set.Lacking() != nil {
				c.exit = exitFound
			}
		}
		return err
	})
}

func (c *cli) bench(fs *flag.FlagSet) task {
	return c.stream(fs, func(w io.Writer, inputs []artifact.Source, _ *gates.File) error {
		r, err := c.load(inputs, nil, render.Options{MaxCases: -1})
		if err != nil {
			return err
		}
		return render.Bench(w, r)
	})
}

// stream defines -o, and returns a command that writes there.
func (c *cli) stream(fs *flag.FlagSet, write func(io.Writer, []artifact.Source, *gates.File) error) task {
	out := outFlag(fs)
	return func(args []string) error {
		inputs, limits, err := c.read(args)
		if err != nil {
			return err
		}
		return c.output(*out, func(w io.Writer) error { return write(w, inputs, limits) })
	}
}
