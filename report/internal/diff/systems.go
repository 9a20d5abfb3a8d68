package diff

import (
	"cmp"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
)

// LabelText names the systems that were compared, and the versions of their data: "model=x, prompt=v2 → model=x,
// prompt=v3; data 2026-10 → data 2026-11". It returns "" if neither run has labels or a version.
func (s *Set) LabelText() string {
	var parts []string
	add := func(none string, side func(i int) string) {
		parts = append(parts, cmp.Or(side(0), none)+" → "+cmp.Or(side(1), none))
	}
	if s.Labels != nil {
		add("no labels", func(i int) string { return words.Labels(s.Labels[i]) })
	}
	switch v := s.Versions; {
	case v == nil:
	case v[0] == v[1]:
		parts = append(parts, terminal.DataVersion(v[0]))
	default:
		add("data without a version", func(i int) string {
			if v[i] == "" {
				return ""
			}
			return terminal.DataVersion(v[i])
		})
	}
	return strings.Join(parts, "; ")
}

// OldSystem returns the labels that all data sets of the old run have: "model=x, prompt=v2". It returns "" if they have
// no labels, or different ones, as in a run that asks several systems.
func (r *Report) OldSystem() string {
	first, text := true, ""
	for i := range r.Sets {
		s := &r.Sets[i]
		if s.Verdict == Appeared {
			continue
		}
		labels := ""
		if s.Labels != nil {
			labels = words.Labels(s.Labels[0])
		}
		if !first && labels != text {
			return ""
		}
		first, text = false, labels
	}
	return text
}
