package merge

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/reporttest"
)

// section returns the lines of a data set whose head says that there are so many cases, and of
// records from one number to another with so many bytes in each.
func section(pkg string, says, from, to, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"run","schema":"extracteval/v1","package":%q,"repetition":1,"start":"2026-11-20T10:00:00Z","versions":{}}`+"\n", pkg)
	fmt.Fprintf(&b, `{"type":"dataset","name":"x","cases":%d,"spec_hash":"1"}`+"\n", says)
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, `{"type":"case","id":"%d","trial":1,"status":"ok","score":1,"null_score":0,"more":"%s"}`+"\n", i, strings.Repeat("x", size))
	}
	fmt.Fprintf(&b, `{"type":"end","cases":%d}`, to-from)
	return b.String()
}

// file counts how often it was emptied.
type file struct {
	bytes.Buffer
	restarts int
}

func (f *file) Restart() error {
	f.Reset()
	f.restarts++
	return nil
}

// merged writes what a plan with or without Ahead gives.
func merged(t require.TestingT, inputs []artifact.Source, last, ahead bool) *file {
	to := new(file)
	o := Options{Last: last}
	if ahead {
		o.Ahead = to
	}
	m, err := Plan(inputs, o)
	require.NoError(t, err)
	if !ahead || last {
		assert.Zero(t, to.Len(), "nothing is written before Write")
	}
	for _, set := range m.Sets() {
		require.NoError(t, m.Write(to, set))
	}
	require.NoError(t, m.Close())
	return to
}

// What was copied ahead stays where it comes first, with the head that was written; else all is
// written again.
func TestWriteAhead(t *testing.T) {
	const large = 300 << 10 // a quarter of what is copied at once
	for _, tt := range []struct {
		reason string
		inputs []string
		anew   int
	}{
		{"one data set", []string{section("a", 7, 0, 7, large)}, 0},
		{"shards", []string{section("a", 9, 0, 5, large), section("a", 9, 5, 9, large)}, 0},
		{"no cases", []string{section("a", 0, 0, 0, 0)}, 0},
		{"others lie between", []string{section("a", 4, 0, 2, large) + "\n" + section("b", 1, 0, 1, 0), section("a", 4, 2, 4, 0)}, 0},
		{"another comes first", []string{section("b", 7, 0, 7, large), section("a", 1, 0, 1, 0)}, 1},
		{"a later section expects more", []string{section("a", 2, 0, 2, large), section("a", 9, 2, 9, 0)}, 1},
		{"there are more than the head says", []string{section("a", 2, 0, 9, large)}, 1},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			var inputs []artifact.Source
			for i, text := range tt.inputs {
				inputs = append(inputs, reporttest.Source(fmt.Sprint(i), text))
			}
			want, got := merged(t, inputs, false, false), merged(t, inputs, false, true)
			for _, input := range tt.inputs {
				for line := range strings.Lines(input) {
					if strings.HasPrefix(line, `{"type":"case"`) {
						assert.Equal(t, 1, strings.Count(want.String(), line))
					}
				}
			}

			assert.Equal(t, tt.anew, got.restarts)
			assert.True(t, want.String() == got.String(), "the same bytes as without Ahead")
		})
	}
}

// Sections in any order and number give the same bytes with and without Ahead.
func TestWriteAheadOfAnySections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var inputs []artifact.Source
		for i := range rapid.IntRange(1, 3).Draw(t, "inputs") {
			var sections []string
			for range rapid.IntRange(1, 3).Draw(t, "sections") {
				from := rapid.IntRange(0, 9).Draw(t, "from")
				sections = append(sections, section(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "package"),
					rapid.IntRange(0, 9).Draw(t, "says"), from, from+rapid.IntRange(0, 3).Draw(t, "cases"), rapid.SampledFrom([]int{0, 0, 0, 600 << 10}).Draw(t, "size")))
			}
			inputs = append(inputs, reporttest.Source(fmt.Sprint(i), strings.Join(sections, "\n")))
		}
		last := rapid.Bool().Draw(t, "last")
		want, got := merged(t, inputs, last, false), merged(t, inputs, last, true)
		assert.True(t, want.String() == got.String())
	})
}

// A source that cannot be read to its end leaves nobody who writes.
func TestPlanEndsWhatItBegan(t *testing.T) {
	var got file
	_, err := Plan([]artifact.Source{reporttest.Source("a", section("a", 9, 0, 9, 300<<10)), artifact.File("not there")}, Options{Ahead: &got})
	require.Error(t, err)
	n := got.Len() // which the race detector sees
	assert.NotZero(t, n)
}
