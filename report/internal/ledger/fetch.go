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

// Place is where the record of a case in one trial stands.
type Place struct {
	file, line uint32
	trial      int32
	id         string
}

// Place returns the place of the record of an entry of a case.
func (c *Cases) Place(number int32, e *Entry) Place {
	return Place{e.file, e.line, c.own(e), c.Name(number)}
}

// Wanted is one record that is read again.
type Wanted struct {
	Place
	Take func(*report.Case) // it is valid until Take returns
}

// Fetch reads the sources of a run again for some records, in their order, and yields an error for each source that cannot be
// read, or not to the last of them.
func Fetch(sources []artifact.Source, all []Wanted) iter.Seq[error] {
	slices.SortStableFunc(all, func(a, b Wanted) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	return func(yield func(error) bool) {
		for rest := all; len(rest) > 0; {
			n := slices.IndexFunc(rest, func(w Wanted) bool { return w.file != rest[0].file })
			if n < 0 {
				n = len(rest)
			}
			s := sources[rest[0].file]
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
		if in.Number() < int(w.line) { // several may want one record
			text, err = in.At(int(w.line))
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
		if err := artifact.DecodeCase(text, &c); err != nil || c.ID != w.id || c.Trial != int(w.trial) {
			return errors.New("it has changed while it was read")
		}
		w.Take(&c)
	}
	return nil
}
