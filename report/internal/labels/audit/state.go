package audit

import (
	"slices"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// State says what is assured by the documents that were looked at.
type State struct {
	// FirstSeen is how many of Plan.First were looked at, and FirstWrong how many of these were wrong.
	FirstSeen, FirstWrong int
	// Drawn is how many of Plan.Rest were looked at from its beginning without a gap, and DrawnWrong how many of these
	// were wrong. More is how many were looked at after a gap: they are seen, but prove nothing.
	Drawn, DrawnWrong, More int
	// Unseen is how many of Plan.Rest nobody has looked at.
	Unseen int
	// Kept is the first look that was reached with few enough wrong documents, nil if there is none. Behind is the
	// number of documents after it. At most AtMost of these are wrong, with the confidence Level; some of them may
	// have been looked at since.
	Kept           *Look
	Behind, AtMost int
	// Next is the next look that can still be reached with few enough wrong documents, nil if there is none. If Kept is
	// nil, too, a person has to look at all of Plan.Rest.
	Next *Look
	// Unsettled are the cases whose reviewers differ. They count as looked at and wrong until a decision is adjudicated.
	Unsettled []string
	// Changed are the cases whose truth or answer is no longer the one with which they were read, and the cases that
	// are gone. They count as looked at and wrong: a document that was wrong when it was drawn stays wrong in the
	// sample, although its truth was corrected since.
	Changed []string
	// Unheld are the cases whose readings cannot be compared with the record, which lacks the truth or the answer. They
	// count as not looked at.
	Unheld []string

	seen map[*Document]bool
}

// Assured reports whether the wish is assured: a look is kept, or no document of Plan.Rest is unseen.
func (s *State) Assured() bool { return s.Kept != nil || s.Unseen == 0 }

// Seen reports whether a document was looked at.
func (s *State) Seen(d *Document) bool { return s.seen[d] }

// State says what the readings of cases assure.
func (p *Plan) State(all []accept.Reading) State {
	s := State{seen: map[*Document]bool{}}
	byCase := byID(all)
	for _, d := range p.First {
		seen, wrong := s.look(p.rules, d, byCase)
		if s.seen[d] = seen; seen {
			s.FirstSeen++
		}
		if wrong {
			s.FirstWrong++
		}
	}
	var found []int // found[n] is the number of wrong documents among the first n+1 of Rest
	for i, d := range p.Rest {
		seen, wrong := s.look(p.rules, d, byCase)
		s.seen[d] = seen
		switch {
		case !seen:
			s.Unseen++
		case s.Drawn < i:
			s.More++
		default:
			s.Drawn++
			if wrong {
				s.DrawnWrong++
			}
			found = append(found, s.DrawnWrong)
		}
	}
	for i := range p.Looks {
		l := &p.Looks[i]
		switch reached := l.Documents <= s.Drawn; {
		case reached && found[l.Documents-1] <= l.Wrong:
			s.Kept, s.Behind = l, len(p.Rest)-l.Documents
			s.AtMost = allowed(s.Behind, p.Right)
			return s
		case !reached && l.Wrong >= s.DrawnWrong:
			s.Next = l
			return s
		}
	}
	return s
}

// byID returns the readings of each case. A reading counts only if it says with which truth or answer the case was read.
func byID(all []accept.Reading) map[string][]accept.Reading {
	byCase := map[string][]accept.Reading{}
	for _, r := range all {
		if r.Held != "" {
			byCase[r.Case] = append(byCase[r.Case], r)
		}
	}
	return byCase
}

// changed reports whether the truth or answer of a document is not the one with which it was once read.
func (d *Document) changed(byCase map[string][]accept.Reading) bool {
	if len(d.records) == 0 {
		return true
	}
	for i, id := range d.Cases {
		for _, r := range byCase[id] {
			if d.Held[i] != "" && (r.Held != d.Held[i] || slices.ContainsFunc(r.HeldBefore, func(held string) bool { return held != d.Held[i] })) {
				return true
			}
		}
	}
	return false
}

// look reports whether a document was looked at, and whether it was wrong. A copy without a reading of its own has the
// reading of another.
func (s *State) look(rules *accept.ReadingRules, d *Document, byCase map[string][]accept.Reading) (seen, wrong bool) {
	if d.changed(byCase) {
		s.Changed = append(s.Changed, d.Cases[0])
		return true, true
	}
	var settled *accept.Reading
	for _, id := range d.Cases {
		readings := byCase[id]
		if len(readings) == 0 {
			continue
		}
		r, ok := rules.Settle(readings)
		if !ok {
			s.Unsettled = append(s.Unsettled, id)
			return true, true
		}
		if settled == nil {
			settled = &r
		}
	}
	if settled == nil {
		return false, false
	}
	for i, id := range d.Cases {
		reading := *settled
		if r, ok := rules.Settle(byCase[id]); ok {
			reading = r
		}
		c := d.records[i]
		if accepted, kept := rules.Accepted(c); kept && accepted == nil {
			wrong = true // the extractor failed, or its answer cannot be read
			continue
		}
		paths, ok := rules.Departs(reading.Value, c)
		if !ok {
			s.Unheld = append(s.Unheld, id)
			return false, false
		}
		wrong = wrong || len(paths) > 0
	}
	return true, wrong
}
