package internal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Golden texts were written by hand from the reports below; -update does not exist.
func golden(t *testing.T, name string, r diff.Report) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, r, view.Screen{}))
	want, err := os.ReadFile(filepath.Join("diff/testdata", name))
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

func ratio(v float64) report.Ratio { return report.RatioOf(v, true) }

func rate(count float64, of int, low, high float64) diff.Rate {
	return diff.Rate{Count: count, Of: of, Low: ratio(low), High: ratio(high)}
}

func row(name string, verdict diff.Verdict, old, new, low, high, p float64) diff.Row {
	kind := report.KindField
	switch {
	case name == runs.PassRate:
		kind = runs.KindRate
	case strings.HasSuffix(name, " F1"):
		kind = report.KindAverage
	}
	return diff.Row{Row: runs.Row{Name: name, Kind: kind, Values: runs.Values(ratio(old), ratio(new))}, Change: diff.Change{
		Verdict: verdict, Delta: ratio(new - old), Low: ratio(low), High: ratio(high),
		Tests: []diff.Test{{Method: diff.SignFlip, Delta: new - old, P: p, Adjusted: p, Significant: p <= 0.05}},
	}}
}

func judged(r diff.Row, cases, broken, fixed int) diff.Row {
	r.Cases, r.Broken, r.Fixed = cases, broken, fixed
	return r
}

func TestTextOfARegression(t *testing.T) {
	items := judged(row("lines[]", diff.Same, 1, 1, 0, 0, 1), 58, 0, 0)
	items.Items = true
	items.Tests = nil
	memo := judged(diff.Row{Row: runs.Row{Name: "memo", Values: runs.Values(report.Ratio{}, ratio(0.5))}, Change: diff.Change{Delta: ratio(0.5)}}, 3, 0, 1)
	memo.Tests = []diff.Test{{Method: diff.McNemar, Delta: 1, P: 1, Adjusted: 1}}
	memo.Reason = "too few changed cases to tell"
	macro := row("macro F1", diff.Same, 0.94, 0.92, -0.061, 0.0201, 0.31)
	macro.Reason = "within chance"
	pass := judged(row(runs.PassRate, diff.Regressed, 50./60, 38./60, -0.32, -0.09, 0.002), 60, 13, 1)
	pass.Right, pass.Detectable = diff.Rates{Old: rate(50, 60, 0.72, 0.907), New: rate(38, 60, 0.507, 0.744)}, ratio(0.2)
	golden(t, "regression.txt", diff.Report{
		Level: 0.95, Tests: 6,
		Sets: []diff.Set{{
			Dataset: "invoices", Verdict: diff.Regressed, Cases: 60, Trials: [2]int{1, 1},
			PassRate: pass,
			Micro:    row("micro F1", diff.Regressed, 0.95, 0.9, -0.071, -0.03, 0.0004),
			Macro:    macro,
			Fields: []diff.Row{
				judged(row("invoice.number", diff.Improved, 0.9, 1, 0.04, 0.16, 0.012), 60, 0, 8),
				judged(row("total", diff.Regressed, 0.99, 0.75, -0.34, -0.15, 0.00001), 59, 14, 1),
				memo, items,
				{Row: runs.Row{Name: "vendor.vat"}, Change: diff.Change{Verdict: diff.Disappeared}},
				{Row: runs.Row{Name: "vendor.iban"}, Change: diff.Change{Verdict: diff.Appeared}},
			},
			Passed: diff.Rates{Old: rate(50, 60, 0.72, 0.907), New: rate(38, 60, 0.507, 0.744)},
			Failed: diff.Rates{Old: rate(0, 60, 0, 0.06), New: rate(1, 60, 0.003, 0.089)},
			Broken: diff.Changes{More: 11, Cases: []diff.CaseChange{
				{ID: "inv-1", New: diff.CaseState{Status: report.Error, Error: "429\nslow down"}, Fields: []diff.FieldChange{
					{Field: "total", Worse: true, Trial: 1, Values: []diff.ValueChange{{
						Path: "total", Old: diff.Value{Outcome: metrics.Match, Got: "1889"}, New: diff.Value{Outcome: metrics.Missing}, Want: "1889",
					}}},
				}, MoreFields: 2},
				{ID: "inv-2", Fields: []diff.FieldChange{{Field: "memo", Worse: true}}},
			}},
			Regressed: diff.Changes{Cases: []diff.CaseChange{{ID: "inv-7", Fields: []diff.FieldChange{
				{Field: "lines[].sku", Worse: true, Trial: 1, MoreValues: 4, Values: []diff.ValueChange{
					{Path: "lines[0].sku", Old: diff.Value{Outcome: metrics.Match}, New: diff.Value{Outcome: metrics.Wrong}},
					{Path: "lines[12].sku", New: diff.Value{Outcome: metrics.Invented, Got: `"Z"`}},
				}},
				{Field: "invoice.number", Trial: 1, Values: []diff.ValueChange{{
					Path: "invoice.number", Old: diff.Value{Outcome: metrics.Hallucinated, Got: `"1"`}, New: diff.Value{Outcome: metrics.CorrectAbsence},
				}}},
			}}}},
			Disappeared: diff.Names{Names: []string{"inv-99"}, More: 1},
			Appeared:    diff.Names{Names: []string{"inv-100"}},
			Warnings:    []diff.Warning{{Kind: diff.SpecChanged, Message: "the spec has changed"}, {Kind: diff.Partial, Message: "the new run is partial"}},
		}},
		Warnings: []diff.Warning{{Kind: diff.BadRecord, Message: "b.jsonl:3: no JSON"}},
	})
}

