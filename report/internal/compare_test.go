package internal_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/redact"
)

// made is a run that was made by hand: which cases it has, and which of their fields are
// wrong.
type made struct {
	name    string
	dataset string // default "invoices"
	labels  map[string]string
	spec    string
	from    int // numbers of the cases
	to      int
	trials  int
	fields  []string
	wrong   func(n, trial int, field string) bool
	edit    func(c *report.Case)
	broken  bool   // it broke off
	shuffle uint64 // 0: the cases come in order
	redact  redact.Redaction

	measures []report.Measure
	classes  []report.ClassList
	summary  *report.Summary
}

func (m made) source(t *testing.T) artifact.Source {
	t.Helper()
	if m.dataset == "" {
		m.dataset = "invoices"
	}
	ds := report.Dataset{Name: m.dataset, Attributes: m.fields, SpecHash: m.spec, Measures: m.measures, Classes: m.classes}
	ds.SetRedaction(m.redact)
	records := []report.Record{report.Run{Schema: report.Schema, Package: "example.com/service", Repetition: 1, Labels: m.labels}, ds}
	cases := 0
	for n := m.from; n < m.to; n++ {
		for trial := 1; trial <= max(m.trials, 1); trial++ {
			c := report.Case{ID: fmt.Sprintf("doc-%03d", n), Trial: trial, Status: report.OK, Verdict: eval.Pass, DataHash: fmt.Sprintf("%016x", n+1)}
			for _, field := range m.fields {
				f := report.Field{Path: field, Attribute: field, Outcome: metrics.Match, Got: []byte(`"right"`), Want: []byte(`"right"`)}
				if m.wrong != nil && m.wrong(n, trial, field) {
					f.Outcome, f.Got, c.Verdict = metrics.Wrong, []byte(`"left"`), eval.Fail
				}
				var counts metrics.Counts
				counts.Add(f.Outcome)
				c.Fields = append(c.Fields, f)
				c.Counts = append(c.Counts, metrics.Row{Attribute: field, Counts: counts})
			}
			if m.edit != nil {
				m.edit(&c)
			}
			records = append(records, c)
			cases++
		}
	}
	if m.shuffle > 0 {
		all := records[2:]
		rand.New(rand.NewPCG(m.shuffle, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	if !m.broken {
		if m.summary != nil {
			m.summary.Dataset, m.summary.Policy = m.dataset, "wrong_both"
			records = append(records, *m.summary)
		}
		records = append(records, report.End{Cases: cases})
	}
	var lines []byte
	for _, r := range records {
		var err error
		lines, err = artifact.AppendRecord(lines, r)
		require.NoError(t, err)
	}
	return artifact.Source{Name: m.name + ".jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(lines)), nil }}
}

func readCompared(t *testing.T, o compare.Options, runs ...made) compare.Report {
	t.Helper()
	var inputs []compare.Input
	for _, m := range runs {
		inputs = append(inputs, compare.Input{Name: m.name, Sources: []artifact.Source{m.source(t)}})
	}
	r, err := compare.Read(inputs, o)
	require.NoError(t, err)
	return r
}

// row returns a row of the first data set.
func comparedRow(t *testing.T, r compare.Report, name string) compare.Row {
	t.Helper()
	at := slices.IndexFunc(r.Sets[0].Rows, func(r compare.Row) bool { return r.Name == name })
	require.GreaterOrEqual(t, at, 0, name)
	return r.Sets[0].Rows[at]
}

func comparedText(t *testing.T, r compare.Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, compare.WriteText(&b, r, view.Screen{}))
	return b.String()
}

// below is wrong in the cases below n.
func below(n int) func(int, int, string) bool {
	return func(i, _ int, _ string) bool { return i < n }
}

// B is wrong in 12 of 40 cases in which A is right, and never the other way round: by the
// exact test of McNemar p is 2/2^12. Macro F1 is tested first and alone. After it the one field and the pass rate are two
// hypotheses (micro F1 is that field), so that the adjusted p-value of each is 4/2^12.
func TestTheBetterRunIsMarked(t *testing.T) {
	r := readCompared(t, compare.Options{}, made{name: "b", to: 40, fields: []string{"total"}, wrong: below(12)}, made{name: "a", to: 40, fields: []string{"total"}})
	for name, p := range map[string]float64{"micro F1": 4. / 4096, "macro F1": 2. / 4096, "pass rate": 4. / 4096, "total": 4. / 4096} {
		got := comparedRow(t, r, name)
		assert.Equal(t, 1, got.Top, name)
		assert.True(t, got.Best, name)
		assert.Empty(t, got.Tied, name)
		assert.Equal(t, []string{"", "*"}, []string{got.Mark(0), got.Mark(1)}, name)
		assert.InDelta(t, p, got.P.Value, 1e-12, name)
	}
	assert.Equal(t, "0.700", comparedRow(t, r, "pass rate").Values[0].Value.String(), "28 of 40")
	assert.Equal(t, "0.700", comparedRow(t, r, "total").Values[0].Value.String(), "P and R are 28/40")
	assert.Contains(t, comparedText(t, r), "1.000* ")
	assert.False(t, r.NotEvaluable())
}

// A is better at total in 20 of 100 documents, and B at date in others: by macro F1 they are equal, which is tested
// first. So no row has a best run. They are told apart in both fields, p is 2/2^20, and not said to be equal.
func TestFieldsComeAfterMacroF1(t *testing.T) {
	wrong := func(own string) func(int, int, string) bool {
		return func(n, _ int, field string) bool { return field == own && (field == "total") == (n < 20) && n < 40 }
	}
	fields := []string{"total", "date"}
	r := readCompared(t, compare.Options{}, made{name: "a", to: 100, fields: fields, wrong: wrong("date")}, made{name: "b", to: 100, fields: fields, wrong: wrong("total")})
	macro := comparedRow(t, r, "macro F1")
	assert.Equal(t, []string{"~", "~"}, []string{macro.Mark(0), macro.Mark(1)})
	for name, top := range map[string]int{"total": 0, "date": 1} {
		got := comparedRow(t, r, name)
		assert.Equal(t, top, got.Top, name)
		assert.Equal(t, []string{"", ""}, []string{got.Mark(0), got.Mark(1)}, name)
		assert.Empty(t, got.Tied, name)
	}
}

// Five cases that changed in one direction have p = 2/2^5 > 0.05, whatever else.
func TestFewChangesAreNotToldApart(t *testing.T) {
	r := readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: []string{"total"}}, made{name: "b", to: 40, fields: []string{"total"}, wrong: below(5)})
	got := comparedRow(t, r, "total")
	assert.Equal(t, 0, got.Top)
	assert.False(t, got.Best)
	assert.Equal(t, []int{1}, got.Tied)
	assert.Equal(t, []string{"~", "~"}, []string{got.Mark(0), got.Mark(1)})
	assert.Equal(t, 5, len(r.Sets[0].Disagreements))
}

func TestEqualRunsAreNotToldApart(t *testing.T) {
	a := made{name: "a", to: 40, fields: []string{"total", "date"}, wrong: below(10)}
	b := a
	b.name = "b"
	r := readCompared(t, compare.Options{}, a, b)
	for _, row := range r.Sets[0].Rows {
		assert.False(t, row.Best, row.Name)
		assert.False(t, row.P.Defined, "nothing changed: %s", row.Name)
		assert.Equal(t, []string{"~", "~"}, []string{row.Mark(0), row.Mark(1)}, row.Name)
	}
	assert.Empty(t, r.Sets[0].Disagreements)
}

// A and B differ in a case each, C is wrong in thirty: A and B are not told apart, and C is
// from both.
func TestTheRunsAtTheTop(t *testing.T) {
	one := func(at int) func(int, int, string) bool {
		return func(n, _ int, _ string) bool { return n == at }
	}
	r := readCompared(t, compare.Options{},
		made{name: "c", to: 60, fields: []string{"total"}, wrong: below(30)},
		made{name: "a", to: 60, fields: []string{"total"}, wrong: one(40)}, made{name: "b", to: 60, fields: []string{"total"}, wrong: one(41)})
	got := comparedRow(t, r, "total")
	assert.Equal(t, 1, got.Top)
	assert.False(t, got.Best)
	assert.Equal(t, []int{2}, got.Tied)
	assert.Equal(t, []string{"", "~", "~"}, []string{got.Mark(0), got.Mark(1), got.Mark(2)})
	// 30 cases in which c is wrong and both others right: two pairs in the field, two in
	// whether the case passes; of doc-040 and doc-041 as many.
	s := r.Sets[0]
	assert.Equal(t, 32, len(s.Disagreements)+s.More)
	assert.Equal(t, 4, s.Disagreements[0].Disagreement)
}

func TestTheMostDisputedCaseComesFirst(t *testing.T) {
	fields := []string{"total", "date"}
	wrong := func(n, _ int, field string) bool { return n == 7 || n == 3 && field == "date" }
	r := readCompared(t, compare.Options{}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, wrong: wrong})
	all := r.Sets[0].Disagreements
	require.Len(t, all, 2)
	assert.Equal(t, []string{"doc-007", "doc-003"}, []string{all[0].ID, all[1].ID})
	assert.Equal(t, []int{3, 2}, []int{all[0].Disagreement, all[1].Disagreement}, "two fields and the verdict, one field and the verdict")
	require.Len(t, all[1].Fields, 1)
	f := all[1].Fields[0]
	assert.Equal(t, "date", f.Field)
	require.Len(t, f.Values, 1)
	assert.Equal(t, `"right"`, f.Values[0].Want)
	assert.Equal(t, `"left"`, f.Values[0].Got[1].Got)
	assert.Equal(t, []string{"pass", "not passed"}, []string{all[1].Answers[0].Text(), all[1].Answers[1].Text()})
	assert.Contains(t, comparedText(t, r), "  doc-003: b not passed\n    date   b \"left\", want \"right\", right: a\n")

	none := readCompared(t, compare.Options{MaxCases: -1}, made{name: "a", to: 20, fields: fields}, made{name: "b", to: 20, fields: fields, wrong: wrong})
	assert.Empty(t, none.Sets[0].Disagreements)
	assert.Equal(t, 2, none.Sets[0].More)
}

