package main

import (
	"bytes"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// TestMain lets no test see the settings of the run around it: in CI, accept does not
// write. Scripts and tests that start this binary as the command set their own.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); name != "evalreport" && name != "evalreport.exe" {
		for _, setting := range os.Environ() {
			if name, _, _ := strings.Cut(setting, "="); strings.HasPrefix(name, "EVALTEST_") || strings.HasPrefix(name, "GIT_") || name == "COLUMNS" || name == "CI" {
				os.Unsetenv(name)
			}
		}
	}
	testscript.Main(m, map[string]func(){"evalreport": main})
}

// TestDoc runs every command of the doc comment in testdata.
func TestDoc(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the comment has paths as other systems print them")
	}
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	require.NoError(t, err)
	commands := 0
	for _, block := range new(comment.Parser).Parse(file.Doc.Text()).Content {
		code, ok := block.(*comment.Code)
		if !ok || !strings.HasPrefix(code.Text, "$ evalreport ") {
			continue
		}
		commands++
		line, want, _ := strings.Cut(strings.TrimPrefix(code.Text, "$ "), "\n")
		t.Run(line, func(t *testing.T) {
			words := strings.Fields(line)
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Dir = "testdata"
			got, _ := cmd.CombinedOutput() // scripts check exit codes
			assert.Equal(t, want, string(got))
		})
	}
	assert.Equal(t, 10, commands)
}

// TestDocNamesEveryCommand keeps the list in the doc comment equal to the list in the help.
func TestDocNamesEveryCommand(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	require.NoError(t, err)
	assert.Contains(t, file.Doc.Text(), "\n\t"+strings.ReplaceAll(strings.TrimSpace(list()), "\n", "\n\t")+"\n")
}

// Without pdftoppm the page is there, and a line names the missing program.
func TestPDFWithoutTheProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	page := filepath.Join(t.TempDir(), "page.html")
	var out, errs bytes.Buffer
	assert.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, []string{"html", "-pdf", t.TempDir(), "-o", page, "../../internal/render/testdata/small.jsonl"}))
	assert.Equal(t, "evalreport html: -pdf: pdftoppm is not on PATH, so pages of PDFs are not shown: install Poppler (apt-get install poppler-utils, brew install poppler)\n", errs.String())
	assert.FileExists(t, page)
	errs.Reset()
	assert.Equal(t, exitMisuse, run(t.Context(), nil, &out, &errs, []string{"html", "-pdf", filepath.Join(page, "none"), "-o", page, "../../internal/render/testdata/small.jsonl"}))
	assert.Contains(t, errs.String(), "evalreport html: -pdf: ")
}

// The pages that are rendered are those where the texts have the values that are wrong; of a
// document without a text it is the first.
func TestPDFOfPagesWithValues(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program in place of pdftoppm is for sh")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"inv-3.pdf": "%PDF", "inv-3.txt": "Invoice A-3\fterms\fsubtotal 35.00\fterms\ftotal 30.50\f", "inv-5.pdf": "%PDF",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	log := filepath.Join(dir, "log")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "pdftoppm"), []byte("#!/bin/sh\necho \"$@\" >> '"+log+"'\nexit 1\n"), 0o700))
	t.Setenv("PATH", dir)
	var out, errs bytes.Buffer
	assert.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, []string{"html", "-pdf", dir, "-texts", dir, "-o", filepath.Join(dir, "page.html"), "testdata/new"}))
	calls, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, []string{"-f 3 -l 3 in.pdf out", "-f 5 -l 5 in.pdf out", "-f 1 -l 1 in.pdf out"}, regexp.MustCompile("-f .*").FindAllString(string(calls), -1))
}

// TestHelp: every command states its arguments, then shows examples with flags that it knows, and
// names its exit codes last.
func TestHelp(t *testing.T) {
	for _, cmd := range commands() {
		for _, args := range [][]string{{"help", cmd.Name}, {cmd.Name, "-h"}, {cmd.Name, "--help"}} {
			var out, errs bytes.Buffer
			assert.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, args))
			assert.Empty(t, errs.String())
			assert.True(t, strings.HasPrefix(out.String(), strings.TrimSpace("usage: evalreport "+cmd.Name+" "+cmd.Args)+"\n\n"), "%s", &out)
			_, flags, _ := strings.Cut(out.String(), "\nflags:\n")
			for _, flag := range exampleFlags(cmd) {
				assert.Regexp(t, `(?m)^  -`+flag+`( |\t|$)`, flags, cmd.Name)
			}
		}
		text, rest, found := strings.Cut(cmd.Text(texts), "\n\nexamples:\n")
		assert.True(t, found, "%s: text, then examples", cmd.Name)
		assert.True(t, strings.HasPrefix(text, strings.ToUpper(cmd.Name[:1])+cmd.Name[1:]+" "), "%s: the text begins with its name", cmd.Name)
		examples, exits, found := strings.Cut(rest, "\n\nexit codes: ")
		assert.True(t, found, "%s: examples, then exit codes", cmd.Name)
		assert.NotContains(t, strings.TrimSpace(exits), "\n\n", "%s: nothing is after the exit codes", cmd.Name)
		for line := range strings.Lines(examples) {
			assert.Regexp(t, "evalreport "+cmd.Name+`|^  benchstat `, line)
		}
	}
}

// Help fits into a terminal of 80 columns, for a first look and for each command.
func TestHelpIsNarrow(t *testing.T) {
	calls := [][]string{{"help"}, {"help", "spec"}}
	for _, cmd := range commands() {
		calls = append(calls, []string{"help", cmd.Name})
	}
	for _, args := range calls {
		var out, errs bytes.Buffer
		require.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, args))
		for line := range strings.Lines(out.String()) {
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "    \t", "        ")
			assert.NotContains(t, line, "\t", args)
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%q: %s", args, line)
		}
	}
}

// The help of a spec has every match.
func TestHelpOfASpec(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, []string{"help", "spec"}))
	_, list, _ := strings.Cut(out.String(), "beside it:\n")
	names := regexp.MustCompile(`(?m)^  ([a-z_]+) `).FindAllStringSubmatch(list, -1)
	var got []string
	for _, name := range names {
		got = append(got, name[1])
	}
	assert.ElementsMatch(t, append(compare.Names(), "list", "set", "map", "sections"), got)
	assert.Contains(t, list, "\n  class     one of few values, with a table of confusions\n       classes, aliases, scores\n")
}

// The first list is short enough to choose from.
func TestCommandsAreFew(t *testing.T) {
	first := slices.IndexFunc(commands(), func(cmd shell.Command[*cli]) bool { return cmd.Group == "more" })
	assert.LessOrEqual(t, first, 14, "a command that few need stands under more, or is a flag of another")
}

// exampleFlags returns the names of the command's own flags in its examples, without go test's.
func exampleFlags(cmd shell.Command[*cli]) (names []string) {
	_, examples, _ := strings.Cut(cmd.Text(texts), "\nexamples:\n")
	examples, _, _ = strings.Cut(examples, "\n\n")
	for line := range strings.Lines(examples) {
		_, call, _ := strings.Cut(line, "evalreport "+cmd.Name)
		call, _, _ = strings.Cut(call, " | ")
		call, _, _ = strings.Cut(call, " ./...") // the flags after it in test are for go test
		for _, word := range strings.Fields(call) {
			if name := strings.TrimPrefix(word, "-"); name != word && name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// The README names every command.
func TestREADMENamesEveryCommand(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	for _, cmd := range commands() {
		if cmd.Name != "version" {
			assert.Regexp(t, "(`|evalreport )"+cmd.Name+"[` ]", string(text))
		}
	}
}
