package internal_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/redact"
)

func TestWarnings(t *testing.T) {
	x, y := case1("x", diffRight("number")), case1("y", diffRight("number"))
	other := y
	other.DataHash = "feed"
	with := func(change func(*report.Dataset)) report.Dataset {
		ds := invoiceSet
		change(&ds)
		return ds
	}
	redactedBy := func(key string) func(*report.Dataset) {
		return func(ds *report.Dataset) { ds.SetRedaction(redact.Redaction{Mode: redact.Hash, Key: []byte(key)}) }
	}
	redactedByTwo := func(ds *report.Dataset) { ds.Redact, ds.RedactKey = redact.Hash, "#1 #2" }
	many := cases(40, func(int) []diffLeaf { return []diffLeaf{diffRight("number")} })
	given := func(all []report.Case, input string) []report.Case {
		all = slices.Clone(all)
		for i := range all {
			all[i].InputHash = report.Hash([]byte(input + all[i].ID)) // each is a document of its own
		}
		return all
	}
	keyed := given(many, "b2")
	for i := range keyed {
		keyed[i].DataHash = fmt.Sprintf("%016x", i+1000)
	}
	plain := artifactOf(t, invoiceSet, many...)
	for _, tt := range []struct {
		name     string
		old, new artifact.Source
		want     []diff.Warning
	}{
		{"none", plain, plain, nil},
		{"few cases", artifactOf(t, invoiceSet, x, y), artifactOf(t, invoiceSet, x, y), []diff.Warning{
			{Kind: diff.FewCases, Message: "2 cases are in both runs: with fewer than 6 changed cases no field is significant"},
		}},
		{"no case", artifactOf(t, invoiceSet, x), artifactOf(t, invoiceSet, y), []diff.Warning{{Kind: diff.FewCases, Message: "no case is in both runs: nothing was compared"}}},
		{"another spec", plain, artifactOf(t, with(func(ds *report.Dataset) { ds.SpecHash = "s2" }), many...), []diff.Warning{
			{Kind: diff.SpecChanged, Message: "the spec has changed: differences may come from the rules"},
		}},
		{"another truth", artifactOf(t, invoiceSet, append(slices.Clone(many), y)...), artifactOf(t, invoiceSet, append(slices.Clone(many), other)...), []diff.Warning{
			{Kind: diff.DataChanged, Message: "the old run cannot be judged by the truths of the new run in 1 case (y), where they have changed: left out, as their answers or truths were not kept"},
		}},
		{"other inputs", artifactOf(t, invoiceSet, given(many, "a1")...), artifactOf(t, invoiceSet, append(given(many[:3], "b2"), given(many, "a1")[3:]...)...), []diff.Warning{
			{Kind: diff.DataChanged, Message: "the input of 3 cases (inv-0000, inv-0001, inv-0002) has changed: differences may come from the documents, unless only their paths changed"},
		}},
		{"another input in most cases", artifactOf(t, invoiceSet, given(many, "a1")...), artifactOf(t, invoiceSet, given(many, "b2")...), []diff.Warning{
			{Kind: diff.DataChanged, Message: "the input of 40 cases (inv-0000, inv-0001, inv-0002, inv-0003, inv-0004, …) has changed: differences may come from the documents, unless only their paths changed"},
		}},
		{"other keys of redaction", artifactOf(t, with(redactedBy("a")), given(many, "a1")...), artifactOf(t, with(redactedBy("b")), keyed...), []diff.Warning{
			{Kind: diff.DataChanged, Message: "values are redacted with different keys: it cannot be told whether truths and inputs have changed"},
		}},
		{"the same keys of redaction in several parts", artifactOf(t, with(redactedByTwo), given(many, "a1")...), artifactOf(t, with(redactedByTwo), keyed...), []diff.Warning{
			{Kind: diff.DataChanged, Message: "values are redacted with different keys: it cannot be told whether truths and inputs have changed"},
		}},
		{"redacted in one run", artifactOf(t, invoiceSet, given(many, "a1")...), artifactOf(t, with(redactedBy("b")), keyed...), []diff.Warning{
			{Kind: diff.DataChanged, Message: "values are redacted in a part of the runs only: it cannot be told whether truths and inputs have changed"},
		}},
		{"an input that a run does not tell", plain, artifactOf(t, invoiceSet, given(many, "b2")...), nil},
		{"other conventions", plain, artifactOf(t, with(func(ds *report.Dataset) { ds.Policy, ds.SkipUndefined = metrics.WrongFP, true }), many...), []diff.Warning{
			{Kind: diff.Conventions, Message: "the old run counted wrong values as wrong_both, the new one as wrong_fp: both are counted as the new one"},
			{Kind: diff.Conventions, Message: "only one run left undefined fields out of its macro average: both are counted as the new one"},
		}},
		{"partial", plain, written(t, report.End{Cases: 40, Partial: true}, invoiceSet, many...), []diff.Warning{
			{Kind: diff.Partial, Message: "the new run is partial: not all cases were scored"},
		}},
		{"broken off", written(t, report.End{Cases: 50}, invoiceSet, many...), plain, []diff.Warning{
			{Kind: diff.BadRecord, Message: "invoices.jsonl:43: 40 of 50 cases could be read"},
			{Kind: diff.Incomplete, Message: "the old run is not evaluable: it broke off or is stale, or its records are lost or contradict each other"},
		}},
		{"recorded twice", plain, artifactOf(t, invoiceSet, append(slices.Clone(many), many[0])...), []diff.Warning{
			{Kind: diff.BadRecord, Message: `invoices.jsonl:43: report: data set "invoices": case "inv-0000" was recorded twice in trial 1`},
			{Kind: diff.Incomplete, Message: "the new run is not evaluable: it broke off or is stale, or its records are lost or contradict each other"},
		}},
		{"more trials", plain, artifactOf(t, invoiceSet, append(slices.Clone(many), caseN("inv-0001", 2, diffRight("number")))...), []diff.Warning{
			{Kind: diff.TrialsDiffer, Message: "the old run has 1 trial, the new one 2"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := compareRuns(t, tt.old, tt.new, diff.Options{})
			assert.Equal(t, tt.want, r.Sets[0].Warnings)
			assert.Empty(t, r.Warnings)
			// Whether labels have changed is not known then.
			unknown := strings.Contains(tt.name, "redact")
			assert.Equal(t, unknown, strings.Contains(r.Sets[0].NotEvaluable, "with one EVALTEST_REDACT_KEY"), r.Sets[0].NotEvaluable)
		})
	}
}

// In the wrong order a regression is an improvement.
func TestAnOldRunThatIsYoungerIsAWarning(t *testing.T) {
	begun := func(start, labels string) artifact.Source {
		return diffText("d.jsonl", []byte(`{"type":"run","schema":"extracteval/v1"`+start+labels+`}
{"type":"dataset","name":"d"}
{"type":"case","id":"x","trial":1,"status":"ok"}
{"type":"end","cases":1}
`))
	}
	const early, late, model = `,"start":"2026-03-01T09:00:00Z"`, `,"start":"2026-03-01T11:00:00+01:00"`, `,"labels":{"model":"x"}`
	for _, tt := range []struct {
		reason   string
		old, new artifact.Source
		want     bool
	}{
		{"in order", begun(early, ""), begun(late, ""), false},
		{"the same run", begun(early, ""), begun(early, ""), false},
		{"nobody knows when", begun(late, ""), begun("", ""), false},
		{"two systems have no order", begun(late, model), begun(early, ""), false},
		{"the wrong way round", begun(late, ""), begun(early, ""), true},
		{"the wrong way round, of one system", begun(late, model), begun(early, model), true},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r := compareRuns(t, tt.old, tt.new, diff.Options{})
			assert.Equal(t, tt.want, slices.Contains(r.Sets[0].Warnings, diff.Warning{Kind: diff.OrderOfRuns,
				Message: "the old run began at 2026-03-01T10:00:00Z, after the new one at 2026-03-01T09:00:00Z: if the two were exchanged, an improvement is a regression"}), r.Sets[0].Warnings)
		})
	}
}

