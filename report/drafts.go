package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/labels"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// Label says where the truth of a case comes from: of which run it is a draft, or who reviewed it, and when; and the same of fields that
// differ. It stands beside the truth in the data set, under the key label.
type Label = labels.Label

// truths counts the truths of the cases of the first trial; those of other trials are the same.
func (s *Summary) truths() (of labels.Count) {
	if len(s.Trials) > 0 {
		c := s.Trials[0].Cases
		of = labels.Count{Truths: c.Labelled(), Drafts: c.Drafts, Own: c.OwnDrafts}
	}
	return of
}

// ownDrafts says that the system is judged by its own drafts, "" where it is not, or where a limit is on that.
func (s *Summary) ownDrafts() string {
	if s.OwnDraftsLimited {
		return ""
	}
	return s.truths().Trouble()
}

// draftQuantities returns the numbers of drafts that limits can be on.
func (s *Summary) draftQuantities() []quantity {
	number := func(name string, n int) quantity {
		return quantity{name: name, estimate: Estimate{Value: RatioOf(float64(n), len(s.Trials) > 0)}, count: true, sliced: true, truth: true, less: true, why: "no case was scored"}
	}
	of := s.truths()
	return []quantity{number(labels.DraftsMetric, of.Drafts), number(labels.OwnDraftsMetric, of.Own)}
}

// strangeFields returns a warning for each field that a label names and nobody has: neither the spec, whose attributes the rows have,
// nor the truth outside of the fields of the spec.
func strangeFields(l *labels.Label, rows []metrics.Row, truth []byte) (warnings []string) {
	if l == nil {
		return nil
	}
	var names []string
	for _, row := range rows {
		names = append(names, row.Attribute)
	}
	below := func(path string) func(string) bool {
		return func(name string) bool {
			rest, ok := strings.CutPrefix(name, path)
			return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Fields)) {
		head := name
		if at := strings.IndexAny(name, ".["); at >= 0 {
			head = name[:at]
		}
		compared := slices.ContainsFunc(names, below(head))
		if slices.ContainsFunc(names, below(name)) || !compared && gjson.GetBytes(truth, gjson.Escape(head)).Exists() {
			continue
		}
		warnings = append(warnings, fmt.Sprintf("label: fields: neither the spec nor the truth has %q%s", name, words.Hint(name, names)))
	}
	return warnings
}
