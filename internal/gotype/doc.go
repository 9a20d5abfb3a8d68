// Package gotype describes the JSON form of a Go type, and reads its eval tags.
//
// [ShapeOf] returns the kind of JSON value that a type is written as, [ReadTag] translates an eval tag to the keys of a
// spec file, and [Check] checks a document against a type. Package eval makes the fields of a spec from these, and from
// the fields that package gojson finds.
package gotype
