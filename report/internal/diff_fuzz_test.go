package internal_test

import (
	"encoding/json"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// FuzzCompare takes any bytes for artifacts: there is an error, or a report that is
// JSON and text, and none of it panics.
func FuzzCompare(f *testing.F) {
	run := func(cases ...report.Case) []byte {
		s := artifactOf(f, invoiceSet, cases...)
		from, err := s.Open()
		require.NoError(f, err)
		all, err := io.ReadAll(from)
		require.NoError(f, err)
		return all
	}
	a := run(case1("x", diffRight("number"), wrong("total")), caseN("x", 2, wrong("number")), case1("y", diffRight("lines[].sku"), diffRight("lines[].sku")))
	b := run(case1("x", wrong("number"), diffRight("total")), case1("y", wrong("lines[].sku"), diffRight("lines[].sku")), case1("z"))
	f.Add(a, b)
	f.Add(b, a)
	f.Add(a, a[:len(a)/2])
	f.Add([]byte(`{"type":"dataset","name":"d"}
{"type":"case","id":"x","trial":2147483647,"status":"ok","counts":[{"attribute":"a","items":true,"counts":{"match":2147483647}},{"attribute":"a","counts":{"wrong":1}}]}`),
		[]byte(`{"type":"run","schema":"extracteval/v1","repetition":-1}
{"type":"dataset","name":"d","policy":"wrong_fn"}
{"type":"case","id":"x","trial":1,"status":"error"}
{"type":"case","id":"x","trial":2,"status":"skipped"}`))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		r, err := diff.Compare([]artifact.Source{diffText("old", old)}, []artifact.Source{diffText("new", new)}, diff.Options{Resamples: 20, MaxCases: 3})
		if err != nil {
			return
		}
		_, err = json.Marshal(r)
		require.NoError(t, err)
		require.NoError(t, diff.WriteText(io.Discard, r, view.Screen{}))
		for _, s := range r.Sets {
			for _, row := range append(s.Fields, s.Micro, s.Macro) {
				p, _ := row.P()
				require.True(t, p >= 0 && p <= 1, "p %v", p)
				require.LessOrEqual(t, row.Low.Value, row.High.Value)
			}
		}
	})
}
