package regressionset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/extracteval/extracteval/internal/files"
)

// Add appends the records of a pack to a regression set, byte for byte, and returns their number. It makes the set if
// there is none. If the pack or the set has a problem, or a caseId is in both, the error lists all problems, in the
// form of [Read], and the set does not change. Add replaces the file as a whole, and does not change the present lines
// of the set.
func Add(pack, set string) (added int, err error) {
	r := reader{places: map[string]place{}}
	old, err := r.readFile(set)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	count := len(r.records)
	text, err := r.readFile(pack)
	if err != nil {
		return 0, err
	}
	if len(r.problems) > 0 {
		return 0, errors.Join(r.problems...)
	}
	if added = len(r.records) - count; added == 0 {
		return 0, fmt.Errorf("regressionset: no records in %s", pack)
	}
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		old = append(old, '\n')
	}
	if err := files.Write(set, append(old, lines(text)...)); err != nil {
		return 0, fmt.Errorf("regressionset: %w", err)
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

// SetResponses replaces the responses of the records of a set, by caseId. It does not change the lines of records with
// the same response, or without a new one. It replaces the file as a whole.
func SetResponses(set string, responses map[string]string) error {
	old, err := os.ReadFile(set)
	if err != nil {
		return fmt.Errorf("regressionset: %w", err)
	}
	records, err := Read(set)
	if err != nil {
		return err
	}
	var text []byte
	i := 0 // Read returns one record for each of the lines
	for line := range bytes.Lines(lines(old)) {
		r := records[i]
		i++
		if response, ok := responses[r.CaseID]; ok && response != r.ProviderResponseText {
			r.ProviderResponseText = response
			if line, err = jsonLine(r); err != nil {
				return fmt.Errorf("regressionset: %w", err)
			}
		}
		text = append(text, line...)
	}
	if bytes.Equal(text, old) {
		return nil
	}
	if err := files.Write(set, text); err != nil {
		return fmt.Errorf("regressionset: %w", err)
	}
	return nil
}

// jsonLine returns a record as a line of a set.
func jsonLine(r Record) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(r)
	return b.Bytes(), err
}
