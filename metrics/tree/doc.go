// Package tree scores whole JSON documents with the two numbers that papers on document extraction report: [ANLSStar],
// the ANLS* of Peer et al., and [NTED], the accuracy by normalized tree edit distance of Donut. [FieldConfusion]
// returns Donut's field counts.
//
// They are here so that results can be put next to published ones, and follow their reference implementations, oddities
// included; each doc comment lists them. They need no specification and ignore weights, dates and tolerances: to judge
// an extractor use metrics/eval, whose counts say which field went wrong.
//
// Both sides are values of package document. Numbers and bools are compared by the text that Python's json module and str
// give, as in the references: 1.50 is "1.5", 1e2 is "100.0", true is "True".
//
// # Limits
//
// Both algorithms are far from linear, and an extractor's answer may have any size. A comparison that would need more than
// 2^30 steps, or an [NTED] of more than 2^24 pairs of nodes, is an error that wraps [ErrTooLarge]. The largest comparison
// within the limits takes some seconds. This package may change in a minor version.
package tree
