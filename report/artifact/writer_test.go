package artifact_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// disk is a file system with room for so many bytes.
type disk struct {
	bytes.Buffer
	room   int
	writes int
}

func (d *disk) Write(p []byte) (int, error) {
	d.writes++
	if n := d.room - d.Len(); n < len(p) {
		d.Buffer.Write(p[:n])
		return n, syscall.ENOSPC
	}
	return d.Buffer.Write(p)
}

func skipped(i int) report.Case {
	return report.Case{ID: fmt.Sprintf("case-%05d", i), Trial: 1, Status: report.Skipped}
}

func TestWriterMakesOneWriteOfOneRecord(t *testing.T) {
	d := &disk{room: 1 << 20}
	w := artifact.NewWriter(d, "memory")
	for i := range 3 {
		require.NoError(t, w.Write(skipped(i)))
		assert.Equal(t, i+1, d.writes)
		assert.Equal(t, i+1, strings.Count(d.String(), "\n"))
	}
	require.NoError(t, w.End(false))
	assert.Equal(t, 4, d.writes)
	assert.Contains(t, d.String(), `{"type":"end","cases":3,`)
	reporttest.RequireValid(t, d.Bytes())
	assert.EqualError(t, w.Write(skipped(4)), "report: memory: case record after the end")
	assert.NoError(t, w.End(false), "a second End does nothing")
	assert.Equal(t, 4, d.writes)
}

func TestFullDiskKeepsWhatWasWritten(t *testing.T) {
	one := len(reporttest.Line(t, skipped(0)))
	d := &disk{room: 2*one + 10}
	w := artifact.NewWriter(d, "/full/x.jsonl")
	require.NoError(t, w.Write(skipped(0)))
	require.NoError(t, w.Write(skipped(1)))
	first := w.Write(skipped(2))
	assert.EqualError(t, first, "report: writing record 3 to /full/x.jsonl: no space left on device; the 2 before it are kept")
	assert.ErrorIs(t, first, syscall.ENOSPC)

	d.room = 1 << 20 // later there is room again, after half a record
	assert.Equal(t, first, w.Write(skipped(3)), "nothing is written after a failure")
	assert.Equal(t, first, w.End(false))
	assert.Equal(t, first, w.Err())
	assert.Equal(t, 3, d.writes)

	r := artifact.NewReader(&d.Buffer, "x.jsonl")
	ids, problems := readAll(r)
	assert.Equal(t, []string{"case-00000", "case-00001"}, ids)
	assert.Equal(t, []string{"x.jsonl:3: last line is cut off"}, problems)
}

// Lines of several cases are one write, of which those that were whole are kept.
func TestWriteCases(t *testing.T) {
	one := reporttest.Line(t, skipped(0))
	two := []byte(one + reporttest.Line(t, skipped(1)))
	d := &disk{room: 1 << 20}
	w := artifact.NewWriter(d, "memory")
	require.NoError(t, w.WriteCases(two))
	require.NoError(t, w.Write(skipped(2)))
	assert.Equal(t, 2, d.writes)
	require.NoError(t, w.End(false))
	assert.Contains(t, d.String(), `{"type":"end","cases":3,`)
	assert.EqualError(t, w.WriteCases([]byte(one)), "report: memory: case record after the end")

	d = &disk{room: 3*len(one) + 10}
	w = artifact.NewWriter(d, "/full/x.jsonl")
	require.NoError(t, w.WriteCases(two))
	assert.EqualError(t, w.WriteCases(two), "report: writing record 4 to /full/x.jsonl: no space left on device; the 3 before it are kept")
	assert.NoError(t, (*artifact.Writer)(nil).WriteCases(two))
}

func TestShortWriteIsAnError(t *testing.T) {
	w := artifact.NewWriter(shortWriter{}, "short")
	assert.EqualError(t, w.Write(skipped(0)), "report: writing record 1 to short: short write; the 0 before it are kept")
}

type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) - 1, nil }

func TestBadRecordHarmsNoOther(t *testing.T) {
	d := &disk{room: 1 << 20}
	w := artifact.NewWriter(d, "memory")
	bad := skipped(0)
	bad.Cost = map[string]float64{"usd": inf}
	assert.EqualError(t, w.Write(bad), "report: case record: a number is +Inf, which JSON cannot hold")
	require.NoError(t, w.Write(skipped(1)))
	require.NoError(t, w.End(false))
	ids, problems := readAll(artifact.NewReader(&d.Buffer, "x"))
	assert.Equal(t, []string{"case-00001"}, ids)
	assert.Empty(t, problems)
}

func TestNilWriterTakesEverything(t *testing.T) {
	var w *artifact.Writer
	assert.NoError(t, w.Write(skipped(0)))
	assert.NoError(t, w.End(false))
	assert.NoError(t, w.Err())
	assert.Empty(t, w.Name())
}

func TestWriterIsConcurrentAndHasNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{room: 1 << 20}
		w := artifact.NewWriter(d, "memory")
		var group sync.WaitGroup
		for i := range 100 {
			group.Go(func() { assert.NoError(t, w.Write(skipped(i))) })
		}
		group.Wait()
		require.NoError(t, w.End(false))
		ids, problems := readAll(artifact.NewReader(&d.Buffer, "x"))
		assert.Len(t, ids, 100)
		assert.Empty(t, problems)
	})
}

// readAll returns the ids of the cases and the bad lines.
func readAll(r *artifact.Reader) (ids, problems []string) {
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *report.Case:
			ids = append(ids, rec.ID)
		case *artifact.SyntaxError:
			problems = append(problems, rec.Error())
		}
	}
	if err := r.Err(); err != nil {
		problems = append(problems, err.Error())
	}
	return ids, problems
}
