package main

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/testdata/effort"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A verdict that could not be written is not one that was given.
func TestAVerdictThatCannotBeWritten(t *testing.T) {
	for _, args := range effort.Some(4, [][]string{
		{"check", "-gate", "testdata/gates.yaml", "testdata/new"},
		{"lint", "-spec", "testdata/spec.yaml", "testdata/want.jsonl"},
		{"lint", "-explain", "-spec", "testdata/spec.yaml"},
		{"export", "-format", "csv", "testdata/new"},
		{"diff", "-power", "testdata/new"},
	}) {
		var said bytes.Buffer
		assert.Equal(t, exitMisuse, run(t.Context(), nil, full{}, &said, args), args[0])
		assert.Contains(t, said.String(), "no space left on device")
	}
}
