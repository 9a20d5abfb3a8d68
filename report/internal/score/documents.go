package score

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// Documents finds the texts of documents, which lines of truths or answers have under the key text. It finds a text by its hash
// ([report.Case].TextHash), not by the id of its line, so it never returns another text than the evaluated one.
type Documents struct{ at map[string]documentPlace }

type documentPlace struct {
	in *fileLines
	entry
}

// Add reads a file, which must stay open, since Text reads it again. Lines that are not JSON have no text.
func (d *Documents) Add(f *File) error {
	if d.at == nil {
		d.at = map[string]documentPlace{}
	}
	for in := f.lines(); ; {
		e, err := in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, files.Cause(err))
		}
		if text := gjson.GetBytes(e.text, "text").Str; text != "" {
			e.text = nil
			d.at[report.Hash([]byte(text))] = documentPlace{in, e}
		}
	}
}

// Text returns the text with a hash. The error is [fs.ErrNotExist] if there is none.
func (d *Documents) Text(hash string) (string, error) {
	place, ok := d.at[hash]
	if !ok {
		return "", fs.ErrNotExist
	}
	e, err := place.in.again(place.entry)
	if err != nil {
		return "", err
	}
	text := gjson.GetBytes(e.text, "text").Str
	if report.Hash([]byte(text)) != hash {
		return "", errors.New(place.in.at(e) + " has changed while it was read")
	}
	return text, nil
}
