package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// A file that somebody else has written since it was read is not overwritten.
func TestAcceptWritesNoFileThatHasChanged(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a": `{"x":1}`, "b": `{"x":1}`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".want.json"), []byte(text), 0o666))
	}
	a := &labels.Acceptance{Choice: labels.Choice{Data: dir}}
	rules := accept.RulesOf(report.Dataset{})
	for _, id := range []string{"a", "b"} {
		l, err := a.LabelsOf(id)
		require.NoError(t, err)
		changes, _ := rules.Changes(&report.Case{ID: id, Status: report.OK, Fields: []report.Field{
			{Path: "x", Attribute: "x", Outcome: metrics.Wrong, Got: []byte("2"), Want: []byte("1")},
		}})
		done, refused := l.Apply(id, "", changes)
		require.Len(t, done, 1)
		require.Empty(t, refused)
	}
	other := filepath.Join(dir, "b"+".want.json")
	require.NoError(t, os.WriteFile(other, []byte(`{"x":7}`), 0o666))
	err := a.Write()
	assert.EqualError(t, err, other+" was changed by somebody else meanwhile; nothing was written to it; before it 1 file was written")
	text, err := os.ReadFile(other)
	require.NoError(t, err)
	assert.Equal(t, `{"x":7}`, string(text))
	text, err = os.ReadFile(filepath.Join(dir, "a"+".want.json"))
	require.NoError(t, err)
	assert.Equal(t, `{"x":2}`, string(text))
}
