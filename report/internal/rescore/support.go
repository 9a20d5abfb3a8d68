package rescore

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// leastEmptied is the number of cases that a field of few cases must lose: a few truths that are corrected hide no
// mistakes to speak of.
const leastEmptied = 5

// fallen says which fields lost too many truths between an earlier run i and the newest one: mistakes in a field whose
// truths were emptied count no longer. It is "" without such a field. The loss of a field is the number of cases whose
// truth had it before less the number whose truth has it now, over the cases whose truths changed. It is too much if it
// is more than a tenth of the cases; or leastEmptied cases or more, and more than a tenth of the cases whose truth had
// the field before.
func (t *OneTruth) fallen(i int, numbers []int32) string {
	if len(t.judged[i].was) == 0 {
		return ""
	}
	runs := t.of[i].Runs
	lost, support := make([]int, len(runs.Names)), make([]int, len(runs.Names))
	for _, n := range numbers {
		if t.LeftOut[n] {
			continue
		}
		row := t.of[i].Entries(n)[0].Row
		was := row
		if changed := t.judged[i].was[n]; len(changed) > 0 {
			was = changed[0].Row
		}
		for a, had := range runs.Counts(was) {
			if had.Support() > 0 {
				support[a]++
				lost[a]++
			}
		}
		for a, has := range runs.Counts(row) {
			if has.Support() > 0 {
				lost[a]--
			}
		}
	}
	var fields []string
	for a, n := range lost {
		tooMany := func(of int) bool { return float64(n) > mostLeftOut*float64(of) }
		if (tooMany(len(numbers)) || n >= leastEmptied && tooMany(support[a])) && !runs.Items[a] && !runs.Rules[a] && !runs.Classes[a] {
			fields = append(fields, fmt.Sprintf("%s has a truth in %d of %s less than before", words.Visible(runs.Names[a]), n, words.Plural(support[a], "case")))
		}
	}
	return strings.Join(fields, "; ")
}
