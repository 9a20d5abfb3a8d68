package labels

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/score"
)

// truthFiles are the flags for files of truths, each with the labels of one person.
type truthFiles struct {
	spec, key string
	out       string // a review file for the decisions, "" for none
}

// readTruths reads files of truths as blind readings of whole documents, by the name of each file. It sets the data set and the
// documents of a.
func (c *Call) readTruths(a *agreeing, t truthFiles, args []string) ([]accept.Reading, error) {
	spec, _, err := c.Spec(t.spec, nil)
	if err != nil {
		return nil, err
	}
	var all []*dataset.File
	for _, arg := range args {
		f, err := c.File(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	format, ds := score.Lines{Key: t.key, NullTruths: spec.NullTruths}, report.Dataset{Name: shell.Stem(args[0])}
	if spec, err = score.Decide(spec, all, format); err != nil {
		return nil, err
	}
	evaluator, err := ds.SetSpec(spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.spec, err)
	}
	if path, want := elsewhere(gjson.GetBytes(ds.Spec, "fields")); want != "" {
		return nil, fmt.Errorf("the spec has expected_path: truths keep %q under %q, and people are compared by the paths of answers: leave -spec out, or expected_path out of it", path, want)
	}
	a.section, a.units = &artifact.Section{Dataset: ds}, map[string]uint64{}
	var decisions []accept.Decision
	for i, f := range all {
		seen := map[string]bool{}
		bad, err := score.Truths([]*dataset.File{f}, format, func(location string, line, truth document.Value) error {
			id, err := format.ID(line.Raw())
			switch {
			case err != nil:
				return err
			case seen[id]:
				return fmt.Errorf("id %q appears twice: the first one counts", id)
			}
			seen[id] = true
			decisions = append(decisions, accept.Decision{
				Case: id, Path: paths.Document, Decision: accept.Document, Value: slices.Clone(truth.Raw()), Reviewer: readerOf(args, i), Blind: true, Where: location,
			})
			if _, found := a.units[id]; found {
				return nil
			}
			evaluated, err := score.Evaluate(context.Background(), evaluator, format, score.Pair{ID: id, Want: line.Raw()})
			if err != nil {
				return err
			}
			record := report.NewCase(evaluated.Observation, report.CaseOptions{})
			a.addUnit(&record)
			return nil
		})
		if err != nil {
			return nil, err
		}
		c.Account(bad)
		c.Found = c.Found || bad.N > 0
	}
	if t.out != "" {
		if err := c.writeReview(t.out, decisions); err != nil {
			return nil, err
		}
	}
	return accept.ReadingsOf(ds.Name, decisions), nil
}

// readerOf returns the name of the person whose truths file i has: the name of the file, or its path if two files have one name.
func readerOf(files []string, i int) string {
	for k, other := range files {
		if k != i && shell.Stem(other) == shell.Stem(files[i]) {
			return filepath.ToSlash(files[i])
		}
	}
	return shell.Stem(files[i])
}

// writeReview writes decisions into a new review file.
func (c *Call) writeReview(name string, decisions []accept.Decision) error {
	if _, err := os.Lstat(name); err == nil {
		return shell.Errorf("%s already exists: name another file with -o", name)
	}
	err := shell.WriteFile(name, func(w io.Writer) error { return accept.Write(w, decisions...) })
	if err == nil {
		c.Say("written: %s, for review -adjudicate", terminal.Visible(name))
	}
	return err
}
