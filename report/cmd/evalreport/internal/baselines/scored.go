package baselines

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/redact"
)

// Scored is a run of evalreport score that is compared with the baseline of its gate.
type Scored struct {
	Run *baseline.Run

	path   string
	update bool // EVALTEST_UPDATE=baseline
}

// NewScored returns a run without cases, nil if its gate has no baseline.
func NewScored(run report.Run, ds report.Dataset, redaction redact.Redaction) (*Scored, error) {
	if ds.Gate == nil || ds.Gate.NoWorseThan == "" {
		return nil, nil
	}
	path, err := withLabels(ds.Gate.NoWorseThan, run.Labels)
	update := os.Getenv("EVALTEST_UPDATE")
	switch {
	case err != nil:
		return nil, shell.Errorf("%v: -label names it", err)
	case update != "" && update != "baseline":
		return nil, shell.Errorf("EVALTEST_UPDATE is %q, want baseline", update)
	case ds.Gate.KeepAnswers && redaction.Active():
		return nil, shell.Errorf("the baseline is to keep answers, in a file that is committed, and -redact hides them: choose one")
	}
	s := &Scored{Run: baseline.New(run, ds), path: filepath.ToSlash(path), update: update != ""}
	s.Run.Keyless = redaction.Active() && len(redaction.Key) == 0
	return s, nil
}

// Judge returns the judgement that judge gives with the comparison. With EVALTEST_UPDATE=baseline it first writes the file,
// unless the run does not pass without it, and returns in lines what was written. It may be called for nil.
func (s *Scored) Judge(sum report.Summary, judge func(*report.Baseline) verdict.Judgement) (j verdict.Judgement, written []string) {
	if s == nil {
		return judge(nil), nil
	}
	if !s.update {
		return judge(s.Run.Judge(s.path)), nil
	}
	refuse := ""
	if j := judge(&report.Baseline{File: s.path}); j.Verdict != verdict.Passed {
		refuse = cmp.Or(j.Why, "the run fails a limit")
	}
	b, written := s.Run.Update(s.path, refuse, sum)
	if len(written) > 0 {
		written[0] = "baseline: " + written[0]
	}
	return judge(b), written
}
