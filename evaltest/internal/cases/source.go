package cases

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/internal/files"
)

// Source is a data set whose cases can be iterated: they have ids and parsed
// truths.
type Source struct {
	Name  string // for records: the file or folder, "" when the cases are in the test
	Count int    // number of cases, -1 if it is known only at the end
	Cases iter.Seq2[Case, error]
}

// Open opens a JSONL file or a folder of pairs, and validates it as a whole.
func Open(file string, how Reading) (Source, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Source{}, fmt.Errorf("data set: %s: %w", file, files.Cause(err))
	}
	if err := settings.Tracked(file); err != nil {
		return Source{}, fmt.Errorf("data set: %w", err)
	}
	s := Source{Name: filepath.ToSlash(file), Cases: lines(file, how)}
	if info.IsDir() {
		s.Cases = pairs(file, how)
	}
	s.Count, err = validate(s.Cases)
	if err == nil && s.Count == 0 && info.IsDir() {
		err = fmt.Errorf("the data set has no cases: the folder %s has no pairs NAME%sEXT and NAME%s", s.Name, inputMark, wantSuffix)
	}
	return s, err
}

// Of makes a source of the cases of a test. They are validated as a whole if they can be
// iterated twice.
func Of(given iter.Seq2[Given, error], twice bool, how Reading) (s Source, err error) {
	s = Source{Count: -1, Cases: numbered(given, how)}
	if twice {
		s.Count, err = validate(s.Cases)
	}
	return s, err
}

// validate reads a data set once before the first case runs and returns the
// number of its cases, or an error with all mistakes.
func validate(cases iter.Seq2[Case, error]) (int, error) {
	var wrong Problems
	n := 0
	places := map[string]Place{} // of ids
	for c, err := range cases {
		n++
		if err != nil {
			wrong.Add(err)
			continue
		}
		if first, twice := places[c.ID]; twice {
			wrong.Add(fmt.Errorf("%v: duplicate id %q, first at %v", c.Where, c.ID, first))
		} else {
			places[c.ID] = c.Where
		}
	}
	return n, wrong.Err()
}

// numbered yields the cases of a test with their numbers as places.
func numbered(seq iter.Seq2[Given, error], how Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		n := 0
		for g, err := range seq {
			n++
			c := Case{Given: g, Where: Place{n: n}}
			if err != nil {
				if !yield(c, fmt.Errorf("%v: %w", c.Where, how.Quoting(err))) {
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

// Shard returns the cases of a shard.
func (s Source) Shard(part settings.Shard) Source {
	if !part.Split() {
		return s
	}
	all := s.Cases
	s.Cases = func(yield func(Case, error) bool) {
		for c, err := range all {
			if err == nil && !part.Has(c.ID) {
				continue
			}
			if !yield(c, err) {
				return
			}
		}
	}
	if s.Count >= 0 {
		s.Count = 0
		for range s.Cases {
			s.Count++
		}
	}
	return s
}

// TextOf returns the text of the document of a case: the text in its data set, else an
// input that is text itself, else "".
func (c *Case) TextOf() string {
	if c.Text != "" {
		return c.Text
	}
	if text, ok := c.inputText(); ok && isText(string(text)) {
		return string(text)
	}
	return ""
}

// fileName matches a text that ends like a file name, "scan 1.pdf".
var fileName = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// isText reports whether an input is the text of a document, not the bytes of a file, JSON,
// or the name of a file: it must have a line break, or a blank and neither the ending of a
// file name nor a scheme.
func isText(input string) bool {
	text := strings.TrimSpace(input)
	lines := strings.ContainsAny(text, "\n\r")
	switch {
	case !lines && (!strings.ContainsAny(text, " \t") || strings.Contains(text, "://") || fileName.MatchString(text)):
		return false
	case strings.HasPrefix(text, "%PDF-"), strings.IndexByte(input, 0) >= 0, !utf8.ValidString(input):
		return false
	}
	return !json.Valid([]byte(text))
}

// readText returns the text beside a pair, NAME.txt, or "" without such a file.
func readText(dir, id string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, id+".txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
