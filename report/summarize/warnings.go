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

// warnings counts what was odd about cases. Of all texts the first ones are kept, by
// their letters: one that belongs to them was among them whenever it came, so that its
// count is right, and neither the order of the cases nor how they were divided makes a
// difference.
type warnings struct {
	kept  []report.Warning // by text
	total int              // with what is not kept
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

// withheld is what [redact.Redaction.Text] makes of a text.
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

// more is what cases have beyond what is kept.
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
