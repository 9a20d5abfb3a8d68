package score

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
)

// Texts finds the texts of the documents that truths are of.
type Texts struct {
	Format Lines
	Dir    string // has them as ID.txt; "" for the key text of the lines

	first string // id
}

// Of returns the text of the document of a line, "" for none.
func (t *Texts) Of(line []byte) (string, error) {
	if t.Dir == "" {
		return t.Format.Text(line, nil), nil
	}
	id, err := t.Format.ID(line)
	if err != nil {
		return "", err
	}
	t.first = cmp.Or(t.first, id)
	name := id + ".txt"
	if !filepath.IsLocal(name) {
		return "", nil
	}
	text, err := os.ReadFile(filepath.Join(t.Dir, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("%s: %w", filepath.Join(t.Dir, name), files.Cause(err))
	}
	return string(text), nil
}

// First returns the first id that a text was looked for, "ID" for none.
func (t *Texts) First() string { return cmp.Or(t.first, "ID") }
