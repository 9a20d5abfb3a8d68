package eval_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
)

// A spec of tags is corrected by tags.
func TestWarningAboutAZeroNamesTheTag(t *testing.T) {
	type invoice struct {
		Total float64 `json:"total"`
	}
	spec, err := eval.SpecOf[invoice]()
	require.NoError(t, err)
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(context.Background(), invoice{}, `{"total":null}`)
	require.NoError(t, err)
	assert.Equal(t, []string{`field "total": got 0 where the truth is empty counts as hallucinated; if it means that nothing was found, ` +
		`tag it json:",omitzero" or eval:"zeroempty"`}, r.Warnings)
}
