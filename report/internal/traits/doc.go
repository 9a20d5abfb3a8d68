// Package traits says of what kind a case is, by its record: how long its lists are, which values its truth has, how long
// the answer took. These are the computed slices, beside the tags that a user gives to cases. [Of] lists the traits of a case,
// and [Parse] reads a slice, by tag or computed: package condition has the syntax.
package traits
