package specs

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Document is a truth with the text of its document.
type Document struct {
	Where string // "invoices.jsonl:7"
	Truth document.Value
	Text  string // "" for a document without text
}

// Standing says how many values of a field stand in the texts of their documents.
type Standing struct {
	Attribute string // "lines[].amount"
	// Stand counts the values that stand in the text, or differ from it only by characters that OCR
	// confuses, and Nowhere the values that do not. Other values, such as true, are not searched.
	Stand, Nowhere int
}

// mostly reports whether values that stand nowhere are exceptions.
func (s Standing) mostly() bool { return isMost(s.Stand, s.Stand+s.Nowhere) }

// Found is the name of the invariant that [Proposal.InSource] proposes.
const Found = "found"

// InSource looks for the values of the truths in the texts of their documents, as the spec compares them, and proposes
// the invariant [Found]: in_source, for the fields whose values all stand there, or nine of ten if there are ten or
// more. The invariant lists no fields if it is about all fields with values that can be searched. Standing and Texts of
// p hold the counts, Why describes them for each field, and Evidence has the truths that break the invariant. It goes
// through the documents twice.
//
// InSource proposes no invariant if documents have no text, or if every field fails.
func (p *Proposal) InSource(documents iter.Seq[Document]) error {
	if err := p.searchTexts(documents); err != nil {
		return err
	}
	var found, others []string
	for _, s := range p.Standing {
		attribute := strings.TrimSuffix(s.Attribute, "[]")
		p.Why[attribute] += fmt.Sprintf("; %d of %d stand in the text", s.Stand, s.Stand+s.Nowhere)
		if s.mostly() {
			found = append(found, attribute)
		} else {
			others = append(others, fmt.Sprintf("%s (%d of %d)", attribute, s.Stand, s.Stand+s.Nowhere))
		}
	}
	if len(found) == 0 {
		return nil
	}
	inv := eval.Invariant{Name: Found, InSource: true}
	reason := fmt.Sprintf("the values stand in %s", words.Plural(p.Texts, "text"))
	if len(others) > 0 {
		inv.Paths = found
		reason += "; mostly not: " + strings.Join(others, ", ")
	}
	p.Spec.Invariants = append(p.Spec.Invariants, inv)
	p.Why[ruleKey(Found)] = reason
	return p.check(documents)
}

// searchTexts counts the values in the texts. It evaluates an empty answer: the result says for each missing value whether it
// stands in the text.
func (p *Proposal) searchTexts(documents iter.Seq[Document]) error {
	e, err := p.Spec.Compile()
	if err != nil {
		return fmt.Errorf("propose: %w", err)
	}
	index := make(map[string]int)
	for _, name := range e.Attributes() {
		index[name] = len(p.Standing)
		p.Standing = append(p.Standing, Standing{Attribute: name})
	}
	for d := range documents {
		if d.Text == "" {
			continue
		}
		p.Texts++
		r, err := e.EvaluateDocument(context.Background(), eval.Document{Got: "null", Want: d.Truth, Text: d.Text})
		if err != nil {
			return fmt.Errorf("%s: %w", d.Where, err)
		}
		for i := range r.Fields {
			k, found := index[r.Fields[i].Attribute]
			if !found {
				continue
			}
			switch r.Fields[i].Origin {
			case source.Overlooked:
				p.Standing[k].Stand++
			case source.NotInSource:
				p.Standing[k].Nowhere++
			}
		}
	}
	p.Standing = slices.DeleteFunc(p.Standing, func(s Standing) bool { return s.Stand+s.Nowhere == 0 })
	return nil
}

// check checks the spec against the truths and their texts.
func (p *Proposal) check(documents iter.Seq[Document]) error {
	e, err := p.Spec.Compile()
	if err != nil {
		return fmt.Errorf("propose: %w", err)
	}
	check, err := preflight.New(e, preflight.Options{})
	if err != nil {
		return err
	}
	check.Part(1)
	for d := range documents {
		if err := check.Add(d.Where, d.Truth); err != nil {
			return fmt.Errorf("%s: %w", d.Where, err)
		}
		check.Stands(d.Where, d.Truth, d.Text)
	}
	p.Evidence = check.Evidence()
	return nil
}

// Advice returns lines about the fields whose values do not stand in the texts.
func (p Proposal) Advice() []string {
	if p.Texts == 0 {
		return nil
	}
	var lines []string
	found := false
	for _, s := range p.Standing {
		found = found || s.mostly()
		all := s.Stand + s.Nowhere
		switch {
		case s.mostly():
		case s.Stand == 0:
			lines = append(lines, fmt.Sprintf("%q: none of %s stands in the text of its document: is it worked out from others, or written as a code?", s.Attribute, words.Plural(all, "value")))
		default:
			lines = append(lines, fmt.Sprintf("%q: %d of %s stand in the text of their document, too few for the invariant %q", s.Attribute, s.Stand, words.Plural(all, "value"), Found))
		}
	}
	if !found {
		lines = append(lines, fmt.Sprintf("no field stands in %s, so nothing is asked of answers: are they the texts of these documents?", words.Plural(p.Texts, "text")))
	}
	return lines
}