func TestTextOfNoChange(t *testing.T) {
	same := diff.Set{
		Dataset: "receipts", Cases: 400, Trials: [2]int{3, 3},
		Micro: row("micro F1", diff.Same, 0.9, 0.897, -0.012, 0.006, 1), Macro: row("macro F1", diff.Same, 0.8, 0.8, -0.0004, 0.0004, 1),
		Fields:   []diff.Row{judged(row("total", diff.Same, 0.9, 0.897, -0.012, 0.006, 1), 400, 5, 4)},
		PassRate: judged(row(runs.PassRate, diff.Same, 0.95, 0.9475, -0.009, 0.004, 1), 400, 2, 1),
	}
	same.PassRate.Right = diff.Rates{Old: rate(380, 400, 0.924, 0.967), New: rate(379, 400, 0.921, 0.965)}
	golden(t, "same.txt", diff.Report{Level: 0.9, Sets: []diff.Set{same}})
}

func TestVerdictOfText(t *testing.T) {
	set := func(name string, rows ...diff.Row) diff.Set { return diff.Set{Dataset: name, Fields: rows} }
	drop := row("total", diff.Regressed, 0.9, 0.85, -0.07, -0.03, 0.01)
	gone := diff.Row{Row: runs.Row{Name: "x"}, Change: diff.Change{Verdict: diff.Disappeared}}
	for _, tt := range []struct {
		name string
		r    diff.Report
		want string
	}{
		{"nothing", diff.Report{Sets: []diff.Set{set("a")}}, "no significant change"},
		{"a gain", diff.Report{Sets: []diff.Set{set("a", row("total", diff.Improved, 0.8, 0.9, 0.05, 0.15, 0.01))}}, "improved: total 0.800 → 0.900 (+0.100)"},
		{"a drop", diff.Report{Sets: []diff.Set{set("a", drop)}}, "regressed: total 0.900 → 0.850 (-0.050)"},
		{"a drop that is let pass", diff.Report{MaxDrop: 0.06, Sets: []diff.Set{set("a", drop)}}, "no drop beyond 0.06"},
		{"several data sets", diff.Report{Sets: []diff.Set{set("a", drop), set("b", gone)}}, "regressed: a: total 0.900 → 0.850 (-0.050)\nregressed: b: x disappeared"},
		{"many fields", diff.Report{Sets: []diff.Set{set("a", drop, gone, gone, gone, gone, gone, gone)}},
			"regressed: total 0.900 → 0.850 (-0.050), x disappeared, x disappeared, x disappeared, x disappeared, 2 more"},
		{"a data set", diff.Report{Sets: []diff.Set{{Dataset: "a", Verdict: diff.Disappeared}}}, "regressed: the data set disappeared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, diff.WriteText(&b, tt.r, view.Screen{}))
			verdict, _, _ := strings.Cut(b.String(), "\n\n")
			assert.Equal(t, tt.want, verdict)
		})
	}
}

