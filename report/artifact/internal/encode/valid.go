package encode

import (
	"bytes"
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Valid reports whether line is JSON. gjson is several times faster than
// encoding/json but has no limit of depth, so it is asked only where there are
// too few brackets to matter.
func Valid(line []byte) bool {
	const shallow = 5000
	if len(line) > shallow && bytes.Count(line, []byte("["))+bytes.Count(line, []byte("{")) > shallow {
		return json.Valid(line)
	}
	return gjson.ValidBytes(line)
}
