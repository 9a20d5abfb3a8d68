package reading

import "github.com/extracteval/extracteval/metrics/document"

// The tags of misses that do not come from a comparator, each with its condition. See [compare.Comparison] for the others.
const (
	TagRequired   = "required, missing" // the truth has a value, and got has not even the key
	TagMissing    = "missing"           // the same of an optional value, or of a whole item
	TagNull       = "null value"        // the truth has a value, and got has null
	TagBlank      = "blank value"       // the truth has a value, and got has a text without any character that shows
	TagWord       = "absence in words"  // the truth has a value, and got has a text that stands for none
	TagEmpty      = "empty collection"  // the truth has values, and got has an array or object without any
	TagZero       = "zero value"        // the truth has a value, and got has a zero that stands for none
	TagUnexpected = "unexpected value"  // the truth has the key or could have it, without a value, and got has a value
	TagItem       = "unexpected item"   // got has an item without partner
	TagKey        = "unexpected key"    // got has a key that neither the spec nor the truth has
	TagType       = "type mismatch"     // got has a scalar in place of a structure, or a structure of another kind
	TagErrored    = "errored"           // the comparator failed
)

// EmptyTags are the tags of empty values by their kinds.
var EmptyTags = [...]string{
	document.Missing: TagRequired, document.Null: TagNull, document.Bool: TagZero, document.Number: TagZero,
	document.String: TagBlank, document.Array: TagEmpty, document.Object: TagEmpty,
}
