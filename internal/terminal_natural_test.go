package internal_test

import (
	"slices"
	"testing"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestNatural(t *testing.T) {
	names := []string{"n10", "n2", "n", "n1", "m3", "", "n02", "n2b", "n2a10", "n2a9", "Ü2", "99999999999999999999", "100000000000000000000"}
	slices.SortFunc(names, terminal.Natural)
	assert.Equal(t, []string{"", "99999999999999999999", "100000000000000000000", "m3", "n", "n1", "n02", "n2", "n2a9", "n2a10", "n2b", "n10", "Ü2"}, names)
}

// It is an order: sorting needs that.
func TestNaturalIsAnOrder(t *testing.T) {
	name := rapid.StringMatching(`[a0-2é]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := name.Draw(t, "a"), name.Draw(t, "b"), name.Draw(t, "c")
		assert.Equal(t, -terminal.Natural(b, a), terminal.Natural(a, b))
		assert.Equal(t, a == b, terminal.Natural(a, b) == 0)
		if terminal.Natural(a, b) <= 0 && terminal.Natural(b, c) <= 0 {
			assert.LessOrEqual(t, terminal.Natural(a, c), 0)
		}
	})
}
