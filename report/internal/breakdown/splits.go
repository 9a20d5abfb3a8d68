package breakdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// PatternSplit is sections of packets that answers cut or join, or whose wrong class comes with other mistakes.
const PatternSplit PatternKind = "split"

const maxSplits = 200 // packets of a spec, and classes of sections

// splits counts how packets are divided, over the answers of a data set.
type splits struct {
	packets map[string]*splitCount // by path
	classes map[string]*classCount // by the path of a packet and the class of the truth
}

// splitCount counts the answers to one packet.
type splitCount struct {
	name, attribute string // of the packet; of the starts
	answers         int
	cut, joined     splitMistakes
}

// splitMistakes counts the answers with one kind of mistake, and the extra or missing starts of sections in them.
type splitMistakes struct {
	answers, starts int
	id              string // of the first case by id
}

func (m *splitMistakes) addSplit(starts int, id string) {
	if starts == 0 {
		return
	}
	m.starts += starts
	if m.answers == 0 || id < m.id {
		m.id = strings.Clone(id)
	}
	m.answers++
}

// classCount counts the sections of one class, and the mistakes in their values other than class and pages.
type classCount struct {
	packet, class   string
	attribute       string // of the class
	sections, wrong int    // sections with a partner; of these, with a wrong class
	all, explained  int    // mistakes; of these, in sections with a wrong class
	id              string
}

func (s *splits) addCase(c *report.Case) {
	for _, p := range traits.PacketsOf(c) {
		s.divided(c, &p)
		for i := range p.Want {
			s.classed(c, &p, &p.Want[i])
		}
	}
}

func (s *splits) divided(c *report.Case, p *traits.Packet) {
	n, found := s.packets[p.Path]
	if !found {
		if len(s.packets) == maxSplits {
			return
		}
		n = &splitCount{name: strings.Clone(p.Path), attribute: strings.Clone(p.Starts)}
		arithmetic.Map(&s.packets)[n.name] = n
	}
	n.answers++
	if len(p.Got) == 0 {
		return // the answer divides nothing
	}
	many, missing := 0, 0
	for _, page := range p.Pages {
		switch {
		case page.GotStart && !page.WantStart && page.Want >= 0:
			many++
		case page.WantStart && !page.GotStart && page.Got >= 0:
			missing++
		}
	}
	n.cut.addSplit(many, c.ID)
	n.joined.addSplit(missing, c.ID)
}

func (s *splits) classed(c *report.Case, p *traits.Packet, w *traits.Section) {
	if w.Hidden || w.Class == "" {
		return
	}
	key := p.Path + "\x00" + w.Class
	n, found := s.classes[key]
	if !found {
		if len(s.classes) == maxSplits {
			return
		}
		n = &classCount{packet: strings.Clone(p.Path), class: strings.Clone(w.Class), attribute: strings.Clone(p.Class)}
		arithmetic.Map(&s.classes)[strings.Clone(key)] = n
	}
	if w.Partner >= 0 {
		n.sections++
	}
	if w.WrongClass {
		n.wrong++
		if n.id == "" || c.ID < n.id {
			n.id = strings.Clone(c.ID)
		}
	}
	for _, i := range w.Values {
		if !c.Fields[i].Outcome.Hit() {
			n.all++
			if w.WrongClass {
				n.explained++
			}
		}
	}
}

func (s *splits) patterns() (all []Pattern) {
	for _, path := range slices.Sorted(maps.Keys(s.packets)) {
		n, name := s.packets[path], terminal.Excerpt(path, terminal.MaxName)
		add := func(m splitMistakes, done, kind string) {
			if m.answers > 0 {
				text := fmt.Sprintf("sections of %s are %s in %d of %s: %s %s", name, done, m.answers, words.Plural(n.answers, "answer"), words.Plural(m.starts, "start"), kind)
				all = append(all, Pattern{Kind: PatternSplit, Text: text, Mistakes: m.starts, Case: m.id, Attribute: n.attribute})
			}
		}
		add(n.cut, "cut", "too many")
		add(n.joined, "joined", "missing")
	}
	for _, key := range slices.Sorted(maps.Keys(s.classes)) {
		n := s.classes[key]
		if n.explained == 0 {
			continue
		}
		text := fmt.Sprintf("the class is wrong in %d of %s %q of %s: %d of %s in their fields are there",
			n.wrong, words.Plural(n.sections, "section"), n.class, terminal.Excerpt(n.packet, terminal.MaxName), n.explained, words.Plural(n.all, "mistake"))
		all = append(all, Pattern{Kind: PatternSplit, Text: text, Mistakes: n.explained, Case: n.id, Attribute: n.attribute})
	}
	return all
}
