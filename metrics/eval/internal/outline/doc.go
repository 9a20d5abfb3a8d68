// Package outline reads from a JSON Schema how documents are compared: their fields, the kinds of
// these, and which of them are rows of a table.
//
// It does not validate documents. A schema is first reduced to facts ([facts]): all keywords for
// one place of a document (its own, those behind a $ref, allOf, the branches of anyOf, oneOf and
// if) are joined or united there. Facts become fields ([Field]), and package eval makes a spec of
// these. The number of subschemas that are visited, with each $ref followed anew, is bounded: see
// [maxSteps].
package outline
