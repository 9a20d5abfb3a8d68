package beam

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/diff"
)

// TestDiffIsThatOfPackageDiff compares two runs in both ways: of 300 invoices, one of
// the old run disappeared, one appeared, and every seventh answer is another.
func TestDiffIsThatOfPackageDiff(t *testing.T) {
	const n = 300
	run := func(name string, from, to int, answer func(invoice, int) string) string {
		var invoices []invoice
		for i := from; i < to; i++ {
			in := newInvoice(i)
			in.got = answer(in, i)
			invoices = append(invoices, in)
		}
		var file bytes.Buffer
		w := artifact.NewWriter(&file, name)
		ds, err := Options{Dataset: "invoices", Spec: invoiceSpec}.dataset()
		require.NoError(t, err)
		require.NoError(t, w.Write(artifact.NewRun("p")))
		require.NoError(t, w.Write(ds))
		for _, c := range inProcess(t, invoices, always) {
			require.NoError(t, w.Write(c))
		}
		require.NoError(t, w.End(false))
		path := filepath.Join(t.TempDir(), name+".jsonl")
		require.NoError(t, os.WriteFile(path, file.Bytes(), 0o666))
		return path
	}
	old := run("old", 0, n, func(in invoice, _ int) string { return in.got })
	new := run("new", 1, n+1, func(in invoice, i int) string {
		if i%7 == 0 {
			return in.want
		}
		return in.got
	})
	want, err := diff.Compare([]artifact.Source{artifact.File(old)}, []artifact.Source{artifact.File(new)}, diff.Options{Resamples: 500})
	require.NoError(t, err)
	set := want.Sets[0]
	// The row of all leaves is of whole cases: those of the two lists.
	all := set.Micro
	all.Field, all.Cases, all.Fixed, all.Broken = "", set.Cases, set.Fixed.Total(), set.Broken.Total()
	var expect []any
	for _, r := range append(set.Fields, all) {
		d := Difference{
			Attribute: r.Field, Cases: r.Cases, Old: r.Old, New: r.New,
			Delta: r.Delta, Fixed: r.Fixed, Broken: r.Broken,
		}
		d.P = report.RatioOf(stats.McNemar(r.Fixed, r.Broken))
		for _, test := range r.Tests {
			if test.Method == diff.McNemar && r.Field != "" {
				require.InDelta(t, test.P, d.P.Value, 1e-12)
			}
		}
		expect = append(expect, d)
	}
	require.Len(t, expect, 11)
	require.NotZero(t, all.Fixed)

	onPrism(t, func(p *beam.Pipeline) {
		s := p.Root()
		read := func(path string) beam.PCollection {
			records, dead := ReadRecords(s, ReadLines(s, path).Lines)
			passert.Empty(s, dead)
			return records
		}
		changes, err := Diff(s, stats.Bootstrap{Resamples: 500}, metrics.WrongBoth, read(old), read(new))
		require.NoError(t, err)
		passert.Equals(s, changes.Unpaired, Unpaired{ID: "invoice-0000000"}, Unpaired{ID: fmt.Sprintf("invoice-%07d", n), New: true})
		passert.Equals(s, beam.ParDo(s, withoutInterval, changes.Differences), expect...)
	})
}

// withoutInterval leaves out the interval of a difference, which holds the difference.
func withoutInterval(d Difference) (Difference, error) {
	if !(d.Low.Defined && d.Low.Value <= d.Delta.Value && d.Delta.Value <= d.High.Value && d.Low.Value < d.High.Value) {
		return d, fmt.Errorf("%q changed by %v, which is not between %v and %v", d.Attribute, d.Delta, d.Low, d.High)
	}
	d.Low, d.High, d.Approximate = report.Ratio{}, report.Ratio{}, false
	return d, nil
}

func init() { register.Function1x2(withoutInterval) }
