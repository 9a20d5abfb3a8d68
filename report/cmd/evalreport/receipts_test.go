package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadmeOfReceipts runs the commands that the README of examples/receipts quotes, so that a
// reader gets its findings, its corrected spec and both of its tables.
func TestReadmeOfReceipts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	const dir = "../../../examples/receipts"
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return string(text)
	}
	run := func(line string) string { return printed(dir, line) }
	blocks, tables := quoted(read("README.md"))
	require.Len(t, blocks, 2, "a spec and score, lint")
	require.Len(t, tables, 2, "before and after")

	spec, score, ok := strings.Cut(blocks[0], "\n$ go tool ")
	require.True(t, ok)
	assert.Equal(t, "# testdata/before.yaml\n"+read("testdata/before.yaml"), spec)
	score = strings.TrimSpace(score)
	assert.Equal(t, tables[0], scoreTable(run(score), tables[0][0]))
	after := strings.Replace(score, "before.yaml", "after.yaml", 1)
	require.NotEqual(t, score, after)
	assert.Equal(t, tables[1], scoreTable(run(after), tables[1][0]))

	lint, ok := strings.CutPrefix(blocks[1], "$ go tool ")
	require.True(t, ok)
	lint, want, _ := strings.Cut(lint, "\n")
	assert.Equal(t, want, run(lint))
	_, corrected, ok := strings.Cut(want, "corrected spec:\n\n")
	require.True(t, ok)
	assert.Equal(t, read("testdata/after.yaml"), corrected)
}

// printed returns the output of a command in a folder.
func printed(dir, line string) string {
	words := strings.Fields(line)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	out, _ := cmd.Output() // scripts check exit codes
	return string(out)
}

// quoted returns the indented blocks of Markdown, without the indentation, and the cells
// of its tables.
func quoted(markdown string) (blocks []string, tables [][][]string) {
	const indent = "    "
	var block, table = "", [][]string(nil)
	for line := range strings.Lines(markdown + "\nend\n") {
		text, indented := strings.CutPrefix(line, indent)
		switch {
		case indented:
			block += text
		case line == "\n" && block != "":
			block += "\n"
		case block != "":
			blocks, block = append(blocks, strings.TrimRight(block, "\n")+"\n"), ""
		}
		switch {
		case strings.HasPrefix(line, "|---"):
		case strings.HasPrefix(line, "|"):
			var cells []string
			for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
				cells = append(cells, strings.TrimSpace(cell))
			}
			table = append(table, cells)
		case table != nil:
			tables, table = append(tables, table), nil
		}
	}
	return blocks, tables
}

// scoreTable returns some columns of the table of fields that score prints.
func scoreTable(printed string, columns []string) [][]string {
	table := [][]string{columns}
	var head []string
	for line := range strings.Lines(printed) {
		cells := strings.Fields(line)
		switch {
		case len(cells) == 0 && len(table) > 1:
			return table
		case len(cells) > 0 && cells[0] == columns[0]:
			head = cells
		case head != nil:
			var row []string
			for _, column := range columns {
				cell := cells[slices.Index(head, column)]
				if cell == "·" {
					cell = "0"
				}
				row = append(row, cell)
			}
			table = append(table, row)
		}
	}
	return table
}
