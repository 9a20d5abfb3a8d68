package internal_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
)

// rows returns the lines that a file has, as NUMBER TEXT.
func rows(t *testing.T, name, text string) (lines []string, err error) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	f, err := dataset.Open(name, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l := f.Lines()
	for {
		e, err := l.Next()
		if err == io.EOF {
			return lines, nil
		}
		require.NoError(t, err)
		lines = append(lines, fmt.Sprintf("%d %s", e.Number, e.Text))
	}
}

func TestCSV(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		lines      []string
	}{
		{"paths", "id,total,vendor.name\n1,12.50,Acme\n", []string{`2 {"id":1,"total":12.50,"vendor":{"name":"Acme"}}`}},
		{"a byte order mark, as spreadsheets write it, and their line ends", "\uFEFFid,total\r\na,1\r\n", []string{`2 {"id":"a","total":1}`}},
		{"line ends with two carriage returns, as Python writes them on Windows", "id,total,name\r\r\na,1,x\r\r\nb,2,\"y, z\"\r\r\n", []string{
			`2 {"id":"a","total":1,"name":"x"}`, `3 {"id":"b","total":2,"name":"y, z"}`}},
		{"tabs", "id\ttotal\na\t1,5\n", []string{`2 {"id":"a","total":"1,5"}`}},
		{"semicolons, as where a comma is the decimal mark", "id;total\na;1.889,00\n", []string{`2 {"id":"a","total":"1.889,00"}`}},
		{"quotes, and a row over two lines", "id,\"note\"\na,\"x, \"\"y\"\"\nz\"\n\nb,w\n", []string{`2 {"id":"a","note":"x, \"y\"\nz"}`, `5 {"id":"b","note":"w"}`}},
		{"numbers and texts", "id,a,b,c,d,e\n007,-0.5,1e5,TRUE,+1,1.\n", []string{`2 {"id":"007","a":-0.5,"b":"1e5","c":true,"d":"+1","e":"1."}`}},
		{"an empty cell", "id,a,b\nx,, \n", []string{`2 {"id":"x","a":null,"b":null}`}},
		{"lists end after their last value", "id,l[0].a,l[0].b,l[1].a,l[1].b\nx,1,,,2\ny,1,2,,\nz,,,,\n", []string{
			`2 {"id":"x","l":[{"a":1,"b":null},{"a":null,"b":2}]}`, `3 {"id":"y","l":[{"a":1,"b":2}]}`, `4 {"id":"z","l":[]}`}},
		{"lists of values", "id,tags[0],tags[1]\nx,a,\n", []string{`2 {"id":"x","tags":["a"]}`}},
		{"keys of lines, and an error", "id,got.total,got.name,error,tags.lang\nx,1,,,de\ny,,,timeout,\n", []string{
			`2 {"id":"x","got":{"total":1,"name":null},"error":null,"tags":{"lang":"de"}}`, `3 {"id":"y","error":"timeout"}`}},
		{"a name with a dot", "id,\"[\"\"a.b\"\"].c\"\nx,1\n", []string{`2 {"id":"x","a.b":{"c":1}}`}},
		{"a row for each field", "doc,field,value\na,vendor.name,Acme\na,total,3\nb,total,4\n", []string{`2 {"doc":"a","vendor":{"name":"Acme"},"total":3}`, `4 {"doc":"b","total":4}`}},
		{"a row for each field, with both sides", "company,field,truth,predicted\nA,total,3,\nA,vendor.name,Acme,ACME\nB,total,4,5\n", []string{
			`2 {"company":"A","truth":{"total":3,"vendor":{"name":"Acme"}},"predicted":{"total":null,"vendor":{"name":"ACME"}}}`, `4 {"company":"B","truth":{"total":4},"predicted":{"total":5}}`}},
		{"a column that is named field", "id,field,crop,yield\n1,east,rye,4\n", []string{`2 {"id":1,"field":"east","crop":"rye","yield":4}`}},
		{"a header alone", "id,total\n", nil},
		{"JSON Lines", `{"id":"a","x":"1,2"}`, []string{`1 {"id":"a","x":"1,2"}`}},
	} {
		lines, err := rows(t, "w.csv", tt.text)
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.lines, lines, tt.name)
	}
}

