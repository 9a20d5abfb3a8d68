// Package shell has what the commands share: flags and arguments, and their completion in shells; the inputs that
// arguments name (artifacts, files of JSON Lines, the standard input, the data set of a run); the folders of runs; the
// artifacts of shards, packages and machines, joined ([PlanMerge]); the files of limits ([ParseGates]); the baselines of
// runs, and those of another commit; the looks at held-out parts of data sets; the git of a folder; the pictures of pages and
// the texts of documents, for the pages of html and review ([Folders]); the width of a terminal; and files that are written
// whole.
package shell
