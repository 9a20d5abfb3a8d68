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

// Invariants returns the tags of the blank fields of a struct, and of those that it
// embeds, that are invariants.
func Invariants(t reflect.Type) []reflect.StructTag { return invariants(t, map[reflect.Type]bool{}) }

func invariants(t reflect.Type, seen map[reflect.Type]bool) (tags []reflect.StructTag) {
	if seen[t] {
		return nil
	}
	seen[t] = true
	for i := range t.NumField() {
		sf := t.Field(i)
		f := Field{Typ: sf.Type, Tag: sf.Tag, embedded: sf.Anonymous, tagged: sf.Tag.Get("json") != ""}
		if isInvariant(sf) {
			tags = append(tags, sf.Tag)
		} else if embeds := f.promotes(); embeds != nil {
			tags = append(tags, invariants(embeds, seen)...)
		}
	}
	return tags
}

func isInvariant(f reflect.StructField) bool {
	_, named := f.Tag.Lookup(InvariantTag)
	_, ruled := f.Tag.Lookup(RuleTag)
	return f.Name == "_" && (named || ruled)
}
