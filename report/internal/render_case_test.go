package internal_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/testdata/effort"
)

// fileSource is a source like another, in a file.
func fileSource(t *testing.T, source artifact.Source) (_ artifact.Source, path string) {
	t.Helper()
	f, err := source.Open()
	require.NoError(t, err)
	defer f.Close()
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "run.jsonl")
	require.NoError(t, os.WriteFile(path, text, 0o666))
	return artifact.Source{Name: source.Name, Open: func() (io.ReadCloser, error) { return artifact.Open(path) }}, path
}

// A record is the same whatever the kind of its source.
func TestRecordsOfFiles(t *testing.T) {
	effort.OneGoroutine(t)
	n := effort.Size(50, 500)
	held := manyCases(n)
	placed, path := fileSource(t, held)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	packed := filepath.Join(t.TempDir(), "run.jsonl.gz")
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err = zip.Write(text)
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	require.NoError(t, os.WriteFile(packed, b.Bytes(), 0o666))
	zipped := artifact.Source{Name: held.Name, Open: func() (io.ReadCloser, error) { return artifact.Open(packed) }}

	o := render.Options{MaxCases: n * 3 / 5}
	want := load(t, o, held)
	records, err := render.Read(want.Sets[0].Cases)
	require.NoError(t, err)
	assert.Equal(t, "case-000000", records[0].ID)
	assert.Equal(t, `"value 0 of 1"`, string(records[0].Fields[0].Got))
	assert.Equal(t, `"value 0 of 0"`, string(records[0].Fields[0].Want))
	for name, source := range map[string]artifact.Source{"of a file": placed, "of a compressed file": zipped} {
		t.Run(name, func(t *testing.T) {
			got := load(t, o, source)
			again, err := render.Read(got.Sets[0].Cases)
			require.NoError(t, err)
			assert.Equal(t, records, again)
			assert.Equal(t, htmlOf(t, want, page.Options{}), htmlOf(t, got, page.Options{}))
		})
	}
}

// Records come in the order of the cases, whatever the order in their sources.
func TestReadKeepsTheOrder(t *testing.T) {
	first, _ := fileSource(t, manyCases(10))
	cases := load(t, render.Options{}, first).Sets[0].Cases
	var mixed []render.Case
	for _, i := range []int{7, 0, 9, 7, 3} {
		mixed = append(mixed, cases[i])
	}
	records, err := render.Read(mixed)
	require.NoError(t, err)
	for i, r := range records {
		assert.Equal(t, mixed[i].ID, r.ID)
	}
	none, err := render.Read(nil)
	require.NoError(t, err)
	assert.Empty(t, none)
}

// The kept part of a case does not grow with its record.
func TestKeptCasesAreSmall(t *testing.T) {
	effort.OneGoroutine(t)
	n, size := effort.Size(500, 2000), effort.Size(5000, 20_000)
	var text strings.Builder
	text.WriteString(`{"type":"run","schema":"extracteval/v1","package":"p","repetition":1,"start":"2026-11-20T09:30:00Z"}` + "\n" + `{"type":"dataset","name":"d"}` + "\n")
	for i := range n {
		fmt.Fprintf(&text, `{"type":"case","id":"case-%d","trial":1,"status":"ok","score":0,"verdict":"fail","counts":[{"attribute":"a","counts":{"wrong":1}}],`+
			`"fields":[{"path":"a","attribute":"a","outcome":"wrong","score":0,"similarity":0,"weight":1,"got":%q,"want":1}]}`+"\n", i, strings.Repeat("x", size))
	}
	fmt.Fprintf(&text, `{"type":"end","cases":%d}`+"\n", n)
	source, _ := fileSource(t, textSource("d.jsonl", text.String()))
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	r := load(t, render.Options{}, source)
	assert.Less(t, int64(heap())-int64(before), int64(n*1000))
	assert.Len(t, r.Sets[0].Cases, n)
}
