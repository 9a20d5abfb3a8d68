package beam

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Of 8 packets of an invoice on two pages and a letter, the invoice is cut in two packets and joined to the letter in one. Shards
// have the rows and the measures of the whole.
func TestPackets(t *testing.T) {
	var want, got []string
	for i := range 8 {
		answer := `{"class":"invoice","pages":"1-2","total":12},{"class":"letter","pages":3}`
		want = append(want, fmt.Sprintf(`{"id":"p%d","want":{"packet":[%s]}}`, i, answer))
		switch {
		case i < 2:
			answer = `{"class":"invoice","pages":1},{"class":"invoice","pages":[2],"total":12},{"class":"letter","pages":3}`
		case i == 7:
			answer = `{"class":"invoice","pages":"1-3","total":12}`
		}
		got = append(got, fmt.Sprintf(`{"id":"p%d","got":{"packet":[%s]}}`, i, answer))
	}
	dir := t.TempDir()
	o := Options{
		Want: writeLines(t, dir, "want-%d.jsonl", 2, want), Got: writeLines(t, dir, "got-%d.jsonl", 2, got), Out: filepath.Join(dir, "out"), Dataset: "invoices", Shards: 2,
		Spec: eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{
			"invoice": {{Path: "total", Match: compare.Numeric{}}}, "letter": nil,
		}}}}},
	}
	runScore(t, o)
	s := merged(t, o.Out).Summarizer.Summary()

	var rows []metrics.Row
	for i := range s.Attributes {
		rows = append(rows, metrics.Row{Attribute: s.Attributes[i].Attribute, Counts: s.CountsOf(i)})
	}
	assert.ElementsMatch(t, []metrics.Row{
		{Attribute: "packet[]", Counts: metrics.Counts{Match: 15, Missing: 1, Invented: 2}},
		{Attribute: "packet[].class", Counts: metrics.Counts{Match: 15, Missing: 1, Invented: 2}},
		{Attribute: "packet[].pages", Counts: metrics.Counts{Match: 12, Wrong: 3, Missing: 1, Invented: 2}},
		{Attribute: "packet[].invoice.total", Counts: metrics.Counts{Match: 6, Missing: 2, Invented: 2}},
		{Attribute: "packet.pages", Counts: metrics.Counts{Match: 23, Wrong: 1}},
		{Attribute: "packet.starts", Counts: metrics.Counts{Match: 7, Missing: 1, Invented: 2}},
	}, rows)

	values := map[string]report.Ratio{}
	for _, m := range terminal.Measures(s) {
		values[terminal.Title(m)] = m.Value
	}
	assert.Equal(t, report.RatioOf(2.0/16, true), values["packet over-split"])
	assert.Equal(t, report.RatioOf(2.0/16, true), values["packet under-split"])
	assert.Equal(t, report.RatioOf(12.0/16, true), values["packet right"])
	assert.Equal(t, report.RatioOf(1, true), values["packet in order"])
	require.Len(t, values, 7)
}
