package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEverySentenceIsAssured holds ASSURED.md to the sentences that outputs and help texts have, and to the tests that it
// names. A rate in a help text that is not in a sentence of the page is a promise without a test.
func TestEverySentenceIsAssured(t *testing.T) {
	page, err := os.ReadFile("ASSURED.md")
	require.NoError(t, err)
	root := filepath.Join("..", "..", "..")
	var printed strings.Builder // help texts, and the code that prints the others
	for _, pattern := range []string{"report/cmd/evalreport/help/*.txt", "report/cmd/evalreport/internal/labels/help/*.txt", "report/internal/*/*.go", "report/internal/labels/*/*.go", "report/internal/render/*.go", "report/cmd/evalreport/internal/labels/*.go", "internal/terminal/*.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			printed.WriteString(" " + string(text))
		}
	}
	fold := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	all := fold(printed.String())
	var sentences []string
	rows := regexp.MustCompile(`(?m)^\| “(.*)” \|.*\|.*\| (.*) \|$`).FindAllStringSubmatch(string(page), -1)
	require.Greater(t, len(rows), 12)
	for _, row := range rows {
		assert.Contains(t, all, row[1])
		sentences = append(sentences, row[1])
		for _, group := range regexp.MustCompile("`([a-z/]+)`((?:,? Test\\w+)+)").FindAllStringSubmatch(row[2], -1) {
			files, err := filepath.Glob(filepath.Join(root, group[1], "*_test.go"))
			require.NoError(t, err)
			var tests strings.Builder
			for _, file := range files {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				tests.Write(text)
			}
			for _, name := range regexp.MustCompile(`Test\w+`).FindAllString(group[2], -1) {
				assert.Contains(t, tests.String(), "\nfunc "+name+"(t *testing.T)", "%s of %s", name, group[1])
			}
		}
		assert.Contains(t, row[2], "Test", row[1])
	}
	rate := regexp.MustCompile(`(?:of twenty|of 100 seeds|times in five|confidence of 95%|at most 1 - LEVEL|at most [0-9]+ %)`)
	for _, pattern := range []string{"help/*.txt", "internal/labels/help/*.txt"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			help := fold(string(text))
			for _, match := range rate.FindAllStringIndex(help, -1) {
				stated := false
				for _, sentence := range sentences {
					from := strings.Index(help, sentence)
					stated = stated || from >= 0 && from <= match[0] && match[1] <= from+len(sentence)
				}
				assert.True(t, stated, "%s: %q is in no sentence of ASSURED.md", file, help[max(0, match[0]-60):match[1]])
			}
		}
	}
}
