package shell

import (
	"cmp"
	"io"
	"os"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
)

// PageOf returns the options for text on w. For a terminal, the width is the terminal's own, else COLUMNS, else 80
// cells, and there are colours unless NO_COLOR is set (no-color.org). For a file, the width is COLUMNS, else 0: no
// limit.
func PageOf(w io.Writer) view.Screen {
	if !Moves(w) {
		return view.Screen{Width: terminal.Columns()}
	}
	o := view.Screen{Width: cmp.Or(terminal.Columns(), 80), Colour: os.Getenv("NO_COLOR") == ""}
	if n := width(w.(*os.File)); n >= 20 {
		o.Width = n
	}
	return o
}

// Moves reports whether a writer is a terminal that understands escape sequences.
func Moves(w io.Writer) bool {
	term := os.Getenv("TERM")
	return IsTerminal(w) && term != "" && term != "dumb"
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
