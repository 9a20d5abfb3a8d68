// Package eval joins comparison to counts: a [Spec] says which values of a
// document are compared and how, [Spec.Compile] checks it, and
// [Evaluator.Evaluate] compares one answer with one truth and returns a
// [Result] in which every leaf has exactly one outcome.
package eval
