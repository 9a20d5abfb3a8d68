// Package tags has the short causes of misses that do not come from a comparator.
package tags

import "github.com/extracteval/extracteval/metrics/document"

// The tags of misses that do not come from a comparator, each with its condition. See [compare.Comparison] for the others.
const (
	Required   = "required, missing" // the truth has a value, and got has not even the key
	Missing    = "missing"           // the same of an optional value, or of a whole item
	Null       = "null value"        // the truth has a value, and got has null
	Blank      = "blank value"       // the truth has a value, and got has a text without any character that shows
	Word       = "absence in words"  // the truth has a value, and got has a text that stands for none
	Empty      = "empty collection"  // the truth has values, and got has an array or object without any
	Zero       = "zero value"        // the truth has a value, and got has a zero that stands for none
	Unexpected = "unexpected value"  // the truth has the key or could have it, without a value, and got has a value
	Item       = "unexpected item"   // got has an item without partner
	Key        = "unexpected key"    // got has a key that neither the spec nor the truth has
	Type       = "type mismatch"     // got has a scalar in place of a structure, or a structure of another kind
	Errored    = "errored"           // the comparator failed
)

// OfEmpty are the tags of empty values by their kinds.
var OfEmpty = [...]string{
	document.Missing: Required, document.Null: Null, document.Bool: Zero, document.Number: Zero,
	document.String: Blank, document.Array: Empty, document.Object: Empty,
}
