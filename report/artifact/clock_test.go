package artifact_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

func TestTimesAreOfTheRealWorld(t *testing.T) {
	assert.Less(t, time.Since(artifact.NewRun("p").Start), time.Hour)
	var file bytes.Buffer
	var w *artifact.Writer
	synctest.Test(t, func(t *testing.T) {
		assert.Equal(t, 2000, time.Now().Year())
		assert.GreaterOrEqual(t, artifact.NewRun("p").Start.Year(), 2026)
		w = artifact.NewWriter(&file, "")
	})
	require.NoError(t, w.End(false))
	r := artifact.NewReader(&file, "")
	require.True(t, r.Scan())
	took := r.Record().(*report.End).Duration
	assert.True(t, took >= 0 && took < 24*time.Hour, "written for %v", took)
}
