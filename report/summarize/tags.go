package summarize

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/similarity/nearest"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// tags counts the cases that have a tag, in their first trial, by its key. As of warnings, those that come first
// by their letters are kept.
type tags struct{ warnings }

func (t *tags) add(c *report.Case) {
	if c.Trial > 1 {
		return
	}
	for key := range c.Tags {
		t.count(words.Cut(key, maxWarningBytes), 1)
	}
}

// slips are warnings of the keys that few of the cases of the first trial have, up to 5 %, where one that most have
// is near and no case need have both: a slip of the finger takes a case out of a slice, and nothing else says so.
func (t *tags) slips(first *trialSums) (all []report.Warning) {
	if first == nil {
		return nil
	}
	cases := first.cases.Total()
	for _, few := range t.kept {
		of := map[string]int{}
		var most []string
		for _, k := range t.kept {
			if 2*k.Cases > cases && k.Cases+few.Cases <= cases {
				most, of[k.Text] = append(most, k.Text), k.Cases
			}
		}
		if near, ok := nearest.Name(few.Text, most); ok && few.Cases <= max(1, cases/20) {
			text := fmt.Sprintf("tag %q: is it %q, which %d of %d cases have? Slices by that are without it", few.Text, near, of[near], cases)
			all = append(all, report.Warning{Text: text, Cases: few.Cases})
		}
	}
	return all
}
