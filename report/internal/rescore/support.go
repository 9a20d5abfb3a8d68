package rescore

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// fallen says which fields an earlier run i had a truth of in more cases than the newest one, by more than a tenth of the
// cases: mistakes in a field whose truths were emptied count no longer. It is "" without such a field.
func (t *OneTruth) fallen(i int, numbers []int32) string {
	runs := t.of[i].Runs
	lost := make([]int, len(runs.Names))
	for _, n := range numbers {
		was, changed := t.judged[i].was[n]
		if !changed || t.LeftOut[n] || len(was) == 0 {
			continue
		}
		for a, had := range runs.Counts(was[0].Row) {
			if had.Support() > 0 {
				lost[a]++
			}
		}
		for a, has := range runs.Counts(t.of[i].Entries(n)[0].Row) {
			if has.Support() > 0 {
				lost[a]--
			}
		}
	}
	var fields []string
	for a, n := range lost {
		if float64(n) > mostLeftOut*float64(len(numbers)) && !runs.Items[a] && !runs.Rules[a] && !runs.Classes[a] {
			fields = append(fields, fmt.Sprintf("%s has a truth in %d of %s less than before", words.Visible(runs.Names[a]), n, words.Plural(len(numbers), "case")))
		}
	}
	return strings.Join(fields, "; ")
}
