package internal_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/testdata/effort"
)

// stored returns the cases of twelve documents, each stored so many times, of which the first few are wrong in total, and every third in date.
func stored(times, wrongs int, mark func(c *report.Case, document int)) (all []report.Case) {
	for k := range times {
		for i := range 12 {
			leaves := []diffLeaf{diffRight("total"), diffRight("date")}
			if i < wrongs {
				leaves[0] = wrong("total")
			}
			if i%3 == wrongs%3 {
				leaves[1] = wrong("date")
			}
			c := case1(fmt.Sprintf("d%02d-%d", i, k), leaves...)
			mark(&c, i)
			all = append(all, c)
		}
	}
	return all
}

// Twelve documents stored five times each are compared as the twelve alone: the same p-values, intervals and verdicts.
func TestCopiesAreEvidenceOnce(t *testing.T) {
	for name, mark := range map[string]func(c *report.Case, document int){
		"inputs": func(c *report.Case, i int) { c.InputHash = report.Hash(fmt.Append(nil, i)) },
		"texts":  func(c *report.Case, i int) { c.TextHash = report.Hash(fmt.Append(nil, i)) },
		"truths": func(c *report.Case, i int) {
			c.TruthHash = report.Hash(fmt.Append(nil, i))
			for _, of := range []string{"number", "vendor", "due"} { // three that differ: equal ones are no chance
				c.Fields = append(c.Fields, report.Field{Path: of, Attribute: of, Outcome: metrics.Match, Want: fmt.Appendf(nil, "%d", i)})
			}
		},
		"a tag": func(c *report.Case, i int) { c.Tags = map[string]string{"vendor": fmt.Sprint(i)} },
	} {
		t.Run(name, func(t *testing.T) {
			ds := report.Dataset{Name: "invoices"}
			if name == "a tag" {
				ds.Cluster = "vendor"
			}
			cases := func(times, wrongs int) []report.Case {
				all := stored(times, wrongs, mark)
				if times > 1 {
					return all
				}
				for _, c := range stored(5, wrongs, mark) { // the least hash of the ids of a document decides its weights
					i, _ := strconv.Atoi(c.ID[1:3])
					if stats.DocumentHash(c.ID) < stats.DocumentHash(all[i].ID) {
						all[i].ID = c.ID
					}
				}
				return all
			}
			run := func(times, old, new int) diff.Report {
				return compareRuns(t, artifactOf(t, ds, cases(times, old)...), artifactOf(t, ds, cases(times, new)...), diff.Options{Resamples: 500})
			}
			for _, change := range effort.Some(2, [][2]int{{4, 8}, {1, 11}, {7, 4}}) {
				once, copied := run(1, change[0], change[1]), run(5, change[0], change[1])
				a, b := once.Sets[0], copied.Sets[0]
				assert.Equal(t, a.Verdict, b.Verdict)
				assert.Equal(t, once.Regressed(), copied.Regressed())
				rows := func(s diff.Set) []diff.Row { return append([]diff.Row{s.Micro, s.Macro, s.PassRate}, s.Fields...) }
				for k, x := range rows(a) {
					y := rows(b)[k]
					if name != "a tag" { // whose cases need not be copies, so that their values may count for more
						assert.InDelta(t, x.Low.Value, y.Low.Value, 1e-9, "%v: low of %s", change, x.Name)
						assert.InDelta(t, x.High.Value, y.High.Value, 1e-9, "%v: high of %s", change, x.Name)
					}
					assert.InDelta(t, x.Delta.Value, y.Delta.Value, 1e-9, x.Name)
					assert.InDelta(t, x.Detectable.Value, y.Detectable.Value, 1e-9, "detectable of %s", x.Name)
					require.Equal(t, len(x.Tests), len(y.Tests), x.Name)
					for i := range x.Tests {
						assert.InDelta(t, x.Tests[i].P, y.Tests[i].P, 1e-9, "%v: p of %s", change, x.Name)
						assert.InDelta(t, x.Tests[i].Adjusted, y.Tests[i].Adjusted, 1e-9, x.Name)
						assert.Equal(t, x.Tests[i].Significant, y.Tests[i].Significant, x.Name)
					}
					assert.Equal(t, x.Verdict, y.Verdict, x.Name)
				}
				found := false
				for _, w := range b.Warnings {
					found = found || w.Kind == diff.Copies
				}
				assert.True(t, found, "the copies are told")
			}
		})
	}
}
