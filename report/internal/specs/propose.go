package specs

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"maps"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Proposal is a spec with the reasons for its guesses.
type Proposal struct {
	Spec eval.Spec
	// Why has the reason for the rule of an attribute ("lines[].amount"; for a list or set the path of
	// the field) or an invariant ("rule found"), in one line that may quote values.
	Why map[string]string
	// Texts is how many truths have the text of their document, and Standing how many
	// values of each field stand there, in spec order; see [Proposal.InSource].
	Texts    int
	Standing []Standing
	// Evidence is the result of package preflight for the spec and the same truths. Its findings are problems that no
	// guess solves: values that differ in kind from all others.
	Evidence preflight.Evidence
}

// Modeline is the first line of a spec: editors with the YAML language server check and complete by this schema.
const Modeline = "# yaml-language-server: $schema=" + Site + "spec.json\n"

// Write writes the spec as YAML, with the reason for each line; source names the data.
func (p Proposal) Write(w io.Writer, source string) error {
	_, err := fmt.Fprintf(w, Modeline+`# Proposed by evalreport init from %s of %s.
# Each comment says what its line was guessed from. Weights, tolerances and thresholds are
# yours to set; evalreport lint -explain says in words what comes of it.
`, words.Plural(p.Evidence.Truths, "truth"), printable(source))
	if err != nil {
		return err
	}
	return WriteYAML(w, p.Spec, p.Why)
}

// maxRounds is how often the spec is corrected: a corrected field may have further findings.
const maxRounds = 3

// Propose makes a spec from truths, each with its place ("invoices.jsonl:7"). It goes through truths several times.
// schema is a spec of [eval.SpecFromSchema] or nil. It decides how its fields are compared, if the truths have values
// of that kind. Propose adds other fields of the truths, and marks fields that every truth lacks as absent.
//
// Truths that are neither objects nor arrays of objects or texts are an error: they have no keys, and a spec without
// fields compares them. A truth against which the spec cannot be checked is also an error, with its place.
func Propose(truths iter.Seq2[string, document.Value], schema *eval.Spec) (Proposal, error) {
	readers, err := newReaders()
	if err != nil {
		return Proposal{}, err
	}
	g := gatherer{seed: maphash.MakeSeed(), readers: readers}
	root := g.newNode()
	for _, truth := range truths {
		g.addValue(root, truth)
	}
	g.decide(root)
	root.settle()
	for _, truth := range truths {
		g.addMembers(root, truth)
	}
	g.settleMembers(root)
	guess := guesser{reasons: make(map[string]string)}
	p := Proposal{Why: guess.reasons}
	switch {
	case root.places == 0:
		return Proposal{}, errors.New("propose: there are no truths")
	case root.filled > 0 && root.kinds[document.Object] == root.filled && !root.isMap:
		p.Spec.Fields = guess.fields(nil, root, "", "truth")
	case root.filled > 0 && root.kinds[document.Array] == root.filled:
		f := eval.Field{}
		guess.value(&f, root, "", "", "truth")
		if f.List != nil || f.Set != nil {
			p.Spec.Fields = []eval.Field{f}
		}
	}
	if schema != nil {
		p.Spec.Fields = guess.merge(schema.Fields, p.Spec.Fields, "")
	}
	if len(p.Spec.Fields) == 0 {
		return Proposal{}, errors.New("propose: the truths have no keys that all could share; give init one file for each kind of document, or no spec: score then compares every value")
	}
	p.packets(truths, &g)
	p.classify(truths)
	return p, p.addTruths(truths)
}

// classify declares the recognised classes of fields; see [preflight.Classes].
func (p *Proposal) classify(truths iter.Seq2[string, document.Value]) {
	decisions := preflight.NewDecisions(p.Spec)
	for location, truth := range truths {
		decisions.Add(location, truth)
	}
	for attribute, names := range decisions.Spec().TruthClasses {
		for i := range p.Spec.Fields {
			if f := &p.Spec.Fields[i]; f.Path == attribute {
				f.Match = compare.Class{Classes: names}
				p.Why[attribute] = fmt.Sprintf("%d classes cover all truths; another answer is \"not a class\"", len(names))
			}
		}
	}
}

// addTruths checks the spec against the truths, and corrects it if findings have a remedy.
func (p *Proposal) addTruths(truths iter.Seq2[string, document.Value]) error {
	documents := func(yield func(Document) bool) {
		for location, truth := range truths {
			if !yield(Document{Where: location, Truth: truth}) {
				return
			}
		}
	}
	guessed, released := maps.Clone(p.Why), map[string]bool{} // attributes whose truths auto alone reads
	for round := 0; ; round++ {
		if err := p.check(documents); err != nil {
			return err
		}
		findings := p.Evidence.Findings()
		for i := range findings {
			f := &findings[i]
			order, ordered := strings.CutPrefix(f.Option, "order: ")
			switch {
			case f.Error && (f.Option == "" || round >= maxRounds):
				released[f.Attribute], f.Option = true, "match: auto"
			case ordered && released[f.Attribute]:
				f.Option = fmt.Sprintf("date_orders: {%q: %q}", f.Attribute, order)
			}
		}
		if len(findings) == 0 || round == maxRounds+len(released) {
			return nil
		}
		p.Spec = preflight.Repair(p.Spec, findings)
		for _, f := range findings {
			p.explain(f, guessed)
		}
	}
}

// explain adds what a finding has changed to the reason of a field. Auto takes the place of all earlier changes.
func (p *Proposal) explain(f preflight.Finding, guessed map[string]string) {
	attribute, reason := strings.TrimSuffix(f.Attribute, "[]"), " as the others have to be read"
	switch f.Option {
	case "match: auto":
		p.Why[attribute], reason = guessed[attribute], " as no other comparator reads all"
	case "match: exact":
		reason = " as similarity does not tell the truths apart"
	}
	if f.Option != "" && !strings.Contains(p.Why[attribute], f.Option) {
		p.Why[attribute] += "; " + f.Option + reason
	}
}

// merge adds the fields of the truths to the fields of a schema.
func (g *guesser) merge(schema, truths []eval.Field, prefix string) []eval.Field {
	byPath := make(map[string]eval.Field)
	for _, f := range truths {
		byPath[f.Path] = f
	}
	var merged []eval.Field
	used := make(map[string]bool)
	for _, s := range schema {
		attribute := paths.Join(prefix, s.Path)
		t, found := byPath[s.Path]
		switch {
		case found:
			used[s.Path] = true
			t.Optional = s.Optional && !t.Absent
			merged = append(merged, g.joinFields(s, t, attribute))
		case overlaps(s.Path, truths): // the truths have values above or below it
		case s.Path == "": // by the schema documents are lists, and no truth is one of rows or texts
		default:
			s.Absent, s.Optional = true, false
			g.reasons[attribute] = "in the schema, and in no truth; remove absent when there is one"
			if s.List != nil || s.Set != nil { // the rows are absent, too
				s.List, s.Set, s.Match = nil, nil, compare.Auto{}
			}
			merged = append(merged, s)
		}
	}
	for _, t := range truths {
		if !used[t.Path] {
			attribute := paths.Join(prefix, t.Path)
			g.reasons[attribute] += "; not in the schema"
			merged = append(merged, t)
		}
	}
	return merged
}

// joinFields makes one field from a field of the schema and a field of the truths.
func (g *guesser) joinFields(s, t eval.Field, attribute string) eval.Field {
	switch {
	case t.Map != nil && isAuto(s.Match):
	case s.List != nil && t.List != nil:
		list := *t.List
		list.Fields = g.merge(s.List.Fields, t.List.Fields, attribute+"[]")
		t.List = &list
	case s.Set != nil && t.Set != nil:
		t.Set = &eval.Set{Match: g.choose(s.Set.Match, t.Set.Match, attribute)}
	case t.List == nil && t.Set == nil && t.Map == nil && s.List == nil && s.Set == nil:
		t.Match = g.choose(s.Match, t.Match, attribute)
	case t.List == nil && t.Set == nil && (t.Absent || isAuto(t.Match)):
		// The truths do not contradict the schema, but do not show its rows either.
	default:
		g.reasons[attribute] += "; the schema says otherwise"
	}
	return t
}

// choose returns the comparator of the schema if the schema names one and the truths have values of its kind, else that
// of the truths.
func (g *guesser) choose(schema, truths compare.Comparator, attribute string) compare.Comparator {
	if isAuto(schema) {
		return truths
	}
	own, other := compare.Name(schema), compare.Name(truths)
	switch {
	case own == other:
		g.reasons[attribute] += "; so says the schema"
		if own == "date" { // with the order that the truths tell
			return truths
		}
		return schema
	case own == "numeric" && other != "numeric", own == "date" && other != "date":
		if isAuto(truths) {
			break // no value, or of several types
		}
		g.reasons[attribute] += "; the schema says " + own
		return truths
	}
	g.reasons[attribute] = own + " by the schema; the truths alone: " + g.reasons[attribute]
	return schema
}

func isAuto(c compare.Comparator) bool { return c == nil || c == compare.Comparator(compare.Auto{}) }

// overlaps reports whether a path leads through one of the fields, or one of them
// through it.
func overlaps(path string, fields []eval.Field) bool {
	own, err := document.ParsePath(path)
	for _, f := range fields {
		other, otherErr := document.ParsePath(f.Path)
		if err != nil || otherErr != nil || paths.SameKeys(own, other) || paths.SameKeys(other, own) {
			return true
		}
	}
	return false
}
