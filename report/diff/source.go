package diff

import (
	"io"
	"os"
)

// Source is one artifact. It is opened twice: to compare, and to fetch the values
// of the cases that are shown. Where the second fails, they are not shown and a
// warning says so.
type Source struct {
	// Name stands for the source in warnings and errors.
	Name string
	Open func() (io.ReadCloser, error)
}

// File returns the source of a plain file.
func File(path string) Source {
	return Source{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}
