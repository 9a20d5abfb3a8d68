package page

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report/render/internal/plain"
)

// address is a state of the page as the fragment of its URL says it: which cases are
// listed, and which one is shown. It has names, so that it leads to the same in the page
// of another run. js/address.js reads and writes the same.
type address struct {
	set, show, field, outcome, kind, tag, change, text, id string
	none                                                   bool // what it asks for is not in the page
}

// href returns the fragment, "" where nothing leads there. Script that runs is not in
// it: it begins with "#", and what follows is escaped.
func (a address) href() template.URL {
	if a.none {
		return ""
	}
	var parts []string
	for _, pair := range [][2]string{
		{"set", a.set}, {"show", a.show}, {"field", a.field}, {"outcome", a.outcome}, {"kind", a.kind},
		{"tag", a.tag}, {"change", a.change}, {"text", a.text}, {"case", a.id},
	} {
		if pair[1] != "" {
			parts = append(parts, pair[0]+"="+url.QueryEscape(pair[1]))
		}
	}
	return template.URL("#" + strings.Join(parts, "&"))
}

// filterNames are the values of the filters, by the numbers that stand for them.
type filterNames struct {
	fields, classes, tags []string
	field, class, tag     map[string]int
	sets                  []string // their keys
	keys                  struct{ fields, classes, tags []string }
}

// number returns the number of a name, giving it the next one when it is new.
func number(name string, names *[]string, numbers map[string]int) int {
	n, ok := numbers[name]
	if !ok {
		n = len(*names)
		numbers[name] = n
		*names = append(*names, name)
	}
	return n
}

// name gives keys to the names that filters offer, when all are numbered.
func (n *filterNames) name() {
	cut := func(name string) string { return plain.Cut(name, plain.MaxName) }
	n.keys.fields = keysOf(n.fields, cut)
	n.keys.classes = keysOf(n.classes, cut)
	n.keys.tags = keysOf(n.tags, cut)
}

// keysOf returns what addresses call each of the first maxOptions names: what is shown of
// it, with a number behind it where another is shown alike.
func keysOf(names []string, show func(string) string) []string {
	seen := map[string]bool{}
	var keys []string
	for _, name := range names[:min(len(names), maxOptions)] {
		shown := show(name)
		if shown == "" {
			shown = "(empty)"
		}
		key := shown
		for n := 2; seen[key]; n++ {
			key = fmt.Sprintf("%s (%d)", shown, n)
		}
		seen[key] = true
		keys = append(keys, key)
	}
	return keys
}

// CaseKey returns what addresses call a case: its id, of a long one or one that is not
// shown as it is the beginning and eight digits of its hash.
func CaseKey(id string) string {
	shown := plain.Cut(id, plain.MaxName)
	if shown == id && id != "" {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return shown + "~" + hex.EncodeToString(sum[:4])
}

// of returns the address of a data set.
func (n *filterNames) of(set int) address { return address{set: n.sets[set]} }

// byField asks for an attribute. Without an option for it nothing leads there: the text
// of a case has its paths, which are others.
func (a *address) byField(attribute string, names *filterNames) {
	var ok bool
	a.field, ok = keyOf(attribute, names.field, names.keys.fields)
	a.none = a.none || !ok
}

// byClass asks for a kind of mistake, by its text without an option for it.
func (a *address) byClass(class errorclass.Class, names *filterNames) {
	var ok bool
	if a.kind, ok = keyOf(string(class), names.class, names.keys.classes); !ok {
		a.text = plain.Cut(class.String(), plain.MaxName)
	}
}

// byTag asks for a tag, by its text without an option for it.
func (a *address) byTag(tag string, names *filterNames) {
	var ok bool
	if a.tag, ok = keyOf(tag, names.tag, names.keys.tags); !ok {
		a.text = plain.Cut(tag, plain.MaxName)
	}
}

// keyOf returns the key of a name.
func keyOf(name string, numbers map[string]int, keys []string) (string, bool) {
	n, ok := numbers[name]
	if !ok || n >= len(keys) {
		return "", false
	}
	return keys[n], true
}
