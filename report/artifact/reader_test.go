package artifact_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	runLine  = `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-21T10:00:00Z","versions":{}}` + "\n"
	setLine  = `{"type":"dataset","name":"invoices"}` + "\n"
	caseLine = `{"type":"case","id":"a","trial":1,"status":"ok","score":1,"counts":[{"attribute":"x","counts":{"match":1}}]}` + "\n"
	endLine  = `{"type":"end","cases":1}` + "\n"
)

func TestReader(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	for _, tt := range []struct {
		name, text string
		types      []string // of the records; "" is a bad line
		problems   []string
	}{
		{"whole", runLine + setLine + caseLine + endLine, []string{"run", "dataset", "case", "end"}, nil},
		{"two runs in one file", runLine + setLine + caseLine + endLine + runLine + setLine + caseLine + endLine, []string{"run", "dataset", "case", "end", "run", "dataset", "case", "end"}, nil},
		{"empty", "", nil, nil},
		{"no end", runLine + setLine + caseLine, []string{"run", "dataset", "case"}, nil},
		{"first run without end", runLine + setLine + runLine + setLine + caseLine + endLine, []string{"run", "dataset", "run", "dataset", "case", "end"}, nil},
		{"a case is missing", runLine + setLine + endLine, []string{"run", "dataset", "end"}, nil},
		{"last line is cut off", runLine + setLine + caseLine[:20], []string{"run", "dataset", ""}, []string{"f:3: last line is cut off"}},
		{"only the last line feed is lost", runLine + setLine + caseLine + strings.TrimSpace(endLine), []string{"run", "dataset", "case", "end"}, nil},
		{"bad line in the middle", runLine + "{oops}\n" + caseLine + endLine, []string{"run", "", "case", "end"}, []string{"f:2: not JSON: invalid character 'o' looking for beginning of object key string"}},
		{"no object", "[]\n", []string{""}, []string{"f:1: a record is a JSON object"}},
		{"no type", "{}\n", []string{""}, []string{`f:1: it has no "type", as each record of an artifact has`}},
		{"a truth", `{"id":"a","want":{}}` + "\n", []string{""}, []string{`f:1: it is a truth (it has the key "want"), not a record of an artifact`}},
		{"an answer", `{"id":"a","got":{}}` + "\n", []string{""}, []string{`f:1: it is an answer (it has the key "got"), not a record of an artifact`}},
		{"unknown type and unknown keys", `{"type":"unicorn"}` + "\n" + strings.Replace(caseLine, `"trial"`, `"horn":1,"trial"`, 1), []string{"case"}, nil},
		{"empty lines, spaces, CRLF", "\n \r\n" + strings.ReplaceAll(runLine+caseLine+endLine, "\n", "\r\n"), []string{"run", "case", "end"}, nil},
		{"byte order mark", "\uFEFF" + runLine + setLine + caseLine + endLine, []string{"run", "dataset", "case", "end"}, nil},
		{"byte order mark and nothing", "\uFEFF", nil, nil},
		{"byte order mark in the middle", runLine + "\uFEFF" + caseLine, []string{"run", ""}, []string{"f:2: not JSON: invalid character 'ï' looking for beginning of value"}},
		{"another schema is skipped", strings.Replace(runLine, "v1", "v9", 1) + caseLine + endLine + runLine + caseLine + endLine, []string{"", "run", "case", "end"},
			[]string{`f:1: schema "extracteval/v9" cannot be read, want "extracteval/v1": this run is skipped`}},
		{"wrong type of a value", `{"type":"case","id":1,"trial":1,"status":"ok"}` + "\n", []string{""}, []string{"f:1: id: a JSON number does not fit"}},
		{"no id", `{"type":"case","trial":1,"status":"ok"}` + "\n", []string{""}, []string{"f:1: a case has an id"}},
		{"no trial", `{"type":"case","id":"a","status":"ok"}` + "\n", []string{""}, []string{`f:1: case "a": trial 0, want 1 or more`}},
		{"no status", `{"type":"case","id":"a","trial":1}` + "\n", []string{""}, []string{`f:1: case "a": unknown status ""`}},
		{"score outside", `{"type":"case","id":"a","trial":1,"status":"ok","score":2}` + "\n", []string{""}, []string{`f:1: case "a": score 2 is outside [0,1]`}},
		{"row without attribute", `{"type":"case","id":"a","trial":1,"status":"ok","counts":[{}]}` + "\n", []string{""}, []string{`f:1: case "a": row 0 of counts has no attribute`}},
		{"data set without name", `{"type":"dataset"}` + "\n", []string{""}, []string{"f:1: a data set has a name"}},
		{"unknown policy", `{"type":"dataset","name":"x","policy":"no"}` + "\n", []string{""}, []string{`f:1: metrics: unknown policy "no", want "wrong_both", "wrong_fp" or "wrong_fn"`}},
		{"deep", deep + "\n" + caseLine, []string{"", "case"}, []string{"f:1: not JSON: invalid character '[' exceeded max depth"}},
	} {
		for _, brief := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				r := artifact.NewReader(iotest.OneByteReader(strings.NewReader(tt.text)), "f")
				r.Brief = brief
				var types, problems []string
				for r.Scan() {
					types = append(types, r.Record().Type())
					if bad, ok := r.Record().(*artifact.SyntaxError); ok {
						problems = append(problems, bad.Error())
					}
				}
				require.NoError(t, r.Err())
				assert.Nil(t, r.Record())
				assert.False(t, r.Scan(), "the end is the end")
				assert.Equal(t, tt.types, types)
				assert.Equal(t, tt.problems, problems)
			})
		}
	}
}

