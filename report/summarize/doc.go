// Package summarize makes the summary of cases. A [Summarizer] adds them up, in any order
// and grouping, on one machine or on many, and estimates precision, recall, F1 and their
// averages with intervals; a [Merge] does so with the artifacts of several packages and
// shards.
package summarize
