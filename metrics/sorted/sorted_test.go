package sorted_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/sorted"
)

func TestKeys(t *testing.T) {
	type limits map[string]float64 // as of a type of its own
	assert.Equal(t, []string{"", "B", "a", "a b", "ä"}, sorted.Keys(limits{"a": 1, "ä": 2, "B": 3, "a b": 4, "": 5}))
	assert.Equal(t, []string{}, sorted.Keys(map[string]int{}))
	assert.Empty(t, sorted.Keys[bool](nil))
}
