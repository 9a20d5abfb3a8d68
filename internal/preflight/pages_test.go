package preflight_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// The page beside a box is named by the spec, and a perfect answer has it where the
// truth keeps both elsewhere, too.
func TestPageBesideABox(t *testing.T) {
	for name, field := range map[string]eval.Field{
		"beside":    {Path: "places.total.box", Match: compare.Box{PagePath: "page"}},
		"elsewhere": {Path: "total.bbox", WantPath: "places.total.box", Match: compare.Box{PagePath: "page"}},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := eval.Spec{Fields: []eval.Field{field}}.Compile()
			require.NoError(t, err)
			c, err := preflight.New(e, preflight.Options{})
			require.NoError(t, err)
			v, err := document.Parse([]byte(`{"places":{"total":{"box":[0,0,10,10],"page":2}}}`))
			require.NoError(t, err)
			require.NoError(t, c.Add("truth 1", v))
			got := c.Evidence()
			assert.Empty(t, got.Unnamed)
			assert.Equal(t, 1, got.Leaves)
			assert.Equal(t, 1, got.Right)
		})
	}
}
