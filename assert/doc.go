// Package assert has one-line assertions on what a document service returned, in
// the manner of testify: each takes a testify TestingT, reports a failure through
// its Errorf, marks itself as a helper where it can, takes an optional message
// with arguments at the end, and returns whether the assertion holds.
//
// Unlike testify, got comes before want, as everywhere in this module.
//
//   - [Fuzzy], [Numeric] and [Date] compare two values.
//   - [Field] compares what two documents have at one path.
//   - [Matches] compares two documents under a whole spec.
//
// Package compare describes the rules, package eval the specs. These assertions
// are about one document; package evaltest is about data sets, their scores and
// gates.
package assert
