// Package receipts shows how to compare truths in mixed notations: people who label
// receipts copy the print, 03/04/2024 and 1.889, while an extractor answers
// 2024-04-03 and 1889. The README has the details; the tests check each of its
// numbers.
package receipts
