package main_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func TestOwn(t *testing.T) {
	fs := shell.Flags("test")
	fs.String("dir", "", "")
	for _, tt := range []struct{ args, own, rest string }{
		{"./...", "", "./..."},
		{"-dir x ./... -run Y", "-dir x", "./... -run Y"},
		{"--dir=x -v ./...", "--dir=x", "-v ./..."},
		{"-v -dir x", "", "-v -dir x"},
		{"-dir x -- -dir y", "-dir x", "-dir y"},
		{"-h", "-h", ""},
	} {
		own, rest := shell.Own(fs, strings.Fields(tt.args))
		assert.Equal(t, tt.own, strings.Join(own, " "), tt.args)
		assert.Equal(t, tt.rest, strings.Join(rest, " "), tt.args)
	}
}

func TestWithSpec(t *testing.T) {
	for want, args := range map[string][]string{
		"evalreport lint -spec spec.yaml data.jsonl": nil,
		"evalreport lint -spec w.yaml data.jsonl":    {"w.yaml"},
		"evalreport lint -spec w.yml a.jsonl b.json": {"a.jsonl", "w.yml", "b.json"},
		"evalreport lint -spec spec.yaml 'my a.csv'": {"my a.csv"},
	} {
		assert.Equal(t, want, words.Command(shell.WithSpec("lint", args)...))
	}
}
