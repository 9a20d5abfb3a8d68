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

// Texts finds the texts of the documents of truths.
type Texts struct {
	Format Lines
	Dir    string // the folder with the texts, ID.txt; "" if lines have them under the key text

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

// First returns the first id for which Of looked for a text, "ID" for none.
func (t *Texts) First() string { return cmp.Or(t.first, "ID") }