// A baseline that is the run itself is always kept, whatever broke.
func TestTheSameRunTwiceIsAWarning(t *testing.T) {
	begun := func(run string) artifact.Source {
		return diffText("d.jsonl", []byte(`{"type":"run","schema":"extracteval/v1"`+run+`}
{"type":"dataset","name":"d"}
{"type":"case","id":"x","trial":1,"status":"ok"}
{"type":"end","cases":1}
`))
	}
	const start = `,"start":"2026-03-01T09:00:00.123Z","pid":7`
	same := diff.Warning{Kind: diff.SameRun, Message: "old and new are one run, of 2026-03-01T09:00:00Z: nothing can have changed"}
	for _, tt := range []struct {
		reason   string
		old, new string
		want     bool
	}{
		{"a copy", start, start, true},
		{"another second", start, `,"start":"2026-03-01T09:00:01.123Z","pid":7`, false},
		{"another machine", start, `,"start":"2026-03-01T09:00:00.123Z","pid":8`, false},
		{"by other rules", start, start + `,"rescored":"00000000000000aa"`, false},
		{"nobody knows who", `,"start":"2026-03-01T09:00:00.123Z"`, `,"start":"2026-03-01T09:00:00.123Z"`, false},
	} {
		r := compareRuns(t, begun(tt.old), begun(tt.new), diff.Options{})
		assert.Equal(t, tt.want, slices.Contains(r.Sets[0].Warnings, same), tt.reason)
	}
}

