package gotest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAttributesAreEscaped(t *testing.T) {
	assert.Equal(t, "evaltest.f1.lines[].amount", escape("evaltest.f1.lines[].amount"))
	assert.Equal(t, "a%20b%0A100%25", escape("a b\n100%"))
	assert.Equal(t, "Größe", escape("Größe"))
	assert.Equal(t, "%E2%80%AE", escape("\u202e"))
}
