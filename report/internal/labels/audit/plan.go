package audit

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// Options are the options of a plan.
type Options struct {
	// Right is the share of the documents accepted unseen that is to be right, between 0 and 1.
	Right float64
	// Seed decides the random order.
	Seed uint64
	// Confidence is a bound: a document with a value of less confidence is looked at first; 0 for none.
	Confidence float64
	// Suspects are the labels of the data set that are likely to be wrong.
	Suspects []SuspectLabel
	// Readings are the readings so far. A document that changed after it was read is in Plan.Rest, whatever reasons
	// there are to doubt it.
	Readings []accept.Reading
}

// Run is a run over the documents.
type Run struct {
	Name  string
	Cases []*report.Case // each trial by itself
}

// Plan says which documents are looked at, in which order.
type Plan struct {
	Options
	// First are the documents to look at first, Rest the others in random order.
	First, Rest []*Document
	// Looks are the points in Rest at which a promise may be given, in order. If there are none, a person has to look
	// at all documents.
	Looks []Look
	// Cases is the number of cases, and Skipped the number of skipped ones, which are in neither First nor Rest.
	Cases, Skipped int
	// Gone are the cases that were read, and are not in the run or are skipped there. Each is a document of Rest.
	Gone []string

	rules *accept.ReadingRules
}

// Document is one document of the audited run.
type Document struct {
	Cases   []string // the ids of the case and of its copies, in the order of the run
	Held    []string // for each case the hash of its truth or answer, see [accept.Reading]; "" if the record lacks it
	Reasons []Reason // to doubt it, the strongest first

	records []*report.Case // the first trial of each case, none for a document that is gone
	others  []*report.Case // further trials, and the answers of other runs
}

// NewPlan plans the audit of a run. An answer of another run over the same documents that differs is a reason to doubt a
// document.
func NewPlan(rules *accept.ReadingRules, run Run, others []Run, o Options) (*Plan, error) {
	if !(o.Right > 0 && o.Right < 1) {
		return nil, fmt.Errorf("the share of right documents is %v, want a number between 0 and 1, such as 0.99", o.Right)
	}
	if !(o.Confidence >= 0 && o.Confidence <= 1) {
		return nil, fmt.Errorf("the confidence is %v, want a number from 0 to 1", o.Confidence)
	}
	p := &Plan{Options: o, rules: rules}
	all, byCase := p.documents(run)
	for _, other := range others {
		for _, c := range other.Cases {
			if d := byCase[c.ID]; d != nil {
				d.others = append(d.others, c)
			}
		}
	}
	read := byID(o.Readings)
	for _, id := range slices.Sorted(maps.Keys(read)) {
		if byCase[id] == nil {
			p.Gone = append(p.Gone, id)
			all = append(all, &Document{Cases: []string{id}, Held: []string{""}})
		}
	}
	suspects := map[*Document][]SuspectLabel{}
	for _, l := range o.Suspects {
		if d := byCase[l.ID]; d != nil {
			suspects[d] = append(suspects[d], l)
		}
	}
	for _, d := range all {
		if d.changed(read) {
			p.Rest = append(p.Rest, d)
			continue
		}
		if d.Reasons = p.reasons(d, suspects[d]); len(d.Reasons) > 0 {
			p.First = append(p.First, d)
		} else {
			p.Rest = append(p.Rest, d)
		}
	}
	slices.SortStableFunc(p.First, compareDoubt)
	rank := make(map[*Document]string, len(p.Rest))
	for _, d := range p.Rest {
		rank[d] = p.drawn(d)
	}
	slices.SortFunc(p.Rest, func(a, b *Document) int { return strings.Compare(rank[a], rank[b]) })
	p.Looks = looks(len(p.Rest), o.Right)
	return p, nil
}

// documents joins the cases of a run that belong to one document, and returns the documents in the order of the run and
// by case.
func (p *Plan) documents(run Run) (all []*Document, byCase map[string]*Document) {
	var census traits.Census
	for _, c := range run.Cases {
		if c.Status != report.Skipped {
			census.Add(c, traits.DocumentOf(c))
		}
	}
	joined := census.Decide()
	byKey, byCase := map[uint64]*Document{}, map[string]*Document{}
	for _, c := range run.Cases {
		if c.Trial <= 1 {
			p.Cases++
		}
		switch {
		case c.Status == report.Skipped:
			if c.Trial <= 1 {
				p.Skipped++
			}
			continue
		case byCase[c.ID] != nil:
			d := byCase[c.ID]
			d.others = append(d.others, c)
			continue
		}
		u := traits.DocumentOf(c)
		key := u.Key
		if u.Open() && !joined {
			key = u.Alone
		}
		d := byKey[key]
		if d == nil {
			d = &Document{}
			byKey[key] = d
			all = append(all, d)
		}
		held, _ := p.rules.Held(c)
		d.Cases, d.Held, d.records = append(d.Cases, c.ID), append(d.Held, held), append(d.records, c)
		byCase[c.ID] = d
	}
	return all, byCase
}

// drawn returns a text by which documents are in random order. It depends on the seed and the smallest id of the
// document.
func (p *Plan) drawn(d *Document) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", p.Seed, slices.Min(d.Cases)))
	return string(sum[:])
}

// compareDoubt orders documents, the most doubtful first.
func compareDoubt(a, b *Document) int {
	x, y := a.Reasons[0], b.Reasons[0]
	return cmp.Or(cmp.Compare(len(b.Reasons), len(a.Reasons)), cmp.Compare(x.Kind, y.Kind), cmp.Compare(y.weight, x.weight))
}
