// Package regressionset reads and checks regression sets: JSON Lines files of documents with the response of a model,
// the JSON Schema for the response, and the expected result. Package evaltest/regression runs a set in go test;
// evalreport regression checks contributions.
//
// # A record
//
// Each line is one object with all of these members:
//
//	caseId                the name of the case, unique
//	category, packId      the kind of document, and the contributor
//	documentText          the document
//	instructions          the instructions for the model
//	targetSchema          the JSON Schema of the answer (draft 2020-12)
//	providerResponseText  the recorded response, as it came
//	expected              emptyResultKind: "non_empty", "empty_by_evidence" or "empty_by_failure";
//	                      minExtractions and maxExtractions; and, if known, extractions: the
//	                      gold spans, [{"class", "start", "end", "quote"}]
//	sourceUrl             where the document is from, http or https
//
// [Read] checks a set as a whole and lists every problem as "file:line: field: problem, want ...". [Add] appends a
// contributed pack, [SetResponses] the present answers of a provider.
//
// # A response
//
// [Record.Judge] classifies a response. It reads the response leniently: a code fence or prose around one JSON value
// does not make it a failure. Then it checks the value against targetSchema; a reference to another document is an
// error, since Judge loads no documents. A case is right iff all three hold:
//
//   - response: the response is valid (this does not count if empty_by_failure is expected);
//   - emptyResultKind: an answer without extractions is empty by evidence; a
//     provider's error, a response without a JSON value, and one that the schema
//     refuses are empty by failure, whatever they hold; all others are not empty;
//   - extractions: their number is within the bounds; a failure has none.
package regressionset
