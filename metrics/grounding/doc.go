// Package grounding scores value and place together: an extractor that says what
// an invoice's total is should say where the page says so, and be right on both.
//
// A claim is one value of a document with the page and the box that it was read
// from. [Spec] names the claims, [Grader.Grade] grades an answer against a truth,
// [OfResult] takes over what package eval found. Each claim that the truth
// locates has a [Grade]: wrong value, right value, right value on the right page,
// or all of that in the right box. [Counts] adds them up, over claims and
// documents, and gives three nested rates. Claims that the truth does not locate
// cannot be graded and stay out of all three.
//
// evaltest.Grounded has the rates as measures of a suite. Package compare reads and compares values and boxes, package geometry measures
// boxes; package spans grounds quotes in text.
package grounding
