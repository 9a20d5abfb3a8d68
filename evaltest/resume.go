package evaltest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

// resume opens the answers of an earlier run of the data set (EVALTEST_RESUME), nil if there are none to reuse. If
// EVALTEST_RESUME is set, note then says why.
func (s *suite) resume(t TB, cfg Config, set gotest.Settings) (answers *cases.Answers, note string, err error) {
	if set.Resume == "" {
		return nil, "", nil
	}
	prefix := fmt.Sprintf("EVALTEST_RESUME=%q: ", set.Resume)
	ignored := cfg.Spec.Ignored()
	source := cases.From{
		Dir: set.Resume, Package: packagePath(), Dataset: cfg.Dataset, Repetition: process.resumes(cfg.Dataset),
		Recorded: s.Confidence != nil || len(ignored) > 0,
	}
	label(&source.Run, t.Name(), s.Labels, set)
	path, present, err := source.Folder()
	switch {
	case err != nil:
	case !present && filepath.IsAbs(set.Resume):
		err = errors.New("there is no such folder")
	case !present:
		return nil, prefix + "this package has no such folder: no answer is taken", nil
	case samePlace(path, set) && gotest.SelectsPart(gotest.Depth(t.Name())):
		err = errors.New("-run or -skip select cases, and the artifact of a part would replace answers that are there: set EVALTEST_DIR to another folder")
	case cfg.Redaction.Active():
		return nil, prefix + "values are redacted, and so records keep no answers: no answer is taken", nil
	case len(s.Measures) > 0 && len(ignored) > 0:
		return nil, fmt.Sprintf("%sMeasures see whole answers, and records do not keep what the Spec ignores (%s): no answer is taken", prefix, strings.Join(ignored, ", ")), nil
	default:
		answers, err = cases.OpenAnswers(path, source)
	}
	switch {
	case err != nil:
		return nil, "", errors.New(prefix + plain(err))
	case answers == nil:
		return nil, prefix + "it has no record of this data set: no answer is taken", nil
	}
	gotest.Cleanup(t, answers.Close)
	return answers, "", nil
}

// samePlace reports whether dir is the folder to which this run writes artifacts.
func samePlace(dir string, set gotest.Settings) bool {
	target, err := process.openDir(set)
	if err != nil || target == nil {
		return false
	}
	a, errA := os.Stat(dir)
	b, errB := os.Stat(target.Path)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// resumes returns how often a data set was resumed, including this time: each repetition (-count=2) reuses the answers
// of the same repetition of the earlier run.
func (s *state) resumes(dataset string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resumed[dataset]++
	return s.resumed[dataset]
}
