// Package propose makes a spec of the truths of a data set, as a start for the one who
// knows the documents: which fields there are, of what kind their values look, and by
// what the rows of a table are told apart. Each guess comes with what it was guessed from.
//
// [From] goes through the truths twice or more: first it gathers, of every key, how often
// it is there, what types and forms its values have, and how much it tells rows apart;
// then it holds the spec against the truths as evalreport lint would (package preflight),
// and takes the options which that asks for, such as an order of dates. What a proposal
// still has findings for stands in its evidence.
//
// A guess is made where all values agree, or nine of ten where there are ten or more: one
// mistyped label does not make a text of a column of dates. Nothing that changes what
// counts is guessed: no weights, no tolerances, and no optional fields, since a key that
// half of the truths have must be found in those.
//
// [Proposal.InSource] goes on with the texts of the documents, where they are known, and
// proposes that the values stand there.
//
// [WriteYAML] writes a spec for people, [Test.Write] a Go test to start from.
package propose
