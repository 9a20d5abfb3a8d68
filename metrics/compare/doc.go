// Package compare holds the comparators: small structs that judge whether one
// extracted value says what the truth says. The zero value of each is the
// sensible default.
//
// Package eval decides which values are compared and turns the judgements into
// outcomes; package document holds the values; package similarity measures
// strings.
package compare
