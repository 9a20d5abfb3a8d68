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

// written returns what a plan writes, to ahead first.
func written(m *Merge, ahead *bytes.Buffer) error {
	for _, set := range m.Sets() {
		if err := m.Write(ahead, set); err != nil {
			return err
		}
	}
	return m.Close()
}

// What was copied ahead stays where it comes first, with the head that was written; else all is
// written again.
func TestWriteAhead(t *testing.T) {
	const large = 300 << 10 // a quarter of what is copied at once
	for _, tt := range []struct {
		reason string
		inputs []string
		want   error
	}{
		{"one data set", []string{section("a", 7, 0, 7, large)}, nil},
		{"shards", []string{section("a", 9, 0, 5, large), section("a", 9, 5, 9, large)}, nil},
		{"no cases", []string{section("a", 0, 0, 0, 0)}, nil},
		{"others lie between", []string{section("a", 4, 0, 2, large) + "\n" + section("b", 1, 0, 1, 0), section("a", 4, 2, 4, 0)}, nil},
		{"another comes first", []string{section("b", 7, 0, 7, large), section("a", 1, 0, 1, 0)}, ErrAhead},
		{"a later section expects more", []string{section("a", 2, 0, 2, large), section("a", 9, 2, 9, 0)}, ErrAhead},
		{"there are more than the head says", []string{section("a", 2, 0, 9, large)}, ErrAhead},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			var inputs []artifact.Source
			for i, text := range tt.inputs {
				inputs = append(inputs, reporttest.Source(fmt.Sprint(i), text))
			}
			var want, got bytes.Buffer
			m, err := Plan(inputs, Options{})
			require.NoError(t, err)
			require.NoError(t, written(m, &want))
			for _, input := range tt.inputs {
				for line := range strings.Lines(input) {
					if strings.HasPrefix(line, `{"type":"case"`) {
						assert.Equal(t, 1, strings.Count(want.String(), line))
					}
				}
			}

			m, err = Plan(inputs, Options{Ahead: &got})
			require.NoError(t, err)
			require.ErrorIs(t, written(m, &got), tt.want)
			assert.NotZero(t, got.Len())
			if tt.want != nil {
				got.Reset()
				require.NoError(t, written(m, &got))
			}
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
		var want, got bytes.Buffer
		m, err := Plan(inputs, Options{Last: last})
		require.NoError(t, err)
		require.NoError(t, written(m, &want))
		m, err = Plan(inputs, Options{Last: last, Ahead: &got})
		require.NoError(t, err)
		if err := written(m, &got); err != nil {
			require.ErrorIs(t, err, ErrAhead)
			require.False(t, last)
			got.Reset()
			require.NoError(t, written(m, &got))
		}
		assert.True(t, want.String() == got.String())
	})
}

// A source that cannot be read to its end leaves nobody who writes.
func TestPlanEndsWhatItBegan(t *testing.T) {
	var got bytes.Buffer
	_, err := Plan([]artifact.Source{reporttest.Source("a", section("a", 9, 0, 9, 300<<10)), artifact.File("not there")}, Options{Ahead: &got})
	require.Error(t, err)
	n := got.Len() // which the race detector sees
	assert.NotZero(t, n)
}
