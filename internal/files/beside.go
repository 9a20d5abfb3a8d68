package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Beside returns the name of a file that belongs to a data set and lies beside it: with the ending ".split.jsonl" it is
// data.split.jsonl for data.jsonl, data.jsonl.gz and the folder data.
func Beside(data, ending string) string {
	data = strings.TrimSuffix(filepath.Clean(data), ".gz")
	if info, err := os.Stat(data); err == nil && info.IsDir() {
		return data + ending
	}
	return strings.TrimSuffix(data, filepath.Ext(data)) + ending
}

// ReadBeside returns the text of the file that [Beside] names, nil where there is none. The error names the file.
func ReadBeside(data, ending string) ([]byte, error) {
	name := Beside(data, ending)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(name), Cause(err))
	}
	return text, nil
}

// DecodeObject decodes a text that is one JSON object without keys that v lacks.
func DecodeObject(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is something behind the JSON object")
	}
	return nil
}
