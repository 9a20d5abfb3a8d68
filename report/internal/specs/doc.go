// Package specs makes specs for people to start from, and writes specs for people to read. [Propose] makes a spec from
// the truths of a data set, as a start for a person who knows the documents: the fields, the kinds of their values, and
// the fields that distinguish the rows of a table. Each guess comes with its reason. [Explain] describes a spec in
// plain words.
//
// [Propose] goes through the truths twice or more: first it gathers for every key how often it occurs,
// the types and forms of its values, and how well it tells rows apart; then it checks the spec
// against the truths as evalreport lint would (package preflight), and adds the options that the
// findings ask for, such as an order of dates. The evidence of a proposal holds the remaining
// findings.
//
// Propose makes a guess if all values agree, or nine of ten if there are ten or more: one mistyped label does not turn
// a column of dates into texts. It does not guess weights, tolerances and optional fields, since they change the score:
// if half of the truths have a key, answers must have it in this half.
//
// A list of the documents of one file becomes a packet, [eval.Sections]: its items have a class, and pages that no
// other item has. A table whose rows have the number of their page is not a packet: a packet has an item of two pages
// or more.
//
// [Proposal.InSource] also looks at the texts of the documents, if they are known, and proposes an invariant: the
// values must be in the text.
//
// [WriteYAML] writes a spec for people, [WriteMended] a corrected one, [Test.Write] a Go test to start from, and
// [Starter.Write] a spec and a test into a folder that has neither. [Schemas] are the JSON Schemas by which editors check
// and complete specs and files of limits.
package specs
