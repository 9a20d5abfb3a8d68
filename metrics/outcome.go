package metrics

import "fmt"

// Outcome says what happened to one leaf, a single comparable value of a
// document. Every leaf has exactly one outcome, so that counts partition the
// leaves. A value is empty when it is missing, null, "", white space only,
// or a text that stands for no value, such as N/A; package eval has the rule.
//
// The zero Outcome is invalid and is never counted.
type Outcome uint8

const (
	// Match: both sides are non-empty and the comparator agrees.
	Match Outcome = iota + 1
	// CorrectAbsence: both sides are empty.
	CorrectAbsence
	// Wrong: both sides are non-empty and the comparator disagrees.
	Wrong
	// Missing: want is non-empty, got is empty.
	Missing
	// Hallucinated: want is empty, got is not; the spec or the truth knows the key.
	Hallucinated
	// Invented: got has a key or a list item that the truth has no place for.
	Invented
	// Errored: the comparator itself failed, so nothing is known about the value.
	Errored
)

var outcomeNames = [...]string{"", "match", "correct_absence", "wrong", "missing", "hallucinated", "invented", "errored"}

// Outcomes lists all outcomes in the order of their declaration.
func Outcomes() []Outcome {
	return []Outcome{Match, CorrectAbsence, Wrong, Missing, Hallucinated, Invented, Errored}
}

// Hit reports whether o agrees with the truth: Match or CorrectAbsence.
func (o Outcome) Hit() bool { return o == Match || o == CorrectAbsence }

// String returns the name that records use, such as "correct_absence".
func (o Outcome) String() string {
	if o == 0 || int(o) >= len(outcomeNames) {
		return fmt.Sprintf("outcome(%d)", uint8(o))
	}
	return outcomeNames[o]
}

// MarshalText returns the name of o, an error for a value that is not an outcome.
func (o Outcome) MarshalText() ([]byte, error) {
	if o == 0 || int(o) >= len(outcomeNames) {
		return nil, fmt.Errorf("metrics: %d is not an outcome", uint8(o))
	}
	return []byte(outcomeNames[o]), nil
}

// UnmarshalText reads the text that MarshalText writes.
func (o *Outcome) UnmarshalText(text []byte) error {
	for i := 1; i < len(outcomeNames); i++ {
		if outcomeNames[i] == string(text) {
			*o = Outcome(i)
			return nil
		}
	}
	return fmt.Errorf("metrics: unknown outcome %q", text)
}
