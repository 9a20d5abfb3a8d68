package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

func TestUsageTable(t *testing.T) {
	s := report.Summary{Dataset: "invoices", Usage: &usage.Spending{
		Amounts: []usage.Amount{
			{Quantity: usage.Cost, Cases: 50, Total: 0.105, Mean: 0.0021, P50: 0.002, P95: 0.0034},
			{Quantity: usage.InputTokens, Cases: 50, Total: 91500, Mean: 1830, P50: 1790, P95: 2400},
			{Quantity: usage.Latency, Cases: 49, Total: 61.25, Mean: 1.25, P50: 1.1, P95: 2.4},
		}, TimedOut: 1, Retried: 2, Retries: 3,
	}}
	var b strings.Builder
	require.NoError(t, terminal.WriteText(&b, s, terminal.Options{}))
	assert.Contains(t, b.String(), `
usage         cases   total     mean     p50      p95
cost             50  $0.105  $0.0021  $0.002  $0.0034
input tokens     50   91500     1830    1790     2400
latency          49  1m1.3s    1.25s    1.1s     2.4s
1 case timed out
2 cases took 3 retries
`)
}
