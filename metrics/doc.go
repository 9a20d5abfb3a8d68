// Package metrics is the vocabulary of extraction quality: what can happen to
// one expected value (an [Outcome]), how often it happened ([Counts]), what
// that means in terms of true and false positives ([Confusion]), and the
// averages over the attributes of a data set ([Table]).
//
// Facts and conventions are kept apart. An outcome is a fact: the total was
// wrong, the due date was missing. Whether a wrong value costs precision,
// recall or both is a convention, a [Policy], which is applied at the very end,
// so that the same counts serve every convention.
//
// A ratio whose denominator is zero is undefined. It is never 0, never 1 and
// never NaN: methods return (value, false), JSON leaves the key out, tables
// print "-".
//
// The rooms below hold what is needed to get at outcomes: document reads JSON,
// similarity, assign and geometry measure, compare judges single values and
// eval joins them to outcomes. This package imports none of them.
package metrics
