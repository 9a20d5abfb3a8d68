package eval_test

import (
	"context"
	"testing"
	"time"

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

// The text of an unset time looks like any other. It is no wrong reading, and the hint says which tag makes it an absence.
func TestAnUnsetTimeNamesTheTag(t *testing.T) {
	type invoice struct {
		Issued time.Time `json:"issued"`
		Days   int       `json:"days"`
	}
	spec, err := eval.SpecOf[invoice]()
	require.NoError(t, err)
	e, err := spec.Compile()
	require.NoError(t, err)
	for truth, effect := range map[string]string{
		`{"issued":"2026-03-01","days":3}`: "has a value counts as wrong, not as missing",
		`{"issued":null,"days":0}`:         "is empty counts as hallucinated",
	} {
		r, err := e.Evaluate(context.Background(), invoice{}, truth)
		require.NoError(t, err)
		assert.Equal(t, []string{`field "issued": got "0001-01-01T00:00:00Z" where the truth ` + effect + `; if it means that nothing was found, ` +
			`tag it json:",omitzero" or eval:"zeroempty"`}, r.Warnings)
	}
	r, err := e.Evaluate(context.Background(), invoice{Issued: time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600))}, `{"issued":"2026-03-01","days":0}`)
	require.NoError(t, err)
	assert.Empty(t, r.Warnings, "a time that was set")
}

// 0 and 0.0 of one field are one warning, in the notation of a spec file.
func TestWarningAboutAZeroStandsOnce(t *testing.T) {
	r := evaluate(t, lines(eval.List{Fields: []eval.Field{{Path: "a"}, {Path: "days"}}}),
		`{"lines":[{"a":"x","days":0},{"a":"y","days":0.0}]}`, `{"lines":[{"a":"x","days":null},{"a":"y","days":null}]}`)
	assert.Equal(t, []string{`field "lines[].days": got 0 where the truth is empty counts as hallucinated; if it means that nothing was found, ` +
		`set zero_is_empty: true for the field (in Go ZeroIsEmpty, or omitzero in the json tag)`}, r.Warnings)
}
