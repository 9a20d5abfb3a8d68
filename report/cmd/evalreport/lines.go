package main

import (
	"fmt"
	"io"

	"github.com/extracteval/extracteval/report"
)

// copyLines copies lines as they are.
func copyLines(w io.Writer, in report.Source, spans []span) (n int, err error) {
	f, err := in.Open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	from := report.NewLineReader(f)
	for _, s := range spans {
		for k := s.first; k <= s.last; k++ {
			line, err := from.At(k)
			if err == nil {
				_, err = w.Write(line)
			}
			if err == nil && line[len(line)-1] != '\n' {
				_, err = w.Write([]byte{'\n'})
			}
			if err != nil {
				return n, fmt.Errorf("copying %s:%d: %w", in.Name, k, err)
			}
			n++
		}
	}
	return n, nil
}
