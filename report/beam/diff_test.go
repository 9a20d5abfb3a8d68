package beam

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// TestDiffIsThatOfPackageDiff compares two runs in both ways: of 300 invoices, one of
// the old run disappeared, one appeared, and every seventh answer is another.
func TestDiffIsThatOfPackageDiff(t *testing.T) {
	const n = 300
	run := func(from, to int, answer func(invoice, int) string) string {
		var invoices []invoice
		for i := from; i < to; i++ {
			in := newInvoice(i)
			in.got = answer(in, i)
			invoices = append(invoices, in)
		}
		ds, err := Options{Dataset: "invoices", Spec: invoiceSpec}.dataset()
		require.NoError(t, err)
		return artifactOf(t, ds, inProcess(t, invoices, always))
	}
	old := run(0, n, func(in invoice, _ int) string { return in.got })
	new := run(1, n+1, func(in invoice, i int) string {
		if i%7 == 0 {
			return in.want
		}
		return in.got
	})
	want, err := diff.Compare([]artifact.Source{artifact.File(old)}, []artifact.Source{artifact.File(new)}, diff.Options{Resamples: 500})
	require.NoError(t, err)
	set := want.Sets[0]
	// The row of all leaves is of whole cases: the cases of the two lists.
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
		differences, unpaired, err := Diff(s, report.Dataset{}, stats.Bootstrap{Resamples: 500}, readRecords(s, old), readRecords(s, new))
		require.NoError(t, err)
		passert.Equals(s, unpaired, Unpaired{ID: "invoice-0000000"}, Unpaired{ID: fmt.Sprintf("invoice-%07d", n), New: true})
		passert.Equals(s, beam.ParDo(s, withoutInterval, differences), expect...)
	})
}

// artifactOf writes an artifact of cases.
func artifactOf(t *testing.T, ds report.Dataset, cases []report.Case) (path string) {
	t.Helper()
	var file bytes.Buffer
	w := artifact.NewWriter(&file, "run")
	require.NoError(t, w.Write(artifact.NewRun("p")))
	require.NoError(t, w.Write(ds))
	for _, c := range cases {
		require.NoError(t, w.Write(c))
	}
	require.NoError(t, w.End(false))
	path = filepath.Join(t.TempDir(), "run.jsonl")
	require.NoError(t, os.WriteFile(path, file.Bytes(), 0o666))
	return path
}

// readRecords returns the records of an artifact.
func readRecords(s beam.Scope, path string) beam.PCollection {
	lines, damaged := ReadLines(s, path)
	records, dead := ReadRecords(s, lines)
	passert.Empty(s, damaged)
	passert.Empty(s, dead)
	return records
}

