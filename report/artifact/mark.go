package artifact

import (
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
)

// Begin writes the marker of the run. Call it before the first test, and end with the exit status when all data sets
// have ended: end closes the marker. As long as the marker is not closed, whatever ended the process, no data set of
// the run is evaluable, nor is an older data set that the run included. Once it is closed, older data sets that the run
// included and did not record anew are stale. If two runs went on at the same time in one directory, the data sets that
// both included are not evaluable.
//
// The marker notes an exit status other than 0 that no data set of the run explains, the suites that [Dir.Skip] names,
// and that a run of all tests recorded no data set: see [List]. end removes the marker if the run was of a part of the
// tests, passed, skipped no suite and recorded nothing, in a directory without artifacts. shard and shards say which
// part of the data sets the run has; both are 0 for the whole.
func (d *Dir) Begin(shard, shards int) (end func(exit int) error, err error) {
	closeMarker, err := beginMarker(d.Path, d.Run, shard, shards)
	if err != nil {
		return nil, err
	}
	return func(exit int) error {
		ours := func(run *report.Run) bool { return run.PID == d.Run.PID && run.Start.Equal(d.Run.Start) }
		all, err := artifactsIn(d.Path)
		d.mu.Lock()
		recorded, skipped := len(d.sets) > 0, d.skipped
		d.mu.Unlock()
		return closeMarker(markerEnding{
			Exit: exit, Outside: exit != 0 && !d.accounts(ours), Recorded: recorded, Others: err != nil || len(all) > 0, Skipped: skipped,
		})
	}, nil
}

// Skip notes that a test skipped its suite before the first case. reason is a sentence without a subject, as in "no
// provider is configured". The marker of the run names the test, see [Dir.Begin].
func (d *Dir) Skip(test, reason string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.ContainsFunc(d.skipped, func(s skippedTest) bool { return s.Test == test }) {
		d.skipped = append(d.skipped, skippedTest{Test: test, Why: reason})
	}
}

// Fail writes the marker of a run that failed and could not write it itself: its tests did not compile, or ended before
// evaltest.Main began. The program that started the tests calls Fail, since it knows the exit status and the reason.
// The reason has the run as its subject: "its tests did not compile". d.Run says which package it is, and when it was
// started. Older data sets of the package are then stale, and a data set "(run)" is Broken: see [List]. Fail writes
// nothing if a marker or a data set of the package that is not older than the run explains the failure.
func (d *Dir) Fail(exit int, reason string) error {
	marked := false
	for _, m := range readMarkers(d.Path) {
		if m.Package != d.Run.Package || m.Bad != nil || m.Start.Before(d.Run.Start) {
			continue
		}
		if !m.Closed() || m.Exit != 0 {
			return nil
		}
		marked = true
	}
	ours := func(run *report.Run) bool { return !run.Start.Before(d.Run.Start) }
	if !marked && d.accounts(ours) { // a closed marker with exit status 0 says that they passed
		return nil
	}
	return markFailed(d.Path, d.Run, exit, reason)
}

// accounts reports whether a data set of the package, from a run of ours, explains why its tests failed: the data set
// failed, is not evaluable, or has no gate and a case that does not pass.
func (d *Dir) accounts(ours func(*report.Run) bool) bool {
	all, _ := artifactsIn(d.Path) // nothing in a directory that cannot be listed explains it
	return slices.ContainsFunc(all, func(l *listed) bool {
		return strings.HasPrefix(l.stem, files.PackageStem(d.Run.Package)) && d.failed(l.path, ours)
	})
}

// failed reports whether a file is from a run of ours and says that its tests fail.
func (d *Dir) failed(path string, ours func(*report.Run) bool) bool {
	var summary report.Summary
	var j Joiner
	// Not File: the marker of the run, which is not closed yet, would speak against it.
	source := Source{Name: path, Open: func() (io.ReadCloser, error) { return Open(path) }}
	err := j.Read(source, Visitor{Brief: true, Summary: func(_ *Section, s *report.Summary) { summary = *s }})
	if err != nil {
		return false // it holds no data set
	}
	for _, set := range j.Sets() {
		if set.Package != d.Run.Package || !ours(&set.Run) {
			continue
		}
		judged := set.Judge(summary)
		shard := set.Lacking() != nil && set.Problems.Len() == 0 && !set.partial // a shard is judged together with the others
		switch {
		case judged.Verdict == verdict.NoGate || shard && !judged.Gated:
			if judged.Cases.Passing() < judged.Cases.Scored()-judged.Cases.Unjudged {
				return true
			}
		case judged.Verdict != verdict.Passed && !shard:
			return true
		}
	}
	return false
}
