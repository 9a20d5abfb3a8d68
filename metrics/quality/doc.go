// Package quality gives one document a score that a product owner can read: are the expected values
// there (completeness), are they right (accuracy), is anything made up (hallucination), is it safe,
// and one number over these (RQS).
//
// It looks at the keys of a document, the top-level ones or all leaves, and puts each into one of
// five buckets. Where both sides have a value, it compares the values under a strategy: EXACT,
// FUZZY, SEMANTIC or IGNORE. FUZZY and SEMANTIC ask a [Judge], a function of two texts. The judges
// that are built in, [Lexical] for SEMANTIC and the Levenshtein similarity for FUZZY, count letters
// and words and know no meanings; a result names the judges that it rests on. A judge that asks a
// language model is in the module evaltest/judge.
//
// The numbers here are conventions for one document, which may change in a minor version;
// package evaltest/quality has them as measures of a suite. Package eval has outcomes per
// field, and precision, recall and F1 over a whole data set; package runs says how
// stable several answers are.
package quality
