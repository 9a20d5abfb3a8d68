package gojson

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

var decimals sync.Map // type -> bool

// IsDecimal reports whether a type that writes and reads its JSON itself is a number, such as decimal.Decimal: it reads the
// text -1.50, writes the same number, and refuses a word.
func IsDecimal(t reflect.Type) bool {
	if !Marshals(t) || !Implements[json.Unmarshaler](t) && !Implements[encoding.TextUnmarshaler](t) {
		return false
	}
	return Remember(&decimals, t, readsDecimals)
}

func readsDecimals(t reflect.Type) (decimal bool) {
	defer func() {
		if recover() != nil { // a method of the user's may do anything
			decimal = false
		}
	}()
	p := reflect.New(t)
	if json.Unmarshal([]byte(`"x"`), reflect.New(t).Interface()) == nil || json.Unmarshal([]byte(`"-1.50"`), p.Interface()) != nil {
		return false
	}
	text, err := json.Marshal(p.Interface())
	written := strings.Trim(string(text), `"`)
	return err == nil && strings.TrimRight(written, "0") == "-1.5"
}