func TestCSVMistakes(t *testing.T) {
	const header = "w.csv:1: the header of this CSV file: "
	const short = ` the row has 1 value, and the header 2; put a value with separators in quotes: "1,234.50"` + "\n"
	for _, tt := range []struct{ name, text, err string }{
		{"ragged rows", "id,total\na,1,889.00\nb\n\nc,2\n", `w.csv:2: the row has 3 values, and the header 2; put a value with separators in quotes: "1,234.50"
w.csv:3: the row has 1 value, and the header 2; put a value with separators in quotes: "1,234.50"`},
		{"many", "id,a\n1\n2\n3\n4\n5\n6\n7\n", "w.csv:2:" + short + "w.csv:3:" + short + "w.csv:4:" + short + "w.csv:5:" + short + "w.csv:6:" + short + "and 2 more"},
		{"a duplicate header", "id,total,total\na,1,2\n", header + `"total" appears twice, as columns 2 and 3`},
		{"a header without a name", "id,,total\na,1,2\n", header + "column 2 has no name"},
		{"no path", "id,a[\na,1\n", header + `column 2: document: path "a[", at offset 1: the bracket is not closed; write lines[0]`},
		{"a value and its part", "id,vendor,vendor.name\na,b,c\n", header + `column 3, "vendor.name": another column is the whole of this value, or gives it another form`},
		{"a part and its value", "id,vendor.name,vendor\na,b,c\n", header + `column 3, "vendor": another column has a part of this value`},
		{"a list and an object", "id,l[0],l.a\na,b,c\n", header + `column 3, "l.a": another column is the whole of this value, or gives it another form`},
		{"a hole in a list", "id,l[1].a\na,b\n", header + `column 2, "l[1].a": no column before it has the index 0`},
		{"an index first", "id,[0].a\na,b\n", header + `column 2, "[0].a": want a name before the index`},
		{"a list of Python", "id,lines\na,\"[{'sku': None}]\"\n", `w.csv:2: column "lines" has a list or an object as Python prints it, want JSON: write json.dumps(value)`},
		{"a field twice", "id,field,value\na,total,1\nb,total,1\na,total,2\n", `w.csv:4: "a" has the field "total" twice, first on line 2`},
		{"a field within another", "id,field,value\na,v,1\na,v.name,1\n", `w.csv:2: the fields of "a": column 3, "v.name": another column is the whole of this value, or gives it another form`},
		{"Latin-1", "id,city\na,K\xf6ln\n", `w.csv:2: column "city" is not UTF-8: save the file as UTF-8`},
		{"carriage returns alone", "id\ttotal\ra\t1\rb\t2\r", `w.csv: its lines end with a carriage return alone, as Excel writes them for Macintosh: tr '\r' '\n'`},
		{"a quote", "id,size\na,8\" pipe\n", `w.csv:2:4: bare " in non-quoted-field; put a value with quotes or separators in quotes, and double each quote in it: "8"" pipe"`},
	} {
		_, err := rows(t, "w.csv", tt.text)
		assert.EqualError(t, err, tt.err, tt.name)
	}
}

func TestTableOfTwoCarriageReturns(t *testing.T) {
	_, _, err := dataset.ReadTable("w.csv", []byte("id,total\r\r\na,1\r\r\n"))
	assert.EqualError(t, err, `w.csv: its lines end with two carriage returns, as Python writes them on Windows; write it by open(name, "w", newline="")`)
}

// Spreadsheets end rows in CRLF, and lines within a cell in a line feed; other programs write CRLF there, too.
func TestLineEndsWithinCells(t *testing.T) {
	for _, end := range []string{"\n", "\r\n"} {
		table, _, err := dataset.ReadTable("w.csv", []byte("id,note,total\r\na,\"x"+end+"y\",1\r\n"))
		require.NoError(t, err)
		require.NoError(t, table.Set(2, []byte(`{"id":"a","note":"x\ny","total":2}`)))
		assert.Equal(t, "id,note,total\r\na,\"x"+end+"y\",2\r\n", string(table.Bytes()))
	}
}