func TestBadLinesAreWarnings(t *testing.T) {
	const run = `{"type":"run","schema":"extracteval/v1"}` + "\n"
	r := compareRuns(t, diffText("a", []byte(run+`{"type":"dataset","name":"d"}
oops
{"type":"case","id":"x","trial":1,"status":"ok"}
{"type":"end","cases":1}`)), diffText("b", []byte(`{"type":"case","id":"x","trial":1,"status":"ok"}
`+run+`{"type":"dataset","name":"d"}
{"type":"end","cases":0}`)), diff.Options{})
	var all []string
	for _, w := range append(r.Sets[0].Warnings, r.Warnings...) {
		if w.Kind == diff.BadRecord {
			all = append(all, w.Error())
		}
	}
	require.Len(t, all, 2)
	assert.Contains(t, all[0], "a:3: not JSON")
	assert.Equal(t, `b:1: case "x" before its data set`, all[1])
}

func TestErrors(t *testing.T) {
	ok := artifactOf(t, invoiceSet, case1("x", diffRight("number")))
	broken := errors.New("no such disk")
	for _, tt := range []struct {
		name string
		old  artifact.Source
		o    diff.Options
		want string
	}{
		{"no data set", diffText("a", nil), diff.Options{}, "diff: old run: report: a holds no data set"},
		{"cannot be opened", artifact.Source{Name: "a", Open: func() (io.ReadCloser, error) { return nil, broken }}, diff.Options{}, "diff: old run: no such disk"},
		{"no way to open it", artifact.Source{Name: "a"}, diff.Options{}, `diff: source "a" of the old run cannot be opened: Open is nil`},
		{"a file that is not there", artifact.File("diff/testdata/none.jsonl"), diff.Options{}, "diff: old run: report: opening diff/testdata/none.jsonl: " + syscall.ENOENT.Error()},
		{"level", ok, diff.Options{Level: 95}, "diff: stats: bootstrap level is 95: must be between 0 and 1, or 0 for 0.95"},
		{"drop", ok, diff.Options{MaxDrop: 5}, "diff: MaxDrop is 5: must be from 0 to 1; one point of F1 is 0.01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := diff.Compare([]artifact.Source{tt.old}, []artifact.Source{ok}, tt.o)
			assert.EqualError(t, err, tt.want)
		})
	}
}

// A source that can be read only once gives the numbers without the values.
func TestSourceThatCannotBeReadAgain(t *testing.T) {
	new := artifactOf(t, invoiceSet, case1("x", wrong("number")))
	opened := 0
	once := artifact.Source{Name: "-", Open: func() (io.ReadCloser, error) {
		if opened++; opened > 1 {
			return nil, errors.New("it is a pipe")
		}
		return new.Open()
	}}
	r := compareRuns(t, artifactOf(t, invoiceSet, case1("x", diffRight("number"))), once, diff.Options{})
	assert.Equal(t, []diff.Warning{{Kind: diff.BadRecord, Message: "values of - are not shown: it is a pipe"}}, r.Warnings)
	assert.Equal(t, 1, r.Sets[0].Broken.Total())
}
