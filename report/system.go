package report

import (
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/labels"
)

// LabelText returns the labels of the run, and where it has some or models were asked, who
// answered. A run whose
// answers were evaluated again says so, since no test has had its numbers.
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
	text := labels.Text(r.Labels)
	switch provider := "provider " + words.Visible(r.Provider); {
	case r.Provider == "":
	case text != "":
		text += ", " + provider
	case r.Provider != "replay":
		text = provider
	}
	return text
}
