// Package gojson writes Go values as encoding/json does, except values of types that are one value: [sql.NullString],
// [url.URL], a type with a method Value (see [SingleOf]).
//
// [Fields] returns the fields of a struct as encoding/json sees them, [Marshal] writes a value, and [SingleOf] and
// [NullOf] say which types are one value. [CodeUnit] reads an escape in a string.
package gojson
