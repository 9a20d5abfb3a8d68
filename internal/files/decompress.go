package files

import (
	"bufio"
	"compress/gzip"
	"io"
)

// Decompress returns a reader of the decompressed bytes when from begins as gzip does (RFC 1952: 1f 8b), else a reader of
// the bytes themselves. It reads several gzip files behind one another as one. It returns the error of the first read or
// of a gzip header; an empty source is not an error.
func Decompress(from io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(from, 64<<10)
	head, err := in.Peek(2)
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b:
		return in, nil
	}
	return gzip.NewReader(in)
}