func TestReaderTellsAnErrorOfTheSource(t *testing.T) {
	r := artifact.NewReader(io.MultiReader(strings.NewReader(runLine+caseLine+`{"type":"ca`), iotest.ErrReader(errors.New("disk gone"))), "f")
	ids, problems := readAll(r)
	assert.Equal(t, []string{"a"}, ids)
	assert.Equal(t, []string{"f:3: last line is cut off", "report: reading f: disk gone"}, problems)
}

func TestReaderTakesLinesUpToTheLimit(t *testing.T) {
	effort.NeedsLong(t) // package files tests the limit
	effort.OneGoroutine(t)
	long := func(n int) string {
		const head, tail = `{"type":"case","id":"a","trial":1,"status":"ok","error":"`, `"}`
		return head + strings.Repeat("x", n-len(head)-len(tail)) + tail + "\n"
	}
	ids, problems := readAll(artifact.NewReader(strings.NewReader(long(1<<20)+long(files.MaxLine+1)+caseLine), "f"))
	assert.Equal(t, []string{"a", "a"}, ids, "reading goes on after a line that is too long")
	assert.Equal(t, []string{"f:2: line is longer than 64 MiB"}, problems)
}

func TestBriefCaseHasWhatASummaryNeeds(t *testing.T) {
	c := report.NewCase(report.Observation{ID: "inv-1", Trial: 2, Result: reporttest.Invoice(), Tags: map[string]string{"vendor": "acme"}}, report.CaseOptions{})
	c.Origins = []report.OriginRow{{Attribute: "total", Origins: report.Origins{MadeUp: 1}}}
	text := reporttest.Line(t, c)
	read := func(brief bool) report.Case {
		r := artifact.NewReader(strings.NewReader(text), "f")
		r.Brief = brief
		require.True(t, r.Scan())
		return *r.Record().(*report.Case)
	}
	full, brief := read(false), read(true)
	assert.Equal(t, text, reporttest.Line(t, full), "what was written comes back")
	assert.Equal(t, full.Counts, brief.Counts)
	assert.Equal(t, c.Origins, full.Origins)
	assert.Equal(t, full.Origins, brief.Origins)
	assert.Equal(t, full.Misses, brief.Misses)
	assert.Equal(t, full.Tags, brief.Tags)
	assert.Equal(t, full.Score, brief.Score)
	assert.Equal(t, full.DataHash, brief.DataHash)
	assert.Equal(t, 2, brief.Trial)
	assert.Empty(t, brief.Fields)
	assert.Equal(t, metrics.Counts{Wrong: 1}, brief.Counts[1].Counts)
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(runLine + setLine + caseLine + endLine))
	f.Add([]byte(caseLine + "{\n" + endLine[:7]))
	text, err := artifact.AppendRecord(nil, report.NewCase(report.Observation{ID: "inv-1", Result: reporttest.Invoice()}, report.CaseOptions{}))
	require.NoError(f, err)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, brief := range []bool{false, true} {
			r := artifact.NewReader(bytes.NewReader(text), "f")
			r.Brief = brief
			s := summarize.New(summarize.Options{Resamples: 10})
			lines := 0
			for r.Scan() {
				require.Greater(t, r.Line(), lines)
				lines = r.Line()
				if c, ok := r.Record().(*report.Case); ok {
					_ = s.Add(c)
				}
			}
			require.NoError(t, r.Err())
			require.LessOrEqual(t, lines, bytes.Count(text, []byte("\n"))+1)
			summary, err := artifact.AppendRecord(nil, s.Summary())
			require.NoError(t, err)
			require.True(t, bytes.HasSuffix(summary, []byte("}\n")))
			require.NoError(t, terminal.WriteText(io.Discard, s.Summary(), terminal.Options{}))
		}
	})
}
