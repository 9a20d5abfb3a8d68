package preflight

import (
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/document"
)

// Text examines the text of a document, empty if unknown, with its truth, which may be missing. It finds
// documents whose texts are nearly equal.
func (c *Check) Text(where string, truth document.Value, text string) {
	if of := source.New(text).Source(); of != "" {
		c.texts.Add(where, of, values(nil, "", truth))
	}
}

// values adds the values of a document with their attributes to a list.
func values(to []string, at string, v document.Value) []string {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			to = values(to, at+"."+key, member)
		}
	case document.Array:
		for _, item := range v.Items() {
			to = values(to, at+"[]", item)
		}
	default:
		if !v.Empty() {
			to = append(to, at+"="+v.RawText())
		}
	}
	return to
}
