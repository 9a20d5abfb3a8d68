package diff_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/stretchr/testify/assert"
)

// world makes pairs of runs over the same documents: seven fields, and a list of
// one to eight lines with two more. Documents differ in how hard they are, so that
// mistakes in one document come together, and runs share part of their mistakes,
// as two versions of one extractor do.
type world struct {
	documents int
	// wrong is the chance of a mistake in a document of average difficulty.
	wrong float64
	// kept is the chance that the new run does what the old one did.
	kept float64
	// more is what the chance of a mistake in the new run is raised by: for the field
	// that worse names, or for all when it is "".
	more  float64
	worse string
}

var worldFields = [...]string{"number", "date", "due", "vendor", "iban", "net", "total", "lines[].sku", "lines[].amount"}

func (w world) runs(r *rand.Rand) (old, new []report.Case) {
	for i := range w.documents {
		id := fmt.Sprintf("doc-%d", i)
		hard := 2 * r.Float64() // mean 1
		lines := 1 + r.IntN(8)
		var a, b metrics.Table
		for k, name := range worldFields {
			leaves := 1
			if k >= 7 {
				leaves = lines
			}
			chance := w.wrong * hard
			worse := chance
			if w.worse == "" || w.worse == name {
				worse += w.more
			}
			for range leaves {
				was := outcome(r, chance)
				is := was
				if r.Float64() >= w.kept {
					is = outcome(r, chance)
				}
				// Of the leaves that would be right, as many more are wrong as it takes.
				if is == metrics.Match && r.Float64() < (worse-chance)/(1-chance) {
					is = metrics.Wrong
				}
				a.Add(name, was)
				b.Add(name, is)
			}
		}
		old = append(old, report.Case{ID: id, Trial: 1, Status: report.OK, Counts: a.Rows()})
		new = append(new, report.Case{ID: id, Trial: 1, Status: report.OK, Counts: b.Rows()})
	}
	return old, new
}

// outcome is a mistake with a chance: mostly a wrong value.
func outcome(r *rand.Rand, chance float64) metrics.Outcome {
	u := r.Float64()
	switch {
	case u < 0.7*chance:
		return metrics.Wrong
	case u < chance:
		return metrics.Missing
	}
	return metrics.Match
}

// found returns in how many of n pairs of runs the comparison says so.
func (w world) found(t *testing.T, n int, o diff.Options, says func(diff.Report) bool) int {
	var count atomic.Int64
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for i := part; i < n; i += 2 {
				r := rand.New(rand.NewPCG(uint64(i), 20261121))
				old, new := w.runs(r)
				o := o
				o.Seed = uint64(i)
				if says(compare(t, artifactOf(t, invoices, old...), artifactOf(t, invoices, new...), o)) {
					count.Add(1)
				}
			}
		})
	}
	group.Wait()
	return int(count.Load())
}

func anything(r diff.Report) bool { return r.Sets[0].Verdict != diff.Same }

// Two runs that differ only in noise: the chance of any false alarm in the whole
// comparison of a dozen tests is to be 5 % at most; 7 % leaves room for the
// noise of 1,000 pairs (its standard error is 0.7 %). 80 documents and 1,000
// resamples are enough for this: fewer documents are the harder case for the
// bootstrap, and with 1,000 resamples the least p-value, 0.002, is significant in a
// family of up to 25.
// The other two worlds are looked at more briefly.
func TestFalseAlarms(t *testing.T) {
	o := diff.Options{Resamples: 1000, MaxCases: -1}
	for _, tt := range []struct {
		name  string
		world world
		pairs int
	}{
		{"independent runs", world{documents: 80, wrong: 0.08}, 1000},
		{"versions of one extractor", world{documents: 80, wrong: 0.08, kept: 0.8}, 400},
		{"few documents, few changes", world{documents: 40, wrong: 0.05, kept: 0.8}, 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			alarms := tt.world.found(t, tt.pairs, o, anything)
			t.Logf("%d false alarms in %d pairs", alarms, tt.pairs)
			assert.LessOrEqual(t, alarms, tt.pairs*7/100)
		})
	}
}

// A drop of five points on 300 documents is to be found nine times in ten: in all
// fields together, and in a single field that nothing else helps to find.
func TestDropOfFivePoints(t *testing.T) {
	o := diff.Options{Resamples: 1000, MaxCases: -1}
	for _, tt := range []struct {
		name  string
		world world
		says  func(diff.Report) bool
	}{
		{"everywhere, independent runs", world{documents: 300, wrong: 0.08, more: 0.05}, diff.Report.Regressed},
		{"everywhere, versions of one extractor", world{documents: 300, wrong: 0.08, kept: 0.8, more: 0.05}, diff.Report.Regressed},
		{"in one field of versions of one extractor", world{documents: 300, wrong: 0.05, kept: 0.97, more: 0.05, worse: "total"}, func(r diff.Report) bool {
			return field(t, r, "total").Verdict == diff.Regressed
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const pairs = 100
			found := tt.world.found(t, pairs, o, tt.says)
			t.Logf("found %d times in %d", found, pairs)
			assert.GreaterOrEqual(t, found, pairs*9/10)
		})
	}
}
