package specs

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
)

// matches says in a line what each match compares, and names the options of those that package compare does not have.
var matches = []struct{ name, text, options string }{
	{"auto", "by what the truth is; the default", ""},
	{"exact", "the same text, number, true or false", ""},
	{"fuzzy", "a text that is similar", ""},
	{"numeric", "a number, also in a text: 1.889,00 €", ""},
	{"date", "a day, in words or numbers", ""},
	{"time", "a point in time", ""},
	{"period", "a first and a last day", ""},
	{"code", "a code by its letters and digits, such as an IBAN", ""},
	{"url", "the address of a page", ""},
	{"class", "one of few values, with a table of confusions", ""},
	{"person", "the name of a person", ""},
	{"bool", "true or false, also in words and as boxes", ""},
	{"currency", "a currency by its code, sign or name", ""},
	{"regex", "a text of a pattern, in the truth and in the answer", ""},
	{"box", "a rectangle, by intersection over union", ""},
	{"point", "a point, by its distance", ""},
	{"one_of", "a truth that lists the accepted values", ""},
	{"semantic", "the same meaning, by a function; in Go alone", ""},
	{"ignore", "not compared", ""},
	{"list", "rows, each paired with its row in the truth", "by, fields, threshold, assign"},
	{"set", "values in any order", "each, assign"},
	{"map", "an object whose keys are data", "fields, each, fold"},
	{"sections", "the documents in a packet", "classes, class_key, pages_key, other"},
}

//go:embed help.txt
var help string

// WriteHelp prints how a spec is written, with all matches and their options.
func WriteHelp(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", help)
	for _, m := range matches {
		fmt.Fprintf(&b, "  %-9s %s\n", m.name, m.text)
		options := m.options
		if all, ok := compare.Options(m.name); ok {
			var keys []string
			for _, o := range all {
				keys = append(keys, o.Key)
			}
			options = strings.Join(keys, ", ")
		}
		if options != "" {
			fmt.Fprintf(&b, "       %s\n", options)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
