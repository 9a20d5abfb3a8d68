package tree_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/tree"
)

// testdata/references.jsonl holds random documents with the numbers that the definitions of the two references give under
// Python 3.11: its str, its float, its dict and its sorting, with assignments by trying all of them and tree edit distances by
// the recursion over forests. Documents for which several best assignments give different scores are left out, since for them
// the reference defines none.
func TestAgainstReferences(t *testing.T) {
	file, err := os.Open("testdata/references.jsonl")
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	count := 0
	for ; lines.Scan(); count++ {
		var want struct {
			Got, Want  json.RawMessage
			ANLS       float64
			NTED       *float64
			TP, FP, FN int
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &want))
		got, err := document.Parse(want.Got)
		require.NoError(t, err)
		truth, err := document.Parse(want.Want)
		require.NoError(t, err)

		score, err := tree.ANLSStar(got, truth)
		require.NoError(t, err)
		assert.InDelta(t, want.ANLS, score, 1e-12, "ANLS* of line %d: %s", count+1, lines.Text())

		accuracy, ok, err := tree.NTED(got, truth)
		require.NoError(t, err)
		if assert.Equal(t, want.NTED != nil, ok, "line %d: %s", count+1, lines.Text()) && ok {
			assert.InDelta(t, *want.NTED, accuracy, 1e-12, "nTED of line %d: %s", count+1, lines.Text())
		}
		assert.Equal(t, metrics.Confusion{TP: want.TP, FP: want.FP, FN: want.FN}, tree.FieldConfusion(got, truth), "line %d: %s", count+1, lines.Text())
	}
	require.NoError(t, lines.Err())
	assert.Equal(t, 160, count)
}
