// Package traits computes traits of a case from its record: how long its lists are, which values its truth has, how
// long the answer took. Computed slices select cases by their traits, as other slices do by the tags that a user gives
// to cases. [Of] lists the traits of a case, and [Parse] reads a slice of either kind; package selection has the
// syntax.
package traits
