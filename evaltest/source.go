package evaltest

import (
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/metrics/document"
)

// source is a data set that can be walked: its cases have ids and parsed truths.
type source[In any] struct {
	name  string // for records: the file or folder, "" when the cases are in the test
	count int    // how many cases there are, -1 when that is known only at the end
	cases iter.Seq2[Case[In], error]
}

// maxProblems is how many problems of a data set one error lists.
const maxProblems = 20

// problems collects what is wrong with a data set, so that its author sees all
// of it at once.
type problems struct {
	errs []error
	more int
}

func (p *problems) add(err error) {
	if len(p.errs) < maxProblems {
		p.errs = append(p.errs, err)
	} else {
		p.more++
	}
}

func (p *problems) err() error {
	if p.more > 0 {
		return errors.Join(append(slices.Clone(p.errs), fmt.Errorf("and %d more", p.more))...)
	}
	return errors.Join(p.errs...)
}

// reading says how cases are read.
type reading struct {
	check   func(truth document.Value, want any) error // what is wrong with a truth, nil for nothing; may be nil
	private bool                                       // values are redacted
	// fits says why no answer could be like a truth, nil when one could; may be nil.
	fits func(truth document.Value) error
}

// quoting returns an error that may quote a document, as it may be told.
func (r reading) quoting(err error) error {
	if r.private {
		return errWithheld
	}
	return err
}

// errWithheld stands for an error whose text may quote what is redacted.
var errWithheld = errors.New("the error is withheld, since values are redacted")

// openSource chooses among the three ways to give cases.
func openSource[In any](file string, cases []Case[In], seq iter.Seq2[Case[In], error], how reading) (source[In], error) {
	given := 0
	for _, is := range []bool{file != "", cases != nil, seq != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return source[In]{}, fmt.Errorf("a suite has one of File, Cases and Source, not %d", given)
	}
	switch {
	case file != "":
		info, err := os.Stat(file)
		if err != nil {
			return source[In]{}, fmt.Errorf("data set: %w", err)
		}
		if err := settings.Tracked(file); err != nil {
			return source[In]{}, fmt.Errorf("data set: %w", err)
		}
		s := source[In]{name: filepath.ToSlash(file), cases: lines[In](file, how)}
		if info.IsDir() {
			s.cases = pairs[In](file, how)
		}
		s.count, err = validate(s.cases)
		switch {
		case err != nil || s.count > 0:
		case info.IsDir():
			err = fmt.Errorf("the data set has no cases: the folder %s has no pairs NAME%sEXT and NAME%s", s.name, inputMark, wantSuffix)
		case info.Size() == 0:
			err = fmt.Errorf("the data set has no cases: %s is empty; %s", s.name, wantLines)
		default:
			err = fmt.Errorf("the data set has no cases: %s has blank lines alone; %s", s.name, wantLines)
		}
		return s, err
	case cases != nil:
		s := source[In]{cases: slice(cases, how)}
		var err error
		s.count, err = validate(s.cases)
		return s, err
	}
	return source[In]{count: -1, cases: numbered(seq, how)}, nil
}

// validate walks a data set once before anything runs and returns the number of
// its cases, or everything that is wrong with it.
func validate[In any](cases iter.Seq2[Case[In], error]) (int, error) {
	var wrong problems
	n := 0
	ids := newIDs()
	for c, err := range cases {
		n++
		if err != nil {
			wrong.add(err)
			continue
		}
		if err := ids.add(c.ID, c.where); err != nil {
			wrong.add(err)
		}
	}
	return n, wrong.err()
}

// ids finds ids that occur twice. It keeps 64 bits of each.
type ids struct {
	seed maphash.Seed
	at   map[uint64]place
}

// place says where a case stands: a line of a file, an element of a slice.
type place struct {
	file string
	n    int // from 1
}

func (p place) String() string {
	switch {
	case p.file == "":
		return fmt.Sprintf("case %d", p.n)
	case p.n == 0:
		return p.file
	}
	return fmt.Sprintf("%s:%d", p.file, p.n)
}

func newIDs() *ids { return &ids{maphash.MakeSeed(), map[uint64]place{}} }

func (s *ids) add(id string, at place) error {
	h := maphash.String(s.seed, id)
	if first, ok := s.at[h]; ok {
		return fmt.Errorf("%v: duplicate id %q, first at %v", at, id, first)
	}
	s.at[h] = at
	return nil
}

// slice walks cases that the test has in memory.
func slice[In any](cases []Case[In], how reading) iter.Seq2[Case[In], error] {
	return func(yield func(Case[In], error) bool) {
		for i, c := range cases {
			c.where = place{n: i + 1}
			if !yield(c.ready(how)) {
				return
			}
		}
	}
}

// numbered walks an iterator of the test's.
func numbered[In any](seq iter.Seq2[Case[In], error], how reading) iter.Seq2[Case[In], error] {
	return func(yield func(Case[In], error) bool) {
		n := 0
		for c, err := range seq {
			n++
			c.where = place{n: n}
			if err != nil {
				if !yield(c, fmt.Errorf("%v: %w", c.where, how.quoting(err))) {
					return
				}
				continue
			}
			if !yield(c.ready(how)) {
				return
			}
		}
	}
}

// ready gives a case an id when it has none, and parses its truth.
func (c Case[In]) ready(how reading) (Case[In], error) {
	if c.ID == "" {
		if c.where.file != "" {
			c.ID = fmt.Sprintf("line-%d", c.where.n)
		} else {
			c.ID = fmt.Sprintf("case-%d", c.where.n)
		}
	}
	if c.Want == nil {
		return c, fmt.Errorf("%v: id %q: no truth; for a document without any value, want is json.RawMessage(\"null\")", c.where, c.ID)
	}
	var err error
	if c.want, err = document.Of(c.Want); err == nil {
		err = document.CheckUTF8(c.want.Raw())
	}
	if err != nil {
		return c, fmt.Errorf("%v: id %q: want: %w", c.where, c.ID, how.quoting(err))
	}
	if how.fits != nil {
		if err := how.fits(c.want); err != nil {
			return c, fmt.Errorf("%v: id %q: want: %w", c.where, c.ID, how.quoting(err))
		}
	}
	if how.check != nil {
		if err := how.check(c.want, c.Want); err != nil {
			at := fmt.Sprintf("%v: id %q: want: ", c.where, c.ID) // before each of its lines
			return c, errors.New(at + strings.ReplaceAll(strings.TrimPrefix(err.Error(), "eval: "), "\neval: ", "\n"+at))
		}
	}
	return c, nil
}
