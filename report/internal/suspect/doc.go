// Package suspect finds the labels of a data set that are likely to be wrong, most suspicious
// first, each with the evidence:
//
//   - contradicted: all answers of several runs and trials that have a value there have the same
//     one, and it is not the label's. Answers without a value have no say, and one that is as the
//     label says ends the suspicion.
//   - duplicate: another document of the data set has the same text, or without texts the
//     same input, and another label. Items may stand in another order. An input that all
//     documents have, such as "", is none.
//   - nowhere: the label stands nowhere in the text of its document. Of a field whose labels
//     mostly do not, such as the code of a country, that is not an evidence: see [Finder.Derived].
//   - invariant: the truth breaks an invariant of the spec, of which the label is an operand.
//
// None of it is proof: a label may be right against all of them.
//
// Package preflight says where a spec and all truths of a data set do not fit.
package suspect
