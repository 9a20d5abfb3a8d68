package breakdown

import (
	"cmp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
)

// Warnings counts what was odd about cases, such as a key that no field compares. The
// zero value is ready to use. A record has the first warnings of its case; texts
// beyond 100 different ones are not counted.
type Warnings struct{ found map[string]int }

// Warning is one text and the cases that have it.
type Warning struct {
	Text  string `json:"text"`
	Cases int    `json:"cases"`
}

const maxWarnings = 100

// Add adds a case. With several trials it takes the first.
func (w *Warnings) Add(c *report.Case) {
	if c.Trial > 1 {
		return
	}
	for i, text := range c.Warnings {
		_, known := w.found[text]
		switch {
		case slices.Contains(c.Warnings[:i], text):
		case known:
			w.found[text]++
		case len(w.found) < maxWarnings:
			if w.found == nil {
				w.found = map[string]int{}
			}
			w.found[strings.Clone(text)] = 1 // not the line it is in
		}
	}
}

// Warnings returns the texts, the most frequent first, equal ones by their letters.
func (w *Warnings) Warnings() []Warning {
	var all []Warning
	for text, cases := range w.found {
		all = append(all, Warning{text, cases})
	}
	slices.SortFunc(all, func(a, b Warning) int { return cmp.Or(cmp.Compare(b.Cases, a.Cases), cmp.Compare(a.Text, b.Text)) })
	return all
}
