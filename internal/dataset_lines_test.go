package internal_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
)

// readLines returns the lines of a text as their numbers and texts, and the error after them.
func readLines(from io.Reader) (lines []string, err error) {
	r := dataset.NewReader("set.jsonl", from)
	for {
		line, err := r.Next()
		if err == io.EOF {
			return lines, r.Nothing()
		} else if err != nil {
			return lines, err
		}
		lines = append(lines, string(rune('0'+line.Number))+" "+string(line.Text))
	}
}

func TestForms(t *testing.T) {
	const want = "want one JSON object per line, UTF-8"
	for _, tt := range []struct {
		name, text string
		lines      []string
		err        string
	}{
		{"lines", "{\"a\":1}\n\n \r\n{\"a\":2}\r\n{\"a\":3}", []string{`1 {"a":1}`, `4 {"a":2}`, `5 {"a":3}`}, ""},
		{"a byte order mark", "\uFEFF{\"a\":1}\n", []string{`1 {"a":1}`}, ""},
		{"nothing", "", nil, "set.jsonl is empty; " + want},
		{"blanks", "\n \n", nil, "set.jsonl has only blank lines; " + want},
		{"an array", "\n [{\"a\":1}]\n", nil, "set.jsonl:2: the file is a JSON array; " + want + ": jq -c '.[]'"},
		{"an object over lines", "{\n\"a\":1}\n", nil, "set.jsonl:1: the JSON object continues on the next line; " + want + ": jq -c ."},
		{"a line that is too long", "{\"a\":\"" + strings.Repeat("x", files.MaxLine) + "\"}\n", nil, "set.jsonl:1: the line is longer than 64 MiB"},
		{"UTF-16, as Windows writes it", "\xff\xfe{\x00}\x00\n\x00", nil, "set.jsonl:1: the file is UTF-16; want UTF-8: iconv -f UTF-16 -t UTF-8"},
		{"a sheet of a spreadsheet", "PK\x03\x04\x14\x00\x06\x00\x08\x00\n", nil, "set.jsonl:1: the file is a zip archive, as .xlsx files are; " + want + ", or CSV: unpack it, or save the sheet as CSV"},
		{"Parquet", "PAR1\x15\x04\x15\x10\n", nil, "set.jsonl:1: the file is Parquet; " + want + `: duckdb -c "COPY 'FILE.parquet' TO 'FILE.jsonl'"`},
		{"a PDF", "%PDF-1.7\n", nil, "set.jsonl:1: the file is a PDF; " + want},
		{"a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\n", nil,
			"set.jsonl:1: the file is a pointer to a file in Git LFS: git lfs pull fetches it, and lfs: true of actions/checkout"},
		{"zstd", "\x28\xb5\x2f\xfd\x04\x00\n", nil, "set.jsonl:1: the file is compressed by zstd; want gzip or none: zstd -d"},
		{"bzip2", "BZh91AY&SY\n", nil, "set.jsonl:1: the file is compressed by bzip2; want gzip or none: bunzip2"},
		{"xz", "\xfd7zXZ\x00\x00\n", nil, "set.jsonl:1: the file is compressed by xz; want gzip or none: unxz"},
		{"a picture", "\x89PNG\r\x1a\x00\x00\x00\rIHDRabcdefghijk\n", nil, "set.jsonl:1: the file is not text; " + want},
		{"UTF-16 without a mark", "{\x00}\x00\n\x00", nil, "set.jsonl:1: the file is UTF-16; want UTF-8: iconv -f UTF-16 -t UTF-8"},
		{"CSV", "id;total\n1;2\n", nil, "set.jsonl:1: the file looks like CSV; " + want},
		{"a comma after each object", "{\"a\":1},\n{\"a\":2}\n", []string{`1 {"a":1},`, `2 {"a":2}`}, ""},
		{"after the first line no form is guessed", "{\"a\":1}\n[1]\na;b\n", []string{`1 {"a":1}`, "2 [1]", "3 a;b"}, ""},
	} {
		lines, err := readLines(strings.NewReader(tt.text))
		assert.Equal(t, tt.lines, lines, tt.name)
		if tt.err == "" {
			assert.NoError(t, err, tt.name)
		} else {
			assert.EqualError(t, err, tt.err, tt.name)
		}
	}
	_, err := readLines(io.MultiReader(strings.NewReader("{}\n{"), iotest.ErrReader(errors.New("connection reset"))))
	assert.EqualError(t, err, "set.jsonl:2: connection reset")
}

func TestParseJSONL(t *testing.T) {
	v, err := dataset.Parse([]byte(`{"a":1}`))
	require.NoError(t, err)
	assert.Equal(t, `{"a":1}`, string(v.Raw()))
	for text, want := range map[string]string{
		`{"a":1},`:                           "there is a comma after the object; want one JSON object per line, UTF-8",
		`{"a"`:                               "document: invalid JSON at offset 4: unexpected end of JSON input",
		`[1],`:                               "document: invalid JSON at offset 4: invalid character ',' after top-level value",
		``:                                   "document: invalid JSON at offset 0: unexpected end of JSON input",
		strings.Repeat(" ", files.MaxLine+1): "it is longer than 64 MiB",
	} {
		_, err := dataset.Parse([]byte(text))
		assert.EqualError(t, err, want, "%.20q", text)
	}
}

// A key that is misspelt in every line hides no other mistake.
func TestMistakesThatDifferInTheirPlace(t *testing.T) {
	var wrong dataset.Problems
	for i := range 40 {
		wrong.Add(fmt.Errorf("set.jsonl:%d: id \"a-%d\": want: total: unknown key", i+1, i))
	}
	wrong.Add(errors.New(`set.jsonl:40: id "a-39": want: date: unknown key`))
	assert.EqualError(t, wrong.Err(), `set.jsonl:1: id "a-0": want: total: unknown key
set.jsonl:2: id "a-1": want: total: unknown key
set.jsonl:3: id "a-2": want: total: unknown key
set.jsonl:40: id "a-39": want: date: unknown key
and 37 more`)
}
