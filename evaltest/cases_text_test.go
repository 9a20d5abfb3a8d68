package evaltest_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
)

func TestTextOf(t *testing.T) {
	for _, tt := range []struct {
		input any
		is    bool
		why   string
	}{
		{"Invoice 17\nTotal 12.50", true, "lines"},
		{[]byte("Invoice 17\r\nTotal 12.50"), true, "bytes of text"},
		{"Total 12.50 EUR", true, "words"},
		{"Total 12.50", true, "an amount is not an ending"},
		{"invoices/17.pdf", false, "a name"},
		{"my scans/invoice 17.pdf", false, "a name with blanks"},
		{"my scan.JPEG2", false, "an ending of five"},
		{"my scan.x", false, "an ending of one"},
		{"my scan.sketch", true, "six are not an ending"},
		{"Total 12.5EUR", true, "nor is what begins with a digit"},
		{"All paid.", true, "nor is nothing"},
		{"See fig.a-b", true, "nor is what has another character"},
		{"https://example.com/my invoice", false, "an address"},
		{"17", false, "a single word may be an id"},
		{"", false, "nothing"},
		{" \n ", false, "blanks"},
		{"%PDF-1.7\nobj", false, "a PDF"},
		{"{\"file\": \"a\"}\n", false, "JSON"},
		{"\xff\xd8\xff\n", false, "not UTF-8"},
		{"a\x00b\nc", false, "binary"},
		{17, false, "not a text"},
	} {
		c := cases.Case{Given: cases.Given{Input: &tt.input}}
		assert.Equal(t, tt.is, c.TextOf() != "", "%q: %s", tt.input, tt.why)
		c.Text = "given"
		assert.Equal(t, "given", c.TextOf())
	}
}

func TestTextOfFiles(t *testing.T) {
	write(t, map[string]string{
		"set.jsonl":     `{"id":"a","input":"a.pdf","want":{},"text":"Total 5"}` + "\n" + `{"id":"b","input":"b.pdf","want":{}}`,
		"wrong.jsonl":   `{"id":"a","input":"a.pdf","want":{},"text":["Total 5"]}`,
		"f/a.input.pdf": "%PDF-1.4", "f/a.want.json": "{}", "f/a.txt": "Total 5",
		"f/b.input.pdf": "%PDF-1.4", "f/b.want.json": "{}",
		"f/c.d.input.txt": "Total\n7", "f/c.d.want.json": "{}", "f/c.txt": "of nobody",
	})
	texts := func(file string) (all []string) {
		s, err := cases.Open(file, cases.Reading{Input: reflect.TypeFor[string]()})
		require.NoError(t, err)
		for c, err := range s.Cases {
			require.NoError(t, err)
			all = append(all, c.TextOf())
		}
		return all
	}
	assert.Equal(t, []string{"Total 5", ""}, texts("set.jsonl"))
	assert.Equal(t, []string{"Total 5", "", "Total\n7"}, texts("f"))
	_, err := cases.Open("wrong.jsonl", cases.Reading{Input: reflect.TypeFor[string]()})
	assert.EqualError(t, err, `wrong.jsonl:1: text is an array, want the text of the document`)
}
