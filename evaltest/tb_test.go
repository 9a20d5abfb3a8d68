package evaltest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAttrEscape(t *testing.T) {
	assert.Equal(t, "evaltest.f1.lines[].amount", attrEscape("evaltest.f1.lines[].amount"))
	assert.Equal(t, "a%20b%0A100%25", attrEscape("a b\n100%"))
	assert.Equal(t, "Größe", attrEscape("Größe"))
	assert.Equal(t, "%E2%80%AE", attrEscape("\u202e"))
}
