package shell

import (
	"io"
	"os"

	"github.com/extracteval/extracteval/internal/terminal"
)

// Screen describes a writer. The zero Screen is a file.
type Screen struct {
	// Terminal says that it understands escape sequences.
	Terminal bool
	// Width is in cells, 0 for no limit: the width of the terminal, else COLUMNS, else
	// 80 for a terminal.
	Width int
	// Colour says that it is a terminal and NO_COLOR is not set; see
	// no-color.org.
	Colour bool
}

// ScreenOf looks at a writer.
func ScreenOf(w io.Writer) Screen {
	term := os.Getenv("TERM")
	if !IsTerminal(w) || term == "" || term == "dumb" {
		return Screen{Width: terminal.Columns()}
	}
	s := Screen{Terminal: true, Width: 80, Colour: os.Getenv("NO_COLOR") == ""}
	if n := terminal.Columns(); n > 0 {
		s.Width = n
	}
	if n := width(w.(*os.File)); n >= 20 {
		s.Width = n
	}
	return s
}

// Options returns the options for a page that fills the screen.
func (s Screen) Options() terminal.Options {
	return terminal.Options{Width: s.Width, Colour: s.Colour}
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
