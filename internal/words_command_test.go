package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
)

func TestCommand(t *testing.T) {
	for want, args := range map[string][]string{
		"":                                nil,
		"-want-id results.#.id a/b.jsonl": {"-want-id", "results.#.id", "a/b.jsonl"},
		"'want[0]' 'my a.csv' '#id' ''":   {"want[0]", "my a.csv", "#id", ""},
		`'$HOME' 'it'\''s' '"x"'`:         {"$HOME", "it's", `"x"`},
		"'a␛b'":                           {"a\x1bb"},
	} {
		assert.Equal(t, want, words.Command(args...))
	}
}
