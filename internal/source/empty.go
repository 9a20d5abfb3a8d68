package source

import (
	"bytes"

	"github.com/extracteval/extracteval/metrics/document"
)

// IsEmpty reports whether an input is empty, and so does not tell one document from another: it is blank, or its JSON
// has no value but null, blank texts, and lists and objects of these. Numbers, true and false are values. An input of
// more than 4 KiB is not empty.
func IsEmpty(input []byte) bool {
	if len(input) > 4<<10 {
		return false
	}
	v, err := document.Parse(input)
	if err != nil {
		return len(bytes.TrimSpace(input)) == 0
	}
	return isEmpty(v)
}

func isEmpty(v document.Value) bool {
	for _, item := range v.Items() {
		if !isEmpty(item) {
			return false
		}
	}
	for _, member := range v.Members() {
		if !isEmpty(member) {
			return false
		}
	}
	return v.Empty() || v.Kind() == document.Array || v.Kind() == document.Object
}
