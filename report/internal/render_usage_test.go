package internal_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// priced is an artifact with labels, of two cases that cost so much.
func priced(prompt string, usd float64) artifact.Source {
	c := func(id string, latency time.Duration) report.Case {
		return report.Case{
			ID: id, Trial: 1, Status: report.OK, Score: renderRatio(1), NullScore: renderRatio(0), Verdict: "pass",
			Duration: latency, Cost: map[string]float64{"usd": usd},
		}
	}
	return memory(prompt+".jsonl",
		report.Run{Schema: report.Schema, Package: "example.com/service", Repetition: 1, Labels: map[string]string{"model": "x|y", "prompt": prompt}, Provider: "real"},
		report.Dataset{Name: "letters", Gate: &report.Gate{Limits: []report.Limit{{Metric: "cost per case", Is: report.AtMost, Value: 0.002}}}},
		c("a", time.Second), c("b", 3*time.Second),
		report.End{Cases: 2},
	)
}

func TestUsageAndLabelsInReports(t *testing.T) {
	r := load(t, render.Options{}, priced("v3", 0.0021))
	against, err := diff.Compare([]artifact.Source{priced("v2", 0.0011)}, []artifact.Source{priced("v3", 0.0021)}, diff.Options{})
	require.NoError(t, err)

	var md strings.Builder
	require.NoError(t, render.WriteMarkdown(&md, r, render.MarkdownOptions{Comparison: &against}))
	for _, want := range []string{
		"- ❌ `letters` (`model=x\\u007cy, prompt=v3, provider real`): macro F1",
		"`cost per case $0.0021 is above $0.002`",
		"| cost | 2 | $0.0042 | $0.0021 | $0.0021 | $0.0021 |\n| latency | 2 | 4s | 2s | 1s | 3s |\n",
		"`model=x\\u007cy, prompt=v2 → model=x\\u007cy, prompt=v3`",
		"| cost | $0.0011 | $0.0021 | +$0.001 | ≈ +$0.001 to +$0.001 | 2 |\n| latency | 2s | 2s | 0s | 0s to 0s | 2 |\n",
	} {
		assert.Contains(t, md.String(), want)
	}

	var html strings.Builder
	require.NoError(t, page.Write(&html, r, page.Options{Comparison: &against}))
	for _, want := range []string{
		"model=x|y, prompt=v3, provider real",
		`<th scope="row">cost</th><td class="n">2</td><td class="n">$0.0042</td>`,
		`<th scope="row">latency</th><td class="n">2</td><td class="n">4s</td><td class="n">2s</td><td class="n">1s</td><td class="n">3s</td>`,
		`<th scope="row">cost per case</th><td class="n"><b>$0.0021</b></td><td class="n">at most $0.002</td>`,
		"model=x|y, prompt=v2 → model=x|y, prompt=v3<",
		`<th scope="col">per case</th>`,
		`<th scope="row">cost</th><td class="n">$0.0011</td><td class="n">$0.0021</td><td class="n">&#43;$0.001</td><td class="n">≈ &#43;$0.001 to &#43;$0.001</td>`,
	} {
		assert.Contains(t, html.String(), want)
	}

	var text strings.Builder
	require.NoError(t, diff.WriteText(&text, against, view.Screen{}))
	assert.Contains(t, text.String(), "\nmodel=x|y, prompt=v2 → model=x|y, prompt=v3\n")
	assert.Regexp(t, `\nper case +old +new +delta +95% interval +n\ncost +\$0.0011 +\$0.0021 +\+\$0.001 `, text.String())
}
