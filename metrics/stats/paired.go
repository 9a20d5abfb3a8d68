package stats

import "github.com/extracteval/extracteval/internal/signflip"

// McNemar is the exact two-sided test of McNemar (1947) for two runs on the same cases. Given the numbers of cases that
// became right and that became wrong, it is the probability of a split at least this uneven if both directions were
// equally likely. It is twice the smaller tail of the binomial distribution with p = 1/2, at most 1. Cases that both
// runs got right, or both got wrong, have no effect.
//
// Without any changed case it is 1. It is undefined for negative counts, and for counts that add up to more than
// 2^31-1. The relative error is below 1e-8 up to a million changed cases.
func McNemar(fixed, broken int) (p float64, ok bool) { return signflip.McNemar(fixed, broken) }

// SignFlip is the two-sided sign-flip test (Fisher 1935; Pitman 1937) of two runs on the same documents: given each
// document's change, new score less old score, it is the probability of a sum at least this far from 0 if the two
// runs were exchanged at random in each document. It is twice the smaller tail, at most 1, ties included. Documents
// without a change have no effect. If all changes are equally large, it is the exact test of [McNemar].
//
// The p-value has no lower limit: k documents that all changed in one direction have 2^(1-k). It is exact for few documents
// and within a few percent for many. Without any change it is 1. It is undefined if a difference is not finite.
func SignFlip(differences []float64) (p float64, ok bool) { return signflip.OfDifferences(differences) }
