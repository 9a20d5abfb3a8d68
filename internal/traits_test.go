package internal_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// answeredInvoice is an answered case: a list of 4 lines, of which one is missing, with lists in the lines; a set of 3 tags.
var answeredInvoice = report.Case{
	ID: "a", Trial: 1, Status: report.OK, Duration: 1500 * time.Millisecond, Retries: 2,
	Counts: []metrics.Row{
		{Attribute: "total", Counts: metrics.Counts{Match: 1}},
		{Attribute: "due", Counts: metrics.Counts{Missing: 1}},
		{Attribute: "vendor", Counts: metrics.Counts{Wrong: 1}},
		{Attribute: "stamp", Counts: metrics.Counts{Errored: 1}},
		{Attribute: "notes", Counts: metrics.Counts{Hallucinated: 1}},
		{Attribute: "memo", Counts: metrics.Counts{CorrectAbsence: 1}},
		{Attribute: "lines[]", Counts: metrics.Counts{Match: 3, Missing: 1, Invented: 7}, Items: true},
		{Attribute: "lines[].amount", Counts: metrics.Counts{Match: 2, Wrong: 1, Missing: 1, Invented: 7}},
		{Attribute: "lines[].parts[]", Counts: metrics.Counts{Match: 2}, Items: true},
		{Attribute: "tags[]", Counts: metrics.Counts{Match: 1, Wrong: 1, Errored: 1, Invented: 2}},
		{Attribute: "refunds[]", Counts: metrics.Counts{CorrectAbsence: 1}, Items: true},
		{Attribute: metrics.InventedAttribute, Counts: metrics.Counts{Invented: 1}},
	},
	Classes: []report.ClassPair{
		{Attribute: "type", Want: "credit note", Got: "invoice", Values: 1},
		{Attribute: "currency", Want: report.ClassEmpty, Got: "EUR", Values: 1},
		{Attribute: "mood", Want: report.ClassOther, Got: "EUR", Values: 1},
		{Attribute: "lines[].kind", Want: "fee", Got: "fee", Values: 3},
	},
	Shape: report.Shape{TextLength: 3000, InputSize: 20_000, Pages: 250, Script: "Latin", Numbers: "1.889,00", Dates: "named month", Stop: "end_turn"},
	Tags:  map[string]string{"vendor": "acme"},
}

func TestOfCases(t *testing.T) {
	assert.Equal(t, traits.Traits{
		Numbers: []traits.TraitNumber{
			{Name: "rows of lines", Value: 4}, {Name: "rows of lines[].parts", Value: 2}, {Name: "rows of tags", Value: 3}, {Name: "rows of refunds", Value: 0},
			{Name: "pages of document", Value: 250}, {Name: "length of text", Value: 3000}, {Name: "size of input", Value: 20_000}, {Name: "latency of answer", Value: 1.5}, {Name: "retries of answer", Value: 2},
		},
		Kinds: []traits.TraitKind{
			{Name: "presence of total", Value: "yes"}, {Name: "presence of due", Value: "yes"}, {Name: "presence of vendor", Value: "yes"}, {Name: "presence of stamp", Value: "yes"},
			{Name: "presence of notes", Value: "no"}, {Name: "presence of memo", Value: "no"},
			{Name: "class of type", Value: "credit note"}, {Name: "class of mood", Value: "(other)"},
			{Name: "stop of answer", Value: "end_turn"}, {Name: "script of text", Value: "Latin"}, {Name: "layout of numbers", Value: "1.889,00"}, {Name: "layout of dates", Value: "named month"},
		},
	}, traits.Of(&answeredInvoice))
}

// The text has the slices as limits and patterns name them.
func TestText(t *testing.T) {
	assert.Equal(t, `rows of lines=4 · rows of lines[].parts=2 · rows of tags=3 · rows of refunds=0 · pages of document=250 · length of text=3000`+
		` · size of input=20000 · retries of answer=2 · class of type="credit note" · class of mood="(other)" · stop of answer=end_turn`+
		` · script of text=Latin · layout of numbers=1.889,00 · layout of dates="named month" · presence of notes=no · presence of memo=no`, traits.Of(&answeredInvoice).Text())
	assert.Empty(t, traits.Of(&report.Case{Status: report.Skipped, Shape: answeredInvoice.Shape}).Text())
	for one := range strings.SplitSeq(traits.Of(&answeredInvoice).Text(), " · ") {
		c, err := traits.Parse(one)
		require.NoError(t, err)
		assert.True(t, c.Holds(&answeredInvoice), one)
	}
}

