package artifact

import (
	"bytes"
	"encoding/json"

	"github.com/tidwall/gjson"
)

// valid reports whether text is JSON. gjson is several times faster than encoding/json, and it
// recurses without a limit: encoding/json checks a text with many brackets, and limits the depth.
func valid(text []byte) bool {
	const shallow = 5000
	if len(text) > shallow && bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > shallow {
		return json.Valid(text)
	}
	return gjson.ValidBytes(text)
}

// notJSON returns the error of a text that is not valid.
func notJSON(text []byte) error {
	var v any
	return plainJSON(json.Unmarshal(text, &v))
}
