package specs

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/sections"
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

// maxSectionClasses bounds the classes of the documents of packets.
const maxSectionClasses = 50

// packets makes a packet of each list that looks like the documents of one file. Such a list has
//
//   - a key of a name like class or document_type, with a text in each item, at most [maxSectionClasses] different ones;
//   - a key of a name like pages or page_range, which [sections.ReadPages] reads, with no page in two items of one list;
//   - an item of two pages or more: rows of a table have one page each, and a count of pages is not a list of pages.
//
// If there are ten lists or more, one of ten may have impossible pages, which is then an error with its place. The
// fields of each class are guessed only from its items.
func (p *Proposal) packets(truths iter.Seq2[string, document.Value], g *gatherer) {
	for i := range p.Spec.Fields {
		f := &p.Spec.Fields[i]
		path, err := document.ParsePath(f.Path)
		if f.List == nil || err != nil && f.Path != "" {
			continue
		}
		classes, pages := keysNamed(f.List.Fields, "class", "type", "kind", "category", "label"), keysNamed(f.List.Fields, "pages", "page")
		for _, class := range classes {
			for _, numbers := range pages {
				found := gathered{gatherer: gatherer{seed: g.seed, readers: g.readers}, class: class, pages: numbers, byClass: map[string]*node{}, names: map[string]string{}}
				for _, truth := range truths {
					found.addList(truth.At(path))
				}
				if f.Sections == nil && found.packet() {
					p.declare(f, &found)
				}
			}
		}
	}
}

// keysNamed returns the keys of items that have one of the words in their names, in the order of the words.
func keysNamed(fields []eval.Field, words ...string) (found []string) {
	for _, word := range words {
		for _, f := range fields {
			path, err := document.ParsePath(f.Path)
			if err == nil && len(path) == 1 && hasWord(path[0].Key, word) && !slices.Contains(found, f.Path) {
				found = append(found, f.Path)
			}
		}
	}
	return found
}

// gathered has the items of one list field in all truths, by class.
type gathered struct {
	gatherer
	class, pages string
	byClass      map[string]*node  // by the folded name of the class
	names        map[string]string // the name in the first item

	lists, divided int // lists with items; of these, with possible pages of a packet
	unclassed      int // items without a class that is a text
	long           int // items of two pages or more
}

func (g *gathered) addList(v document.Value) {
	if v.Kind() != document.Array || v.Len() == 0 {
		return
	}
	g.lists++
	var divided []sections.Section
	var values []document.Value
	for _, item := range v.Items() {
		if item.Empty() {
			continue
		}
		values = append(values, value(item, g.pages))
		class := value(item, g.class)
		folded := compare.Fold(class.Text())
		if class.Kind() != document.String || class.Empty() || len(g.byClass) > maxSectionClasses {
			g.unclassed++
			continue
		}
		if g.byClass[folded] == nil {
			g.byClass[folded], g.names[folded] = g.newNode(), strings.TrimSpace(class.Text())
		}
		g.addValue(g.byClass[folded], item)
	}
	pages, errs := sections.ReadAll(values)
	readable := true
	for i := range pages {
		readable = readable && errs[i] == nil
		divided = append(divided, sections.Section{Pages: pages[i]})
		if len(pages[i]) > 1 {
			g.long++
		}
	}
	if readable && sections.Check(divided) == nil {
		g.divided++
	}
}

// value returns the value of an item at the path that key is.
func value(item document.Value, key string) document.Value {
	path, _ := document.ParsePath(key) // of a field
	return item.At(path)
}

// packet reports whether the lists are packets.
func (g *gathered) packet() bool {
	return g.unclassed == 0 && len(g.byClass) > 0 && len(g.byClass) <= maxSectionClasses && g.long > 0 && isMost(g.divided, g.lists)
}

// declare makes a field a packet.
func (p *Proposal) declare(f *eval.Field, found *gathered) {
	s := &eval.Sections{Classes: map[string][]eval.Field{}}
	if found.class != "class" {
		s.Class = found.class
	}
	if found.pages != "pages" {
		s.Pages = found.pages
	}
	items := 0
	for _, folded := range slices.Sorted(maps.Keys(found.byClass)) {
		n, class := found.byClass[folded], found.names[folded]
		n.settle()
		items += n.places
		guess := guesser{reasons: map[string]string{}}
		s.Classes[class] = slices.DeleteFunc(guess.fields(nil, n, "", "section"), func(own eval.Field) bool { return own.Path == found.class || own.Path == found.pages })
		for attribute, reason := range guess.reasons {
			p.Why[paths.Join(f.Path+"[]", s.Attribute(class, attribute))] = reason
		}
		p.Why[classKey(f.Path, class)] = words.Plural(n.places, "section")
	}
	p.Why[f.Path] = fmt.Sprintf("a packet: %s in %s; %s by %s, and no page twice in %s",
		words.Plural(items, "section"), words.Plural(found.lists, "list"), words.Plural(len(s.Classes), "kind"), found.class, found.pages)
	f.List, f.Sections = nil, s
}

// classKey is the key of a class of sections in a map that also has attributes.
func classKey(packet, class string) string { return "class " + class + " of " + packet }
