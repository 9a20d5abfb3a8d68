// Package compare holds the comparators: small structs that judge whether one extracted value
// agrees with the truth. The zero value of each is the sensible default.
//
//   - [Exact] demands the same type and value, [Auto] chooses by the kind of the truth.
//   - [Fuzzy] and [Semantic] match similar texts, [Numeric] close numbers, [Date]
//     the same day in any format, [Time] the same point in time, [Period] the same span.
//   - [Code] compares identifiers by their letters and digits, [URL] addresses of pages,
//     [Regex] the form of a text.
//   - [Person] matches the names of one person with titles or initials, in either order.
//   - [Bool] matches yes and no in words and as boxes, [Currency] the codes, signs and names
//     of a currency.
//   - [Box] and [Point] match places that are nearly the same.
//   - [OneOf] accepts several values, [Func] judges by a function, [Ignore] does not judge.
//
// A comparator can be printed, stored and read back: [Name] and [Describe] give its form in a spec,
// [Parse] reads that form, [Names] and [Options] list all comparators and their options. [Prepare]
// checks one and makes it ready for many values. [Fold] brings texts that a reader takes as the
// same into one form.
//
// Package eval decides which values are compared and turns the judgements into outcomes; package
// document holds the values; package similarity compares strings, and package geometry compares places. The internal
// packages number, date and place read numbers, dates and places; fold implements Fold, and option checks the options
// of a spec. [Read] tells before a run whether a comparator can read a truth. Package source searches the text of a
// document for values, as their comparators read them.
//
// Each comparator is in a file of its own, which can be read without the others.
package compare
