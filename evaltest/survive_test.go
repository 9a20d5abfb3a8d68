package evaltest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/effort"
)

func recordsOf(t *testing.T, dir string) []report.Record {
	t.Helper()
	records, _ := readArtifact(t, dir)
	return records
}

// rightCases are n cases whose input is their right answer.
func rightCases(n int) (all []Case[string]) {
	for i := range n {
		all = append(all, Case[string]{ID: fmt.Sprintf("c%02d", i+1), Input: `{"a":1}`, Want: `{"a":1}`})
	}
	return all
}

// hangs is an extractor that has no answer for the 20th of rightCases.
func hangs(heeds bool, until <-chan struct{}) func(context.Context, string) (string, error) {
	var n atomic.Int32
	return func(ctx context.Context, answer string) (string, error) {
		if n.Add(1) == 20 {
			if heeds {
				<-ctx.Done()
				return "", ctx.Err()
			}
			<-until
		}
		return answer, nil
	}
}

func TestSuiteSurvivesAHangingExtractor(t *testing.T) {
	limit := time.Duration(effort.Size(1000, 2000)) * time.Millisecond
	for _, tt := range effort.Some(2, []struct {
		name   string
		heeds  bool
		gate   Gate
		passes bool
	}{
		{"one error is allowed", true, Gate{MicroF1: 0.95, MaxErrors: 1}, true},
		{"none is allowed", true, Gate{MicroF1: 0.95}, false},
		{"the context is not heeded", false, Gate{MicroF1: 0.95, MaxErrors: 1}, true},
		{"the limit is not reached", true, Gate{MicroF1: 0.999, MaxErrors: 1}, false},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			leaks := goleak.IgnoreCurrent()
			dir := withMain(t)
			wake := make(chan struct{})
			ok, printed := inner(t, "TestX", Suite[string, string]{
				Cases: rightCases(50), Gate: tt.gate, Workers: 1, Timeout: limit, Extract: hangs(tt.heeds, wake),
			}.Run)
			assert.Equal(t, tt.passes, ok, printed)
			close(wake)
			goleak.VerifyNone(t, leaks, goleak.IgnoreTopFunction("testing.(*T).Run"))

			var count report.CaseCount
			late := 0
			for _, r := range recordsOf(t, dir) {
				switch r := r.(type) {
				case *report.Case:
					if r.TimedOut {
						late++
						assert.Equal(t, "c20", r.ID)
						assert.Equal(t, report.Error, r.Status)
						assert.Equal(t, limit, r.Duration)
						assert.Contains(t, r.Error, "no answer within "+limit.String()+", the Timeout")
					}
				case *report.Summary:
					count = r.Cases()
				case *report.Dataset:
					assert.Equal(t, &report.Runner{Timeout: limit}, r.Runner)
				case *report.GateResult:
					assert.Equal(t, tt.passes, r.Passed)
					assert.Equal(t, 50, r.Cases)
				}
			}
			assert.Equal(t, 1, late)
			assert.Equal(t, report.CaseCount{OK: 49, Error: 1, Pass: 49, Fail: 1}, count)
			const left = `Extract ignored its context and still runs for case "c20" (goroutine `
			assert.Equal(t, !tt.heeds, strings.Contains(printed, left), printed)
			assert.Equal(t, !tt.heeds, strings.Contains(printed, "[chan receive]:"), "where it hangs")
		})
	}
}

func TestSuiteRetries(t *testing.T) {
	dir := withMain(t)
	var calls atomic.Int32
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: rightCases(2), Retries: 1, Rate: 1e6,
		Extract: func(_ context.Context, answer string) (string, error) {
			if calls.Add(1) == 1 {
				return "", Temporary(errors.New("busy"))
			}
			return answer, nil
		},
	}.Run)
	require.True(t, ok, printed)
	retries := map[string]int{}
	for _, r := range recordsOf(t, dir) {
		switch r := r.(type) {
		case *report.Case:
			retries[r.ID] = r.Retries
		case *report.Dataset:
			assert.Equal(t, &report.Runner{Retries: 1, Rate: 1e6}, r.Runner)
		}
	}
	assert.Equal(t, map[string]int{"c01": 1, "c02": 0}, retries)
}

