// Package reading reads answers, truths and fields for package eval.
//
// It reads an answer and its truth ([Read], [ReadTruth]): the values of the fields in them ([Tree]), the zeros that json
// tags leave out ([ZerosOf]) and the sections of a packet ([SectionReader]). A spec may leave out its fields. Then they
// come from a JSON Schema ([FieldsOfSchema]) or from the values of a truth ([OfDocument]): their paths, which of them are
// leaves, lists or sets, and their comparators. [ParsePath] reads a path of a spec, [InvariantReader] its invariants.
//
// It does not validate documents. A schema is first reduced to facts ([facts]): all keywords for one place of a
// document (its own, those behind a $ref, and those in allOf and in the branches of anyOf, oneOf and if) are combined.
// Facts become fields by a [Builder], which package eval has. The number of subschemas that are
// visited, with each $ref followed anew, is bounded: see [maxSteps].
//
// The package also has the short causes of misses, and adds up the scores of its values ([Tally]).
package reading
