package beam

import (
	"fmt"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// A measure of a name that no code knows is a number of the summary, of all cases and of each slice.
func TestANumberAppears(t *testing.T) {
	var records []Record
	for i := range 16 {
		one := report.Case{ID: fmt.Sprint(i), Trial: 1, Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Match: 1}}}}
		one.Tags = map[string]string{"vendor": fmt.Sprint(i % 2)}
		one.Measures = []report.Measured{{Name: "zeal", Sum: float64(i % 4), Weight: 4}} // 24 of 64; 16 of 32 where i is odd
		records = append(records, Record{Case: &one})
	}
	dir := t.TempDir()
	onPrism(t, func(p *beam.Pipeline) {
		s := p.Root()
		writeSummaries(s, dir, Summarize(s, summarize.Options{Dataset: "invoices"}, []string{"vendor"}, beam.CreateList(s, records)))
	})
	for slice, want := range map[tagValue]string{{}: "0.375", {"vendor", "0"}: "0.25", {"vendor", "1"}: "0.5"} {
		summary, slices := summaryOf(t, dir, slice)
		assert.Equal(t, 3, slices)
		assert.Contains(t, summary, `{"name":"measure zeal","kind":"measure","value":`+want+`,`, "%v", slice)
	}
}
