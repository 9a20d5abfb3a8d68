// Package gotype says what a Go type is in JSON, and what its eval tags say.
//
// [Fields] are the fields of a struct as encoding/json sees them, [ShapeOf] says
// what JSON value a type is written as, [ReadTag] takes an eval tag apart into what
// a spec file would say, and [Check] holds a document against a type. Package eval
// makes fields of a spec of all this.
package gotype
