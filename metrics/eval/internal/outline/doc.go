// Package outline finds the fields to compare in documents: their paths, which of them are leaves, lists or sets, and
// their comparators. It reads them from a JSON Schema, see [Fields], or from the values of a truth, see [OfDocument].
//
// It does not validate documents. A schema is first reduced to facts ([facts]): all keywords for one place of a
// document (its own, those behind a $ref, and those in allOf and in the branches of anyOf, oneOf and if) are combined.
// Facts become fields ([Field]), and package eval makes a spec of the fields. The number of subschemas that are
// visited, with each $ref followed anew, is bounded: see [maxSteps].
//
// [InvariantReader] reads the invariants of a spec.
package outline
