package shell

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
)

// Baselines says where the baselines of runs are.
type Baselines struct {
	// File is the file of a baseline, "" for none. It is for the data set whose name it has, or for all data sets if it does
	// not exist. It may have labels in braces.
	File string
	// Limits are limits in place of those of the tests, nil for none.
	Limits *verdict.GateFile
}

// path returns where the baseline of a run is, "" if none is named. labels are those of the run, or of a baseline. ok reports
// whether the run is to be compared with it: a file that a test names is looked for in the folder of its package.
func (f Baselines) path(s *summarize.Set, labels map[string]string) (path string, ok bool, err error) {
	name := f.File
	gate := s.Dataset.Gate
	fromTest := name == "" && (f.Limits == nil || f.Limits.Gate(s.Run.Package, s.Dataset.Name) == nil)
	if name == "" && gate != nil {
		name = gate.NoWorseThan
	}
	if path, err = withLabels(name, labels); err != nil || !fromTest || name == "" {
		return path, name != "", err
	}
	source := ""
	if len(s.Files) > 0 {
		source = s.Files[0]
	}
	places := PlacesOf(path, s.Run.Package, source)
	for _, path := range places {
		if _, err := os.Stat(path); err == nil {
			return path, true, nil
		}
	}
	if len(places) > 0 {
		path = places[len(places)-1]
	}
	return path, s.Run.Package == "", nil
}

// withLabels is [baseline.Path], whose error is about a field of Go.
func withLabels(name string, labels map[string]string) (path string, err error) {
	if path, err = baseline.Path(name, labels); err != nil {
		err = Errorf("%s", strings.Replace(err.Error(), "NoWorseThan", "the name of the baseline", 1))
	}
	return path, err
}

// ofAnother reports whether a file is the baseline of another data set.
func ofAnother(path string, s *summarize.Set) bool {
	text, err := artifact.Open(path)
	if err != nil {
		return false
	}
	defer text.Close()
	_, ds := Head(text)
	return ds.Name != "" && ds.Name != s.Dataset.Name
}

// Compare compares whole runs with their baselines, unless they were compared when they ran. A run that was no worse
// then is still compared with a named file.
func (f Baselines) Compare(sets []*summarize.Set, sources []artifact.Source) error {
	paths, runs := map[artifact.Key]string{}, map[artifact.Key]*baseline.Run{}
	matched := false
	for _, s := range sets {
		if s.Sections == 0 {
			continue
		}
		path, ok, err := f.path(s, s.Run.Labels)
		if err != nil {
			return Errorf("data set %q: %v", s.Dataset.Name, err)
		}
		if !ok || f.File != "" && len(sets) > 1 && ofAnother(path, s) {
			continue
		}
		judged := s.Gate != nil && s.Gate.Baseline != nil && (f.File == "" || !s.Gate.Baseline.Passed())
		matched = true
		if judged || s.State() != artifact.Whole {
			continue
		}
		paths[s.Key], runs[s.Key] = filepath.ToSlash(path), newRun(s, path)
	}
	if f.File != "" && !matched {
		return Errorf("-baseline %s is of a data set that no artifact has", f.File)
	}
	if len(runs) == 0 {
		return nil
	}
	var joiner artifact.Joiner // which leaves out cases that are there twice
	for _, source := range sources {
		err := joiner.Read(source, artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
			if run := runs[s.Key]; run != nil {
				return run.Add(c)
			}
			return nil
		}})
		if err != nil {
			return err
		}
	}
	for _, s := range sets {
		if run := runs[s.Key]; run != nil {
			s.Compared = run.Judge(paths[s.Key])
		}
	}
	return nil
}

// NameRuns writes the recorded command that compares a run with its baseline as it is from here: the record may have been
// made in another folder or on another machine. Without the file of the baseline, and of a run in several files, there is no
// command.
func NameRuns(sets []*summarize.Set) {
	for _, s := range sets {
		if s.Gate == nil || s.Gate.Baseline == nil || !strings.Contains(s.Gate.Baseline.Next, words.Command(diffCommand...)) {
			continue
		}
		gate, compared := *s.Gate, *s.Gate.Baseline
		compared.Next, gate.Baseline, s.Gate = "", &compared, &gate
		path, _, err := Baselines{}.path(s, s.Run.Labels)
		exists := func(name string) bool { _, err := os.Stat(name); return err == nil }
		if err == nil && exists(path) && len(s.Files) == 1 && exists(s.Files[0]) {
			compared.Next = words.Command(append(slices.Clone(diffCommand), filepath.ToSlash(path), s.Files[0])...)
		}
	}
}

var diffCommand = []string{"evalreport", "diff"}

