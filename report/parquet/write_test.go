package parquet_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	pq "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/parquet"
)

const head = `{"type":"run","schema":"extracteval/v1","run_id":"r1","package":"example.com/p","repetition":2,"start":"2026-11-20T09:30:00.25Z","versions":{},"labels":{"model":"x"}}
{"type":"dataset","name":"d"}
`

// full has every key of a case.
const full = head + `{"type":"case","id":"a","trial":2,"status":"error","error":"no","score":0,"null_score":0.25,"verdict":"fail","reasoning":"0/1","misses":["x (missing)"],"more_misses":3,"data_hash":"00ff","invariants":[{"name":"adds_up","state":"broken","note":"1, 2","paths":["x","y"]}],"measures":[{"name":"rqs","sum":0.5,"weight":2}],"fields":[{"path":"l[0].x","attribute":"l[].x","got_index":[1],"want_index":[0],"outcome":"wrong","score":0.5,"similarity":0.75,"weight":3,"note":"off","tag":"outside tolerance","error_class":"transposed","origin":"made_up","confidence":0,"got":"a\u0000ä","want":{"v": null},"cut":true,"details":[1]},{"path":"y","attribute":"y","outcome":"correct_absence","score":1,"similarity":1,"weight":1}],"more_fields":4,"alignments":[{"path":"l","paired":1,"only_got":2,"only_want":3,"pairs":[{"got":1,"want":0,"similarity":0.9}],"unmatched_got":[0,2],"unmatched_want":[1],"ambiguous":true,"nearest_to_want":[{"got":0,"want":1,"similarity":0.4,"least":0.8,"taken":true,"differs":["x"]}],"nearest_to_got":[{"got":2,"want":1,"similarity":0.1,"least":0.8}]}],"warnings":["w"],"duration_ns":5,"retries":1,"timed_out":true,"replayed":true,"tags":{"source":"scan","b":""},"cost":{"usd":0.25}}
{"type":"case","id":"b","trial":1,"status":"skipped"}
{"type":"end","cases":2}
`

