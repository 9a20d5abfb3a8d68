package accept

import (
	"bytes"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
)

// cut cuts a file into lines. A file of another form it cuts into its documents and the texts between them.
func (l *Labels) cut(data []byte) error {
	pieces, err := dataset.Pieces(l.name, data)
	if err != nil {
		return err
	}
	if pieces == nil {
		l.lines = slices.Collect(strings.Lines(string(data)))
		return nil
	}
	mark := int64(len(data) - len(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	l.places = map[int]int{}
	end := int64(0)
	for _, p := range pieces {
		l.lines = append(l.lines, string(data[end:mark+p.Start]), string(data[mark+p.Start:mark+p.End]))
		l.places[len(l.lines)-1] = p.Line
		if end = mark + p.End; p.ID != "" {
			arithmetic.Map(&l.keys)[len(l.lines)-1] = p.ID
		}
	}
	l.lines = append(l.lines, string(data[end:]))
	return nil
}
