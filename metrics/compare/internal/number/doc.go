// Package number reads numbers as documents print them ("1.889,00 €",
// "(1,234.56)", "5 %") and as JSON writes them, into exact decimals, and
// compares those exactly.
//
// Three things are kept apart:
//
//   - [Decimal] is a value: exact, of any length up to [MaxDigits], with a path
//     without allocation for what fits 18 digits.
//   - [Number] is what a text says: a Decimal, how many decimals were printed,
//     and what a reader had to decide ([Number.Note]). [Parse] reads the text of
//     a document under a [Format], [ParseJSON] reads a JSON number. What stands
//     beside the digits is taken off first (beside.go, currency.go); which separator
//     is the decimal one, and whether that is ambiguous, is decided in format.go.
//   - [Equal] and [Canonical] work on the text of JSON numbers alone and have no
//     limit: 1e999999999 and 10e999999998 are equal, and nothing is expanded.
//
// Nothing here rounds, and nothing goes through float64: 1.1 differs from 1.0 by
// exactly 0.1.
//
// Package compare makes its Exact and Numeric comparators of this one. Package
// date, its neighbour, reads dates.
package number
