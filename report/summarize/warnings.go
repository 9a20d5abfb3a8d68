package summarize

import (
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

const (
	maxWarnings     = 100 // different texts
	maxWarningBytes = 400 // of each
)

// warnings counts the warnings of cases by text. It keeps the texts that come first by their letters. A text among
// the first at the end was among them all the time, so its count is right, and does not depend on the order of the
// cases or on how they were divided.
type warnings struct {
	kept  []report.Warning // by text
	total int              // kept or not
}

// add adds the warnings of a case: of its first trial, since the others mostly have the
// same. A text that redaction has withheld says nothing.
func (w *warnings) add(c *report.Case) {
	if c.Trial > 1 {
		return
	}
	for i, text := range c.Warnings {
		if text != withheld && !slices.Contains(c.Warnings[:i], text) {
			w.count(words.Cut(text, maxWarningBytes), 1)
			w.total++
		}
	}
}

// withheld is the result of [redact.Redaction.Text] for a text that it drops.
const withheld = "(redacted)"

func (w *warnings) count(text string, cases int) {
	at, known := slices.BinarySearchFunc(w.kept, text, func(k report.Warning, text string) int { return strings.Compare(k.Text, text) })
	switch {
	case known:
		w.kept[at].Cases += cases
	case at < maxWarnings:
		text = strings.Clone(text) // not the line it is in
		w.kept = slices.Insert(w.kept, at, report.Warning{Text: text, Cases: cases})
		w.kept = w.kept[:min(len(w.kept), maxWarnings)]
	}
}

func (w *warnings) merge(o *warnings) {
	for _, k := range o.kept {
		w.count(k.Text, k.Cases)
	}
	w.total += o.total
}

// more returns how many warnings are not kept.
func (w *warnings) more() int {
	n := w.total
	for _, k := range w.kept {
		n -= k.Cases
	}
	return n
}

// put puts the warnings into a summary, with others, the most frequent first.
func (w *warnings) put(s *report.Summary, others []report.Warning) {
	s.MoreWarnings = w.more()
	s.Warnings = slices.Concat(others, w.kept)
	sort.SliceStable(s.Warnings, func(i, j int) bool { return s.Warnings[i].Cases > s.Warnings[j].Cases })
}
