package sidecar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
)

// PartsHead says how a data set is divided.
type PartsHead struct {
	// Parts has the wanted share of each part, in (0,1). The shares add up to 1.
	Parts map[string]float64 `json:"parts"`
	// By is the tag, or the key of the truths, whose values join cases into groups; "" for none.
	By string `json:"by,omitzero"`
	// Stratify is the tag, or the key of the truths, whose values are classes: each class is divided in the shares of
	// Parts; "" for none.
	Stratify string `json:"stratify,omitzero"`
	Seed     uint64 `json:"seed,omitzero"`
}

// Names returns the names of the parts in alphabetical order.
func (h PartsHead) Names() []string { return slices.Sorted(maps.Keys(h.Parts)) }

// isPartName reports whether name can be the name of a part, which appears in names of data sets, in variables and in
// flags: letters, digits, and after the first of them dots, underscores and hyphens.
func isPartName(name string) bool {
	for i, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && (i == 0 || !strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return name != ""
}

const longestPartName = 40 // in characters

// validate returns an error unless the parts can divide a data set.
func (h PartsHead) validate() error {
	sum := 0.0
	for _, name := range h.Names() {
		share := h.Parts[name]
		switch {
		case !isPartName(name):
			return fmt.Errorf("part %q: want a name of letters, digits, dots, dashes and underscores, a letter or a digit first", name)
		case utf8.RuneCountInString(name) > longestPartName:
			return fmt.Errorf("part %q: its name has %d characters, want at most %d", name, utf8.RuneCountInString(name), longestPartName)
		case !(share > 0 && share < 1):
			return fmt.Errorf("part %q has the share %v, want a number between 0 and 1", name, share)
		}
		sum += share
	}
	switch {
	case len(h.Parts) < 2:
		return errors.New("want two parts or more: train=0.7,test=0.3")
	case math.Abs(sum-1) > 1e-9:
		return fmt.Errorf("the shares of the parts are %s together, want 1", strconv.FormatFloat(sum, 'g', 6, 64))
	}
	return nil
}

// ParseParts reads parts with their shares: "train=.7,test=.3".
func ParseParts(text string) (map[string]float64, error) {
	parts := map[string]float64{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		share, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("%q: want parts with their shares, such as train=.7,test=.3", part)
		}
		if _, twice := parts[name]; twice {
			return nil, fmt.Errorf("part %q appears twice", name)
		}
		parts[name] = share
	}
	return parts, PartsHead{Parts: parts}.validate()
}

// PartName returns the name that reports give a part of a data set, "invoices (test)", so that nobody takes a number of the
// part for a number of the whole. Without a part it returns dataset.
func PartName(dataset, part string) string {
	if part == "" {
		return dataset
	}
	return dataset + " (" + part + ")"
}

// PartsFile returns the name of the file of parts of a data set, which is a file or a folder.
func PartsFile(data string) string { return files.Beside(data, ".split.jsonl") }

// Parts is a file of parts.
type Parts struct {
	PartsHead
	name   string
	places map[string]place
}

// place is the part of a case, and its line in the file, 0 for a case that is not in a file yet.
type place struct {
	part string
	line int
}

// Part returns the part of a case. ok is false for a case without a part.
func (f *Parts) Part(id string) (part string, ok bool) {
	p, ok := f.places[id]
	return p.part, ok
}

// CheckPart returns an error unless the file has the part.
func (f *Parts) CheckPart(part string) error {
	if names := f.Names(); !slices.Contains(names, part) {
		return fmt.Errorf("%s has no part %q%s (it has %s)", f.name, part, words.Hint(part, names), strings.Join(names, ", "))
	}
	return nil
}

// OpenParts reads the file of parts beside a data set. If there is no file, the error says how to make one.
func OpenParts(data string) (*Parts, error) {
	name := PartsFile(data)
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file of parts, %s: evalreport data split -parts train=.7,test=.3 %s writes one", filepath.ToSlash(name), filepath.ToSlash(data))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(name), files.Cause(err))
	}
	defer file.Close()
	return ReadParts(filepath.ToSlash(name), file)
}

// ReadParts reads a file of parts, which messages call name. The error lists every mistake with its line.
func ReadParts(name string, source io.Reader) (*Parts, error) {
	f := &Parts{name: name, places: map[string]place{}}
	lines := dataset.NewReader(name, source)
	var wrong dataset.Problems
	for line, err := range lines.All() {
		if err != nil {
			return nil, err
		}
		if lines.Count() == 1 {
			if _, err := files.DecodeObject(line.Text, &f.PartsHead); err != nil {
				return nil, fmt.Errorf(`%s:%d: %w; the first line is like {"parts":{"test":0.3,"train":0.7},"by":"vendor"}`, name, line.Number, err)
			}
			if err := f.validate(); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line.Number, err)
			}
			continue
		}
		if err := f.addLine(line); err != nil {
			wrong.Add(fmt.Errorf("%s:%d: %w", name, line.Number, err))
		}
	}
	if err := lines.Nothing(); err != nil {
		return nil, err
	}
	return f, wrong.Err()
}

// record is a line of the file.
type record struct {
	ID   string `json:"id"`
	Part string `json:"part"`
}

func (f *Parts) addLine(line dataset.Line) error {
	var r record
	if _, err := files.DecodeObject(line.Text, &r); err != nil {
		return fmt.Errorf(`%w; want {"id":"inv-1","part":"test"}`, err)
	}
	if r.ID == "" || r.Part == "" {
		return errors.New(`want {"id":"inv-1","part":"test"}`)
	}
	if first, twice := f.places[r.ID]; twice {
		return fmt.Errorf("%q is in part %s, and in part %s on line %d", r.ID, r.Part, first.part, first.line)
	}
	if names := f.Names(); !slices.Contains(names, r.Part) {
		return fmt.Errorf("%q is in part %q, which the first line does not have%s (it has %s)", r.ID, r.Part, words.Hint(r.Part, names), strings.Join(names, ", "))
	}
	f.places[r.ID] = place{r.Part, line.Number}
	return nil
}

// Bytes returns the contents of the file, with the cases in the order of their ids.
func (f *Parts) Bytes() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(f.PartsHead); err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(f.places)) {
		if err := encoder.Encode(record{id, f.places[id].part}); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
