package diff

import (
	"cmp"

	"github.com/extracteval/extracteval/internal/words"
)

// LabelText names the systems that were compared: "model=x, prompt=v2 → model=x, prompt=v3". It
// returns "" if neither run has labels.
func (s *Set) LabelText() string {
	if s.Labels == nil {
		return ""
	}
	const none = "no labels"
	return cmp.Or(words.Labels(s.Labels[0]), none) + " → " + cmp.Or(words.Labels(s.Labels[1]), none)
}

// OldSystem returns the labels that all data sets of the old run have: "model=x, prompt=v2". It returns "" if they have no labels, or
// different ones, as when one run asks several systems.
func (r *Report) OldSystem() string {
	first, text := true, ""
	for i := range r.Sets {
		s := &r.Sets[i]
		if s.Verdict == Appeared {
			continue
		}
		of := ""
		if s.Labels != nil {
			of = words.Labels(s.Labels[0])
		}
		if !first && of != text {
			return ""
		}
		first, text = false, of
	}
	return text
}
