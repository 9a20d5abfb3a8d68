package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Data sets stand as package.name. A match has the data set of each run, "-" for a run that lacks it.
func TestDataSetsAreMatched(t *testing.T) {
	for _, tt := range []struct {
		name string
		runs [][]string
		want []string
	}{
		{"the same", [][]string{{"p.a", "p.b"}, {"p.b", "p.a"}}, []string{"p.a p.a", "p.b p.b"}},
		{"a renamed package", [][]string{{"p.a"}, {"q.a"}}, []string{"p.a q.a"}},
		{"in one of three runs", [][]string{{"p.a"}, {"q.a"}, {"p.a"}}, []string{"p.a q.a p.a"}},
		{"a renamed package beside one of the same name", [][]string{{"p.a", "q.a"}, {"p.a", "r.a"}}, []string{"p.a p.a", "q.a r.a"}},
		{"two that may be meant", [][]string{{"p.a", "q.a"}, {"r.a"}}, []string{"p.a -", "q.a -", "- r.a"}},
		{"two in one of three runs", [][]string{{"p.a"}, {"p.a", "q.a"}, {"q.a"}}, []string{"p.a p.a -", "- q.a q.a"}},
		{"not in all runs", [][]string{{"p.a"}, {}, {"p.a"}}, []string{"p.a - p.a"}},
		{"nothing", [][]string{{}, {}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var sets [][]*runs.Cases
			for _, names := range tt.runs {
				var all []*runs.Cases
				for _, name := range names {
					pkg, dataset, _ := strings.Cut(name, ".")
					all = append(all, &runs.Cases{Key: artifact.Key{Package: pkg, Dataset: dataset, Repetition: 1}})
				}
				sets = append(sets, all)
			}
			var got []string
			for _, m := range runs.MatchSets(sets) {
				var sides []string
				last := artifact.Key{}
				for _, c := range m.Sides {
					if c == nil {
						sides = append(sides, "-")
						continue
					}
					sides, last = append(sides, c.Key.Package+"."+c.Key.Dataset), c.Key
				}
				assert.Equal(t, last, m.Key, "the key in the last run that has it")
				got = append(got, strings.Join(sides, " "))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}
