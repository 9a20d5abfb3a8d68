// Package values says of JSON values what outcomes and messages need: how many
// leaves there are, what an unset Go value looks like, what kind several values
// have in common, how a message names them.
package values
