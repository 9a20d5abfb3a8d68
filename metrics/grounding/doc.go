// Package grounding scores value and place together: an extractor that states an invoice's total
// should also state its place on the page, and both should be right.
//
// A claim is one value of a document with the page and the box that it was read from. [Spec] names the claims,
// [Grader.Grade] grades an answer against a truth, [OfResult] grades the results of package eval. A [Finding] has the
// grade of one claim that the truth locates: wrong value, right value, right value on the right page, or all of that in
// the right box. [Counts] counts the grades over claims and documents, and gives three nested rates. Claims that the
// truth does not locate cannot be graded and stay out of all three.
//
// Package evaltest/grounding has the rates as measures of a suite. Package compare reads and compares values and boxes, package geometry
// measures boxes; package spans grounds quotes in text. This package may change in a minor version.
package grounding
