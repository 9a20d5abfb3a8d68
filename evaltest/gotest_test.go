package evaltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

// attributes has the attributes that a test was given.
type attributes struct {
	gotest.TB
	all map[string]string
}

func (a attributes) Attr(key, value string) { a.all[key] = value }

func TestAttributesAreEscaped(t *testing.T) {
	a := attributes{all: map[string]string{}}
	gotest.Attr(a, "evaltest.f1.lines[].amount", "a b\n100%")
	gotest.Attr(a, "Größe", "\u202e")
	assert.Equal(t, map[string]string{"evaltest.f1.lines[].amount": "a%20b%0A100%25", "Größe": "%E2%80%AE"}, a.all)
}