func newRun(s *summarize.Set, path string) *baseline.Run {
	run := baseline.New(s.Run, s.Dataset)
	if len(s.Files) == 1 {
		run.Folder = s.Files[0]
	}
	if s.Dataset.Test == "" {
		run.Renewal = "EVALTEST_UPDATE=baseline evalreport score … -baseline " + words.Command(path, s.Dataset.Source, s.Dataset.Answers)
	}
	return run
}

// ScoredRun is a run of evalreport score that is compared with the baseline of its gate.
type ScoredRun struct {
	Run *baseline.Run

	path   string
	update bool // EVALTEST_UPDATE=baseline
}

// NewScoredRun returns a run without cases, nil if its gate has no baseline.
func NewScoredRun(run report.Run, ds report.Dataset, redaction redact.Redaction) (*ScoredRun, error) {
	if ds.Gate == nil || ds.Gate.NoWorseThan == "" {
		return nil, nil
	}
	path, err := withLabels(ds.Gate.NoWorseThan, run.Labels)
	update := os.Getenv("EVALTEST_UPDATE")
	switch {
	case err != nil:
		return nil, Errorf("%v: -label names it", err)
	case update != "" && update != "baseline":
		return nil, Errorf("EVALTEST_UPDATE is %q, want baseline", update)
	case ds.Gate.KeepAnswers && redaction.Active():
		return nil, Errorf("the baseline is to keep answers, in a file that is committed, and -redact hides them: choose one")
	}
	s := &ScoredRun{Run: baseline.New(run, ds), path: filepath.ToSlash(path), update: update != ""}
	s.Run.Keyless = redaction.Active() && len(redaction.Key) == 0
	return s, nil
}

// Judge returns the judgement that judge gives with the comparison. With EVALTEST_UPDATE=baseline it first writes the file,
// unless the run does not pass without it, and returns in lines what was written. It may be called for nil.
func (s *ScoredRun) Judge(sum report.Summary, judge func(*report.Baseline) verdict.Judgement) (j verdict.Judgement, written []string) {
	if s == nil {
		return judge(nil), nil
	}
	if !s.update {
		return judge(s.Run.Judge(s.path)), nil
	}
	refuse := ""
	switch j := judge(&report.Baseline{File: s.path}); {
	case j.Verdict == verdict.Passed:
	case j.Why == "" && j.Gate != nil:
		refuse = verdict.Refusal(*j.Gate)
	default:
		refuse = cmp.Or(j.Why, "the run is "+string(j.Verdict))
	}
	b, written := s.Run.Update(s.path, refuse, sum)
	if len(written) > 0 {
		written[0] = "baseline: " + written[0]
	}
	return judge(b), written
}

// baselineMark begins the first line of every baseline.
const baselineMark = `{"type":"baseline","about":`

// Lowering is what is said of a baseline that a commit has.
type Lowering struct {
	Text string
	// Lower says that the baseline is lower than in the commit, or gone.
	Lower bool
}

// Lowered compares the baselines that runs name, and those below the working directory in a commit, with the commit. The error
// says why the commit cannot be read, and what to do.
func (f Baselines) Lowered(ctx context.Context, sets []*summarize.Set, ref string) (all []Lowering, err error) {
	repo := Repository{Ctx: ctx, Dir: "."}
	if err := findCommit(repo, ref); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, s := range sets {
		path, _, err := f.path(s, s.Run.Labels)
		if err != nil {
			return nil, err
		}
		if path != "" {
			names[localPath(path)] = true
		}
	}
	named := maps.Clone(names)
	found, err := repo.Run("grep", "-l", "-z", "-F", "-e", baselineMark, ref)
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
		if !named[path] && !bytes.HasPrefix(former, []byte(baselineMark)) {
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
func (f Baselines) lower(former []byte, path, ref string, sets []*summarize.Set) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "the baseline is gone, which " + ref + " has", nil
	} else if err != nil {
		return "", err
	}
	run, ds := Head(bytes.NewReader(former))
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
func (f Baselines) unnamed(path string, run report.Run, ds report.Dataset, sets []*summarize.Set) (unnamed bool) {
	for _, s := range sets {
		if s.Dataset.Name == ds.Name && s.Run.Package == run.Package {
			if other, _, err := f.path(s, run.Labels); err == nil && localPath(other) == path {
				return false
			}
			unnamed = true
		}
	}
	return unnamed
}

// findCommit returns an error unless git has a commit.
func findCommit(repo Repository, ref string) error {
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

// localPath returns a path as git has it from the working directory.
func localPath(path string) string {
	if filepath.IsAbs(path) {
		if dir, err := os.Getwd(); err == nil {
			if short, err := filepath.Rel(dir, path); err == nil {
				path = short
			}
		}
	}
	return filepath.ToSlash(filepath.Clean(path))
}
