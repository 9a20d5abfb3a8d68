package main_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Reasons never quote a redacted value, neither of the record nor of the data set.
func TestAuditOfRedactedValues(t *testing.T) {
	const spec = "fields: [{path: iban, match: exact}, {path: total, match: numeric}]\ninvariants: [{name: positive, rule: total > 0}]"
	truths := []string{`{"iban":"DE-1","total":10}`, `{"iban":"DE-2","total":20}`, `{"iban":"DE-3","total":30}`}
	run := reporttest.Evaluated{
		Spec: spec, Truths: truths, Answers: [][]string{{`{"iban":"DE-7","total":-77}`, truths[1], truths[2]}},
		Options: report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Hash, Key: []byte("k")}},
	}
	dir := t.TempDir()
	source, err := run.Source(t).Open()
	require.NoError(t, err)
	text, err := io.ReadAll(source)
	require.NoError(t, err)
	artifact, data := filepath.Join(dir, "run.jsonl"), filepath.Join(dir, "data.jsonl")
	require.NoError(t, os.WriteFile(artifact, text, 0o600))
	lines := ""
	for i, truth := range truths {
		lines += fmt.Sprintf(`{"id":"doc-%02d","text":"the same text %d","want":%s}`+"\n", i, min(i, 1), truth)
	}
	require.NoError(t, os.WriteFile(data, []byte(lines), 0o600))

	cmd, args, err := labels.Find([]string{"audit", "-right", ".5", "-data", data, artifact})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, cmd.Run(&labels.Call{Inputs: &shell.Inputs{Say: t.Logf}, Stdout: &out}, "audit", args, &out, labels.Help))
	assert.Regexp(t, `(?m)^  doc-00  the answer breaks positive.*; the answer differs from the label: iban, total$`, &out)
	assert.Contains(t, out.String(), "doc-01  the label of iban: duplicate; total: duplicate")
	for _, value := range []string{"DE-", "77", "20", "30"} {
		assert.NotContains(t, out.String(), value)
	}
}
