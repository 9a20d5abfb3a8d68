package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Kind is a kind of reason to doubt a document. The strongest comes first.
type Kind int

const (
	NoAnswer Kind = iota // there is nothing to accept: no truth, and no answer that can be read
	Broken               // an answer breaks invariants of the spec
	Differ               // its truth or answer differs from another answer: of a trial, a copy, another run, or its own
	Suspect              // its label is suspect, see [Finder]
	Unsure               // a value has little confidence
)

// Reason is a reason to look at a document before others. A document has at most one of each kind.
type Reason struct {
	Kind Kind
	Text string // "2 of 3 answers differ from the label: total, date"

	weight float64 // the greater, the stronger the reason
}

const maxNamed = 3 // listed in a reason

// reasons returns the reasons to doubt a document, the strongest first.
func (p *Plan) reasons(d *Document, suspects []SuspectLabel) (all []Reason) {
	add := func(kind Kind, weight float64, format string, args ...any) {
		all = append(all, Reason{kind, fmt.Sprintf(format, args...), weight})
	}
	first := d.records[0]
	if accepted, kept := p.rules.Accepted(first); kept && accepted == nil {
		if first.Status == report.Error {
			add(NoAnswer, 1, "there is no answer: %s", words.Excerpt(first.Error, 100))
		} else {
			add(NoAnswer, 0, "the answer cannot be read")
		}
		return all
	}
	broken := arithmetic.Each(first.Broken(), func(r invariant.Result) string { return strings.TrimSuffix(r.Name+": "+r.Note, ": ") })
	if len(broken) > 0 {
		add(Broken, float64(len(broken)), "the answer breaks %s", named(broken, "; "))
	}
	if asked, differ, paths := p.differ(d); differ > 0 {
		source, speaker := "", "another answer differs"
		if !first.Unlabelled {
			source, speaker = " from the label", "the answer differs"
		}
		if asked > 1 {
			speaker = fmt.Sprintf("%d of %d answers differ", differ, asked)
		}
		add(Differ, float64(differ)/float64(asked), "%s%s: %s", speaker, source, named(paths, ", "))
	}
	evidence := arithmetic.Each(suspects, func(l SuspectLabel) string { return l.Path + ": " + words.Unescape(l.Evidence[0].Text) })
	if len(evidence) > 0 {
		add(Suspect, float64(len(evidence)), "the label of %s", named(evidence, "; "))
	}
	if f := p.leastConfident(first); f != nil && f.Confidence.Value < p.Confidence {
		add(Unsure, -f.Confidence.Value, "%s has a confidence of %s", f.Path, f.Confidence)
	}
	return all
}

// named joins the first of several texts.
func named(texts []string, separator string) string {
	text := strings.Join(texts[:min(len(texts), maxNamed)], separator)
	if more := len(texts) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// leastConfident returns the leaf with the least confidence, nil if no leaf has any. The record of a case without a
// truth has no leaves: leastConfident then makes them, with the answer as the truth.
func (p *Plan) leastConfident(c *report.Case) (least *report.Field) {
	if answer, _ := p.rules.Answer(c); c.Unlabelled && answer != nil {
		if result, err := p.rules.Between(answer, answer); err == nil {
			judged := report.NewCase(report.Observation{ID: c.ID, Result: &result, Want: answer}, report.CaseOptions{})
			c = &judged
		}
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Confidence.Defined && (least == nil || f.Confidence.Value < least.Confidence.Value) {
			least = f
		}
	}
	return least
}

// differ compares all answers to a document with the truth or answer that is to be accepted. It returns how many
// answers it compared, how many of these differ, and the paths at which they differ, in the order in which they first
// occur. A failed extractor gave no answer.
func (p *Plan) differ(d *Document) (asked, differ int, paths []string) {
	first := d.records[0]
	hear := func(position []string, found bool) {
		if !found {
			return
		}
		asked++
		if len(position) > 0 {
			differ++
		}
		for _, path := range position {
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	for i, c := range d.records {
		switch {
		case c.Status != report.OK:
		case !c.Unlabelled: // copies have equal truths
			hear(misses(c), true)
		case i > 0:
			hear(p.against(c, first))
		}
	}
	for _, a := range d.others {
		hear(p.against(a, first))
	}
	return asked, differ, paths
}

// misses returns the paths at which the answer of a record differs from its truth.
func misses(c *report.Case) (paths []string) {
	for i := range c.Fields {
		if f := &c.Fields[i]; !f.Outcome.Hit() {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// against returns the paths at which the answer of c differs from the truth or answer with which other is to be accepted.
// found is false if the records lack the answer or the truth.
func (p *Plan) against(c, other *report.Case) (paths []string, found bool) {
	if c.Status != report.OK {
		return nil, false
	}
	if !other.Unlabelled && !c.Unlabelled && c.DataHash == other.DataHash && c.DataHash != "" {
		return misses(c), true
	}
	answer, _ := p.rules.Answer(c)
	if answer == nil {
		return nil, false
	}
	return p.rules.Departs(answer, other)
}
