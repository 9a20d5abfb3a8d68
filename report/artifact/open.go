package artifact

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/artifact/internal/marker"
)

// Source is one artifact that can be opened, more than once where whoever takes it
// says so.
type Source struct {
	// Name stands for the source in problems.
	Name string
	Open func() (io.ReadCloser, error)

	markers func() []marker.Marker // of its directory, nil for none
	// evidence is the data set of a source whose run goes on or broke off, else nil. It is Broken when the source holds
	// no data set.
	evidence *Key
	doubt    error // why its data sets decide nothing, beside the reasons that the markers have
}

// File returns the source of a file, plain or compressed by gzip. The markers in its directory hold for it, as
// [Dir.Begin] says.
func File(path string) Source {
	return Source{
		Name: path, Open: func() (io.ReadCloser, error) { return Open(path) },
		markers: func() []marker.Marker { return marker.Read(filepath.Dir(path)) },
	}
}

// doubts returns the reasons for which a data set of the source decides nothing.
func (s *Source) doubts(markers []marker.Marker, section *Section) []error {
	var all []error
	if s.doubt != nil {
		all = append(all, s.doubt)
	}
	for i := range markers {
		if why := markers[i].Doubt(&section.Run, &section.Dataset); why != "" {
			return append(all, fmt.Errorf("%s: %s", s.Name, why))
		}
	}
	return all
}

// Open opens an artifact for a [Reader]: a file of JSON Lines, or one that gzip
// has compressed, whatever its name is. The former is an [io.Seeker], too, where the
// system can seek in it.
func Open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	from, err := files.Decompress(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	if _, packed := from.(*gzip.Reader); !packed {
		if _, err := f.Seek(0, io.SeekStart); err == nil {
			return f, nil
		}
	}
	return opened{from, f}, nil
}

type opened struct {
	io.Reader
	io.Closer
}
