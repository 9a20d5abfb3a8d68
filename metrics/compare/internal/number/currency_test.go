package number

import (
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCodesAreSorted(t *testing.T) {
	list := strings.Fields(codes)
	assert.True(t, sort.StringsAreSorted(list))
	assert.Len(t, codes, 4*len(list))
	for _, code := range list {
		assert.True(t, isCode(code), code)
	}
	for _, other := range []string{"", "EU", "EURO", "eur", "XXX", "XAU", "AAA", "ZZZ", "R E"} {
		assert.False(t, isCode(other), other)
	}
}

func TestNoSymbolHidesALongerOne(t *testing.T) {
	for i, short := range symbols {
		for _, long := range symbols[i+1:] {
			assert.False(t, strings.HasPrefix(long, short) || strings.HasSuffix(long, short), "%q hides %q", short, long)
		}
	}
}
