package grounding

import (
	"fmt"
	"slices"
)

// Grade says how far a claim is right. The grades from ValueWrong on are steps:
// each includes the one before it.
type Grade uint8

const (
	// NotLocated: the truth lacks the value or its place. The claim is not graded. It is the zero
	// Grade.
	NotLocated Grade = iota
	// Errored: the comparator of the value failed, so the claim is not graded.
	Errored
	// ValueWrong: the value is wrong or missing, wherever the box is.
	ValueWrong
	// ValueRight: the value is right, its page is not.
	ValueRight
	// PageRight: value and page are right, the box is not.
	PageRight
	// BoxRight: value, page and box are right: the claim is grounded.
	BoxRight
)

var gradeNames = [...]string{"not_located", "errored", "value_wrong", "value_right", "page_right", "box_right"}

// String returns the name that the JSON form uses, such as "page_right".
func (g Grade) String() string {
	if int(g) < len(gradeNames) {
		return gradeNames[g]
	}
	return "unknown"
}

// MarshalText returns the name of g, an error for a value that is not a grade.
func (g Grade) MarshalText() ([]byte, error) {
	if int(g) >= len(gradeNames) {
		return nil, fmt.Errorf("grounding: %d is not a grade", g)
	}
	return []byte(gradeNames[g]), nil
}

// UnmarshalText reads the text that MarshalText writes.
func (g *Grade) UnmarshalText(text []byte) error {
	i := slices.Index(gradeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("grounding: %q is not a grade; valid are %q", text, gradeNames)
	}
	*g = Grade(i)
	return nil
}
