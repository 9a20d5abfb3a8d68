package cases

import (
	"bytes"
	"errors"

	"github.com/extracteval/extracteval/metrics/document"
)

const wantLines = "want one JSON object per line, UTF-8"

// formOf says what a file is whose first line with anything in it is not a case, "" when
// that cannot be told.
func formOf(line []byte) string {
	text := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\uFEFF")))
	switch {
	case bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")) || bytes.IndexByte(line, 0) >= 0:
		return "the file is UTF-16; " + wantLines
	case bytes.HasPrefix(text, []byte("[")):
		return "the file is a JSON array; " + wantLines + ": jq -c '.[]'"
	case bytes.HasPrefix(text, []byte("{")) && !bytes.HasSuffix(text, []byte("}")) && !bytes.HasSuffix(text, []byte("},")):
		return "the JSON object goes on behind the line; " + wantLines + ": jq -c ."
	case !bytes.HasPrefix(text, []byte("{")) && bytes.ContainsAny(text, ",;\t"):
		return "the file looks like CSV; " + wantLines
	}
	return ""
}

// behind says that a line is a JSON object with a comma behind it.
func behind(line []byte) error {
	text, comma := bytes.CutSuffix(bytes.TrimSpace(line), []byte(","))
	if comma {
		if v, err := document.Parse(text); err == nil && v.Kind() == document.Object {
			return errors.New("there is a comma behind the object; " + wantLines)
		}
	}
	return nil
}
