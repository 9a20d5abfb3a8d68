package strictness

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Absence counts the truths of an attribute that say in words that there is no value.
type Absence struct {
	Attribute string `json:"attribute"`
	// Texts is the number of values that are not null or blank.
	Texts int `json:"texts"`
	// Empty counts the words that stand for no value by default, Suspected other words that often do. They are folded.
	Empty     map[string]int `json:"empty,omitempty"`
	Suspected map[string]int `json:"suspected,omitempty"`
}

// Absences has the counts of attributes by their names. The zero value is empty.
type Absences map[string]*Absence

const (
	maxAttributes = 1000
	maxWords      = 10 // of one attribute
)

// Add counts a value of a truth, in JSON. empty says that the value carries no information for its field.
func (t *Absences) Add(attribute string, value []byte, empty bool) {
	c := (*t)[attribute]
	if len(value) == 0 || empty && value[0] != '"' || c == nil && len(*t) == maxAttributes {
		return
	}
	var v document.Value // only short texts may be words
	if value[0] == '"' && len(value) <= paths.MaxWord {
		v, _ = document.Parse(value)
		if v.Blank() {
			return
		}
	}
	if c == nil {
		if *t == nil {
			*t = Absences{}
		}
		c = &Absence{Attribute: attribute}
		(*t)[attribute] = c
	}
	c.Texts++
	switch {
	case v.Kind() != document.String:
	case empty && (v.Empty() || paths.IsDash(v.Text())):
		arithmetic.Count(&c.Empty, compare.Fold(v.Text()), 1, maxWords)
	case !empty:
		if suspected, _ := paths.SuspectedWord(v); suspected {
			arithmetic.Count(&c.Suspected, compare.Fold(v.Text()), 1, maxWords)
		}
	}
}

// Counts returns the counts with words, sorted by attribute.
func (t Absences) Counts() (all []Absence) {
	for _, attribute := range slices.Sorted(maps.Keys(t)) {
		if c := t[attribute]; len(c.Empty)+len(c.Suspected) > 0 {
			all = append(all, c.Plus(Absence{}))
		}
	}
	return all
}

// Plus returns the counts of two parts of a data set. It shares no memory with them.
func (c Absence) Plus(o Absence) Absence {
	c.Texts += o.Texts
	c.Empty, c.Suspected = arithmetic.Sum(c.Empty, o.Empty, maxWords), arithmetic.Sum(c.Suspected, o.Suspected, maxWords)
	return c
}

// Taken says which words of which attributes stand for no value, "" for none. name writes an option in the notation of
// the spec.
func Taken(all []Absence, name func(option string) string) string {
	var counts map[string]int
	var places []string
	for _, c := range all {
		n := 0
		for word, times := range c.Empty {
			arithmetic.Count(&counts, word, times, maxWords)
			n += times
		}
		if n > 0 {
			places = append(places, fmt.Sprintf("%q (%d of %d truths)", c.Attribute, n, c.Texts))
		}
	}
	if len(places) == 0 {
		return ""
	}
	if more := len(places) - maxPlaces; more > 0 {
		places = append(places[:maxPlaces], fmt.Sprintf("and %d more", more))
	}
	texts, _ := list(counts, 1)
	verb := "stands"
	if len(counts) > 1 {
		verb = "stand each"
	}
	return fmt.Sprintf("%s: %s %s for no value, as null does; %s makes it one, and %s states that it is none",
		strings.Join(places, ", "), texts, verb, name("absent_words: []"), name("absent_words: ["+texts+"]"))
}

// Suspects says which words may stand for no value, and the option for them, in the notation of a spec file, "" for
// none.
func (c Absence) Suspects() (text, option string) {
	texts, n := list(c.Suspected, leastSuspected)
	if n == 0 {
		return "", ""
	}
	return fmt.Sprintf("%q: %d of %s say %s: if that stands for no value", c.Attribute, n, words.Plural(c.Texts, "truth"), texts), "absent_words: [" + texts + "]"
}

const (
	leastSuspected = 2 // truths that are a word which often stands for no value
	maxPlaces      = 4
)

// list returns the words that are there often enough, quoted, and how many values they are.
func list(counts map[string]int, least int) (texts string, n int) {
	var all []string
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		if counts[word] >= least {
			all = append(all, fmt.Sprintf("%q", word))
			n += counts[word]
		}
	}
	return strings.Join(all, ", "), n
}