func source(text string) artifact.Source {
	return artifact.Source{Name: "x.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

func read[Row any](t *testing.T, dir, name string) []Row {
	t.Helper()
	rows, err := pq.ReadFile[Row](filepath.Join(dir, name))
	require.NoError(t, err)
	return rows
}

// Every column, by values that stand above.
func TestColumns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	notWhole, err := parquet.Write(dir, source(full))
	require.NoError(t, err)
	require.Empty(t, notWhole)
	number := func(v float64) *float64 { return &v }

	cases := read[parquet.Case](t, dir, "cases.parquet")
	require.Len(t, cases, 2)
	assert.Equal(t, "2026-11-20T09:30:00.25Z", cases[0].Start.UTC().Format("2006-01-02T15:04:05.999Z07:00"))
	cases[0].Start = cases[1].Start
	assert.Equal(t, parquet.Case{
		Dataset: "d", Package: "example.com/p", Repetition: 2, Case: "a", Trial: 2, RunID: "r1", Start: cases[1].Start,
		Labels: map[string]string{"model": "x"}, Status: "error", Error: "no", Score: number(0), NullScore: number(0.25), Verdict: "fail",
		Reasoning: "0/1", Misses: []string{"x (missing)"}, MoreMisses: 3, DataHash: "00ff", MoreFields: 4, Warnings: []string{"w"},
		DurationNS: 5, Retries: 1, TimedOut: true, Replayed: true, Tags: map[string]string{"source": "scan", "b": ""},
		Cost: map[string]float64{"usd": 0.25}, Measures: cases[0].Measures, Invariants: cases[0].Invariants,
	}, cases[0])
	assert.Equal(t, "[{Name:rqs Sum:0.5 Weight:2}]", fmt.Sprintf("%+v", cases[0].Measures))
	assert.Equal(t, "[{Name:adds_up State:broken Note:1, 2 Paths:[x y]}]", fmt.Sprintf("%+v", cases[0].Invariants))
	assert.Equal(t, "skipped", cases[1].Status)
	assert.Nil(t, cases[1].Score, "undefined is null, not 0")
	assert.Empty(t, cases[1].Tags)

	assert.Equal(t, []parquet.Field{{
		Dataset: "d", Package: "example.com/p", Repetition: 2, Case: "a", Trial: 2, Path: "l[0].x", Attribute: "l[].x",
		GotIndex: []int64{1}, WantIndex: []int64{0}, Outcome: "wrong", Score: 0.5, Similarity: 0.75, Weight: 3, Note: "off",
		Cause: "outside tolerance", ErrorClass: "transposed", Origin: "made_up", Confidence: number(0),
		Got: "\"a\\u0000ä\"", Want: `{"v": null}`, Cut: true, Details: "[1]",
	}, {
		Dataset: "d", Package: "example.com/p", Repetition: 2, Case: "a", Trial: 2, Path: "y", Attribute: "y",
		GotIndex: []int64{}, WantIndex: []int64{}, Outcome: "correct_absence", Score: 1, Similarity: 1, Weight: 1,
	}}, read[parquet.Field](t, dir, "fields.parquet"))

	alignments := read[parquet.Alignment](t, dir, "alignments.parquet")
	require.Len(t, alignments, 1)
	a := alignments[0]
	assert.Equal(t, parquet.Alignment{
		Dataset: "d", Package: "example.com/p", Repetition: 2, Case: "a", Trial: 2, Path: "l", Paired: 1, OnlyGot: 2, OnlyWant: 3,
		Pairs: a.Pairs, UnmatchedGot: []int64{0, 2}, UnmatchedWant: []int64{1}, Ambiguous: true, NearestToWant: a.NearestToWant, NearestToGot: a.NearestToGot,
	}, a)
	assert.Equal(t, "[{Got:1 Want:0 Similarity:0.9}]", fmt.Sprintf("%+v", a.Pairs))
	assert.Equal(t, "[{Got:0 Want:1 Similarity:0.4 Least:0.8 Taken:true Differs:[x]}]", fmt.Sprintf("%+v", a.NearestToWant))
	assert.Equal(t, "[{Got:2 Want:1 Similarity:0.1 Least:0.8 Taken:false Differs:[]}]", fmt.Sprintf("%+v", a.NearestToGot))
}

// All rows of kept artifacts, in the order of their records.
func TestRowsAreThoseOfTheRecords(t *testing.T) {
	for _, path := range []string{"../../testdata/artifacts/v1/orders.jsonl", "../internal/render/testdata/small.jsonl", "../internal/render/testdata/hostile.jsonl"} {
		dir := t.TempDir()
		_, err := parquet.Write(dir, artifact.File(path))
		require.NoError(t, err)
		cases, fields, alignments := read[parquet.Case](t, dir, "cases.parquet"), read[parquet.Field](t, dir, "fields.parquet"), read[parquet.Alignment](t, dir, "alignments.parquet")
		_, err = artifact.Walk(artifact.File(path), artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
			row := cases[0]
			cases = cases[1:]
			assert.Equal(t, []any{s.Dataset.Name, s.Package, int32(s.Repetition), c.ID, int32(c.Trial), string(c.Status)},
				[]any{row.Dataset, row.Package, row.Repetition, row.Case, row.Trial, row.Status})
			assert.Equal(t, c.Score.Defined, row.Score != nil)
			for i := range c.Fields {
				f, row := &c.Fields[i], fields[i]
				assert.Equal(t, []any{c.ID, f.Path, f.Attribute, f.Outcome.String(), f.Similarity, string(f.Got), string(f.Want), f.Note, len(f.GotIndex)},
					[]any{row.Case, row.Path, row.Attribute, row.Outcome, row.Similarity, row.Got, row.Want, row.Note, len(row.GotIndex)})
			}
			fields = fields[len(c.Fields):]
			for i := range c.Alignments {
				assert.Equal(t, c.Alignments[i].Path, alignments[i].Path)
				assert.Len(t, alignments[i].Pairs, len(c.Alignments[i].Pairs))
			}
			alignments = alignments[len(c.Alignments):]
			return nil
		}})
		require.NoError(t, err)
		assert.Empty(t, cases)
		assert.Empty(t, fields)
		assert.Empty(t, alignments)
	}
}

