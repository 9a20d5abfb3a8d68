// Package schema reads a JSON Schema for what it says of how documents are compared:
// which fields there are, of what kind, and which of them are rows of a table.
//
// It validates nothing. A schema is first boiled down to facts ([facts]): what applies to
// one place of a document (its own keywords, what a $ref leads to, allOf, the branches
// of anyOf, oneOf and if) is joined or united there. Facts become fields ([Field]), and
// package eval makes a spec of these. What a schema costs is bounded by the number of
// subschemas that are looked at, each $ref being followed anew: see [maxSteps].
package schema
