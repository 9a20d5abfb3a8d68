package specs

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/sections"
)

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

// value returns the value of an item under a key, by its path.
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
