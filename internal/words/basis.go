package words

import (
	"fmt"
	"strings"
)

// Basis says on which cases a number rests: the slice, the number of these cases, the number of other cases that were
// answered and are silent, and the number of values in the truths. A 0 is not said. The zero Basis is for a number over
// all cases on which the data set is judged.
type Basis struct {
	Slice                 string
	Cases, Silent, Values int
}

// Whole reports whether the number is over the cases that the data set as a whole is judged over.
func (b Basis) Whole() bool { return b.Slice == "" && b.Cases == 0 }

// Some reports whether the number is over some of total cases.
func (b Basis) Some(total int) bool { return !b.Whole() && (b.Silent > 0 || b.Cases < total) }

// Of returns the text after a value, "" for a number over all cases: " (of 2 of 30 cases, with 1 value in the truths)".
// total is the number of cases of the data set, 0 if it is not to be said. The silent cases are said in its place. A
// reason comes last: " (of 2 cases: no match in 2 values)".
func (b Basis) Of(total int, reason string) string {
	if b.Silent > 0 {
		total = b.Cases + b.Silent
	}
	var parts []string
	switch {
	case b.Cases == 0:
	case b.Cases == total && total > 1:
		parts = append(parts, "of all "+Plural(total, "case"))
	case b.Cases < total:
		parts = append(parts, fmt.Sprintf("of %d of %s", b.Cases, Plural(total, "case")))
	default:
		parts = append(parts, "of "+Plural(b.Cases, "case"))
	}
	if b.Values > 0 {
		parts = append(parts, "with "+Plural(b.Values, "value")+" in the truths")
	}
	text := strings.Join(parts, ", ")
	switch {
	case text == "" && reason == "":
		return ""
	case text == "":
		text = reason
	case reason != "":
		text += ": " + reason
	}
	return " (" + text + ")"
}
