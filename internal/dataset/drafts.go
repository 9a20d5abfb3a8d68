package dataset

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
)

// Names of numbers that a limit may bound: the truths that are drafts, and the drafts of the system that is judged.
const (
	DraftsMetric    = "drafts"
	OwnDraftsMetric = "own drafts"
)

// AllowsDrafts reports whether a limit says how many truths may be drafts of the system that is judged: it must be a maximum
// over all cases. A limit over a slice says nothing about the other cases.
func AllowsDrafts(metric, slice, direction string) bool {
	return metric == OwnDraftsMetric && slice == "" && direction == "at_most"
}

// DraftCount counts the truths that judged a run: all of them, the drafts among them (in full or in a field), and the drafts
// of the system that is judged.
type DraftCount struct{ Truths, Drafts, Own int }

// String returns "12 of 40 truths are drafts, 3 of them of the system that is judged", "" without drafts.
func (c DraftCount) String() string {
	subject, verb := fmt.Sprintf("%d of %s", c.Drafts, words.Plural(c.Truths, "truth")), "are drafts"
	switch {
	case c.Drafts == 0:
		return ""
	case c.Truths == 1:
		subject, verb = "the only truth", "is a draft"
	case c.Drafts == 1:
		verb = "is a draft"
	}
	switch c.Own {
	case 0:
		return subject + " " + verb + ", which nobody has reviewed"
	case c.Drafts:
		return subject + " " + verb + " of the system that is judged"
	}
	return fmt.Sprintf("%s %s, %d of them of the system that is judged", subject, verb, c.Own)
}

// Trouble says why the numbers of a run mean nothing if its system drafted the truths, and lists the remedies. It is ""
// if no draft is the system's own.
func (c DraftCount) Trouble() string {
	if c.Own == 0 {
		return ""
	}
	return fmt.Sprintf("%s: review them (evalreport review, accept), label the run if it is of another system, or set a maximum of %q over all cases", c, OwnDraftsMetric)
}
