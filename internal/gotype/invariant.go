package gotype

import "reflect"

// The tags of a blank field that states a rule for its struct.
const (
	InvariantTag = "invariant" // the name
	RuleTag      = "rule"
	ToleranceTag = "tolerance"
	InSourceTag  = "in_source"
	OptionalTag  = "optional"
)

// Invariants returns the tags of the blank fields of a struct, and of the structs that it embeds,
// that are invariants.
func Invariants(t reflect.Type) (tags []reflect.StructTag) {
	for f := range declared(t) {
		if isInvariant(f.declared) && !f.again {
			tags = append(tags, f.Tag)
		}
	}
	return tags
}

func isInvariant(f reflect.StructField) bool {
	_, named := f.Tag.Lookup(InvariantTag)
	_, ruled := f.Tag.Lookup(RuleTag)
	return f.Name == "_" && (named || ruled)
}
