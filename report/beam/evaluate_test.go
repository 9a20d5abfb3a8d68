package beam

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// Each worker is a process with a random key of its own: theirs travels to them.
func TestWorkersHaveOneKey(t *testing.T) {
	fn := evaluateFn{Spec: []byte("{}"), Options: report.CaseOptions{Redaction: keyed(redact.Redaction{Mode: redact.Hash})}}
	text, err := json.Marshal(fn) // as Beam does
	require.NoError(t, err)
	var worker evaluateFn
	require.NoError(t, json.Unmarshal(text, &worker))
	require.NoError(t, worker.Setup())
	assert.Len(t, worker.Options.Redaction.Key, 32)
	assert.Equal(t, fn.Options.Redaction.Key, worker.Options.Redaction.Key)

	assert.NotEqual(t, fn.Options.Redaction.Key, keyed(redact.Redaction{}).Key, "another run")
	assert.Equal(t, []byte("own"), keyed(redact.Redaction{Key: []byte("own")}).Key)
}
