package preflight_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A path of the spec that looks like the key of the truths.
func TestPathInAnotherUnicodeForm(t *testing.T) {
	assert.Equal(t, []string{`ERROR no truth has "größe"; did you mean "` + "gro\u0308ße" + `"? (they differ only in their Unicode form: write both in NFC) (set.jsonl:1)`},
		texts(check(t, `fields: [{path: größe}]`, "{\"gro\u0308ße\":5}").Findings()))
}