// Row groups are written as they fill: 40 values of 1 MB make no group of 40 MB.
func TestRowGroupsAreBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString(head)
	for i := range 40 {
		fmt.Fprintf(&text, `{"type":"case","id":"c%d","trial":1,"status":"ok","fields":[{"path":"x","attribute":"x","outcome":"hallucinated","score":0,"similarity":0,"weight":1,"got":%q}]}`+"\n",
			i, strings.Repeat(string(rune('a'+i%26)), 1<<20))
	}
	text.WriteString(`{"type":"end","cases":40}` + "\n")
	dir := t.TempDir()
	_, err := parquet.Write(dir, source(text.String()))
	require.NoError(t, err)
	f, err := os.Open(filepath.Join(dir, "fields.parquet"))
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	opened, err := pq.OpenFile(f, info.Size())
	require.NoError(t, err)
	groups := opened.RowGroups()
	require.Len(t, groups, 3)
	for i, rows := range []int64{16, 16, 8} {
		assert.Equal(t, rows, groups[i].NumRows())
	}
	fields := read[parquet.Field](t, dir, "fields.parquet")
	require.Len(t, fields, 40)
	assert.Equal(t, `"`+strings.Repeat("n", 1<<20)+`"`, fields[39].Got)
}

func metadata(t *testing.T, path, key string) string {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	opened, err := pq.OpenFile(f, info.Size())
	require.NoError(t, err)
	value, ok := opened.Lookup(key)
	require.True(t, ok)
	return value
}

func TestWhatIsNotWholeIsTold(t *testing.T) {
	dir := t.TempDir()
	notWhole, err := parquet.Write(dir, source(head+`{"type":"case","id":"a","trial":1,"status":"ok"}`+"\n"))
	require.NoError(t, err)
	require.Len(t, notWhole, 1)
	for _, name := range []string{"cases.parquet", "fields.parquet", "alignments.parquet"} {
		assert.JSONEq(t, `[{"dataset": "d", "package": "example.com/p", "repetition": 2, "state": "broken", "why": "x.jsonl: data set \"d\" has no end record: its run broke off"}]`,
			metadata(t, filepath.Join(dir, name), "extracteval.not_whole"))
	}
	assert.Len(t, read[parquet.Case](t, dir, "cases.parquet"), 1)
	_, err = parquet.Write(dir, source(full))
	require.NoError(t, err)
	assert.Equal(t, "[]", metadata(t, filepath.Join(dir, "cases.parquet"), "extracteval.not_whole"))
	assert.Equal(t, report.Schema, metadata(t, filepath.Join(dir, "cases.parquet"), "extracteval.schema"))
}

// A source that cannot be read to its end leaves the files of before, and no others.
func TestFilesAreWhole(t *testing.T) {
	dir := t.TempDir()
	_, err := parquet.Write(dir, source(full))
	require.NoError(t, err)
	before, err := os.ReadFile(filepath.Join(dir, "fields.parquet"))
	require.NoError(t, err)
	torn := artifact.Source{Name: "torn.jsonl", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(full), iotest.ErrReader(errors.New("disk on fire")))), nil
	}}
	_, err = parquet.Write(dir, torn)
	require.ErrorContains(t, err, "torn.jsonl: ")
	require.ErrorContains(t, err, "disk on fire")
	after, err := os.ReadFile(filepath.Join(dir, "fields.parquet"))
	require.NoError(t, err)
	assert.Equal(t, before, after)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3)
	_, err = parquet.Write(filepath.Join(dir, "cases.parquet"), source(full))
	assert.ErrorContains(t, err, "parquet: ")
}
