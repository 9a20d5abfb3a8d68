package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// Label says where the truth of a case comes from: the run whose draft it is, or who reviewed it, and when. Fields of
// another origin have entries of their own. The label is next to the truth in the data set, under the key label.
type Label = dataset.Label

// strangeFields returns a warning for each field that a label names and that does not exist. Neither the rows, which
// have the attributes of the spec, nor the truth outside of the fields of the spec have it.
func strangeFields(l *dataset.Label, rows []metrics.Row, truth []byte) (warnings []string) {
	if l == nil {
		return nil
	}
	names := arithmetic.Each(rows, func(row metrics.Row) string { return row.Attribute })
	inside := func(path string) func(string) bool {
		return func(name string) bool {
			rest, ok := strings.CutPrefix(name, path)
			return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Fields)) {
		head := name
		if offset := strings.IndexAny(name, ".["); offset >= 0 {
			head = name[:offset]
		}
		compared := slices.ContainsFunc(names, inside(head))
		if slices.ContainsFunc(names, inside(name)) || !compared && gjson.GetBytes(truth, gjson.Escape(head)).Exists() {
			continue
		}
		warnings = append(warnings, fmt.Sprintf("label: fields: neither the spec nor the truth has %q%s", name, words.Hint(name, names)))
	}
	return warnings
}
