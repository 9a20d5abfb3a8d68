package specs

import (
	"cmp"
	"go/format"
	"go/token"
	"io"
	"regexp"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
)

// Test is a Go test to start from: a suite that runs an extractor over a data set. The user has to write the extractor.
type Test struct {
	Package string // of the file: "invoices_test"
	Dataset string // "invoices"
	File    string // of the data, from the folder of the test, with slashes
	Spec    string // likewise
	// Text says that inputs are texts; they are JSON otherwise.
	Text bool
	// PartlyLabelled says that some lines of the data have no truth.
	PartlyLabelled bool
	// Main says that the package needs a TestMain.
	Main bool
}

// Write writes the file, formatted by gofmt.
func (t Test) Write(w io.Writer) error {
	input := "json.RawMessage"
	if t.Text {
		input = "string"
	}
	var b strings.Builder
	err := file.Execute(&b, struct {
		Test
		Name, Input, Baseline string
	}{t, exported(t.Dataset), input, "testdata/" + files.Name(t.Dataset) + ".baseline.jsonl"})
	if err != nil {
		return err
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

var notOfNames = regexp.MustCompile(`[^a-z0-9_]`)

// PackageName makes a package name from the name of a folder.
func PackageName(folder string) string {
	name := strings.TrimLeft(notOfNames.ReplaceAllString(strings.ToLower(folder), ""), "0123456789_")
	if name == "" || token.IsKeyword(name) || name == "main" {
		return "documents"
	}
	return name
}

// exported turns the name of a data set, "line-items 2", into an exported name of Go, "LineItems2".
func exported(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return cmp.Or(strings.Join(words, ""), "Documents")
}

var file = template.Must(template.New("test").Parse(`package {{.Package}}

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)
{{if .Main}}
// TestMain leaves the results of all data sets of the package in _evaltest, for
// go tool evalreport.
func TestMain(m *testing.M) { evaltest.Main(m) }
{{end}}
func Test{{.Name}}(t *testing.T) {
	evaltest.Suite[{{.Input}}, json.RawMessage]{
		File:    {{printf "%q" .File}},
		Spec:    evaltest.SpecFile(t, {{printf "%q" .Spec}}),
		Extract: extract{{.Name}},
{{- if .PartlyLabelled}}
		PartlyLabelled: true, // cases without a truth run on the invariants alone
{{- end}}
		// The gate fails if the extractor is worse than when this file was written, which
		// EVALTEST_UPDATE=baseline go test does.
		Gate: evaltest.Gate{NoWorseThan: {{printf "%q" .Baseline}}},
	}.Run(t)
}

// extract{{.Name}} hands the input of one document to your extractor, and returns its
// answer as JSON.
func extract{{.Name}}(ctx context.Context, input {{.Input}}) (json.RawMessage, error) {
	return nil, errors.New("extract{{.Name}} does not call an extractor yet")
}
`))
