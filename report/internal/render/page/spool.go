package page

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// spool holds the bytes written to it, beyond the first ones in a temporary file. The zero
// value is empty.
type spool struct {
	held bytes.Buffer // behind the file
	file *os.File
}

const spoolHeld = 8 << 20

// Write never fails where there is no place for a temporary file: then all is held.
func (s *spool) Write(p []byte) (int, error) {
	s.held.Write(p)
	if s.held.Len() < spoolHeld {
		return len(p), nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "evalreport-page-*")
		if err != nil {
			return len(p), nil
		}
		os.Remove(f.Name()) // where the system can, so that no end of the program leaves it
		s.file = f
	}
	_, err := s.held.WriteTo(s.file)
	return len(p), err
}

// WriteTo writes all of it.
func (s *spool) WriteTo(w io.Writer) (n int64, err error) {
	if s.file != nil {
		if _, err = s.file.Seek(0, io.SeekStart); err == nil {
			n, err = io.Copy(w, s.file)
		}
		if err != nil {
			return n, err
		}
	}
	more, err := s.held.WriteTo(w)
	return n + more, err
}

// Close removes the file.
func (s *spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
