package internal_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// misspelt is the evidence of a spec that asks for "totl", and of a date that cannot be
// read: of two values one is right.
func misspelt() preflight.Evidence {
	return preflight.Evidence{
		Truths: 1, Parts: 1, Of: 1, Right: 1, Leaves: 2, Score: 500_000_000,
		Fields: []preflight.Field{
			{Attribute: "totl", Kind: "leaf", Match: "exact", Places: 1},
			{Attribute: "date", Kind: "leaf", Match: "date", Places: 1, Had: 1, Filled: 1, Unread: 1, Examples: []preflight.Example{{Where: "a", Value: `"<soon>"`}}},
		},
		Unnamed: []preflight.Key{{Attribute: "total", Truths: 1, First: "a"}},
	}
}

// Findings about the truths and warnings of cases stand wherever the numbers are, and no output gives a verdict on
// numbers that mean nothing.
func TestFindingsStandInEveryOutput(t *testing.T) {
	for _, gate := range []*report.Gate{nil, {MacroF1: 0.5}} {
		sum := report.Summary{Dataset: "d", Trials: []report.Trial{}, Attributes: []report.Attribute{}, Numbers: []report.Number{}, Policy: "wrong_both", Level: 0.95}
		sum.SetPreflight(misspelt())
		odd := caseOf("a", true)
		odd.Warnings = []string{"the <truth> has a key that no field compares"}
		records := []report.Record{run(1), report.Dataset{Name: "d", Gate: gate}, odd, sum, report.End{Cases: 1}}
		var text []byte
		for _, record := range records {
			var err error
			text, err = artifact.AppendRecord(text, record)
			require.NoError(t, err)
		}
		reporttest.RequireValid(t, text)

		r := load(t, render.Options{}, memory("a.jsonl", records...))
		assert.Equal(t, verdict.NotEvaluable, r.Sets[0].Judgement.Verdict)
		for name, text := range map[string]string{
			"markdown": renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) }),
			"html":     htmlOf(t, r, page.Options{}),
			"junit":    renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, memory("a.jsonl", records...)) }),
			"text":     renderWritten(t, func(w io.Writer) error { return terminal.WriteText(w, r.Sets[0].Summary, terminal.Options{}) }),
		} {
			assert.Regexp(t, `no truth has ("|&#34;|&quot;)totl("|&#34;|&quot;); did you mean ("|&#34;|&quot;)total("|&#34;|&quot;)\? \(a\)`, text, name)
			assert.Regexp(t, `date cannot read 1 of 1 truth, such as `, text, name)
			assert.Regexp(t, `the (<|&lt;)truth(>|&gt;) has a key that no field compares`, text, name)
			assert.Contains(t, text, "0.500", name)
			if name == "html" || name == "junit" {
				assert.NotContains(t, text, "<soon>", name+": markup is a text")
			}
			assert.NotContains(t, text, "ready to merge", name)
		}
	}
}

// A data set that was refused before its first case has no table, and its verdict has errors alone: the other finding stands beside them.
func TestFindingsOfARefusedDataSet(t *testing.T) {
	sum := report.Summary{Dataset: "d", Trials: []report.Trial{}, Attributes: []report.Attribute{}, Policy: "wrong_both", Level: 0.95}
	evidence := misspelt()
	evidence.Fields = append(evidence.Fields, preflight.Field{Attribute: "note", Kind: "leaf", Match: "exact", Absent: true, Places: 1, Had: 1, Filled: 1})
	sum.SetPreflight(evidence)
	r := load(t, render.Options{}, memory("a.jsonl", run(1), report.Dataset{Name: "d", Gate: &report.Gate{MacroF1: 0.5}}, sum, report.End{Partial: true}))
	for name, text := range map[string]string{
		"markdown": renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) }),
		"html":     htmlOf(t, r, page.Options{}),
	} {
		assert.Regexp(t, `no truth has ("|&#34;)totl("|&#34;); did you mean ("|&#34;)total("|&#34;)\? \(a\)`, text, name)
		assert.Regexp(t, `("|&#34;)note("|&#34;) is marked absent, and 1 of 1 truth has it`, text, name)
	}
}

// An answer that cannot be read gave something: a value that neither side has is not said to be got, as in the output of a test.
func TestJUnitOfAnUnreadableAnswer(t *testing.T) {
	source := scored(t, "fields: [{path: total}, {path: note}]", `{"id":"a","want":{"total":1}}`, `{"id":"a","got":"{\"total\":"}`, report.CaseOptions{})
	text := renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, source) })
	assert.Contains(t, text, "total: missing: got nothing, want 1 (")
	assert.Contains(t, text, "\nnote: hallucinated (")
	assert.Contains(t, text, "\n(document): invented (")
}
