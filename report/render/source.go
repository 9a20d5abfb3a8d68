package render

import (
	"io"
	"os"
)

// Source is one artifact. [JUnit] opens it twice, everything else once.
type Source struct {
	// Name stands for the source in problems.
	Name string
	Open func() (io.ReadCloser, error)
}

// File returns the source of a plain file.
func File(path string) Source {
	return Source{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}
