package invariant

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	fault "github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Violation is one way in which a document does not satisfy its schema.
type Violation struct {
	Path    document.Path // empty for the document itself
	Problem string        // "got string, want number", in at most 200 characters
}

// Pointer gives the place as a JSON Pointer (RFC 6901), "the top" for the whole document.
func (v Violation) Pointer() string {
	if len(v.Path) == 0 {
		return "the top"
	}
	var b strings.Builder
	for _, s := range v.Path {
		step := s.Key
		if s.Bracket {
			step = strconv.Itoa(s.Index)
		}
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return b.String()
}

// ViolationText returns one line with the first three violations, their JSON pointers, and the number of the
// others: "at /lines/0: missing property 'sku'; at /total: got string, want number".
func ViolationText(all []Violation) string {
	const shown = 3
	texts := arithmetic.Each(all[:min(len(all), shown)], func(v Violation) string { return fmt.Sprintf("at %s: %s", v.Pointer(), v.Problem) })
	text := strings.Join(texts, "; ")
	if more := len(all) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

var english = message.NewPrinter(language.English)

// violations lists the library's findings, nearest to the root first and then by place, since an error in a whole
// matters more than errors in its parts. If a value fits none of several alternatives, violations lists only those of
// the alternative with the fewest violations.
func violations(e *jsonschema.ValidationError, doc any) []Violation {
	all := arithmetic.Each(causes(e), func(c *jsonschema.ValidationError) Violation {
		return Violation{pathOf(c.InstanceLocation, doc), describe(c)}
	})
	slices.SortStableFunc(all, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(len(a.Path), len(b.Path)), comparePaths(a.Path, b.Path), cmp.Compare(a.Problem, b.Problem))
	})
	return slices.CompactFunc(all, func(a, b Violation) bool { return a.Problem == b.Problem && comparePaths(a.Path, b.Path) == 0 })
}

// causes returns the errors that have no further causes; of several alternatives, those of the alternative with the
// fewest.
func causes(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	alternatives := false
	switch k := e.ErrorKind.(type) {
	case *fault.AnyOf:
		alternatives = true
	case *fault.OneOf:
		alternatives = len(k.Subschemas) == 0
	}
	for i, cause := range e.Causes {
		children := causes(cause)
		switch {
		case !alternatives:
			all = append(all, children...)
		case i == 0 || len(children) < len(all):
			all = children
		}
	}
	return all
}

// describe gives the text of an error, always the same one.
func describe(e *jsonschema.ValidationError) string {
	if k, ok := e.ErrorKind.(*fault.AdditionalProperties); ok {
		slices.Sort(k.Properties) // the library has them in the order of a map
	}
	if e.ErrorKind == nil {
		return "it does not satisfy the schema"
	}
	const most = 200
	return words.Excerpt(e.ErrorKind.LocalizedString(english), most)
}

// pathOf tells keys from indices by the value at each step of doc.
func pathOf(steps []string, doc any) document.Path {
	path := make(document.Path, 0, len(steps))
	for _, s := range steps {
		if list, ok := doc.([]any); ok {
			if i, err := strconv.Atoi(s); err == nil && i < len(list) {
				path = append(path, document.Item(i))
				doc = list[i]
				continue
			}
		}
		path = append(path, document.Step{Key: s, Index: -1})
		object, _ := doc.(map[string]any)
		doc = object[s]
	}
	return path
}

func comparePaths(a, b document.Path) int {
	return slices.CompareFunc(a, b, func(x, y document.Step) int {
		return cmp.Or(cmp.Compare(x.Index, y.Index), cmp.Compare(x.Key, y.Key))
	})
}
