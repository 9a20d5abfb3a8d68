// Package metrics is the vocabulary of extraction quality: the fate of one expected value (an
// [Outcome]), how often each outcome occurred ([Counts]), their conversion to true and false
// positives ([Confusion]), and the averages over the attributes of a data set ([Table]).
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
// The packages below it produce outcomes: document reads JSON, similarity and geometry measure, assign pairs list
// items, compare judges single values, and eval evaluates whole documents. This package imports none of them.
package metrics
