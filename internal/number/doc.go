// Package number reads numbers as documents print them ("1.889,00 €",
// "(1,234.56)", "5 %") and as JSON writes them, into exact decimals, and
// compares those exactly.
//
// Three things are kept apart:
//
//   - [Decimal] is a value: a decimal of cockroachdb/apd of up to [MaxDigits] digits.
//   - [Number] is the reading of a text: a Decimal, the number of printed decimals, and
//     the decisions of the reader ([Number.Note]). [Parse] reads the text of a document
//     under a [Format], [ParseJSON] reads a JSON number. Parse first takes off the marks
//     beside the digits (beside.go, currency.go, unit.go, tax.go), then decides which separator is the
//     decimal one, and whether that is ambiguous (format.go).
//   - [Equal] and [Canonical] work on the text of JSON numbers, which apd cannot always hold: 1e999999999 and
//     10e999999998 are equal, and nothing is expanded.
//
// All arithmetic is exact, without float64: 1.1 differs from 1.0 by exactly 0.1.
//
// The Exact and Numeric comparators of package compare use this package. Package date, its
// neighbour, reads dates.
package number
