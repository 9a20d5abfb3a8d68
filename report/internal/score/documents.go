package score

import (
	"errors"
	"io"
	"io/fs"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/report"
)

// Documents finds the texts of documents, which lines of truths or answers have under the key text. It finds a text by its hash
// ([report.Case].TextHash), not by the id of its line, so it never returns another text than the evaluated one.
type Documents struct{ places map[string]documentPlace }

type documentPlace struct {
	lines *dataset.Reader
	line  dataset.Line
}

// Add reads a file, which must stay open, since Text reads it again. Lines that are not JSON have no text.
func (d *Documents) Add(f *dataset.File) error {
	for lines := f.Lines(); ; {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if text := gjson.GetBytes(line.Text, "text").Str; text != "" {
			line.Text = nil
			arithmetic.Map(&d.places)[report.Hash([]byte(text))] = documentPlace{lines, line}
		}
	}
}

// Text returns the text with a hash. The error is [fs.ErrNotExist] if there is none.
func (d *Documents) Text(hash string) (string, error) {
	place, ok := d.places[hash]
	if !ok {
		return "", fs.ErrNotExist
	}
	line, err := place.lines.Again(place.line)
	if err != nil {
		return "", err
	}
	text := gjson.GetBytes(line.Text, "text").Str
	if report.Hash([]byte(text)) != hash {
		return "", errors.New(place.lines.Where(line) + " has changed while it was read")
	}
	return text, nil
}
