package diff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// NoChange is the headline of a report without a significant change or a disappearance.
const NoChange = "no significant change"

const maxReasons = 5 // of a data set in the headline

// Headline returns a line for each data set that regressed. It names the fields with the value before and after and
// the change, and disappearances: "regressed: total 0.990 → 0.750 (-0.240)". Where no data set regressed beyond
// MaxDrop the headline is one line: "improved" with the improved fields, or [NoChange]. So where [Report.Regressed]
// is true, Headline says why. Data sets that are not evaluable come first. New errors of the extractor come behind
// the regressions and before everything else, whatever the numbers: a case without an answer has no wrong values, so
// that F1 may rise. Last comes the effect of changed labels, which is in none of the numbers, see [rescore.LabelChange].
// Names stand as they are in the records.
func (r Report) Headline() []string {
	lines := r.verdicts()
	for i := range r.Sets {
		if of := r.Sets[i].Relabelled; of != nil {
			lines = append(lines, r.named(i, []string{of.Text()}))
		}
	}
	return lines
}

// verdicts returns the lines of the headline on regressions and improvements.
func (r Report) verdicts() []string {
	var lines []string
	for i := range r.Sets {
		if s := &r.Sets[i]; s.NotEvaluable != "" {
			lines = append(lines, "not evaluable: "+s.Dataset+": "+s.NotEvaluable)
		}
	}
	for i := range r.Sets {
		if reasons := r.Sets[i].regressions(r.MaxDrop); len(reasons) > 0 {
			lines = append(lines, "regressed: "+r.named(i, reasons))
		}
	}
	bad := len(lines) > 0
	for i := range r.Sets {
		if n := r.Sets[i].NewErrors; n > 0 {
			lines = append(lines, r.named(i, []string{words.Plural(n, "new error")})+" of the extractor")
		}
	}
	if bad {
		return lines
	}
	errors := len(lines)
	// All remaining drops are at most MaxDrop.
	dropped := false
	for i := range r.Sets {
		var reasons []string
		for _, row := range r.Sets[i].rows() {
			dropped = dropped || row.Verdict == Regressed
			if row.Verdict == Improved {
				reasons = append(reasons, row.change())
			}
		}
		if len(reasons) > 0 {
			lines = append(lines, "improved: "+r.named(i, reasons))
		}
	}
	switch {
	case dropped:
		return append(lines[:errors], "no drop beyond "+strconv.FormatFloat(r.MaxDrop, 'f', -1, 64))
	case len(lines) > errors:
		return lines
	}
	return append(lines, NoChange)
}

// named returns the first reasons, behind the name of the data set where there are
// several.
func (r Report) named(set int, reasons []string) string {
	if more := len(reasons) - maxReasons; more > 0 {
		reasons = append(reasons[:maxReasons:maxReasons], fmt.Sprintf("%d more", more))
	}
	text := strings.Join(reasons, ", ")
	if len(r.Sets) > 1 {
		text = r.Sets[set].Dataset + ": " + text
	}
	return text
}
