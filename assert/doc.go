// Package assert has one-line assertions on the answer of a document service, in
// the manner of testify: each takes a testify TestingT, reports a failure through
// its Errorf, marks itself as a helper if T has Helper, takes an optional message
// with arguments at the end, and returns whether the assertion holds.
//
// Unlike testify, got comes before want, as everywhere in this module.
//
//   - [Fuzzy], [Numeric] and [Date] compare two values.
//   - [Field] compares the values of two documents at one path.
//   - [Matches] compares two documents under a whole spec.
//
// Package compare describes the rules, package eval the specs. These assertions
// judge one document; package evaltest judges data sets, with scores and gates.
package assert
