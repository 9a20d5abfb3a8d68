package diff

import (
	"cmp"

	"github.com/extracteval/extracteval/report"
)

// labels returns those of both runs, nil where none has any.
func (p setPair) labels() *[2]map[string]string {
	var both [2]map[string]string
	for side, l := range []*ledger{p.old, p.new} {
		if l != nil {
			both[side] = l.run.Labels
		}
	}
	if len(both[0])+len(both[1]) == 0 {
		return nil
	}
	return &both
}

// LabelText says which systems were compared: "model=x, prompt=v2 → model=x, prompt=v3"; "" where
// no run has labels.
func (s *Set) LabelText() string {
	if s.Labels == nil {
		return ""
	}
	const none = "no labels"
	return cmp.Or(report.LabelText(s.Labels[0]), none) + " → " + cmp.Or(report.LabelText(s.Labels[1]), none)
}
