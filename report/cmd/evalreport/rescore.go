package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/rescore"
)

var rescoreCommand = command{
	name:  "rescore",
	args:  "-spec new.yaml [flags] run",
	short: "evaluate the answers of a run under another spec, without a call",
	long: `Rescore evaluates the answers that a run has kept under another spec, and prints the
changes, as diff does: the effect of a changed tolerance, comparator or pairing on every
number. Run is a file, a directory or DIR/... of one data set; -dataset chooses it among
several. With -o the new artifacts stay, as a run of the test under that spec would have
written them, but for times, and say that they were rescored.

Records keep truths and answers of up to 64 KiB, unless anything is redacted or the test
ran with EVALTEST_ANSWERS=off. They do not keep texts of documents, which the origin of
mistakes is looked up in: where there were some, the data set is needed. It is looked for
where the run has it, beside the folder _evaltest or by its package; -data names another
place.

Paths that the spec of the run ignores are not kept either, so that another spec has to
ignore it, too. A comparator that is a function of Go is named as the run has it, and
judges two values as it did there. Of values that it has not compared, and under other
options (but the threshold of semantic), nothing is known; nor are an invariant that is
a function of Go and a document's text that Suite.Text says. Then change the test, and
run it with EVALTEST_RESUME=DIR, which takes the answers from there.

examples:
  evalreport rescore -spec new.yaml _evaltest
  evalreport rescore -spec new.yaml -o rescored run.jsonl
  evalreport rescore -spec new.yaml -data testdata/invoices.jsonl ci/invoices.jsonl.gz

exit codes: 0; 2 misuse, a mistake in the spec, answers or texts that are not there, or a
file that cannot be read or written.`,
	run: (*cli).rescore,
}

func (c *cli) rescore(fs *flag.FlagSet) task {
	specFile := fs.String("spec", "", "the new spec, a YAML or JSON `FILE`")
	out := fs.String("o", "", "keep the new artifacts in this `DIR`")
	data := fs.String("data", "", "the data set of the run, `FILE` or folder, for the texts of its documents")
	name := fs.String("dataset", "", "the `NAME` of the data set, where there are several")
	cases := fs.Int("cases", 10, "list up to `N` cases of each kind")
	return func(args []string) error {
		switch {
		case *specFile == "":
			return shell.Errorf("there is no -spec to evaluate the answers by")
		case len(args) > 1:
			return shell.Errorf("rescore takes one run, not %d", len(args))
		case *cases < 0:
			return shell.Errorf("-cases is %d, want 0 or more", *cases)
		}
		old, recorded, err := c.OneSet(args, *name)
		if err != nil {
			return err
		}
		spec, _, err := c.readSpec(*specFile, rescore.Functions(recorded))
		if err != nil {
			return err
		}
		if spec, err = rescore.DecideOrders(spec, old); err != nil {
			return err
		}
		dir := *out
		if dir == "" {
			if dir, err = os.MkdirTemp("", "evalreport-*"); err != nil {
				return err
			}
			c.AtEnd(func() { os.RemoveAll(dir) })
		} else if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("creating %s: %w", dir, files.Cause(err))
		}
		noted := map[string]bool{} // shards repeat the same note
		job := &rescore.Job{Spec: spec, Data: dataOf(*data), Note: func(text string) {
			if !noted[text] {
				c.say("note: %s", text)
			}
			noted[text] = true
		}}
		var made []artifact.Source
		for _, from := range old {
			path := filepath.Join(dir, strings.TrimSuffix(filepath.Base(from.Name), ".gz"))
			if from.Name == shell.Stdin {
				path = filepath.Join(dir, "stdin.jsonl")
			}
			if _, err := os.Stat(path); *out != "" && err == nil {
				return shell.Errorf("%s is there already: name a folder without it, or remove it", path)
			}
			if err := shell.WriteFile(path, func(w io.Writer) error { return job.Write(c.ctx, artifact.NewWriter(w, path), from) }); err != nil {
				return err
			}
			made = append(made, artifact.File(path))
		}
		r, err := diff.Compare(old, made, diff.Options{MaxCases: orNone(*cases)})
		if err != nil {
			return err
		}
		if err := diff.WriteText(c.stdout, r, shell.PageOf(c.stdout)); err != nil {
			return err
		}
		if *out != "" {
			for _, m := range made {
				fmt.Fprintf(c.stdout, "\nartifact: %s\n", m.Name)
			}
		}
		return nil
	}
}

// dataOf returns a function that opens the data set of a section: path or, if that is
// "", the file that it finds.
func dataOf(path string) func(*artifact.Section) (*rescore.Data, error) {
	return func(s *artifact.Section) (*rescore.Data, error) {
		at := path
		if at == "" {
			at, _ = shell.DataSet(s)
		}
		if at == "" {
			return nil, nil // reported if its texts are needed
		}
		return rescore.OpenData(at, cmp.Or(s.Dataset.Source, filepath.ToSlash(at)))
	}
}
