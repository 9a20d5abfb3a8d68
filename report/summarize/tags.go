package summarize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/similarity"
	"github.com/extracteval/extracteval/report"
)

// tags counts the cases by the keys of their tags, in their first trial: the text is the sorted keys, a line each.
type tags struct{ warnings }

func (t *tags) add(c *report.Case) {
	if c.Trial > 1 || len(c.Tags) == 0 {
		return
	}
	if keys := strings.Join(slices.Sorted(maps.Keys(c.Tags)), "\n"); len(keys) <= maxWarningBytes {
		t.count(keys, 1)
	}
}

// slips returns a warning for each key that at most 5 % of the cases of the first trial have, where a key that most
// cases have is one edit away, and no case has both. Such a slip takes a case out of a slice without any other sign.
// There are no warnings where keys come in more combinations than are kept.
func (t *tags) slips(first *trialSums) (all []report.Warning) {
	if first == nil || len(t.kept) == maxWarnings {
		return nil
	}
	cases := first.cases.Total()
	have := map[string]int{}         // cases, by key
	together := map[[2]string]bool{} // keys that one case has
	for _, k := range t.kept {
		keys := strings.Split(k.Text, "\n")
		for _, key := range keys {
			have[key] += k.Cases
			for _, other := range keys {
				together[[2]string{key, other}] = true
			}
		}
	}
	keys := slices.Sorted(maps.Keys(have))
	for _, few := range keys {
		var most []string
		for _, key := range keys {
			if 2*have[key] > cases && !together[[2]string{few, key}] {
				most = append(most, key)
			}
		}
		near, ok := words.Nearest(few, most)
		if ok && have[few] <= max(1, cases/20) && similarity.OSADistance(strings.ToLower(few), strings.ToLower(near)) <= 1 {
			text := fmt.Sprintf("tag %q: did you mean %q, which %d of %d cases have? Slices by %q leave out cases without it", few, near, have[near], cases, near)
			all = append(all, report.Warning{Text: text, Cases: have[few]})
		}
	}
	return all
}
