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

// 0 and 0.0 of one field are one warning, in the notation of a spec file.
func TestWarningAboutAZeroStandsOnce(t *testing.T) {
	r := evaluate(t, lines(eval.List{Fields: []eval.Field{{Path: "a"}, {Path: "days"}}}),
		`{"lines":[{"a":"x","days":0},{"a":"y","days":0.0}]}`, `{"lines":[{"a":"x","days":null},{"a":"y","days":null}]}`)
	assert.Equal(t, []string{`field "lines[].days": got 0 where the truth is empty counts as hallucinated; if it means that nothing was found, ` +
		`set zero_is_empty: true for the field (in Go ZeroIsEmpty, or omitzero in the json tag)`}, r.Warnings)
}
