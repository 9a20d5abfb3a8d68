package evaltest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/reuse"
	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// policy returns the timeout, retries and rate with which the extractor is
// called.
func (s *suite) policy() *call.Policy {
	p := &call.Policy{Timeout: s.Timeout, Retries: s.Retries, Temporary: isTemporary}
	if s.Rate > 0 {
		p.Limiter = rate.NewLimiter(rate.Limit(s.Rate), 1)
	}
	return p
}

// runner returns the record of those settings for the artifact, nil when all
// are the defaults.
func (s *suite) runner(set settings.Settings) *report.Runner {
	r := report.Runner{Timeout: s.Timeout, Retries: s.Retries, Rate: s.Rate, StopAfter: set.StopAfter}
	if r == (report.Runner{}) {
		return nil
	}
	return &r
}

// attempt tries a case as often as there are trials.
func (s *suite) attempt(t *testing.T, d *dataset, p *call.Policy, j *judged, c *cases.Case) {
	identity := c.Identity()
	taken := make([]*reuse.Taken, d.head.Trials)
	ask := false
	for i := range taken {
		taken[i] = d.resume.Take(c.ID, i+1, identity)
		ask = ask || taken[i] == nil
	}
	seen := report.Observation{ID: c.ID, Tags: c.Tags, Pages: c.Pages, Input: identity, InputEmpty: c.InputEmpty()}
	stopped := d.stop.why()
	if !ask {
		stopped = "" // every trial has its answer
	}
	var attempts []trials.Attempt // filled only when a measure needs all answers to a case
	failed, decided := false, false
	ended := false
	defer func() {
		if failed || !ended {
			d.stop.failed()
		}
	}()
	seen.Text = s.textOf(t, d, c)
	for i := range d.head.Trials {
		seen.Trial = i + 1
		if stopped != "" && taken[i] == nil {
			skipped := report.NewCase(report.Observation{ID: c.ID, Trial: i + 1, Err: errors.New("not asked: " + stopped), Want: c.Truth.Raw(), Tags: c.Tags}, d.options)
			d.record(t, &skipped)
			continue
		}
		err := s.try(t, d, p, j, c, seen, taken[i])
		failed = failed || err != nil
		decided = decided || !j.record.Unjudged()
		if d.runs != nil {
			attempts = append(attempts, trials.Attempt{Result: j.result, Passed: err == nil && j.result.Verdict == eval.Pass})
		}
	}
	ended = true
	if stopped != "" {
		d.stop.skip()
		t.Helper()
		d.log(t, fmt.Sprintf("evaltest: data set %q, case %q: not asked: %s", d.name, c.ID, stopped))
		t.SkipNow()
	}
	if d.runs != nil {
		s.measure(t.Context(), t, d, Case[any](c.Given), attempts)
	}
	if !decided {
		t.Helper()
		d.log(t, fmt.Sprintf("evaltest: data set %q, case %q: nothing judged it: it has no truth, and no invariant applies to the answer", d.name, c.ID))
		t.SkipNow()
	}
}

// try makes one trial: it takes the answer of an earlier run, or calls the extractor, with
// the suite's retries. The record of the trial is left in j. The error returned is the
// extractor's.
func (s *suite) try(t *testing.T, d *dataset, p *call.Policy, j *judged, c *cases.Case, seen report.Observation, taken *reuse.Taken) error {
	measures := measuresOf(s.Measures, Case[any](c.Given))
	if taken != nil {
		taken.Observe(&seen)
		d.judge(t.Context(), t, j, &seen, taken.Answer, c.Truth, nil, measures)
		return nil
	}
	var a call.Answer
	if sure := s.Confidence; sure != nil {
		seen.Confidence = func(path string) (float64, bool) { return sure(a.Out, path) }
	}
	ctx, used := call.Metered(t.Context())
	begin := time.Now()
	returned := false
	defer func() {
		if returned {
			return
		}
		seen.Cost, seen.Replayed = used.Close()
		// Only runtime.Goexit leads here: FailNow on an outer test, for
		// example.
		seen.Duration = time.Since(begin)
		d.judge(t.Context(), t, j, &seen, nil, c.Truth, call.ErrGoexit, measures)
		t.FailNow()
	}()
	extract, input := s.Extract, c.Input // keeps s and c as a whole out of the closure
	a = call.Do(ctx, p, c.ID, func(ctx context.Context) (any, error) { return extract(ctx, input) })
	returned = true
	seen.Cost, seen.Replayed = used.Close()
	seen.Duration, seen.Retries, seen.TimedOut = a.Took, a.Retries, a.TimedOut
	if err := d.reads(a.Out); err != nil {
		d.fatal(t, fmt.Sprintf("evaltest: %s", plain(err)))
	}
	d.judge(t.Context(), t, j, &seen, a.Out, c.Truth, a.Err, measures)
	if a.Left != nil {
		d.leave(t, a.Left)
	}
	return a.Err
}
