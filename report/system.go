package report

import (
	"github.com/extracteval/extracteval/internal/words"
)

// LabelText returns the labels of the run, and the provider where the run has labels or asked models. It adds
// "rescored" for a run whose answers were evaluated again, since no test has had its numbers.
func (r Run) LabelText() string {
	text := r.system()
	if r.Rescored == "" {
		return text
	}
	if text != "" {
		text += ", "
	}
	return text + "rescored"
}

func (r Run) system() string {
	text := words.Labels(r.Labels)
	switch provider := "provider " + words.Visible(r.Provider); {
	case r.Provider == "":
	case text != "":
		text += ", " + provider
	case r.Provider != "replay":
		text = provider
	}
	return text
}