// Twelve documents that are stored five times each, and cases that a tag or a key of the truths joins, are the units of package
// diff: the numbers, the p-value and the interval are the same.
func TestDiffHasTheUnitsOfPackageDiff(t *testing.T) {
	hash := func(v ...any) string { return report.Hash([]byte(fmt.Sprint(v...))) }
	quoted := func(v ...any) json.RawMessage { return fmt.Appendf(nil, "%q", fmt.Sprint(v...)) }
	for _, tt := range []struct {
		name    string
		cluster string
		mark    func(c *report.Case, document, copy int)
		units   int
	}{
		{"inputs", "", func(c *report.Case, i, _ int) { c.InputHash = hash(i) }, 12},
		{"texts", "", func(c *report.Case, i, k int) { c.TextHash, c.InputHash = hash(i), hash(i, k) }, 12},
		{"equal texts with other truths", "", func(c *report.Case, i, k int) { c.TextHash, c.DocumentHash = hash(i), hash(i, k) }, 60},
		{"truths", "", func(c *report.Case, i, _ int) {
			c.TruthHash = hash(i)
			for _, of := range []string{"a", "b", "c"} {
				c.Fields = append(c.Fields, report.Field{Path: of, Attribute: of, Outcome: metrics.Match, Want: quoted(of, i)})
			}
		}, 12},
		{"truths that are equal by chance", "", func(c *report.Case, i, _ int) {
			c.TruthHash = hash(i % 2)
			c.Fields = []report.Field{{Path: "total", Attribute: "total", Outcome: metrics.Match, Want: quoted(i % 2)}}
		}, 60},
		{"nothing is known", "", func(*report.Case, int, int) {}, 60},
		{"a tag", "vendor", func(c *report.Case, i, _ int) { c.Tags = map[string]string{"vendor": fmt.Sprint(i)} }, 12},
		{"a tag of some", "vendor", func(c *report.Case, i, _ int) {
			c.InputHash = hash(i)
			if i%2 == 0 {
				c.Tags = map[string]string{"vendor": fmt.Sprint(i % 3)}
			}
		}, 9},
		{"a key of the truths", "vendor", func(c *report.Case, i, _ int) { c.ClusterHash = hash(i % 7) }, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			// Some documents are fixed, some broken, and one of each both, in some of its copies.
			run := func(wrong func(document, copy int) bool) string {
				var cases []report.Case
				for k := range 5 {
					for i := range 12 {
						c := report.Case{ID: fmt.Sprintf("d%02d-%d", i, k), Trial: 1, Status: report.OK, Verdict: eval.Pass}
						tt.mark(&c, i, k)
						counts := metrics.Counts{Match: 1}
						if wrong(i, k) {
							counts, c.Verdict = metrics.Counts{Wrong: 1}, eval.Fail
						}
						c.Counts = []metrics.Row{{Attribute: "total", Counts: counts}}
						cases = append(cases, c)
					}
				}
				return artifactOf(t, report.Dataset{Name: "invoices", Cluster: tt.cluster}, cases)
			}
			for name, wrong := range map[string][2]func(i, k int) bool{
				"whole units": {func(i, _ int) bool { return i < 6 }, func(i, _ int) bool { return i == 11 }},
				"parts of units": {
					func(i, k int) bool { return i < 6 && k < 4 || i == 9 && k == 0 },
					func(i, k int) bool { return i == 0 && k < 2 || i == 9 && k == 1 || i == 11 },
				},
				"nothing": {func(i, _ int) bool { return i < 6 }, func(i, _ int) bool { return i < 6 }},
			} {
				old, new := run(wrong[0]), run(wrong[1])
				want, err := diff.Compare([]artifact.Source{artifact.File(old)}, []artifact.Source{artifact.File(new)}, diff.Options{Resamples: 500})
				require.NoError(t, err)
				set := want.Sets[0]
				assert.Equal(t, tt.units < set.Cases, slices.ContainsFunc(set.Warnings, func(w diff.Warning) bool {
					return w.Kind == diff.Copies && strings.Contains(w.Message, fmt.Sprint(tt.units))
				}), "%v", set.Warnings)
				var expect []any
				for _, r := range []diff.Row{set.Fields[0], set.Micro} {
					f := set.Fields[0] // the only one, so that the average is no other hypothesis
					d := Difference{
						Attribute: f.Field, Cases: f.Cases, Old: r.Old, New: r.New, Fixed: f.Fixed, Broken: f.Broken,
						Delta: r.Delta, Low: r.Low, High: r.High, Approximate: r.Approximate, P: report.Ratio{Value: 1, Defined: true},
					}
					if r.Field != f.Field {
						d.Attribute = ""
					}
					if len(r.Tests) > 0 {
						d.P.Value = r.Tests[0].P
					}
					expect = append(expect, rounded(d))
				}
				onPrism(t, func(p *beam.Pipeline) {
					s := p.Root()
					differences, _, err := Diff(s, report.Dataset{Cluster: tt.cluster}, stats.Bootstrap{Resamples: 500}, readRecords(s, old), readRecords(s, new))
					require.NoError(t, err, name)
					passert.Equals(s, beam.ParDo(s, rounded, differences), expect...)
				})
			}
		})
	}
}

// rounded leaves out the last digits, which depend on the order in which floats were added.
func rounded(d Difference) Difference {
	for _, r := range []*report.Ratio{&d.Old, &d.New, &d.Delta, &d.Low, &d.High, &d.P} {
		r.Value = math.Round(r.Value*1e9) / 1e9
	}
	return d
}

// withoutInterval leaves out the interval of a difference, which holds the difference.
func withoutInterval(d Difference) (Difference, error) {
	if !(d.Low.Defined && d.Low.Value <= d.Delta.Value && d.Delta.Value <= d.High.Value && d.Low.Value < d.High.Value) {
		return d, fmt.Errorf("%q changed by %v, which is not between %v and %v", d.Attribute, d.Delta, d.Low, d.High)
	}
	d.Low, d.High, d.Approximate = report.Ratio{}, report.Ratio{}, false
	return d, nil
}

func init() {
	register.Function1x2(withoutInterval)
	register.Function1x1(rounded)
}