func TestTemporary(t *testing.T) {
	assert.NoError(t, Temporary(nil))
	busy := errors.New("busy")
	assert.ErrorIs(t, Temporary(busy), busy)
	assert.EqualError(t, Temporary(busy), "busy")
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{busy, false},
		{Temporary(busy), true},
		{fmt.Errorf("page 2: %w", Temporary(busy)), true},
		{&net.DNSError{IsTemporary: true}, true},
		{&net.DNSError{}, false},
		{context.DeadlineExceeded, false},
		{Temporary(context.DeadlineExceeded), true},
		{&jamTemporary{}, false},
	} {
		assert.Equal(t, tt.want, isTemporary(tt.err), "%T", tt.err)
	}
}

// jamTemporary is an error that panics when it is asked.
type jamTemporary struct{ paper *bool }

func (*jamTemporary) Error() string     { return "jam" }
func (j *jamTemporary) Temporary() bool { return *j.paper }

func TestStopAfter(t *testing.T) {
	fails := func(context.Context, string) (string, error) { return "", errors.New("the key has expired") }
	for _, tt := range []struct {
		name    string
		after   string
		cases   int
		gate    Gate
		asked   int
		skipped int
		verdict string // of the gate; "" where none is recorded
		printed string
	}{
		{"with a gate", "3", 10, Gate{MicroF1: 0.5, MaxErrors: 9}, 3, 7, "7 cases were not asked: the extractor failed in 3 cases (EVALTEST_STOP_AFTER=3)", "gate not evaluable: 7 cases were not asked"},
		{"without a gate", "3", 4, Gate{}, 3, 1, "1 case was not asked: the extractor failed in 3 cases (EVALTEST_STOP_AFTER=3)", ""},
		{"the last case is the one", "3", 3, Gate{MicroF1: 0.5, MaxErrors: 9}, 3, 0, "", "micro F1"},
		{"not set", "", 10, Gate{MicroF1: 0.5, MaxErrors: 9}, 10, 0, "", "micro F1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			t.Setenv("EVALTEST_STOP_AFTER", tt.after)
			ok, printed := inner(t, "TestX", func(t *testing.T) {
				Suite[string, string]{Cases: rightCases(tt.cases), Gate: tt.gate, Trials: 2, Extract: fails}.Run(t)
			})
			assert.False(t, ok)
			assert.Contains(t, printed, tt.printed)
			for line := range strings.Lines(printed) {
				if strings.Contains(line, "not asked:") && !strings.Contains(line, "not evaluable") {
					assert.Contains(t, line, "survive_test.go:", "the line of the test")
				}
			}
			asked, skipped, verdict := 0, 0, ""
			for _, r := range recordsOf(t, dir) {
				switch r := r.(type) {
				case *report.Case:
					if r.Status == report.Skipped {
						skipped++
						assert.Equal(t, "not asked: the extractor failed in 3 cases (EVALTEST_STOP_AFTER=3)", r.Error)
					} else {
						asked++
					}
				case *report.GateResult:
					verdict = r.NotEvaluable
				case *report.End:
					assert.Equal(t, tt.skipped > 0, r.Partial)
				}
			}
			assert.Equal(t, 2*tt.asked, asked)
			assert.Equal(t, 2*tt.skipped, skipped)
			assert.Equal(t, tt.verdict, verdict)
		})
	}
}

// An extractor that ends its goroutine, as by FailNow of a test outside, has failed: it counts for
// EVALTEST_STOP_AFTER as an error does, its case is recorded, and the others are not asked.
func TestStopAfterGoexit(t *testing.T) {
	dir := withMain(t)
	t.Setenv("EVALTEST_STOP_AFTER", "2")
	var calls atomic.Int32
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: rightCases(5), Gate: Gate{MicroF1: 0.5, MaxErrors: 9},
		Extract: func(context.Context, string) (string, error) {
			calls.Add(1)
			runtime.Goexit()
			return "", nil
		},
	}.Run)
	assert.False(t, ok)
	assert.EqualValues(t, 2, calls.Load())
	assert.Contains(t, printed, "gate not evaluable: 3 cases were not asked: the extractor failed in 2 cases (EVALTEST_STOP_AFTER=2)")
	var got []string
	for _, c := range caseRecords(t, dir) {
		got = append(got, c.ID+" "+string(c.Status))
	}
	assert.Equal(t, []string{"c01 error", "c02 error", "c03 skipped", "c04 skipped", "c05 skipped"}, got)
}
