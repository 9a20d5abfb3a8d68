package invariant

// Text is the form of an [Invariant] in a spec file.
type Text struct {
	Invariant
	Func bool `json:"func,omitzero"`
}

// Texts returns the forms of invariants in a spec file.
func Texts(list []Invariant) []Text {
	texts := make([]Text, len(list))
	for i, invariant := range list {
		texts[i] = Text{invariant, invariant.Func != nil}
	}
	return texts
}
