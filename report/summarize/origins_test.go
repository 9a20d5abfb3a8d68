package summarize_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

func mistaken(id string, trial int, origins ...report.OriginRow) *report.Case {
	c := reporttest.Counted(id, trial, 0, reporttest.Row("number", metrics.Counts{Match: 1}), reporttest.Row("total", metrics.Counts{Wrong: 2}))
	c.Origins = origins
	return c
}

// Origins add up over cases, trials and parts; of an attribute without counts nothing is
// known, and they change no other number.
func TestOrigins(t *testing.T) {
	total := func(o report.Origins) report.OriginRow { return report.OriginRow{Attribute: "total", Origins: o} }
	cases := []*report.Case{
		mistaken("a", 1, total(report.Origins{Misread: 1, MadeUp: 1})), mistaken("a", 2, total(report.Origins{Misread: 2})),
		mistaken("b", 1, total(report.Origins{Picked: 2}), report.OriginRow{Attribute: "nowhere", Origins: report.Origins{MadeUp: 9}}), mistaken("b", 2),
	}
	o := summarize.Options{Dataset: "invoices"}
	all := reporttest.Summarize(t, o, cases...)
	reporttest.Line(t, all)
	require.Len(t, all.Attributes, 2)
	assert.Zero(t, all.Attributes[0].Origins)
	assert.Equal(t, report.Origins{Misread: 3, Picked: 2, MadeUp: 1}, all.Attributes[1].Origins)

	one, other := summarize.New(o), summarize.New(o)
	for i, c := range cases {
		require.NoError(t, []*summarize.Summarizer{one, other}[i%2].Add(c))
	}
	text, err := json.Marshal(other)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"origins":{"misread":2}`)
	read := summarize.New(o)
	require.NoError(t, json.Unmarshal(text, read))
	require.NoError(t, one.Merge(read))
	assert.Equal(t, all, one.Summary())

	changed := strings.Replace(string(text), `"origins":{"misread":2}`, `"origins":{"misread":-2}`, 1)
	assert.EqualError(t, json.Unmarshal([]byte(changed), read), `report: facts of data set "invoices": trial 2: misread of "total" is -2`)
}
