package labels

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// wholes are decisions on whole documents.
type wholes struct {
	decisions []accept.Decision
	needed    int // how many readings of a document have to agree
	rules     *accept.ReadingRules
	readings  map[string][]accept.Reading
}

// changes returns the changes that make the truth of a case equal to the reading of its document, or why there are
// none. If reviewers differ, there are none until they agree or one adjudicates. Nor are there any while fewer have read
// the document than needed.
func (w *wholes) changes(rules accept.Rules, ds report.Dataset, c *report.Case) (changes []accept.Change, refused []accept.Refusal) {
	refuse := func(format string, args ...any) ([]accept.Change, []accept.Refusal) {
		return nil, []accept.Refusal{{Case: c.ID, Why: fmt.Sprintf(format, args...)}}
	}
	if w.readings == nil {
		w.readings = map[string][]accept.Reading{}
		for _, r := range accept.ReadingsOf(ds.Name, w.decisions) {
			w.readings[r.Case] = append(w.readings[r.Case], r)
		}
	}
	all := w.readings[c.ID]
	if len(all) == 0 || c.Trial > 1 {
		return nil, nil
	}
	if w.rules == nil {
		var err error
		if w.rules, err = accept.NewReadingRules(ds); err != nil {
			return refuse("%v", err)
		}
	}
	reading, ok := w.rules.Settle(all)
	switch {
	case !ok:
		return refuse("reviewers differ on the whole document: %s", strings.Join(w.differing(all), ", "))
	case c.Unlabelled:
		return refuse("it has no truth")
	case len(c.Truth) == 0:
		return refuse("its truth is not in the record")
	}
	result, err := w.rules.Against(reading.Value, c.Truth)
	if err != nil {
		return refuse("%s: %v", reading.Where, err)
	}
	const most = 1 << 20 // so large that it cuts nothing that a person types
	record := report.NewCase(report.Observation{ID: c.ID, Trial: 1, Result: &result, Want: c.Truth}, report.CaseOptions{MaxFields: most, MaxValueBytes: most})
	record.DataHash = c.DataHash
	changes, refused = rules.Changes(&record)
	if len(changes) > 0 && len(all) < w.needed && !reading.Adjudicated {
		return refuse("%s read the whole document (%s), and %d have to agree before its truth is changed: let another read it, or add -readings %d", words.Plural(len(all), "person"), reading.Where, w.needed, len(all))
	}
	return changes, refused
}

// differing returns the paths at which readings differ from the first.
func (w *wholes) differing(all []accept.Reading) (paths []string) {
	seen := map[string]bool{}
	for _, other := range all[1:] {
		result, err := w.rules.Between(other.Value, all[0].Value)
		if err != nil {
			return append(paths, err.Error())
		}
		for _, f := range accept.Differing(result) {
			if !seen[f.Path] {
				seen[f.Path], paths = true, append(paths, f.Path)
			}
		}
	}
	return paths
}
