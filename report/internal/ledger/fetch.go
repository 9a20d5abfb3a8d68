package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Wanted is the record of a case in one trial, which is read again.
type Wanted struct {
	Of     *Cases
	Number int32
	Entry  *Entry
	Take   func(*report.Case) // it is valid until Take returns
}

// Fetch reads the sources of one run again for some of its records, in their order, and yields an error for each source that
// cannot be read, or not to the last of them.
func Fetch(all []Wanted) iter.Seq[error] {
	slices.SortStableFunc(all, func(a, b Wanted) int {
		return cmp.Or(cmp.Compare(a.Entry.file, b.Entry.file), cmp.Compare(a.Entry.line, b.Entry.line))
	})
	return func(yield func(error) bool) {
		for rest := all; len(rest) > 0; {
			file := rest[0].Entry.file
			n := slices.IndexFunc(rest, func(w Wanted) bool { return w.Entry.file != file })
			if n < 0 {
				n = len(rest)
			}
			s := rest[0].Of.sources[file]
			if err := fetch(s, rest[:n]); err != nil && !yield(fmt.Errorf("values of %s are not shown: %w", s.Name, err)) {
				return
			}
			rest = rest[n:]
		}
	}
}

// fetch reads the wanted records of one source, in order of their lines.
func fetch(s artifact.Source, all []Wanted) (err error) {
	f, err := s.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	in := files.NewLines(f)
	var text []byte
	for _, w := range all {
		line := int(w.Entry.line)
		if in.Number() < line { // several may want one record
			text, err = in.At(line)
		}
		switch {
		case err == io.EOF:
			return errors.New("it has become shorter while it was read")
		case err != nil:
			return err
		case in.Size() > files.MaxLine:
			return fmt.Errorf("line is longer than %d MiB", files.MaxLine>>20)
		}
		var c report.Case
		if err := artifact.DecodeCase(text, &c); err != nil || c.ID != w.Of.Name(w.Number) || c.Trial != int(w.Of.own(w.Entry)) {
			return errors.New("it has changed while it was read")
		}
		w.Take(&c)
	}
	return nil
}
