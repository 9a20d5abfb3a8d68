package breakdown

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
)

// contrast compares units whose class is wrong with units whose class is right that have equally many mistakes outside:
// in the attributes that the class does not explain.
//
// If a document is unreadable, all its fields are wrong, and so is its class: the class explains nothing. Such
// documents are as wrong outside of the explained attributes as inside. So an attribute counts as explained only if it
// has more mistakes in such a comparison.
type contrast struct {
	units   [][]state
	class   int
	outside []int // attributes that have values where the class is wrong
}

// stateAt returns the state of an attribute in a unit.
func stateAt(states []state, attribute int) state {
	if attribute < len(states) {
		return states[attribute]
	}
	return noValue
}

// contrastOf returns the contrast of a class that may explain some attributes.
func contrastOf(units [][]state, class, attributes int, explained map[int]bool) *contrast {
	c := &contrast{units: units, class: class}
	for attribute := range attributes {
		if attribute == class || explained[attribute] {
			continue
		}
		for _, u := range units {
			if stateAt(u, class) == wrongValue && stateAt(u, attribute) != noValue {
				c.outside = append(c.outside, attribute)
				break
			}
		}
	}
	return c
}

// readable reports whether units with a wrong class have few mistakes outside. Let r be the share of values outside with
// mistakes in units whose class is right. Where it is wrong, the share must be below r + 2/3·(1-r), beyond chance. With
// more mistakes, most of these units may be unreadable, and some may lack a mistake outside only by chance.
func (c *contrast) readable() bool {
	mistakes, values, chances := 0, 0, 0.0
	for _, attribute := range c.outside {
		var wrongs, rights, wrongMistakes, rightMistakes int
		for _, u := range c.units {
			s, class := stateAt(u, attribute), stateAt(u, c.class)
			switch {
			case s == noValue:
			case class == wrongValue:
				wrongs++
				if s != right {
					wrongMistakes++
				}
			case class == right:
				rights++
				if s != right {
					rightMistakes++
				}
			}
		}
		mistakes, values = mistakes+wrongMistakes, values+wrongs
		chances += float64(wrongs) * (2 + float64(rightMistakes)/float64(max(rights, 1))) / 3
	}
	return values > 0 && onerun.AtMost(mistakes, values, chances/float64(values)) <= 1-estimate.DefaultLevel
}

// chance returns the p-value of the test that an attribute has mistakes in more of the units whose class is wrong than
// of the units whose class is right and that have as many mistakes outside.
func (c *contrast) chance(attribute int) float64 {
	tables := make([]onerun.Fourfold, len(c.outside)+1) // by the number of mistakes outside
	for _, u := range c.units {
		s, class := stateAt(u, attribute), stateAt(u, c.class)
		if s == noValue || class != wrongValue && class != right {
			continue
		}
		mistakes := 0
		for _, other := range c.outside {
			if o := stateAt(u, other); o == mistaken || o == wrongValue {
				mistakes++
			}
		}
		t := &tables[mistakes]
		t.All++
		if class == wrongValue {
			t.Drawn++
		}
		if s != right {
			t.Marked++
			if class == wrongValue {
				t.Hits++
			}
		}
	}
	return onerun.StratifiedFisher(tables)
}

// wholly returns the pattern of documents in which the class and all other attributes are wrong. Such documents are
// wrong as a whole, and do not tell whether the class decides the other attributes.
func (s *Causes) wholly(f *causeField, pairs []tested, documents [][]state) Pattern {
	wrong, all, noun := s.wrongOf(f, documents)
	f.sortPairs(pairs)
	pattern := Pattern{Kind: PatternCause, Attribute: f.attribute, Case: f.explainedBy(pairs[0].number).first}
	for _, pair := range pairs {
		pattern.Mistakes += f.explainedBy(pair.number).wrong.Mistakes()
	}
	pattern.Text = fmt.Sprintf("%s was wrong in %d of %s, and the other fields with it: these documents are wrong as a whole",
		terminal.Excerpt(f.attribute, terminal.MaxName), wrong, words.Plural(all, noun))
	return pattern
}
