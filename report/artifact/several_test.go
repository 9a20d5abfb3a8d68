package artifact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Runs that are no parts of one whole are one problem, with the command that compares them.
func TestSeveralRunsOfOneDataSet(t *testing.T) {
	run := func(labels string, ids ...string) string {
		text := `{"type":"run","schema":"extracteval/v1"` + labels + "}\n" + `{"type":"dataset","name":"x","cases":2}` + "\n"
		for _, id := range ids {
			text += `{"type":"case","id":"` + id + `","trial":1,"status":"ok"}` + "\n"
		}
		return text + `{"type":"end","cases":2}` + "\n"
	}
	x, y := `,"labels":{"model":"x"}`, `,"labels":{"model":"y"}`
	for _, tt := range []struct {
		name  string
		names []string
		texts []string
		why   string
		twice bool
	}{
		{"the same cases", []string{"1", "2"}, []string{run("", "a", "b"), run("", "a", "b")},
			`data set "x": there are several runs of it, which share case "a" and 1 other: name one file, or compare them: evalreport compare 1 2`, true},
		{"of two systems", []string{"1", "2"}, []string{run(x, "a", "b"), run("", "a", "b")},
			`data set "x": there are several runs of it (model=x; no labels), which share case "a" and 1 other: name one file, or compare them: evalreport compare 1 2`, true},
		{"of other cases", []string{"1", "2"}, []string{run(x, "a", "b"), run(y, "c", "d")},
			`data set "x": there are several runs of it (model=x; model=y): name one file, or compare them: evalreport compare 1 2`, false},
		{"many", []string{"1", "2", "3", "4"}, []string{run(x, "a", "b"), run(y, "a", "b"), run(x, "a", "b"), run(x, "a", "b")},
			`data set "x": there are several runs of it (model=x; model=y), which share case "a" and 1 other: name one file, or compare them: evalreport compare 1 2 3 …`, true},
		{"a file that is named twice", []string{"1", "1"}, []string{run("", "a", "b"), run("", "a", "b")},
			`data set "x": there are several runs of it, which share case "a" and 1 other: 1 is named twice, or holds all of them`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var j artifact.Joiner
			for i, text := range tt.texts {
				require.NoError(t, j.Read(reporttest.Source(tt.names[i], text), artifact.Visitor{Brief: true}))
			}
			set := j.Sets()[0]
			assert.Equal(t, tt.why, set.Why())
			require.Len(t, set.Conflicts.First, 1)
			if tt.twice {
				assert.ErrorIs(t, set.Conflicts.First[0], artifact.ErrTwice)
			} else {
				assert.NotErrorIs(t, set.Conflicts.First[0], artifact.ErrTwice)
			}
		})
	}
}
