package evaltest

import (
	"maps"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// label sets the labels of a run's record from the suite and from the environment; the environment wins. With labels it
// also records a hash of the recordings that the test has opened, and the revision if the binary does not contain it.
// The provider is recorded only if the test asked package replay or a judge; without labels, only if it is not replay.
func label(run *report.Run, test string, labels map[string]string, set gotest.Settings) {
	labelled := len(labels)+len(set.Labels) > 0
	if provider := cases.Provider(test); labelled || provider != cases.Replay {
		run.Provider = provider
	}
	if !labelled {
		return
	}
	run.Labels = map[string]string{}
	maps.Copy(run.Labels, labels)
	maps.Copy(run.Labels, set.Labels)
	run.Recordings = cases.RecordingsHash(test)
	if run.VCS.Revision == "" {
		run.VCS.Revision = gotest.Revision(".")
	}
}

// create begins an artifact in dir whose run has these labels. test opened the data set.
func create(dir *artifact.Dir, head report.Dataset, test string, labels map[string]string, set gotest.Settings) (*artifact.Writer, report.Run, error) {
	run := dir.Run
	label(&run, test, labels, set)
	w, err := dir.Announce(run, head)
	if err == nil && w.Write(head) != nil {
		return nil, run, w.End(true)
	}
	return w, run, err
}
