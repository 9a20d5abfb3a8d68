package evaltest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// resume takes the answers of an earlier run (EVALTEST_RESUME). A nil resume has none.
type resume struct {
	dir        string
	answers    *artifact.Answers
	repetition int
	provider   string
	spec       string // its hash
	// recorded: confidences are taken from the records, since a function of the user's says
	// them, or as they may stand where the spec ignores them.
	recorded bool
	ignores  map[*artifact.Section]bool // the spec of an earlier run ignores something

	mu                                                        sync.Mutex
	taken, failed, unkept, otherInput, unknown, played, specs int
}

// resumed is an answer of an earlier run.
type resumed struct {
	record *report.Case
	file   string
	answer any // as eval.Evaluator.Evaluate takes it
}

// resumeOf opens the answers of an earlier run of the data set, nil where there is nothing
// to take. why says so where somebody asked for it.
func (s Suite[In, Out]) resumeOf(t TB, d Config, ignored []string, set settings.Settings) (r *resume, why string, err error) {
	if set.Resume == "" {
		return nil, "", nil
	}
	said := fmt.Sprintf("EVALTEST_RESUME=%q: ", set.Resume)
	dir := set.Resume
	if !filepath.IsAbs(dir) {
		if settings.StartErr != nil {
			return nil, "", settings.StartErr
		}
		dir = filepath.Join(settings.Start, dir)
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist) && !filepath.IsAbs(set.Resume):
		return nil, said + "this package has no such folder: no answer is taken", nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", errors.New(said + "there is no such folder")
	case err != nil:
		return nil, "", fmt.Errorf("%s%w", said, err)
	case samePlace(dir, set) && isPart(depth(t.Name())):
		return nil, "", errors.New(said + "-run or -skip select cases, and the artifact of a part would replace answers that are there: set EVALTEST_DIR to another folder")
	case !info.IsDir():
		return nil, "", errors.New(said + "it is not a folder: name the one with the artifacts")
	case d.Redaction.Active():
		return nil, said + "values are redacted, and so records keep no answers: no answer is taken", nil
	case len(s.Measures) > 0 && len(ignored) > 0:
		return nil, fmt.Sprintf("%sMeasures see whole answers, and records do not keep what the Spec ignores (%s): no answer is taken", said, strings.Join(ignored, ", ")), nil
	}
	r = &resume{dir: set.Resume, repetition: process.resumes(d.Dataset), recorded: s.Confidence != nil || len(ignored) > 0, ignores: map[*artifact.Section]bool{}}
	var ours, other report.Run
	label(&ours, s.Labels, set)
	r.provider, _ = settings.Provider(os.LookupEnv)
	same, differ := 0, 0
	r.answers, err = artifact.OpenAnswers(dir, packagePath(), d.Dataset, func(of *artifact.Section) (bool, error) {
		if of.Run.LabelText() == ours.LabelText() {
			same++
			r.ignores[of] = len(of.Dataset.Ignored()) > 0
			return true, nil
		}
		other = of.Run
		differ++
		return false, nil
	})
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%s%w", said, err)
	case same > 0:
		cleanup(t, func() { r.answers.Close() }) // they were read alone
		return r, "", nil
	case differ > 0:
		return nil, "", fmt.Errorf("%sits answers are of another system: labels are %q there and %q here; set EVALTEST_LABELS and EVALTEST_PROVIDER as they were, or run without EVALTEST_RESUME", said, cmp.Or(other.LabelText(), "none"), cmp.Or(ours.LabelText(), "none"))
	}
	return nil, said + "it has no record of this data set: no answer is taken", nil
}

// samePlace reports whether artifacts go to a folder.
func samePlace(dir string, set settings.Settings) bool {
	to, err := process.dir(set)
	if err != nil || to == nil {
		return false
	}
	a, errA := os.Stat(dir)
	b, errB := os.Stat(to.Path)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// resumes counts how often a data set is resumed: each repetition (-count=2) takes the
// answers of its own.
func (s *state) resumes(dataset string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.resumed == nil {
		s.resumed = map[string]int{}
	}
	s.resumed[dataset]++
	return s.resumed[dataset]
}

// take returns the answer to a case in one trial, nil where the extractor is to be asked.
func (r *resume) take(id string, trial int, input []byte) *resumed {
	if r == nil {
		return nil
	}
	var found *resumed
	var why *int
	hash := report.NewCase(report.Observation{Input: input}, report.CaseOptions{}).InputHash
	r.answers.Find(r.repetition, trial, id, func(s *artifact.Section, file string, c *report.Case) bool {
		answer, ok := c.Kept()
		not := &r.taken
		switch {
		case c.Status != report.OK:
			not = &r.failed
		case !ok:
			not = &r.unkept
		case hash == "" || c.InputHash == "":
			not = &r.unknown
		case hash != c.InputHash:
			not = &r.otherInput
		case c.Replayed && r.provider != "replay":
			not = &r.played
		case (r.recorded || r.ignores[s]) && s.Dataset.SpecHash != r.spec, r.recorded && c.MoreFields > 0:
			not = &r.specs
		default:
			found = &resumed{c, file, answer}
		}
		if why == nil || found != nil {
			why = not
		}
		return found != nil
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	if why != nil {
		*why++
	}
	return found
}

// end says what was taken, and closes the files: one of them may be about to be replaced.
func (r *resume) end(asked int) string {
	if r == nil {
		return ""
	}
	r.answers.Close()
	var not []string
	for _, n := range []struct {
		n   int
		why string
	}{
		{r.failed, "failed or not asked there"}, {r.unkept, "without an answer in the record (EVALTEST_ANSWERS=off, longer than 64 KiB, or not JSON)"},
		{r.otherInput, "with another input now"}, {r.unknown, "whose input cannot be told from another"},
		{r.played, "from recordings, which are not asked now"}, {r.specs, "of another Spec, whose records lack what this one needs"},
	} {
		if n.n > 0 {
			not = append(not, fmt.Sprintf("%d %s", n.n, n.why))
		}
	}
	text := fmt.Sprintf("%d of %d answers were taken from %s", r.taken, asked, r.dir)
	if len(not) > 0 {
		text += "; asked again: " + strings.Join(not, ", ")
	}
	return text
}

// observe puts what was recorded into what is known about the case.
func (r *resumed) observe(seen *report.Observation) {
	c := r.record
	seen.Taken, seen.Duration, seen.Retries, seen.Replayed, seen.Cost = r.file, c.Duration, c.Retries, c.Replayed, c.Cost
}

// confidence returns what a function of the user's has said of the leaves.
func (r *resumed) confidence() func(path string) (confidence float64, ok bool) {
	said := map[string]float64{}
	for _, f := range r.record.Fields {
		leaf := eval.FieldResult{Path: f.Path, Attribute: f.Attribute, GotIndex: f.GotIndex, WantIndex: f.WantIndex}
		if path, ok := leaf.GotPath(); ok && f.Confidence.Defined {
			said[path.String()] = f.Confidence.Value
		}
	}
	return func(path string) (float64, bool) {
		v, ok := said[path]
		return v, ok
	}
}
