package eval

// SpecSource says of a text that [ParseSpec] reads what the [Spec] does not keep.
type SpecSource struct {
	// Lines are those, from 1, on which the fields are written, by attribute:
	// "lines[].amount". A match field of a list that is not one of its fields has the
	// line of the list.
	Lines map[string]int
	// LeftOut is what a file of AgentV's has and a spec has no place for: its parts, in
	// words, with line and column. It is nil for a spec as ParseSpec describes it.
	LeftOut []*SpecError
}

// SourceOf reads the text of a spec for the sake of messages about it. It knows no
// comparators of the user's and reports no mistakes, which is up to ParseSpec: of what
// cannot be read it says nothing.
func SourceOf(data []byte) SpecSource {
	p := parser{lines: map[string]int{}}
	p.read(data) // whatever is wrong, the rest has its lines
	s := SpecSource{Lines: p.lines}
	for _, e := range p.leftOut {
		s.LeftOut = append(s.LeftOut, (*SpecError)(e))
	}
	return s
}
