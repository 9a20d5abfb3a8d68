package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// isFolder reports whether a path is a directory or ends in a slash.
func isFolder(path string) bool {
	if strings.HasSuffix(filepath.ToSlash(path), "/") {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// output calls write with a file, or the standard output for "-". A file appears
// when it is whole, and is compressed if its name ends in .gz.
func (c *cli) output(path string, write func(io.Writer) error) error {
	if path != "-" {
		return shell.WriteFile(path, write)
	}
	w := bufio.NewWriterSize(c.stdout, 256<<10)
	return errors.Join(write(w), w.Flush())
}

// checkPage returns an error if a page would go to a terminal, unless -o says so.
func (c *cli) checkPage(fs *flag.FlagSet) error {
	if !shell.IsSet(fs, "o") && shell.IsTerminal(c.stdout) {
		return shell.Errorf("a page is for a browser: name its file, -o report.html, or pipe it to a command")
	}
	return nil
}

// page writes a page as output does. It prints the name of the file.
func (c *cli) page(path string, write func(io.Writer) error) error {
	err := c.output(path, write)
	if err == nil && path != "-" {
		fmt.Fprintf(c.stdout, "page: %s\n", terminal.Visible(path))
	}
	return err
}

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// lineStarts returns lines as one text, each as [terminal.LineStart] has it.
func lineStarts(lines []string) string {
	var all []string
	for _, line := range lines {
		all = append(all, terminal.LineStart(line))
	}
	return strings.Join(all, "\n")
}
