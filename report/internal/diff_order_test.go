package internal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// began returns a run that began in an hour of a day.
func began(t *testing.T, hour int, of artifact.Source) artifact.Source {
	return rewritten(t, of, `"start":"0001-01-01T00:00:00Z"`, fmt.Sprintf(`"start":"2026-03-01T%02d:00:00Z"`, hour))
}

// Two runs in the wrong order have the same units, p-values and intervals as in the right one, but for the sign: the
// truths and the units are those of the run that began last.
func TestOrderOfRunsChangesOnlySigns(t *testing.T) {
	copied := func(c *report.Case, i int) { c.InputHash = report.Hash(fmt.Append(nil, i)) }
	alone := func(*report.Case, int) {}
	tagged := func(c *report.Case, i int) { c.Tags = map[string]string{"vendor": fmt.Sprint(i % 5)} }
	for _, tt := range []struct {
		reason                string
		early, late           func(*report.Case, int)
		ofEarly, ofLate       string // the tags that join cases
		earlyWrong, lateWrong int
		units                 string
	}{
		{"only the late run knows the inputs", alone, copied, "", "", 2, 9, "12 distinct documents"},
		{"only the early run knows the inputs", copied, alone, "", "", 2, 9, ""},
		{"the late run joins cases by a tag", tagged, tagged, "", "vendor", 9, 3, "5 clusters"},
		{"the early run joined cases by a tag", tagged, tagged, "vendor", "", 9, 3, ""},
		{"both know the inputs", copied, copied, "", "", 11, 1, "12 distinct documents"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			early := began(t, 8, artifactOf(t, report.Dataset{Name: "invoices", Cluster: tt.ofEarly}, stored(4, tt.earlyWrong, tt.early)...))
			late := began(t, 9, artifactOf(t, report.Dataset{Name: "invoices", Cluster: tt.ofLate}, stored(4, tt.lateWrong, tt.late)...))
			a, b := compareRuns(t, early, late, diff.Options{Resamples: 500}).Sets[0], compareRuns(t, late, early, diff.Options{Resamples: 500}).Sets[0]
			for _, s := range []diff.Set{a, b} {
				assert.Equal(t, tt.units, unitsOf(s))
			}
			rows := func(s diff.Set) []diff.Row { return append([]diff.Row{s.Micro, s.Macro, s.PassRate}, s.Fields...) }
			for k, x := range rows(a) {
				y := rows(b)[k]
				require.True(t, x.Low.Defined && y.Low.Defined, x.Name)
				assert.InDelta(t, x.Delta.Value, -y.Delta.Value, 1e-9, x.Name)
				assert.InDelta(t, x.Low.Value, -y.High.Value, 1e-9, "low of %s", x.Name)
				assert.InDelta(t, x.High.Value, -y.Low.Value, 1e-9, "high of %s", x.Name)
				require.Equal(t, len(x.Tests), len(y.Tests), x.Name)
				for i := range x.Tests {
					assert.InDelta(t, x.Tests[i].P, y.Tests[i].P, 1e-9, "p of %s", x.Name)
					assert.InDelta(t, x.Tests[i].Adjusted, y.Tests[i].Adjusted, 1e-9, "adjusted p of %s", x.Name)
				}
			}
		})
	}
}

// unitsOf returns how many units a data set has by its warning, "" for a unit of each case.
func unitsOf(s diff.Set) string {
	for _, w := range s.Warnings {
		if _, note, ok := strings.Cut(w.Message, "in both runs, "); ok && w.Kind == diff.Copies {
			units, _, _ := strings.Cut(note, ":")
			units, _, _ = strings.Cut(units, " by ")
			return units
		}
	}
	return ""
}

// Truths that have changed since are a warning about the run whose truths judge both, in either order.
func TestMovedTruthsAreOfTheRunThatBeganLast(t *testing.T) {
	watched := func(s artifact.Source, id string) artifact.Source {
		s.Watch = &artifact.Visitor{Begin: func(s *artifact.Section) {
			s.Moved = dataset.Moved{Truths: 60, IDs: []string{id}, Path: "inv.jsonl"}
		}}
		return s
	}
	right := documents(nil)
	early, late := watched(begun(1, right, right).Source(t), "doc-01"), watched(begun(2, right, right).Source(t), "doc-02")
	const moved = ` run: 1 of 60 truths changed in inv.jsonl since the run; run it again (changed: "doc-02")`
	for side, r := range map[string]diff.Report{"new": compareRuns(t, early, late, diff.Options{}), "old": compareRuns(t, late, early, diff.Options{})} {
		var all []string
		for _, w := range r.Sets[0].Warnings {
			if w.Kind == diff.Moved {
				all = append(all, w.Message)
			}
		}
		assert.Equal(t, []string{"the " + side + moved}, all)
	}
}
