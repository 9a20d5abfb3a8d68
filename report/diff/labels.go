package diff

import (
	"cmp"

	"github.com/extracteval/extracteval/report/labels"
)

// LabelText says which systems were compared: "model=x, prompt=v2 → model=x, prompt=v3"; "" where
// no run has labels.
func (s *Set) LabelText() string {
	if s.Labels == nil {
		return ""
	}
	const none = "no labels"
	return cmp.Or(labels.Text(s.Labels[0]), none) + " → " + cmp.Or(labels.Text(s.Labels[1]), none)
}
