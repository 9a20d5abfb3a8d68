package artifact_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// The place of a case is its line, wherever runs of another schema, damaged lines and long ones stand.
func TestWalkSaysWhereCasesStand(t *testing.T) {
	seeds := effort.Share(t, 4)
	foreign := strings.Replace(runLine, "v1", "v9", 1)
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 0))
		all := []string{headOf("x")}
		want := map[int]string{} // cases by line
		skipped := false
		for n := range 1000 {
			id := fmt.Sprintf("case %d", n)
			line := strings.Replace(caseLine, `"id":"a"`, `"id":"`+id+`"`, 1)
			switch r.IntN(40) {
			case 0:
				line, id, skipped = headOf(fmt.Sprint("set ", n)), "", false
			case 1:
				line, id, skipped = foreign, "", true
			case 2:
				line, id = "oops\n", ""
			case 3:
				line, id = "\n", ""
			case 4:
				line, id = `{"type":"case","id":"","trial":0}`+"\n", ""
			case 5:
				id = strings.Repeat("long", 20_000)
				line = strings.Replace(caseLine, `"id":"a"`, `"id":"`+id+`"`, 1)
			}
			if id != "" && !skipped {
				want[strings.Count(strings.Join(all, ""), "\n")+1] = id
			}
			all = append(all, line)
		}
		text := strings.Join(all, "")
		for _, brief := range []bool{false, true} {
			got := map[int]string{}
			_, err := artifact.Walk(reporttest.Source("f", text), artifact.Visitor{Brief: brief, Case: func(_ *artifact.Section, c *report.Case, at artifact.Place) error {
				got[at.Line] = c.ID
				assert.Equal(t, at.Line, strings.Count(text[:at.Start], "\n")+1)
				assert.Equal(t, strings.Replace(caseLine, `"id":"a"`, `"id":"`+c.ID+`"`, 1), text[at.Start:at.End])
				return nil
			}})
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
	}
}

// A line of 100 MB is one bad line among good ones, and lines of 9 MB are good.
func TestWalkOfLongLines(t *testing.T) {
	effort.NeedsLong(t)
	effort.OneGoroutine(t)
	long := func(n int) string {
		return strings.Replace(caseLine, `"id":"a"`, `"id":"`+strings.Repeat("l", n)+`"`, 1)
	}
	text := headOf("x") + long(1) + long(100<<20) + long(2) + long(9<<20) + long(9<<20+1) + long(3)
	var walked []int
	sections, err := artifact.Walk(reporttest.Source("f", text), artifact.Visitor{Brief: true, Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
		walked = append(walked, len(c.ID))
		return nil
	}})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 9 << 20, 9<<20 + 1, 3}, walked)
	require.Len(t, sections[0].Problems.First, 2)
	assert.EqualError(t, sections[0].Problems.First[0], "f:4: line is longer than 64 MiB")
	assert.ErrorContains(t, sections[0].Problems.First[1], "has no end record")
}

// The error of a source is the error of the walk, after all readable records.
func TestWalkOfAFailingSource(t *testing.T) {
	text := headOf("x") + strings.Repeat(caseLine, 5_000)
	n := 0
	source := artifact.Source{Name: "f", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errors.New("unplugged")))), nil
	}}
	sections, err := artifact.Walk(source, artifact.Visitor{Brief: true, Case: func(*artifact.Section, *report.Case, artifact.Place) error {
		n++
		return nil
	}})
	assert.EqualError(t, err, "report: reading f: unplugged")
	assert.Equal(t, 5_000, n)
	assert.Len(t, sections, 1)
}
