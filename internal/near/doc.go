// Package near finds texts that are nearly copies of each other: a scan that was read twice, a letter with another date.
//
// A text is the set of its 3-word runs (shingles, Broder 1997), of words between white space as they stand. Two are near copies
// where they share at least [Threshold] of their different runs (Jaccard) and, if statements are known of both, at least
// [Agreement] of their different statements: invoices of one template have long texts of equal terms with other numbers, names
// and totals, and are no copies. A word that differs in the middle of a text changes three runs, so that a text that differs in
// one such word needs at least 57 runs to be a near copy. Texts of fewer than [Fewest] runs are left out as too short, and
// equal texts are one document with the smallest of their names.
//
// Work and memory are bounded. The [Most] runs of a text with the smallest hashes are kept, so that the share of equal runs is
// exact for up to [Most] runs, and has a standard error of one point beyond it. At most [MostTexts] texts are kept, chosen by the
// smallest values of a hash that near copies share, so that near copies are kept together. Candidate pairs come from [bands]
// bands of [rows] minima each (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4): a pair with a share of .9 is a
// candidate with a chance of .998, a pair of .95 always but 2 in 100,000 times. At most [MostPairs] candidates are compared,
// neighbours by name first.
//
// The result depends neither on the order of the texts nor on their division among finders.
package near
