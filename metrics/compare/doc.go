// Package compare holds the comparators: small structs that judge whether one
// extracted value says what the truth says. The zero value of each is the
// sensible default.
//
//   - [Exact] demands the same type and value, [Auto] chooses by what the truth is.
//   - [Fuzzy] and [Semantic] match similar texts, [Numeric] close numbers, [Date]
//     the same day in any format.
//   - [Code] compares identifiers by their letters and digits, [Regex] the form of a
//     text.
//   - [Box] and [Point] match what stands in nearly the same place.
//   - [OneOf] accepts several values, [Func] judges by a function, [Ignore] not at
//     all.
//
// A comparator prints, stores and reads back: [Name] and [Describe] give what a
// spec says of it, [Parse] reads that, [Names] and [Options] list what there is.
// [Prepare] checks one and makes it ready for many values. [Fold] is the form in
// which texts are compared that mean the same for a reader.
//
// Package eval decides which values are compared and turns the judgements into
// outcomes; package document holds the values; package similarity measures
// strings, package geometry places. Numbers, dates and places are
// read by the internal packages number, date and place, check digits by checksum; fold makes
// the form of texts. [Read] says of a truth, before
// anything is compared, whether its comparator can read it. Package source looks for
// values, as their comparators read them, in the text of their document.
//
// This package is bigger than others because it has all comparators, each in a file of
// its own that needs no other one: who reads one of them reads one file.
package compare
