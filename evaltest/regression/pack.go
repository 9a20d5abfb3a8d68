package regression

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/evaltest/internal/wholefile"
	"github.com/extracteval/extracteval/metrics/document"
)

// Check validates regression sets, or packs of records to be added to one, and says
// how much they cover. The error is that of [Read].
func Check(files ...string) (Breadth, error) {
	records, err := Read(files...)
	return breadth(records), err
}

// Add appends the records of a pack to a regression set, as they stand there, and
// returns how many these are. The set is made when there is none. When the pack or
// the set has a problem, or a caseId is in both, the error lists all of that, as
// that of [Read] does, and the set stays as it was. What the set holds already
// stays byte for byte; the file is replaced as a whole.
func Add(pack, set string) (added int, err error) {
	old, err := os.ReadFile(set)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("regression: %w", err)
	}
	r := reader{at: map[string]place{}, schemas: map[string]*compiled{}}
	r.text(filepath.ToSlash(set), old)
	before := len(r.records)
	text, err := os.ReadFile(pack)
	if err != nil {
		return 0, fmt.Errorf("regression: %w", err)
	}
	r.text(filepath.ToSlash(pack), text)
	if len(r.problems) > 0 {
		return 0, errors.Join(r.problems...)
	}
	if added = len(r.records) - before; added == 0 {
		return 0, fmt.Errorf("regression: no records in %s", pack)
	}
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		old = append(old, '\n')
	}
	if err := wholefile.Write(set, append(old, lines(text)...)); err != nil {
		return 0, fmt.Errorf("regression: %w", err)
	}
	return added, nil
}

// lines returns the lines of a set that hold records, each with a line feed.
func lines(text []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\uFEFF"))) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			kept = append(append(kept, line...), '\n')
		}
	}
	return kept
}

// write puts the responses that were kept into a set. Lines whose response is the
// same stay as they are.
func (k *recorder) write(path string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	records, err := Read(path)
	if err != nil {
		return err
	}
	byID := map[string]Record{}
	for _, r := range records {
		byID[r.CaseID] = r
	}
	var text []byte
	for line := range bytes.Lines(lines(old)) {
		v, err := document.Parse(line)
		if err != nil {
			return err
		}
		r := byID[v.Member("caseId").Text()]
		if response, ok := k.responses[r.CaseID]; ok && response != r.ProviderResponseText {
			r.ProviderResponseText = response
			if line, err = jsonLine(r); err != nil {
				return err
			}
		}
		text = append(text, line...)
	}
	if bytes.Equal(text, old) {
		return nil
	}
	return wholefile.Write(path, text)
}
