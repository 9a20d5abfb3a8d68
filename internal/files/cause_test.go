package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCause(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	_, notThere := os.Open(missing)
	notRenamed := os.Rename(missing, missing+"2")
	for _, err := range []error{notThere, notRenamed, fmt.Errorf("reading: %w", notThere)} {
		assert.NotContains(t, Cause(err).Error(), "missing")
		assert.ErrorIs(t, Cause(err), os.ErrNotExist)
	}
	other := errors.New("too long")
	assert.Same(t, other, Cause(other))
	assert.NoError(t, Cause(nil))
}