func TestOfOtherCases(t *testing.T) {
	failed := report.Case{Status: report.Error, Duration: time.Second, Counts: []metrics.Row{
		{Attribute: "total", Counts: metrics.Counts{Missing: 1}},
		{Attribute: "notes"}, // the truth has no value, and there is no answer to say so
		{Attribute: "lines[]", Items: true},
	}}
	inTruth := traits.Traits{
		Numbers: []traits.TraitNumber{{Name: "rows of lines", Value: 0}},
		Kinds:   []traits.TraitKind{{Name: "presence of total", Value: "yes"}, {Name: "presence of notes", Value: "no"}},
	}
	with := func(t traits.Traits, more ...traits.TraitNumber) traits.Traits {
		t.Numbers = append(t.Numbers[:len(t.Numbers):len(t.Numbers)], more...)
		return t
	}
	timedOut := failed
	timedOut.TimedOut = true
	retries := traits.TraitNumber{Name: "retries of answer"}
	for _, tt := range []struct {
		name string
		of   report.Case
		want traits.Traits
	}{
		{"an error comes soon or late for reasons of its own", failed, with(inTruth, retries)},
		{"a timeout took that long", timedOut, with(inTruth, traits.TraitNumber{Name: "latency of answer", Value: 1}, retries)},
		{"skipped", report.Case{Status: report.Skipped, Duration: 1, Counts: answeredInvoice.Counts}, traits.Traits{}},
		{"replayed", report.Case{Status: report.OK, Duration: 1, Replayed: true, Retries: 1}, traits.Traits{}},
		{"taken", report.Case{Status: report.OK, Duration: 1, Taken: "old.jsonl", Retries: 1}, traits.Traits{Numbers: []traits.TraitNumber{{Name: "retries of answer", Value: 1}}}},
		{"a file of answers has no time", report.Case{Status: report.OK}, traits.Traits{Numbers: []traits.TraitNumber{retries}}},
		{"a file that says that it took no time", report.Case{Status: report.OK, Cost: map[string]float64{"latency_ms": 0}}, traits.Traits{Numbers: []traits.TraitNumber{{Name: "latency of answer"}, retries}}},
		{"without a truth", report.Case{Status: report.OK, Unlabelled: true, Counts: []metrics.Row{{Attribute: "total"}}}, traits.Traits{Numbers: []traits.TraitNumber{retries}}},
	} {
		assert.Equal(t, tt.want, traits.Of(&tt.of), tt.name)
	}
}

func TestHolds(t *testing.T) {
	for slice, want := range map[string]bool{
		"vendor=acme": true, "vendor=bolt": false, "shop=": false,
		"rows of lines>=4": true, "rows of lines>=5": false, "rows of lines<5": true, "rows of lines=4": true,
		"rows of lines[].parts=2": true, "rows of refunds=0": true, "rows of refunds>=1": false,
		"rows of memo=0":  true,  // it may be a list: the truth has none
		"rows of total=0": false, // it is none
		"rows of lins>=4": false, "rows of lins<4": false,
		"presence of total=yes": true, "presence of total=no": false, "presence of notes=no": true, "presence of nots=no": false,
		"presence of lines=yes":       false,
		`class of type="credit note"`: true, "class of type=invoice": false, "class of currency=EUR": false, "class of lines[].kind=fee": false,
		"pages of document>=100": true, "pages of document<100": false, "length of text=3000": true, "size of input<20001": true,
		"script of text=Latin": true, "script of text=Greek": false, "layout of numbers=1.889,00": true, "layout of dates=dmy": false,
		`layout of dates="named month"`: true, "layout of dates=named month": true, "stop of answer=end_turn": true, "stop of answer=length": false,
		"latency of answer>=1.5": true, "latency of answer<1.5": false, "retries of answer>=1": true,
	} {
		c, err := traits.Parse(slice)
		require.NoError(t, err, slice)
		assert.Equal(t, want, c.Holds(&answeredInvoice), slice)
	}
	skipped := answeredInvoice
	skipped.Status = report.Skipped
	rows, err := traits.Parse("rows of lines>=4")
	require.NoError(t, err)
	assert.False(t, rows.Holds(&skipped))
}

// Every trait of a case is a slice that the case is in.
func TestTraitsAreSlices(t *testing.T) {
	of := traits.Of(&answeredInvoice)
	for _, n := range of.Numbers {
		for _, op := range []string{"=", ">="} {
			c, err := traits.Parse(n.Name + op + "0")
			require.NoError(t, err, n.Name)
			c.Number = n.Value
			again, err := traits.Parse(c.String())
			require.NoError(t, err, c.String())
			assert.Equal(t, c, again)
			assert.True(t, again.Holds(&answeredInvoice), c.String())
		}
	}
	for _, k := range of.Kinds {
		c := traits.Condition{Condition: dataset.Condition{Name: k.Name, Computed: true, Op: dataset.Equal, Text: k.Value}}
		again, err := traits.Parse(c.String())
		require.NoError(t, err, c.String())
		assert.Equal(t, c, again)
		assert.True(t, again.Holds(&answeredInvoice), c.String())
	}
}

// Readers of summaries leave out the details of records: the traits are the same.
func TestTraitsNeedNoDetails(t *testing.T) {
	detailed := answeredInvoice
	detailed.Fields = []report.Field{{Path: "total", Attribute: "total", Outcome: metrics.Match}}
	detailed.Alignments = []report.Alignment{{Path: "lines", Paired: 3, OnlyWant: 1, OnlyGot: 7}}
	detailed.Pages = make([]report.Page, 100)
	line, err := artifact.AppendRecord(nil, detailed)
	require.NoError(t, err)
	for _, brief := range []bool{false, true} {
		r := artifact.NewReader(bytes.NewReader(line), "a")
		r.Brief = brief
		require.True(t, r.Scan())
		read, ok := r.Record().(*report.Case)
		require.True(t, ok)
		assert.Equal(t, !brief, len(read.Alignments) > 0)
		assert.Equal(t, traits.Of(&answeredInvoice), traits.Of(read))
	}
}

// No case is in the zero condition, whatever its tags.
func TestZeroCondition(t *testing.T) {
	assert.False(t, traits.Condition{}.Holds(&report.Case{Tags: map[string]string{"": ""}}))
}

func TestTraitsParseRefuses(t *testing.T) {
	_, err := traits.Parse("rows of lines>40")
	assert.EqualError(t, err, `slice "rows of lines>40": want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`)
}
