package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/score"
)

func (c *cli) rescore(fs *flag.FlagSet) shell.Task {
	specFile := fs.String("spec", "", "the new spec, a YAML or JSON `FILE`")
	outName := fs.String("o", "", "keep the new artifacts in this `DIR`")
	data := fs.String("data", "", "the data set of the run, `FILE` or folder, for the texts of its documents")
	key := fs.String("id", "", "the `KEY` of the id in the data set, or its path (default id)")
	name := fs.String("dataset", "", "the `NAME` of the data set, where there are several")
	cases := fs.Int("cases", 10, "list up to `N` cases of each kind")
	return func(args []string) error {
		if err := cmp.Or(
			shell.If(*specFile == "", "there is no -spec to evaluate the answers by"),
			shell.If(len(args) > 1, "rescore takes one run, not %d", len(args)),
			shell.If(*cases < 0, "-cases is %d, want 0 or more", *cases),
			shell.CheckEnding("o", *outName),
		); err != nil {
			return err
		}
		lines, forms, err := score.Lines{Key: cmp.Or(*key, "id")}.Forms(true)
		if err != nil {
			return shell.Errorf("%v", err)
		}
		old, recorded, err := c.OneSet(args, *name)
		if err != nil {
			return err
		}
		spec, _, err := c.Spec(*specFile, rescore.Functions(recorded))
		if err != nil {
			return err
		}
		if spec, err = rescore.Decide(spec, old); err != nil {
			return err
		}
		dir := *outName
		if dir == "" {
			if dir, err = os.MkdirTemp("", "evalreport-*"); err != nil {
				return err
			}
			c.AtEnd(func() { os.RemoveAll(dir) })
		} else if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("creating %s: %w", dir, files.Cause(err))
		}
		noted := map[string]bool{} // shards repeat the same note
		job := &rescore.Job{Spec: spec, Data: dataOf(*data, lines.Key, forms[0]), Note: func(text string) {
			if !noted[text] {
				c.say("note: %s", text)
			}
			noted[text] = true
		}}
		var made []artifact.Source
		taken := map[string]bool{}
		for _, source := range old {
			path := filepath.Join(dir, strings.TrimSuffix(filepath.Base(source.Name), ".gz"))
			if source.Name == shell.Stdin {
				path = filepath.Join(dir, "stdin.jsonl")
			}
			for stem, n := strings.TrimSuffix(path, ".jsonl"), 2; taken[path]; n++ { // parts in several folders
				path = fmt.Sprintf("%s-%d.jsonl", stem, n)
			}
			taken[path] = true
			if _, err := os.Stat(path); *outName != "" && err == nil {
				return shell.Errorf("%s already exists: name a folder without it, or remove it", path)
			}
			if err := shell.WriteFile(path, func(w io.Writer) error { return job.Write(c.ctx, artifact.NewWriter(w, path), source) }); err != nil {
				return err
			}
			written := artifact.File(path)
			if *outName == "" {
				written.Name = source.Name // the file is gone when the message about it is read
			}
			made = append(made, written)
		}
		r, err := diff.Compare(old, made, diff.Options{MaxCases: orNone(*cases)})
		if err != nil {
			return err
		}
		if err := diff.WriteText(c.stdout, r, shell.PageOf(c.stdout)); err != nil {
			return err
		}
		if *outName != "" {
			for _, m := range made {
				fmt.Fprintf(c.stdout, "\nartifact: %s\n", m.Name)
			}
		}
		return nil
	}
}

// dataOf returns a function that opens the data set of a section: path or, if path is "", the data set that
// [shell.DataSet] finds. The function returns nil if there is none.
func dataOf(path, key string, form dataset.Form) func(*artifact.Section) (*rescore.Data, error) {
	return func(s *artifact.Section) (*rescore.Data, error) {
		location, err := shell.DataSet(s, path)
		if err != nil {
			return nil, nil // reported if its texts are needed
		}
		return rescore.OpenData(location, cmp.Or(s.Dataset.Source, filepath.ToSlash(location)), key, form)
	}
}
