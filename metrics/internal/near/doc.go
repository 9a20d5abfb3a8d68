// Package near finds texts that are nearly copies of each other: a scan that was read twice, a letter with another date.
//
// A text is the set of its 3-word runs (shingles, Broder 1997), of words between white space as they stand. Two are near copies
// where at least [Threshold] of the different runs of both are equal (Jaccard), and, where it is known what is stated of both, at
// least [Agreement] of the different statements: invoices of one template have long texts of equal terms with other numbers, names
// and totals, and are no copies. Of a word that differs in the middle of a text three runs do, so that a text of 57 runs is the
// shortest of which another word gives a near copy. Texts of fewer than [Fewest] runs say too little, and equal
// texts are one document, by its smallest name.
//
// Work and memory are bounded. Of a text [Most] runs of the smallest hashes are kept, so that the share of equal runs is exact for up to
// [Most] runs, and has a standard error of one point beyond it. Of texts [MostTexts] are kept: those of the smallest hash of a hash that
// near copies have in common, so that they are kept together. Pairs to look at come of [bands] bands of [rows] minima each
// (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4): a pair of .9 is looked at with a chance of .998, one of .95 always but
// 2 in 100,000 times. Of them [MostPairs] are looked at, neighbours by name first.
//
// What is found does not depend on the order of the texts, nor on how they were divided among finders.
package near