// A narrow page has every line within its width and names that still differ. Columns that the cases
// below tell go first, values have lines of their own where three have no room, and verdicts have colours.
func TestTextFitsTheWidth(t *testing.T) {
	seller, buyer := "contract.parties.seller.address.street", "contract.parties.buyer.address.street"
	worse := judged(row(seller, diff.Regressed, 0.9, 0.7, -0.3, -0.1, 0.001), 60, 14, 1)
	same := judged(row(buyer, diff.Same, 0.9, 0.89, -0.02, 0.01, 0.4), 60, 2, 1)
	same.Reason = "within chance of 8 tests"
	value := func(path string) []diff.ValueChange {
		return []diff.ValueChange{{
			Path: path, Old: diff.Value{Outcome: metrics.Match, Got: `"12 Long Acre, London"`},
			New: diff.Value{Outcome: metrics.Wrong, Got: `"21 Long Acre, London"`}, Want: `"12 Long Acre, London"`,
		}}
	}
	r := diff.Report{Level: 0.95, Sets: []diff.Set{{
		Dataset: "contracts", Verdict: diff.Regressed, Cases: 60, Trials: [2]int{1, 1}, Fields: []diff.Row{worse, same},
		Micro: row("micro F1", diff.Improved, 0.8, 0.9, 0.05, 0.15, 0.01), Macro: row("macro F1", diff.Same, 0.8, 0.8, 0, 0, 1),
		Passed: diff.Rates{Old: rate(50, 60, 0.72, 0.907), New: rate(38, 60, 0.507, 0.744)},
		Broken: diff.Changes{Cases: []diff.CaseChange{{ID: "c-1", Fields: []diff.FieldChange{
			{Field: seller, Worse: true, Trial: 1, Values: value(seller)}, {Field: buyer, Worse: true, Trial: 1, Values: value(buyer)},
		}}}},
	}}}
	for width, leftOut := range map[int]string{60: "finds, n, broken, fixed, p, 95%", 80: "finds, n, broken, fixed", 100: "", 120: ""} {
		var b, painted bytes.Buffer
		require.NoError(t, diff.WriteText(&b, r, view.Screen{Width: width}))
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), width, "%q", line)
		}
		said, _, _ := strings.Cut(b.String(), " of 60")
		_, said, _ = strings.Cut(said, "columns are too few for ")
		said, _, _ = strings.Cut(said, "\n")
		assert.Equal(t, leftOut, said, width)
		assert.Regexp(t, `\n\S*sel\S* +0\.900  0\.700 `, b.String(), width)
		assert.Regexp(t, `\n\S*buy\S* +0\.900  0\.890 `, b.String(), width)
		assert.Contains(t, b.String(), "within chance of 8 tests", width)
		assert.Equal(t, width == 60, strings.Contains(b.String(), "\n      now \"21 Long Acre, London\"\n"), width)
		require.NoError(t, diff.WriteText(&painted, r, view.Screen{Width: width, Colour: true}))
		assert.Contains(t, painted.String(), "\x1b[31m-0.200\x1b[0m", width)
		assert.Contains(t, painted.String(), "\x1b[32m+0.100\x1b[0m", width)
		assert.True(t, strings.HasPrefix(painted.String(), "\x1b[31mregressed: "), width)
	}
}

func TestLongIDsOfCasesStayDifferent(t *testing.T) {
	folder := "s3://documents/2024/03/incoming/customer-4711/region-eu-central/"
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, diff.Report{Level: 0.95, Sets: []diff.Set{{Dataset: "d", Cases: 2,
		Broken: diff.Changes{Cases: []diff.CaseChange{{ID: folder + "inv-001.pdf"}, {ID: folder + "inv-002.pdf"}}}}}}, view.Screen{}))
	assert.Contains(t, b.String(), "broken: 2 cases\n  s3://documents/2024/03/incoming…11/region-eu-central/inv-001.pdf\n  s3://documents/2024/03/incoming…11/region-eu-central/inv-002.pdf\n")
}

func TestHostileTextIsHarmless(t *testing.T) {
	bad := "\x1b[31mPASS\n--- FAIL: TestX\u202e\xff"
	old := case1(bad, diffLeaf{bad, metrics.Match, `"\u001b]0;x"`, `"a"`})
	new := case1(bad, diffLeaf{bad, metrics.Wrong, "\"\u202e\"", `"a"`})
	new.Status, new.Error = report.Error, bad
	ds := report.Dataset{Name: "PASS"}
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, compareRuns(t, artifactOf(t, ds, old), artifactOf(t, ds, new), diff.Options{}), view.Screen{}))
	for _, r := range b.String() {
		assert.True(t, r == '\n' || r >= 0x20 && r != 0x7f && r != 0x202e && r != 0xfffe, "%q", r)
	}
	for line := range strings.Lines(b.String()) {
		assert.NotRegexp(t, `^\s*(---|PASS|FAIL)`, line)
	}
}

// A value that the record does not have cannot leak, and is not shown as absent.
func TestRedactedValuesStayRedacted(t *testing.T) {
	old := case1("x", diffLeaf{"total", metrics.Match, "", ""})
	new := case1("x", diffLeaf{"total", metrics.Wrong, "", ""})
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, compareRuns(t, artifactOf(t, invoiceSet, old), artifactOf(t, invoiceSet, new), diff.Options{}), view.Screen{}))
	assert.Contains(t, b.String(), "    total  was (redacted)  now (redacted)  want (redacted)\n")

	old = case1("x", diffLeaf{"total", metrics.Match, `"hmac:0011"`, `"hmac:0011"`})
	new = case1("x", diffLeaf{"total", metrics.Wrong, `"hmac:2233"`, `"hmac:0011"`})
	b.Reset()
	require.NoError(t, diff.WriteText(&b, compareRuns(t, artifactOf(t, invoiceSet, old), artifactOf(t, invoiceSet, new), diff.Options{}), view.Screen{}))
	assert.Contains(t, b.String(), `    total  was "hmac:0011"  now "hmac:2233"  want "hmac:0011"`+"\n")
}

func TestTextThatCannotBeWritten(t *testing.T) {
	assert.EqualError(t, diff.WriteText(errWriter{}, diff.Report{}, view.Screen{}), "printing: no space")
}

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }
