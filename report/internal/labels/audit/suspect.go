package audit

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// EvidenceKind is a kind of evidence.
type EvidenceKind string

const (
	Contradicted EvidenceKind = "contradicted"
	Duplicate    EvidenceKind = "duplicate"
	Nowhere      EvidenceKind = "nowhere"
	Invariant    EvidenceKind = "invariant"
)

// strength orders kinds of evidence, the strongest first.
var strength = []EvidenceKind{Contradicted, Duplicate, Nowhere, Invariant}

// Evidence is one reason to suspect a label.
type Evidence struct {
	Kind EvidenceKind
	Text string // "3 of 3 answers say 18.45"
	Of   int    // the number of answers, or duplicates, that say otherwise
}

// SuspectLabel is a suspect label.
type SuspectLabel struct {
	Where     string // the place of the document in messages: "invoices.jsonl:7"
	ID        string
	Path      string // "lines[0].amount", by the index in the truth; several paths, with commas, if any of their labels may be wrong
	Attribute string
	Value     string     // JSON, "" for none
	Evidence  []Evidence // the strongest first
	// Objection says why the value of all answers may not take the place of the label unseen: "" if it may, and for a
	// label that is not [Contradicted].
	Objection string

	inText bool          // the text of the document has the label
	absent bool          // the label says that there is no value
	answer source.Origin // of the value of all answers
}

// Labelled is a truth with its document.
type Labelled struct {
	Where, ID string
	Truth     document.Value
	Text      string // "" if it is not known
	Input     string // the extractor's input, as JSON; "" if it is unknown
}

// source returns the text of the document, or else its input, with its kind in front; "" for neither.
func (d *Labelled) source() string {
	if text := strings.Join(strings.Fields(d.Text), " "); text != "" {
		return "text " + text
	}
	if d.Input != "" && d.Input != "null" && d.Input != `""` {
		return "input " + d.Input
	}
	return ""
}

// Finder finds suspect labels. Call [Finder.Count] for each document, then [Finder.Hear] for each case of the runs, if
// there are any, then [Finder.Add] for each document again. It is not safe for concurrent use.
type Finder struct {
	evaluator *eval.Evaluator
	check     *preflight.Check
	match     map[string]compare.Comparator // by attribute
	seed      maphash.Seed
	sources   map[uint64]int                // the number of documents by the hash of their source
	copies    map[uint64][]labels           // the labels of documents that share a source, by its hash
	heard     map[string]map[string]*voices // the answers, by id and path
	cut       map[string][]map[string]bool  // by id, the paths that each abridged record lists
	fields    map[string]*tally             // by attribute
	found     []SuspectLabel
	broken    []breach
	Documents int // the number of documents added
	Answered  int // of these, the number of documents that some run has an answer of
}

// tally counts the labels of a field. looked is how many were searched in the text of their document, nowhere how many
// of these were not found.
type tally struct{ looked, nowhere int }

// labels are the labels of one document.
type labels struct {
	number       int // of the document, in order
	location, id string
	hasText      bool
	all          []label
}

type label struct {
	path, attribute string
	value           document.Value
	absent          bool // the value is empty, by the rules of the spec
	origin          source.Origin
}

// NewFinder returns a Finder for the truths of one data set.
func NewFinder(e *eval.Evaluator) (*Finder, error) {
	check, err := preflight.New(e, preflight.Options{})
	if err != nil {
		return nil, err
	}
	return &Finder{
		evaluator: e, check: check, match: maps.Collect(e.Spec().Leaves()), seed: maphash.MakeSeed(), sources: map[uint64]int{}, copies: map[uint64][]labels{},
		heard: map[string]map[string]*voices{}, cut: map[string][]map[string]bool{}, fields: map[string]*tally{},
	}, nil
}

// Count looks at a document for the first time.
func (f *Finder) Count(d Labelled) {
	if s := d.source(); s != "" {
		f.sources[maphash.String(f.seed, s)]++
	}
}

// Add looks for suspect labels in a document. An error is an error in the truth.
func (f *Finder) Add(d Labelled) error {
	// An empty answer lacks every value: nothing is compared.
	r, err := f.evaluator.EvaluateDocument(context.Background(), eval.Document{Got: "", Want: d.Truth, Text: d.Text})
	if err != nil {
		return err
	}
	f.Documents++
	if f.heard[d.ID] != nil {
		f.Answered++
	}
	own := labels{number: f.Documents, location: d.Where, id: d.ID, hasText: d.Text != ""}
	for i := range r.Fields {
		leaf := &r.Fields[i]
		l := label{path: leaf.Path, attribute: leaf.Attribute, absent: leaf.Outcome == metrics.CorrectAbsence, origin: leaf.Origin}
		if leaf.Want != nil {
			if l.value, err = document.Parse(leaf.Want); err != nil {
				return err
			}
		}
		own.all = append(own.all, l)
	}
	text := source.New(d.Text)
	for i := range own.all {
		l := &own.all[i]
		contradicted, origin := f.contradicted(d.ID, l, text)
		if evidence := append(contradicted, f.nowhere(l)...); len(evidence) > 0 {
			f.found = append(f.found, SuspectLabel{Where: d.Where, ID: d.ID, Path: l.path, Attribute: l.attribute, Value: l.value.RawText(), Evidence: evidence, inText: l.origin == source.Overlooked, absent: l.absent, answer: origin})
		}
	}
	for _, r := range f.check.Broken(d.Truth) {
		f.broken = append(f.broken, breach{d.Where, d.ID, r})
	}
	if s := d.source(); s != "" {
		if hash := maphash.String(f.seed, s); f.sources[hash] > 1 {
			f.copies[hash] = append(f.copies[hash], own)
		}
	}
	return nil
}

func (f *Finder) nowhere(l *label) []Evidence {
	s := arithmetic.Entry(&f.fields, l.attribute)
	switch l.origin {
	case source.Overlooked:
		s.looked++
	case source.NotInSource:
		s.looked++
		s.nowhere++
		return []Evidence{{Kind: Nowhere, Text: "it is not in the text of the document"}}
	}
	return nil
}

// isDerived reports whether most labels of a field stand nowhere in the texts.
func (f *Finder) isDerived(attribute string) bool {
	s := f.fields[attribute]
	return s != nil && 2*s.nowhere > s.looked
}

// Derived returns the fields of which most labels stand nowhere in the texts, sorted, with the numbers: "country (12 of
// 12)".
func (f *Finder) Derived() []string {
	var names []string
	for name, s := range f.fields {
		if f.isDerived(name) {
			names = append(names, fmt.Sprintf("%s (%d of %d)", name, s.nowhere, s.looked))
		}
	}
	slices.Sort(names)
	return names
}

// breach is an invariant that a truth breaks.
type breach struct {
	location, id string
	invariant.Result
}

// object says why the value of all answers may not take the place of a label unseen, "" if it may. The text of the
// document is stronger evidence than answers that agree: systems of one kind make the same mistakes, such as the net in
// place of the total. In a derived field the text says nothing against an answer that it lacks. A label without a value
// is a statement, too: only the text can say that the document has a value.
func (f *Finder) object(l *SuspectLabel) string {
	switch {
	case l.Evidence[0].Kind != Contradicted:
	case l.inText && l.answer == source.Picked:
		return "the label stands in the text of the document, too"
	case l.inText, l.answer == source.Misread:
		return "the label stands in the text of the document, and the answer does not"
	case l.answer == source.MadeUp && !f.isDerived(l.Attribute):
		return "that answer is not in the text of the document"
	case l.absent && l.answer != source.Picked:
		return "the label has no value, and no text of the document confirms one"
	}
	return ""
}

// Labels returns the suspect labels, those with the most kinds of evidence first. Equal ones are in the order of the
// strongest kind (contradicted, duplicate, nowhere, invariant), contradicted ones with an objection last, then of the
// number of answers or duplicates that differ from the label, then of the data set.
func (f *Finder) Labels() []SuspectLabel {
	type key struct{ place, path string }
	place := map[key]int{}
	var all []SuspectLabel
	add := func(l SuspectLabel) {
		index, found := place[key{l.Where, l.Path}]
		if found {
			all[index].Evidence = append(all[index].Evidence, l.Evidence...)
			return
		}
		place[key{l.Where, l.Path}] = len(all)
		l.Evidence = slices.Clone(l.Evidence)
		all = append(all, l)
	}
	for _, l := range f.found {
		if f.isDerived(l.Attribute) {
			l.Evidence = slices.DeleteFunc(slices.Clone(l.Evidence), func(e Evidence) bool { return e.Kind == Nowhere })
		}
		if len(l.Evidence) > 0 {
			if l.Objection = f.object(&l); l.Objection != "" {
				l.Evidence = slices.Clone(l.Evidence)
				l.Evidence[0].Text += "; but " + l.Objection
			}
			add(l)
		}
	}
	for _, l := range f.duplicates() {
		add(l)
	}
	// A broken invariant is evidence against those of its operands that are suspect already, or against all its
	// operands if none is.
	for _, b := range f.broken {
		e := []Evidence{{Kind: Invariant, Text: fmt.Sprintf("it breaks %q: %s", b.Name, b.Note)}}
		attached := false
		for _, path := range b.Paths {
			if _, found := place[key{b.location, path}]; found {
				add(SuspectLabel{Where: b.location, Path: path, Evidence: e})
				attached = true
			}
		}
		if !attached {
			add(SuspectLabel{Where: b.location, ID: b.id, Path: cmp.Or(strings.Join(b.Paths, ", "), "(document)"), Evidence: e})
		}
	}
	for i := range all {
		slices.SortStableFunc(all[i].Evidence, func(a, b Evidence) int { return cmp.Compare(rank(a.Kind), rank(b.Kind)) })
	}
	slices.SortStableFunc(all, func(a, b SuspectLabel) int {
		x, y := a.Evidence[0], b.Evidence[0]
		return cmp.Or(cmp.Compare(kinds(b), kinds(a)), arithmetic.TrueFirst(a.Objection == "", b.Objection == ""), cmp.Compare(rank(x.Kind), rank(y.Kind)), cmp.Compare(y.Of, x.Of))
	})
	return all
}

func rank(k EvidenceKind) int { return slices.Index(strength, k) }

func kinds(l SuspectLabel) int {
	seen := map[EvidenceKind]bool{}
	for _, e := range l.Evidence {
		seen[e.Kind] = true
	}
	return len(seen)
}

// equalValues reports whether two values are the same. It ignores letter case, space around a value, and whether a number is
// written as a text.
func equalValues(a, b document.Value) bool {
	if a.Empty() || b.Empty() {
		return a.Empty() && b.Empty()
	}
	c, err := compare.Exact{FoldCase: true, TrimSpace: true, NFC: true, Loose: true}.Compare(context.Background(), a, b)
	return err == nil && c.Match
}

// duplicates returns the labels that differ between documents of the same source.
func (f *Finder) duplicates() []SuspectLabel {
	groups := slices.SortedFunc(maps.Values(f.copies), func(a, b []labels) int { return cmp.Compare(a[0].number, b[0].number) })
	var all []SuspectLabel
	for _, group := range groups {
		if len(group) == f.Documents && !group[0].hasText {
			continue // an input that all documents have is no mark of any
		}
		for i := range group {
			for k := range group[i].all {
				if l, ok := differing(group, i, &group[i].all[k]); ok {
					all = append(all, l)
				}
			}
		}
	}
	return all
}

// differing returns a label of document i with the evidence of the other documents of its group that do not have it.
func differing(group []labels, i int, l *label) (SuspectLabel, bool) {
	if l.value.Empty() {
		return SuspectLabel{}, false // the labels of the others are added with the others
	}
	others := 0
	first, replacement := "", ""
	for k := range group {
		if k == i || has(&group[k], l) {
			continue
		}
		if others++; others == 1 {
			first, replacement = group[k].location, labelAt(&group[k], l.path)
		}
	}
	if others == 0 {
		return SuspectLabel{}, false
	}
	text := fmt.Sprintf("%s has the same document, and %s", first, replacement)
	if others > 1 {
		text += fmt.Sprintf("; so do %d more", others-1)
	}
	return SuspectLabel{
		Where: group[i].location, ID: group[i].id, Path: l.path, Attribute: l.attribute, Value: l.value.RawText(),
		Evidence: []Evidence{{Kind: Duplicate, Of: others, Text: text}},
	}, true
}

// has reports whether a document has the value of a label in the same field, perhaps in another item.
func has(own *labels, l *label) bool {
	return slices.ContainsFunc(own.all, func(m label) bool { return m.attribute == l.attribute && equalValues(m.value, l.value) })
}

// labelAt returns the value of a document at a path.
func labelAt(own *labels, path string) string {
	for i := range own.all {
		if l := &own.all[i]; l.path == path && !l.value.Empty() {
			return words.Excerpt(l.value.RawText(), maxShown)
		}
	}
	return "no such value"
}
