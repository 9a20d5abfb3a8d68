package baseline_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/testdata/effort"
)

// flow says how many values of a field fell and how many rose.
type flow struct{ fell, rose int }

// isWrong returns which values are wrong before or after the flows, those of each copy alike.
func isWrong(flows []flow, copies int, after bool) func(document, field, trial int) bool {
	return func(document, field, _ int) bool {
		f, document := flows[field], document/copies
		if after {
			return document >= f.rose && document < f.rose+f.fell
		}
		return document < f.rose
	}
}

// What a fall exceeds is z·√(2·rises) + (z²-1)/6 values, where |z| is less with a probability of 1 - 1/2000/numbers. It
// is 19.03 for 10 rises, and 19.85 for 11, if a field stands for both averages. One of two fields has at least the rises per value
// of both: 15.57 for 12 rises of 400 values. A rise exceeds as much by falls.
func TestNoiseIsExceeded(t *testing.T) {
	effort.OneGoroutine(t)
	for _, tt := range []struct {
		reason            string
		documents, copies int
		maxFall           float64
		flows             []flow
		worse             []string
	}{
		{"19 are no more than 19.03", 200, 1, 0.001, []flow{{29, 10}}, nil},
		{"20 are more than 19.85", 200, 1, 0.001, []flow{{31, 11}}, []string{"number"}},
		{"15 are no more than 15.57", 200, 1, 0.001, []flow{{19, 4}, {8, 8}}, nil},
		{"16 are more than 15.57", 200, 1, 0.001, []flow{{20, 4}, {8, 8}}, []string{"number"}},
		{"as far as the limit", 200, 1, 0.02, []flow{{4, 0}}, nil},
		{"of 40 values three come and go", 40, 1, 0.06, []flow{{3, 0}, {}}, nil},
		{"of 40 values a fourth does not", 40, 1, 0.06, []flow{{4, 0}, {}}, []string{"number"}},
		{"two of 40 documents with two copies", 80, 2, 0.02, []flow{{2, 0}}, nil},
		{"three of 40 documents with two copies", 80, 2, 0.02, []flow{{3, 0}}, []string{"number"}},
	} {
		runs := [2]run{}
		for k := range runs {
			runs[k] = run{
				documents: tt.documents, fields: three[:len(tt.flows)], gate: report.Gate{MaxFall: tt.maxFall}, wrong: isWrong(tt.flows, tt.copies, k == 1),
				edit: func(document int, c *report.Case) {
					c.InputHash = fmt.Sprintf("%016x", 1+document/tt.copies)
					c.DocumentHash = c.InputHash
				},
			}
		}
		fall, rise := runs[1].recorded(t).Judge(runs[0].write(t)), runs[0].recorded(t).Judge(runs[1].write(t))
		for way, falls := range map[string][]report.Fall{"worse": fall.Worse, "better": rise.Better} {
			var names []string
			for _, f := range falls {
				assert.False(t, f.Beyond, "%s: it is within chance by its test", tt.reason)
				names = append(names, f.Name)
			}
			assert.Equal(t, tt.worse, names, "%s: %s", way, tt.reason)
		}
		assert.Empty(t, fall.Better, tt.reason)
		assert.Empty(t, rise.Worse, tt.reason)
	}
}

// A field with few values moves the macro average further than the micro average, with copies counted once, too.
func TestMacroAverageOfCopies(t *testing.T) {
	sparse := run{documents: 120, fields: three[:2], gate: report.Gate{MaxFall: 0.05}, edit: func(document int, c *report.Case) {
		c.InputHash = fmt.Sprintf("%016x", 1+document/2)
		if c.DocumentHash = c.InputHash; document >= 20 {
			c.Counts = c.Counts[:1]
		}
	}}
	path := sparse.write(t)
	sparse.wrong = broken(1, 6)
	b := sparse.recorded(t).Judge(path)
	require.Len(t, b.Worse, 1)
	assert.Equal(t, "macro F1 1.000 → 0.850 (-0.150)", b.Worse[0].Change())
}

// Measures share the level: a change of 3.8 standard errors is beyond the chance of one measure, and not of twenty.
func TestMeasuresShareTheLevel(t *testing.T) {
	for _, tt := range []struct {
		measures int
		fall     float64 // in standard errors
		passes   bool
	}{{1, 3.3, true}, {1, 3.8, false}, {20, 3.8, true}, {20, 4.8, false}} {
		ds := report.Dataset{Name: "invoices"}
		for k := range tt.measures {
			ds.Measures = append(ds.Measures, report.Measure{Name: fmt.Sprint("m", k)})
		}
		record := func(fall float64) *baseline.Run {
			b := baseline.New(artifact.NewRun("example.com/svc"), ds)
			for i := range 400 {
				c := report.Case{ID: fmt.Sprintf("inv-%03d", i), Trial: 1, Status: report.OK, Verdict: eval.Pass, DataHash: fmt.Sprintf("%016x", i+1)}
				for k, m := range ds.Measures {
					value := 0.5
					if k == 0 && fall > 0 { // changes are -0.01 or 0.01, and less by the fall: their standard error is 0.01/√400
						value += 0.01*float64(2*(i%2)-1) - fall*0.01/20
					}
					c.Measures = append(c.Measures, report.Measured{Name: m.Name, Sum: value, Weight: 1})
				}
				require.NoError(t, b.Add(&c))
			}
			return b
		}
		path := t.TempDir() + "/b.jsonl"
		_, err := record(0).Write(path, report.Summary{})
		require.NoError(t, err)
		assert.Equal(t, tt.passes, record(tt.fall).Judge(path).Passed(), "%+v", tt)
	}
}
