package words

import (
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/metrics/document"
)

// TextValue returns a text as a value of a document. Bytes that are not UTF-8 become U+FFFD.
func TextValue(text string) document.Value {
	quoted, _ := gojson.Marshal(text) // neither fails for a text
	v, _ := document.Parse(quoted)
	return v
}
