package internal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
)

// The artifact is made by hand; so are its numbers: see TestNumbersOfTheSmallArtifact.
// EXTRACTEVAL_UPDATE=1 writes the output of the renderers, to be read before it is committed.
func TestGolden(t *testing.T) {
	for format, got := range outputs(t, artifact.File("render/testdata/small.jsonl")) {
		t.Run(format, func(t *testing.T) {
			name := filepath.Join("render/testdata", "small."+format)
			if os.Getenv("EXTRACTEVAL_UPDATE") != "" {
				require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
			}
			want, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// number, date, total and vendor: 3 right of 4 that were given and of 5 that are
// true, F1 = 6/9; stamp: 1 of 2, F1 = 1/2; sku: 2 of 3, F1 = 2/3; amount: never.
func TestNumbersOfTheSmallArtifact(t *testing.T) {
	set := load(t, render.Options{}, artifact.File("render/testdata/small.jsonl")).Sets[0]
	assert.InDelta(t, (5*2./3+1./2+0)/7, set.Summary.Number("macro F1").Value.Value, 1e-12)
	// 15 matches; 6 wrong values count twice, 5 missing ones and an invented one once.
	assert.InDelta(t, 2*15./(2*15+(6+1)+(6+5)), set.Summary.Number("micro F1").Value.Value, 1e-12)
	assert.Equal(t, verdict.Failed, set.Judgement.Verdict)
	assert.Equal(t, "globex-02", set.Cases[0].ID, "an error comes first")
	assert.Equal(t, "initech-02", set.Cases[5].ID, "what was skipped comes last")
}
