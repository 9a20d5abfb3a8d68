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

// Of two values of a flag the last one won: of two limits, the looser one.
func TestFlagsWithOneValue(t *testing.T) {
	for _, tt := range []struct{ args, message string }{
		{"-least .9 -least .5", `invalid value ".5" for flag -least: it has the value ".9" already`},
		{"x -least .9 y -least .9", ""},
		{"-full -full", ""},
		{"-full -full=false", `invalid boolean value "false" for -full: it has the value "true" already`},
		{"-case a -case b", ""},
		{"-name a x -name b", `invalid value "b" for flag -name: it has the value "a" already`},
	} {
		fs := shell.Flags("test")
		fs.Func("least", "", func(string) error { return nil })
		fs.Bool("full", false, "")
		fs.String("name", "", "")
		cases := shell.List(fs, "case", "a case; repeatable")
		switch _, err := shell.Parse(fs, strings.Fields(tt.args)); tt.message {
		case "":
			assert.NoError(t, err, tt.args)
		default:
			assert.EqualError(t, err, tt.message)
		}
		if strings.Contains(tt.args, "-case") {
			assert.Equal(t, []string{"a", "b"}, *cases)
		}
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
