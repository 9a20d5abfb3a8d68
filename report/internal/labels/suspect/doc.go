// Package suspect finds the labels of a data set that are likely to be wrong, most suspicious
// first, each with the evidence:
//
//   - contradicted: two or more answers, of runs or trials, have a value there, all have the same value, and it differs
//     from the label. Answers without a value do not count, and one answer that agrees with the label ends the
//     suspicion.
//   - duplicate: another document of the data set has the same text, or without texts the same input, and another
//     label. Items may stand in another order. An input that all documents share, such as "", does not count.
//   - nowhere: the label is missing in the text of its document. This does not count in a field whose labels are
//     mostly missing, such as the code of a country: see [Finder.Derived].
//   - invariant: the truth breaks an invariant of the spec, and the label is an operand of it.
//
// None of this is proof: a label may be right in spite of all evidence.
//
// Package preflight says where a spec and all truths of a data set do not fit.
package suspect
