package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Of two equal keys the last one counts, at every level.
func TestLookupOfAKeyThatAppearsTwice(t *testing.T) {
	for _, tt := range []struct{ line, key, want string }{
		{`{"got":1,"got":2}`, "got", "2"},
		{`{"answer":{"got":1,"got":2}}`, "answer.got", "2"},
		{`{"answer":{"got":1},"answer":{"got":2}}`, "answer.got", "2"},
		{`{"answers":[{"got":1,"got":2}]}`, "answers[0].got", "2"},
		{`{"answer":"{\"got\":1,\"got\":2}"}`, "answer.got", "2"},
		{`{"a.b":1,"a.b":2,"a":{"b":3}}`, "a.b", "2"},
	} {
		assert.Equal(t, tt.want, dataset.Lookup([]byte(tt.line), tt.key).Raw, tt.line)
	}
	assert.False(t, dataset.Lookup([]byte(`[1]`), "0").Exists())
}
