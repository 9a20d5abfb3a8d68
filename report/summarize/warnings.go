package summarize

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/similarity"
	"github.com/extracteval/extracteval/report"
)

const (
	maxWarnings     = 100 // different texts
	maxWarningBytes = 400 // of each
	maxCauses       = 5   // of errors, in a summary
)

// remarks are the texts about cases that are counted.
type remarks struct {
	warnings warnings
	errors   errorCauses
	tags     tags
}

func (r *remarks) addRemarks(c *report.Case) {
	r.warnings.add(c)
	r.errors.addErrors(c)
	r.tags.addTags(c)
}

func (r *remarks) mergeRemarks(o *remarks) {
	r.warnings.merge(&o.warnings)
	r.errors.merge(&o.errors.warnings)
	r.tags.merge(&o.tags.warnings)
}

// warnings counts the warnings of cases by text. It keeps the texts that come first by their letters. A text among
// the first at the end was among them all the time, so its count is right, and does not depend on the order of the
// cases or on how they were divided.
type warnings struct {
	kept  []report.Warning
	keys  []string // of kept, sorted: what equal warnings share, mostly the text
	total int      // kept or not
}

// add adds the warnings of a case: of its first trial, since the others mostly have the same. It ignores a text that
// redaction has withheld.
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

func (w *warnings) count(text string, cases int) { w.countAs(text, text, cases) }

// countAs counts a text with others of the same key, which is the text of them all if their texts differ.
func (w *warnings) countAs(key, text string, cases int) {
	index, found := slices.BinarySearch(w.keys, key)
	switch {
	case found:
		k := &w.kept[index]
		if k.Cases += cases; k.Text != text {
			k.Text = w.keys[index]
		}
	case index < maxWarnings:
		key, text = strings.Clone(key), strings.Clone(text) // else the whole line stays in memory
		w.keys, w.kept = slices.Insert(w.keys, index, key), slices.Insert(w.kept, index, report.Warning{Text: text, Cases: cases})
		n := min(len(w.kept), maxWarnings)
		w.keys, w.kept = w.keys[:n], w.kept[:n]
	}
}

func (w *warnings) merge(o *warnings) {
	for i, k := range o.kept {
		w.countAs(o.keys[i], k.Text, k.Cases)
	}
	w.total += o.total
}

// readAll counts the texts of another process. key returns the key of a text. The error says that a text has no case.
func (w *warnings) readAll(name string, all []report.Warning, key func(text string) string) error {
	for _, k := range all {
		if k.Cases < 1 {
			return fmt.Errorf("%s %q: %d cases", name, k.Text, k.Cases)
		}
		w.countAs(key(k.Text), k.Text, k.Cases)
	}
	return nil
}

// moreCount returns how many warnings are not kept.
func (w *warnings) moreCount() int {
	n := w.total
	for _, k := range w.kept {
		n -= k.Cases
	}
	return n
}

// putWarnings puts the most frequent causes of errors into a summary, and then all other warnings, the most frequent first.
func (w *warnings) putWarnings(s *report.Summary, errors errorCauses, others []report.Warning) {
	s.MoreWarnings = w.moreCount()
	causes := byFrequency(errors.kept)
	for _, cause := range causes[:min(len(causes), maxCauses)] {
		cause.Error = true
		s.Warnings = append(s.Warnings, cause)
	}
	s.Warnings = append(s.Warnings, byFrequency(slices.Concat(others, w.kept))...)
}

func byFrequency(all []report.Warning) []report.Warning {
	return slices.SortedStableFunc(slices.Values(all), func(a, b report.Warning) int { return cmp.Compare(b.Cases, a.Cases) })
}

// errorCauses counts the cases of all trials by the cause for which an extractor, a comparison or an invariant
// failed. Texts that differ in numbers and ids alone have one key. A text beyond those that are kept is not counted.
type errorCauses struct{ warnings }

func (e *errorCauses) addErrors(c *report.Case) {
	counted := map[string]bool{} // by key: a cause counts once for a case
	add := func(failure, cause string) {
		if cause == withheld || cause == "" {
			return
		}
		text := words.Cut(failure+": "+cause, maxWarningBytes)
		if key := keyOf(text); !counted[key] {
			counted[key] = true
			e.countAs(key, text, 1)
		}
	}
	if c.Status == report.Error {
		add("the extractor failed", c.Error)
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Outcome == metrics.Errored {
			add(f.Attribute+" could not be compared", f.Note)
		}
	}
	for _, r := range c.Invariants {
		if r.State == invariant.Errored {
			add("rule "+r.Name+" could not be judged", r.Note)
		}
	}
}

// number matches the parts by which two messages of one cause differ: a number, or an id with three digits or more, also of
// several parts, such as a time or an address. It begins with the mark before it, if that makes it a part of a name, or with
// the flag of a command whose value it is.
var number = regexp.MustCompile(`(?:(?:^|\s)--?[A-Za-z][-.\w]*=|[-./#])?\b(?:\d\w*|[A-Za-z_]\w*\d\w*\d\w*\d\w*)(?:[-.:]\w*\d\w*)*`)

// keyOf returns the text of an error with "…" for the numbers and ids in its cause, but for the status of a response, such as
// 429, and the value of a flag.
func keyOf(text string) string {
	failure, cause, _ := strings.Cut(text, ": ")
	return failure + ": " + number.ReplaceAllStringFunc(cause, func(n string) string {
		status, err := strconv.Atoi(n)
		switch {
		case strings.Contains(n, "="), err == nil && 100 <= status && status < 600:
			return n
		case strings.ContainsAny(n[:1], "-./#"):
			return n[:1] + "…"
		}
		return "…"
	})
}

// tags counts the cases by the keys of their tags, in their first trial: the text is the sorted keys, a line each.
type tags struct{ warnings }

func (t *tags) addTags(c *report.Case) {
	if c.Trial > 1 || len(c.Tags) == 0 {
		return
	}
	if keys := strings.Join(slices.Sorted(maps.Keys(c.Tags)), "\n"); len(keys) <= maxWarningBytes {
		t.count(keys, 1)
	}
}

// slips returns a warning for each key that is probably misspelt: at most 5 % of the cases of the first trial have it,
// most cases have a key that is one edit away, and no case has both. Such a slip takes a case out of a slice without
// any other sign. There are no warnings if there are more combinations of keys than are kept.
func (t *tags) slips(first *trialSums) (all []report.Warning) {
	if first == nil || len(t.kept) == maxWarnings {
		return nil
	}
	cases := first.cases.Total()
	counts := map[string]int{}     // cases, by key
	joined := map[[2]string]bool{} // keys that one case has
	for _, k := range t.kept {
		keys := strings.Split(k.Text, "\n")
		for _, key := range keys {
			counts[key] += k.Cases
			for _, other := range keys {
				joined[[2]string{key, other}] = true
			}
		}
	}
	keys := slices.Sorted(maps.Keys(counts))
	for _, few := range keys {
		var most []string
		for _, key := range keys {
			if 2*counts[key] > cases && !joined[[2]string{few, key}] {
				most = append(most, key)
			}
		}
		suggestion, ok := words.Nearest(few, most)
		if ok && counts[few] <= max(1, cases/20) && similarity.OSADistance(strings.ToLower(few), strings.ToLower(suggestion)) <= 1 {
			text := fmt.Sprintf("tag %q: did you mean %q, which %d of %d cases have? Slices by %q leave out cases without it", few, suggestion, counts[suggestion], cases, suggestion)
			all = append(all, report.Warning{Text: text, Cases: counts[few]})
		}
	}
	return all
}
