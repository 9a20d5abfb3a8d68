package artifact_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/reporttest"
)

// Several goroutines decode what Walk visits. It is what a Reader gives line by line, at the
// same places, wherever runs of another schema, damaged lines and long ones stand.
func TestWalkVisitsWhatAReaderReads(t *testing.T) {
	foreign := strings.Replace(runLine, "v1", "v9", 1)
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 0))
		text := headOf("x")
		for n := range 1000 {
			switch r.IntN(40) {
			case 0:
				text += headOf(fmt.Sprint("set ", n))
			case 1:
				text += foreign
			case 2:
				text += "oops\n"
			case 3:
				text += "\n"
			case 4:
				text += `{"type":"case","id":"","trial":0}` + "\n"
			case 5:
				text += strings.Replace(caseLine, `"id":"a"`, `"id":"`+strings.Repeat("long", 20_000)+`"`, 1)
			default:
				text += strings.Replace(caseLine, `"id":"a"`, fmt.Sprintf(`"id":"case %d"`, n), 1)
			}
		}
		text = text[:len(text)-r.IntN(20)]
		for _, mode := range []artifact.Visitor{{}, {Brief: true}, {Glance: true}} {
			type visited struct {
				id    string
				score report.Ratio
				place artifact.Place
			}
			var read, walked []visited
			var wrong []string
			in := artifact.NewReader(strings.NewReader(text), "f")
			in.Brief, in.Glance = mode.Brief, mode.Glance
			begun := false
			for in.Scan() {
				switch rec := in.Record().(type) {
				case *report.Run:
					begun = false
				case *report.Dataset:
					begun = true
				case *report.Case:
					start, end := in.Span()
					if begun {
						read = append(read, visited{strings.Clone(rec.ID), rec.Score, artifact.Place{Line: in.Line(), Start: start, End: end}})
					}
				case *artifact.SyntaxError:
					wrong = append(wrong, rec.Error())
				}
			}
			require.NoError(t, in.Err())
			require.NotEmpty(t, read)

			mode.Case = func(_ *artifact.Section, c *report.Case, at artifact.Place) error {
				walked = append(walked, visited{strings.Clone(c.ID), c.Score, at})
				return nil
			}
			sections, err := artifact.Walk(reporttest.Source("f", text), mode)
			require.NoError(t, err)
			assert.Equal(t, read, walked)
			told := map[string]bool{}
			for _, s := range sections {
				for _, problem := range s.Problems.First {
					told[problem.Error()] = true
				}
				if s.Problems.More > 0 {
					wrong = nil // not all are told
				}
			}
			for _, w := range wrong {
				assert.True(t, told[w], w)
			}
		}
	}
}

// A line of 100 MB is one bad line among good ones, and lines of 9 MB, of which none is read
// before the one before it was visited, do not stop those behind them.
func TestWalkOfLongLines(t *testing.T) {
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

// A visitor that panics, as a test does that ends itself, leaves no goroutine behind.
func TestWalkEndsWithItsVisitor(t *testing.T) {
	text := headOf("x") + strings.Repeat(caseLine, 20_000)
	before := runtime.NumGoroutine()
	for range 20 {
		assert.Panics(t, func() {
			artifact.Walk(reporttest.Source("f", text), artifact.Visitor{Case: func(*artifact.Section, *report.Case, artifact.Place) error { panic("enough") }})
		})
	}
	for late := time.Now().Add(time.Minute); runtime.NumGoroutine() > before && time.Now().Before(late); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// What a source fails with is the error of the walk, behind all that could be read.
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
