package baselines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/summarize"
)

// mark begins the first line of every baseline.
const mark = `{"type":"baseline","about":`

// Lowering is what is said of a baseline that a commit has.
type Lowering struct {
	Text string
	// Lower says that the baseline is lower than in the commit, or gone.
	Lower bool
}

// Lowered compares the baselines that runs name, and those below the working directory in a commit, with the commit. The error
// says why the commit cannot be read, and what to do.
func (f Files) Lowered(ctx context.Context, sets []*summarize.Set, ref string) (all []Lowering, err error) {
	repo := shell.Repository{Ctx: ctx, Dir: "."}
	if err := find(repo, ref); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, s := range sets {
		path, _, err := f.path(s, s.Run.Labels)
		if err != nil {
			return nil, err
		}
		if path != "" {
			names[local(path)] = true
		}
	}
	named := maps.Clone(names)
	found, err := repo.Run("grep", "-l", "-z", "-F", "-e", mark, ref)
	if err != nil && err.Error() != "git grep: " { // which found none
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(found), "\x00"), "\x00") {
		if _, path, ok := strings.Cut(name, ref+":"); ok {
			names[path] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(names)) {
		listed, err := repo.Run("ls-tree", "-z", "--name-only", ref, "--", path)
		if err != nil {
			return nil, err
		}
		if len(listed) == 0 {
			all = append(all, Lowering{Text: fmt.Sprintf("%s is new: %s does not have it", path, ref)})
			continue
		}
		former, err := repo.Run("show", ref+":./"+path)
		if err != nil {
			return nil, err
		}
		if !named[path] && !bytes.HasPrefix(former, []byte(mark)) {
			continue // a file that quotes one
		}
		lower, err := f.lower(former, path, ref, sets)
		if err != nil {
			return nil, err
		}
		if lower != "" {
			all = append(all, Lowering{fmt.Sprintf("%s: %s", path, lower), true})
		}
	}
	return all, nil
}

// lower returns what is lower in a baseline than its former text, "" for nothing.
func (f Files) lower(former []byte, path, ref string, sets []*summarize.Set) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "the baseline is gone, which " + ref + " has", nil
	} else if err != nil {
		return "", err
	}
	run, ds := shell.Head(bytes.NewReader(former))
	if f.unnamed(path, run, ds, sets) {
		return fmt.Sprintf("the gate of %s does not name the baseline any more, which %s has", ds.Name, ref), nil
	}
	if bytes.Equal(text, former) {
		return "", nil
	}
	file, err := os.CreateTemp("", "baseline-*.jsonl")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(former)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	lines, err := baseline.Lowered(file.Name(), path)
	if err != nil {
		return fmt.Sprintf("the baseline cannot be compared with %s: %s", ref, strings.ReplaceAll(err.Error(), file.Name(), "the file there")), nil
	}
	if len(lines) == 0 {
		return "", nil
	}
	return fmt.Sprintf("the baseline itself was lowered since %s: %s", ref, strings.Join(lines, ", ")), nil
}

// unnamed reports whether a run has the data set of a baseline, and no gate names it. A name may have labels in braces.
func (f Files) unnamed(path string, run report.Run, ds report.Dataset, sets []*summarize.Set) (unnamed bool) {
	for _, s := range sets {
		if s.Dataset.Name == ds.Name && s.Run.Package == run.Package {
			if other, _, err := f.path(s, run.Labels); err == nil && local(other) == path {
				return false
			}
			unnamed = true
		}
	}
	return unnamed
}

// find returns an error unless git has a commit.
func find(repo shell.Repository, ref string) error {
	if _, err := exec.LookPath("git"); err != nil {
		return errors.New("git is not on PATH: install it")
	}
	if inside, err := repo.Run("rev-parse", "--is-inside-work-tree"); err != nil || strings.TrimSpace(string(inside)) != "true" {
		return errors.New("the working directory is in no repository of git")
	}
	if _, err := repo.Run("rev-parse", "--verify", "--quiet", ref+"^{commit}"); err != nil {
		branch, remote := strings.CutPrefix(ref, "origin/")
		text := fmt.Sprintf("git has no commit %s here, as in a shallow clone: git fetch --depth=1 origin %s", ref, branch)
		if !remote {
			text += fmt.Sprintf(", and for a branch name origin/%s", branch)
		}
		return errors.New(text)
	}
	return nil
}

// local returns a path as git has it from the working directory.
func local(path string) string {
	if filepath.IsAbs(path) {
		if dir, err := os.Getwd(); err == nil {
			if short, err := filepath.Rel(dir, path); err == nil {
				path = short
			}
		}
	}
	return filepath.ToSlash(filepath.Clean(path))
}
