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

// Documents are the texts of documents, under the key text in lines of truths or answers. They are found by their hashes
// ([report.Case].TextHash), whatever the ids of the lines: a text is the one that was evaluated or is not found.
type Documents struct{ at map[string]documentPlace }

type documentPlace struct {
	in *fileLines
	entry
}

// Add reads a file, which has to stay open. Lines that are not JSON have no text.
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

// Text returns the text with a hash. The error is [fs.ErrNotExist] where there is none.
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
