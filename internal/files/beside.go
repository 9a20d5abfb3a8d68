package files

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Beside returns the name of the file with an ending beside a data set: for ".split.jsonl" it is data.split.jsonl
// beside data.jsonl, data.jsonl.gz and the folder data.
func Beside(data, ending string) string {
	data = strings.TrimSuffix(filepath.Clean(data), ".gz")
	if info, err := os.Stat(data); err == nil && info.IsDir() {
		return data + ending
	}
	return strings.TrimSuffix(data, filepath.Ext(data)) + ending
}

// DecodeBeside decodes the file that [Beside] names into v, and returns its text, nil without such a file. The file is
// one JSON object; a key that v lacks is an error. The error names the file and the line.
func DecodeBeside(data, ending string, v any) ([]byte, error) {
	name := Beside(data, ending)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(name), Cause(err))
	}
	slashed := filepath.ToSlash(name)
	line, err := DecodeObject(text, v)
	if line > 0 {
		slashed += ":" + strconv.Itoa(line)
	}
	if err != nil {
		return text, fmt.Errorf("%s: %w", slashed, err)
	}
	return text, nil
}

// DecodeObject decodes a text that is one JSON object into v. A key that v lacks is an error. With an error it returns
// the line of the error, from 1, or 0 if the line is unknown.
func DecodeObject(text []byte, v any) (line int, err error) {
	text = WithoutMark(text)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(v)
	offset := len(bytes.TrimRight(text, " \t\r\n")) // offset of the error in bytes
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		err = errors.New("there is no JSON object")
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the JSON object has no end")
	case errors.As(err, &syntax):
		offset = int(syntax.Offset) - 1
	case errors.As(err, &kind) && strings.Contains(kind.Field, "."):
		return 0, fmt.Errorf("%s is of type %s", kind.Field, kind.Value) // the offset may be of a part that decodes itself
	case errors.As(err, &kind):
		offset, err = int(kind.Offset)-1, fmt.Errorf("%s is of type %s", cmp.Or(kind.Field, "the text"), kind.Value)
	case err != nil:
		key, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
		if !unknown {
			return 0, err // of a type that decodes itself
		}
		offset, err = bytes.Index(text, []byte(key)), fmt.Errorf("unknown key %s", key)
	default:
		offset = int(d.InputOffset())
		offset += len(text[offset:]) - len(bytes.TrimLeft(text[offset:], " \t\r\n"))
		if _, behind := d.Token(); behind == io.EOF {
			return 0, nil
		}
		err = errors.New("there is more after the JSON object")
	}
	return 1 + bytes.Count(text[:max(offset, 0)], []byte{'\n'}), err
}
