package pairing

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
)

// The cost limit of a set does not depend on the length of its texts.
func TestLongElementsAreComparedWithFewerOthers(t *testing.T) {
	set := func(length int) *Sheet {
		text, err := document.Of(`"` + strings.Repeat("x", length-2) + `"`)
		assert.NoError(t, err)
		return &Sheet{Items: []document.Value{text, text, text}}
	}
	assert.Equal(t, maxPairs, affordable(set(100), set(100)))
	assert.Equal(t, 1<<(37-14-15), affordable(set(1<<14), set(1<<15)))
	assert.Equal(t, 1, affordable(set(1<<20), set(1<<20)))
	assert.Equal(t, maxPairs, affordable(&Sheet{}, set(10)))
}
