package compare

import "github.com/extracteval/extracteval/metrics/document"

// noteIdentical is what a match says whose truth the comparator could not read.
const noteIdentical = "both sides are the same"

// identical is the rule of the comparators that read a value before they judge
// it, where they cannot read the truth: what is identical is right. Both sides are
// compared as texts, of strings their characters with each run of white space as
// one space and none at the ends, of other values their canonical JSON; two values
// of different types are not identical. Equal is a match, and its note says what
// kept the comparator from reading the truth; else the judgement is that of the
// miss.
func identical(miss Comparison, got, want document.Value) Comparison {
	if !sameText(got, want) {
		return miss
	}
	c := Binary(true)
	c.Note = joinNotes(miss.Note, noteIdentical)
	return c
}

func sameText(got, want document.Value) bool {
	switch {
	case got.RawText() == want.RawText():
		return true
	case got.Kind() != want.Kind():
		return false
	case got.Kind() == document.String:
		return sameWords(got.Text(), want.Text())
	}
	return string(got.AppendCanonical(nil)) == string(want.AppendCanonical(nil))
}
