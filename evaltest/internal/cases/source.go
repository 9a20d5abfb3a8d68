package cases

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/source"
)

// Source is a data set whose cases can be iterated: they have ids and parsed
// truths.
type Source struct {
	Name  string // for records: the file or folder, "" when the cases are in the test
	Count int    // number of cases, -1 if it is known only at the end
	Cases iter.Seq2[Case, error]
}

// Open opens a file of JSON Lines or CSV, or a folder of pairs, and validates it as a whole.
func Open(file string, reading Reading) (Source, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Source{}, fmt.Errorf("data set: %s: %w", file, files.Cause(err))
	}
	if err := gotest.Tracked(file); err != nil {
		return Source{}, fmt.Errorf("data set: %w", err)
	}
	s := Source{Name: filepath.ToSlash(file), Cases: lines(file, reading)}
	if info.IsDir() {
		s.Cases = pairs(file, reading)
	}
	s.Count, err = validate(s.Cases)
	return s, err
}

// Of makes a source of the cases of a test. They are validated as a whole if they can be
// iterated twice.
func Of(given iter.Seq2[Given, error], twice bool, reading Reading) (s Source, err error) {
	s = Source{Count: -1, Cases: numbered(given, reading)}
	if twice {
		s.Count, err = validate(s.Cases)
	}
	return s, err
}

// validate reads a data set once before the first case runs and returns the
// number of its cases, or an error with all mistakes.
func validate(cases iter.Seq2[Case, error]) (int, error) {
	var wrong dataset.Problems
	n := 0
	ids := dataset.IDs{}
	for c, err := range cases {
		n++
		if err != nil {
			wrong.Add(err)
			continue
		}
		if err := ids.Add(c.ID, c.Where.String()); err != nil {
			wrong.Add(fmt.Errorf("%v: %w", c.Where, err))
		}
	}
	return n, wrong.Err()
}

// numbered yields the cases of a test with their numbers as places.
func numbered(seq iter.Seq2[Given, error], reading Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		n := 0
		for g, err := range seq {
			n++
			c := Case{Given: g, Where: Place{n: n}}
			if err != nil {
				if !yield(c, fmt.Errorf("%v: %w", c.Where, reading.Quoting(err))) {
					return
				}
				continue
			}
			if !yield(c.ready(reading)) {
				return
			}
		}
	}
}

// TextOf returns the text of the document of a case: the text in its data set, else an
// input that is text itself, else "".
func (c *Case) TextOf() string {
	if c.Text != "" {
		return c.Text
	}
	if text, ok := c.inputText(); ok && source.IsText(string(text)) {
		return string(text)
	}
	return ""
}

// Part returns the cases of one part, as the file of parts next to the data set assigns them. The error lists the cases
// without a part, and the groups that are in two parts.
func (s Source) Part(part string) (Source, error) {
	file, err := sidecar.OpenParts(s.Name)
	if err != nil {
		return s, err
	}
	if err := gotest.Tracked(filepath.FromSlash(sidecar.PartsFile(s.Name))); err != nil {
		return s, fmt.Errorf("file of parts: %w", err)
	}
	if err := file.CheckPart(part); err != nil {
		return s, err
	}
	data := sidecar.NewSplitter(file.PartsHead)
	n := 0
	for c, err := range s.Cases {
		if own, _ := file.Part(c.ID); own == part {
			n++
		}
		if err == nil {
			err = data.Add(sidecar.PartCase{ID: c.ID, Where: c.Where.String(), Tags: c.Tags, Truth: c.Truth, Input: c.input, Text: c.Text})
		}
		if err != nil {
			return s, err
		}
	}
	if err := data.Check(file, s.Name); err != nil {
		return s, err
	}
	if s.Count >= 0 {
		s.Count = n
	}
	return s.filter(func(id string) bool {
		own, _ := file.Part(id)
		return own == part
	}), nil
}

// Shard returns the cases of a shard.
func (s Source) Shard(part gotest.Shard) Source {
	if !part.Split() {
		return s
	}
	s = s.filter(part.Has)
	if s.Count >= 0 {
		s.Count = 0
		for range s.Cases {
			s.Count++
		}
	}
	return s
}

// filter returns the source with the cases whose ids are kept, and with all errors.
func (s Source) filter(kept func(id string) bool) Source {
	all := s.Cases
	s.Cases = func(yield func(Case, error) bool) {
		for c, err := range all {
			if err == nil && !kept(c.ID) {
				continue
			}
			if !yield(c, err) {
				return
			}
		}
	}
	return s
}
