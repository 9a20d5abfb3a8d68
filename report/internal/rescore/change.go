package rescore

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// LabelChange is the effect of changed labels on one run of several.
type LabelChange struct {
	// Truths is the name of the run by whose truths all are judged: of two, "the old run" or "the new run".
	Truths string `json:"truths"`
	// Cases is how many cases of this run were judged again. It may have had no truth of them.
	Cases int `json:"cases"`
	// MicroF1 and MacroF1 are the changes of the averages of this run by the labels, over the compared cases. They
	// are in no other number of the comparison.
	MicroF1 report.Ratio `json:"micro_f1,omitzero"`
	MacroF1 report.Ratio `json:"macro_f1,omitzero"`
	// LeftOut is how many cases cannot be judged by one truth, Why the reason. They are in no number of the
	// comparison or, where the truth was removed, only in the numbers of invariants.
	LeftOut int    `json:"left_out,omitzero"`
	Why     string `json:"why,omitzero"`
}

// Text says it in a line: "labels changed in 6 cases: +0.4 points macro F1, not counted".
func (c *LabelChange) Text() string {
	text := "labels changed in " + words.Plural(c.Cases+c.LeftOut, "case")
	switch {
	case c.Cases > 0 && c.MacroF1.Defined:
		text += ": " + words.Points(c.MacroF1.Value) + " points macro F1, not counted"
	case c.Cases > 0:
		text += ": not counted"
	}
	switch {
	case c.LeftOut > 0 && c.Cases > 0:
		text += fmt.Sprintf("; %d of them left out: %s", c.LeftOut, c.Why)
	case c.LeftOut > 0:
		text += ", left out: " + c.Why
	}
	return text
}
