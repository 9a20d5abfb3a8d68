package artifact

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestNowIsOfTheRealWorld(t *testing.T) {
	assert.Less(t, time.Since(now()), time.Hour)
	var w *Writer
	synctest.Test(t, func(t *testing.T) {
		assert.Equal(t, 2000, time.Now().Year())
		assert.GreaterOrEqual(t, NewRun("p").Start.Year(), 2026)
		w = NewWriter(nil, "")
	})
	age := now().Sub(w.opened)
	assert.True(t, age >= 0 && age < 24*time.Hour, "opened %v ago", age)
}
