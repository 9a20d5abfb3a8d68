// Package assert has one-line assertions on the answer of a document service, in the manner of testify. Each assertion
// takes a testify TestingT and, at the end, an optional message with arguments. It reports a failure through Errorf,
// calls Helper if T has it, and returns whether the assertion holds.
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
