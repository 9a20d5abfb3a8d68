// Package similarity measures how alike two strings are.
//
// It knows strings and numbers only. Packages compare (comparators) and eval (matching of list
// items) decide which values are compared, how they are normalised, and from which similarity on
// they count as the same.
//
// # Rules that hold for every function
//
//   - The unit is the Unicode code point. Each byte that is not part of valid UTF-8 counts as one
//     U+FFFD, as in a range loop over the string; so "\xff" and "\xfe" are equal here.
//   - Nothing is folded, trimmed or normalised: "é" as one code point and as
//     "e" with a combining accent differ.
//   - A similarity is a float64 in [0,1] and never NaN. Two empty strings have
//     similarity 1, an empty and a non-empty one 0, equal strings 1.
//   - Every function is symmetric and gives the same result in every run. All
//     may be called concurrently.
//   - A similarity made from an edit distance d is (max-d)/max, with max the
//     code points of the longer string: one division, so that 9 of 10 is the
//     float64 0.9. It is 1 only for equal strings.
//
// # Long strings
//
// No input panics or hangs. The linear functions (Jaro, Jaro-Winkler, Hamming, q-grams and the functions on bigrams)
// are exact at any length. The quadratic ones, [Levenshtein], OSA, [Damerau], LCS, [TokenSort] and token_set, first
// set aside the common beginning and end of the strings, and are exact as long as the rests, n and m code points long,
// have n·m ≤ 2^32 (65,536 against 65,536, in 0.1 to 0.25 s). Beyond that both rests are cut into the least number p of
// pieces, n/p and m/p code points long, that keeps each pair within 2^28; the i-th pieces of both are compared, and the
// distances are summed. The sum is the cost of a possible alignment: the distance is never too small, the similarity
// never too large, and 1 only for equal strings. [Approximate] tells when that happens. Time is then linear in the
// length, about a second for two unrelated strings of 1 MB and two for OSA; memory stays below some hundred bytes per
// code point. [Damerau] has a further bound.
package similarity