// A run that broke off is named, and enters nothing: with its cases c would be the best.
func TestABrokenRunIsNotRanked(t *testing.T) {
	fields := []string{"total"}
	r := readCompared(t, compare.Options{},
		made{name: "a", to: 40, fields: fields, wrong: below(30)}, made{name: "b", to: 40, fields: fields, wrong: below(15)},
		made{name: "c", to: 40, fields: fields, broken: true})
	s := r.Sets[0]
	assert.Equal(t, []int{0, 1}, s.Compared)
	assert.Contains(t, s.Runs[2].NotEvaluable, "its run broke off")
	assert.Equal(t, 40, s.Cases)
	got := comparedRow(t, r, "total")
	assert.Equal(t, 1, got.Top)
	assert.True(t, got.Best, "2/2^15, twice")
	assert.False(t, got.Values[2].Value.Defined)
	assert.True(t, r.NotEvaluable())
	assert.Contains(t, comparedText(t, r), "c is not evaluable and not compared: c.jsonl: data set \"invoices\" has no end record: its run broke off\n")

	alone := readCompared(t, compare.Options{}, made{name: "a", to: 4, fields: fields}, made{name: "c", to: 4, fields: fields, broken: true})
	assert.Equal(t, "it can be compared in 1 run", alone.Sets[0].Why)
	assert.Contains(t, comparedText(t, alone), "total")

	empty := artifact.Source{Name: "empty.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil }}
	whole := made{name: "a", to: 4, fields: fields}.source(t)
	unreadable, err := compare.Read([]compare.Input{{Name: "a", Sources: []artifact.Source{whole}}, {Name: "e", Sources: []artifact.Source{empty}}, {Name: "b", Sources: []artifact.Source{whole}}}, compare.Options{})
	require.NoError(t, err)
	assert.True(t, unreadable.NotEvaluable())
	assert.Equal(t, []int{0, 2}, unreadable.Sets[0].Compared)
	assert.Contains(t, unreadable.Columns[1].Unreadable, "empty.jsonl holds no data set")
	assert.Contains(t, comparedText(t, unreadable), "not evaluable: ")

	_, err = compare.Read([]compare.Input{{Name: "e", Sources: []artifact.Source{empty}}, {Name: "f", Sources: []artifact.Source{empty}}}, compare.Options{})
	assert.ErrorContains(t, err, "holds no data set")
}

func TestNamesOfColumns(t *testing.T) {
	labels := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	for _, tt := range []struct {
		name   string
		paths  []string
		labels []map[string]string
		want   []string
	}{
		{"one label tells apart", []string{"x/a", "x/b"}, []map[string]string{labels("model", "small", "team", "t"), labels("model", "large", "team", "t")}, []string{"small", "large"}},
		{"the shorter of two labels", []string{"x/a", "x/b"}, []map[string]string{labels("k", "1", "model", "small"), labels("k", "2", "model", "large")}, []string{"1", "2"}},
		{"two labels", []string{"a", "b", "c"}, []map[string]string{labels("m", "x", "p", "1"), labels("m", "x", "p", "2"), labels("m", "y", "p", "1")}, []string{"x, 1", "x, 2", "y, 1"}},
		{"a run without the label", []string{"a", "b"}, []map[string]string{labels("m", "x"), nil}, []string{"x", "-"}},
		{"folders", []string{"runs/a/", "runs/b"}, make([]map[string]string, 2), []string{"a", "b"}},
		{"longer ends of paths", []string{"a/run", "b/run"}, make([]map[string]string, 2), []string{"a/run", "b/run"}},
		{"the same twice", []string{"run", "run"}, make([]map[string]string, 2), []string{"run", "run (2)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var runs []made
			for i, path := range tt.paths {
				runs = append(runs, made{name: path, to: 2, fields: []string{"total"}, labels: tt.labels[i]})
			}
			r := readCompared(t, compare.Options{}, runs...)
			var names []string
			for _, c := range r.Columns {
				names = append(names, c.Name)
			}
			assert.Equal(t, tt.want, names)
		})
	}
}

func TestByLabel(t *testing.T) {
	of := func(dataset, model string, n int) artifact.Source {
		m := made{name: dataset, dataset: dataset, to: 40, fields: []string{"total"}, wrong: below(n)}
		if model != "" {
			m.labels = map[string]string{"model": model}
		}
		return m.source(t)
	}
	sources := []artifact.Source{
		of("invoices/small", "small", 20), of("invoices/large x", "large x", 0), of("TestBills/large_x", "large x", 0), of("small/v/bills", "small", 3),
		of("TestBills/small", "small", 0), of("other", "", 0),
	}
	r, err := compare.Read([]compare.Input{{Name: "run", Sources: sources}}, compare.Options{By: []string{"model"}})
	require.NoError(t, err)
	require.Len(t, r.Columns, 2)
	assert.Equal(t, []string{"large x", "small"}, []string{r.Columns[0].Name, r.Columns[1].Name})
	var names []string
	for _, s := range r.Sets {
		names = append(names, fmt.Sprint(s.Dataset, len(s.Compared)))
	}
	assert.Equal(t, []string{"TestBills2", "invoices2", "v/bills1"}, names)
	total := r.Sets[1].Rows[3]
	assert.Equal(t, "total", total.Name)
	assert.True(t, total.Best && total.Top == 0)
	assert.Equal(t, []string{`data set "other" has no label model: it is left out`}, r.Warnings)

	_, err = compare.Read([]compare.Input{{Name: "run", Sources: sources}}, compare.Options{By: []string{"prompt"}})
	assert.EqualError(t, err, "compare: the data sets have 0 values of prompt, want two or more: their labels are \"model\"; a suite has labels by its field Labels or by EVALTEST_LABELS, two files by score -label name=value")
	twice, err := compare.Read([]compare.Input{{Name: "run", Sources: append(sources, of("small", "small", 1), of("invoices", "small", 1))}}, compare.Options{By: []string{"model"}})
	require.NoError(t, err)
	assert.Equal(t, []string{`small has several runs of one data set: "invoices" is compared, and "invoices/small" is not; a further label tells them apart`}, twice.Surplus)
	assert.True(t, twice.NotEvaluable(), "the best column may be so by the run that was taken")
}

func TestMisuse(t *testing.T) {
	one := compare.Input{Name: "a", Sources: []artifact.Source{made{name: "a", to: 2, fields: []string{"total"}}.source(t)}}
	_, err := compare.Read([]compare.Input{one}, compare.Options{By: []string{"model"}})
	assert.EqualError(t, err, "compare: the data sets have 0 values of model, want two or more: they have no labels; a suite has labels by its field Labels or by EVALTEST_LABELS, two files by score -label name=value")
	_, err = compare.Read([]compare.Input{one}, compare.Options{})
	assert.EqualError(t, err, "compare: got 1 run, want two or more")
	_, err = compare.Read([]compare.Input{one, one}, compare.Options{Level: 2})
	assert.ErrorContains(t, err, "level")
}

// Whatever the number of runs, a line of a table has no more cells than it may.
func TestTablesFitTheWidth(t *testing.T) {
	var runs []made
	for i := range 9 {
		runs = append(runs, made{name: fmt.Sprintf("run-%d", i), to: 30, fields: []string{"total", "a.field.with.a.rather.long.name.that.is.cut"}, wrong: below(i)})
	}
	r := readCompared(t, compare.Options{}, runs...)
	for _, width := range []int{60, 80, 120, 400} {
		var b strings.Builder
		require.NoError(t, compare.WriteText(&b, r, view.Screen{Width: width}))
		table, _, _ := strings.Cut(b.String(), "* better than")
		_, table, _ = strings.Cut(table, " in 9 runs\n")
		headings := 0
		for line := range strings.Lines(table) {
			assert.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), width, line)
			if strings.HasPrefix(line, "F1, 95%") {
				headings += strings.Count(line, "run-")
			}
		}
		assert.Equal(t, 9, headings, "every run has a column at width %d", width)
	}
}

// A run that has skipped every case is not compared; the others are, over all cases.
func TestARunThatSkippedAllIsLeftOut(t *testing.T) {
	skip := func(c *report.Case) { *c = report.Case{ID: c.ID, Trial: c.Trial, Status: report.Skipped} }
	fields := []string{"total"}
	r := readCompared(t, compare.Options{}, made{name: "a", to: 40, fields: fields, wrong: below(12)},
		made{name: "none", to: 40, fields: fields, edit: skip}, made{name: "b", to: 40, fields: fields})
	s := r.Sets[0]
	assert.Empty(t, s.Why)
	assert.Equal(t, 40, s.Cases)
	assert.Equal(t, []int{0, 2}, s.Compared)
	assert.Equal(t, "no case was asked for", s.Runs[1].NotEvaluable)
	assert.Equal(t, []string{"0.700", "", "1.000"}, []string{comparedRow(t, r, "total").Values[0].Value.String(), "", comparedRow(t, r, "total").Values[2].Value.String()})
	assert.True(t, comparedRow(t, r, "total").Best, "12 of 12 changed in one direction")
}
