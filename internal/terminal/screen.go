package terminal

import (
	"os"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Columns returns the width in the environment variable COLUMNS, 0 where it is not a number of
// at least 20. It is for output that does not go to a terminal.
func Columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 0
}

// Colour is the SGR parameter (ECMA-48) that a terminal is sent before a text.
type Colour string

const (
	Bold   Colour = "1"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Paint returns a text in a colour.
func (c Colour) Paint(text string) string { return "\x1b[" + string(c) + "m" + text + "\x1b[0m" }

// Broken breaks a visible line that is wider than a number of cells, as [WriteText] does. It
// breaks no line where cells is 0.
func Broken(line string, cells int) string {
	if cells <= 0 {
		return line
	}
	return strings.TrimSuffix(words.Wrap(line, cells), "\n")
}
