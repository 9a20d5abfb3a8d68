package terminal

import (
	"os"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Columns returns the width that the variable COLUMNS of the environment asks for, 0 where
// it says nothing that can be used. It decides where no terminal does.
func Columns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 0
}

// Colour is what a terminal is told before a text, as SGR parameters of ECMA-48.
type Colour string

const (
	Bold   Colour = "1"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Paint returns a text in a colour.
func (c Colour) Paint(text string) string { return "\x1b[" + string(c) + "m" + text + "\x1b[0m" }

// Broken breaks a visible line that is wider than a number of cells, as [WriteText] does; 0
// cells are enough for any.
func Broken(line string, cells int) string {
	if cells <= 0 {
		return line
	}
	return strings.TrimSuffix(words.Wrap(line, cells), "\n")
}
