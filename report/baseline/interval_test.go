package baseline_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/testdata/effort"
)

// What a gate prints and what evalreport diff prints of the artifact of the run is one interval, though the lines of a baseline have no
// values of truths, by which cases without a document may be copies, and no text beside an input.
func TestIntervalIsThatOfDiff(t *testing.T) {
	for name, document := range map[string]func(i int) report.Observation{
		"truths": func(int) report.Observation { return report.Observation{} },
		"inputs": func(i int) report.Observation { return report.Observation{Input: fmt.Append(nil, i)} },
		"texts beside them": func(i int) report.Observation {
			return report.Observation{Input: fmt.Append(nil, i), Text: fmt.Sprint("text ", i)}
		},
	} {
		for _, copied := range []int{1, 2} {
			ds, e := describeInvoices()
			record := func(wrong, of int) (*baseline.Run, artifact.Source) {
				var text bytes.Buffer
				run, w := baseline.New(artifact.NewRun("example.com/service"), ds), artifact.NewWriter(&text, "run.jsonl")
				require.NoError(t, w.Write(artifact.NewRun("example.com/service")))
				require.NoError(t, w.Write(ds))
				for i := range 60 {
					want := fmt.Sprintf(`{"number": "R-%d", "total": %d}`, i/copied, i/copied)
					got := want
					if i%of < wrong {
						got = fmt.Sprintf(`{"number": "R-%d", "total": 1000}`, i/copied)
					}
					result, err := e.Evaluate(context.Background(), got, want)
					require.NoError(t, err)
					seen := document(i / copied)
					seen.ID, seen.Trial, seen.Result, seen.Want = fmt.Sprint("inv-", i), 1, &result, []byte(want)
					c := report.NewCase(seen, report.CaseOptions{})
					require.NoError(t, run.Add(&c))
					require.NoError(t, w.Write(c))
				}
				require.NoError(t, w.End(false))
				return run, artifact.Source{Name: "run.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(&text), nil }}
			}
			path := filepath.Join(t.TempDir(), "base.jsonl")
			former, _ := record(0, 1)
			_, err := former.Write(path, report.Summary{})
			require.NoError(t, err)

			for _, of := range effort.Some(2, []int{7, 10, 12, 15}) { // from beyond chance at each level to within it at that of a gate
				run, source := record(min(4, of/5), of)
				judged := run.Judge(path)
				compared, err := diff.Compare([]artifact.Source{artifact.File(path)}, []artifact.Source{source}, diff.Options{})
				require.NoError(t, err)
				set := &compared.Sets[0]
				require.Len(t, judged.Worse, 3, "total, and both averages")
				for i, row := range []*diff.Row{&set.Fields[1], &set.Micro, &set.Macro} {
					fall := judged.Worse[i]
					require.Equal(t, row.Name, fall.Name)
					assert.True(t, fall.Low.Defined)
					assert.Equal(t, []report.Ratio{row.Low, row.High}, []report.Ratio{fall.Low, fall.High}, "%s, %s, 1 of %d, %d of each document", row.Name, name, of, copied)
				}
			}
		}
	}
}
