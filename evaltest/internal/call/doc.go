// Package call gets the answers of an extractor.
//
// [Do] calls it so that a run survives its failures: a call that hangs ends with its timeout, temporary errors are
// retried, and calls are no faster than their service allows. [Open] finds the answers of an earlier run that broke off,
// in its artifact. Packages replay and judge share code for recorded answers, such as the search for the nearest
// recording. For the record of the run, the package also notes which tests were skipped and which folders of recordings
// tests use.
package call
