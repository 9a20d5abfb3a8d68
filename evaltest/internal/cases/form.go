package cases

import (
	"bytes"
	"errors"

	"github.com/extracteval/extracteval/metrics/document"
)

const wantLines = "want one JSON object per line, UTF-8"

// formOf guesses the format of a file from its first non-blank line, which is not a
// case: it returns a hint, "" if unknown.
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

// behind returns an error for a line that is a JSON object followed by a comma.
func behind(line []byte) error {
	text, comma := bytes.CutSuffix(bytes.TrimSpace(line), []byte(","))
	if comma {
		if v, err := document.Parse(text); err == nil && v.Kind() == document.Object {
			return errors.New("there is a comma behind the object; " + wantLines)
		}
	}
	return nil
}
