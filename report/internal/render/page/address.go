package page

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/render"
)

// address is a state of the page, as the fragment of its URL has it: which cases are listed, and which one is shown. It
// has names, not numbers, so it leads to the same cases in the page of another run. js/address.js reads and writes the
// same form.
type address struct {
	set, show, field, outcome, kind, tag, change, text, id string
	none                                                   bool // the page has nothing to show for it
}

// href returns the fragment, "" if a.none is set. It cannot hold a script that runs: it
// begins with "#", and the values are escaped.
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

// filterNames are the names that the filters of the page offer.
type filterNames struct {
	fields, classes, tags nameList
	sets                  []string // their keys
}

// newFilterNames returns the data sets and the fields of the tables, which come before the
// fields that only cases have.
func newFilterNames(r *render.Report) (n filterNames) {
	var sets []string
	for _, set := range r.Sets {
		sets = append(sets, r.NameOf(set))
		for _, i := range fieldRows(set) {
			if a := &set.Summary.Attributes[i]; !a.Items {
				n.fields.Add(a.Attribute)
			}
		}
	}
	n.sets = keysOf(sets, func(name string) string { return name })
	return n
}

// complete adds the classes, in the order of their rules, and the tags, by name; then it
// makes the keys. A name that is added later has no key.
func (n *filterNames) complete(classes, tags []string) {
	rule := func(class string) int { // classes of other versions come last
		index := slices.Index(source.Classes(), source.Class(class))
		if index < 0 {
			return math.MaxInt
		}
		return index
	}
	for _, class := range slices.SortedFunc(slices.Values(classes), func(a, b string) int { return cmp.Or(cmp.Compare(rule(a), rule(b)), strings.Compare(a, b)) }) {
		n.classes.Add(class)
	}
	for _, tag := range slices.SortedFunc(slices.Values(tags), terminal.Natural) {
		n.tags.Add(tag)
	}
	for _, list := range []*nameList{&n.fields, &n.classes, &n.tags} {
		list.keys = keysOf(list.All, func(name string) string { return terminal.Excerpt(name, terminal.MaxName) })
	}
}

// nameList has names with the numbers that stand for them.
type nameList struct {
	arithmetic.Numbering[string, int]
	keys []string // the keys of the first names; see keysOf
}

// key returns the key of a name in addresses, and false if the filter has no option for it.
func (n *nameList) key(name string) (string, bool) {
	number, ok := n.Number[name]
	if !ok || number >= len(n.keys) {
		return "", false
	}
	return n.keys[number], true
}

// keysOf returns the keys of the first maxOptions names in addresses. A key is the text that
// the page shows for the name, with a number after it if an earlier name has the same text.
func keysOf(names []string, show func(string) string) []string {
	seen := map[string]bool{}
	var keys []string
	for _, name := range names[:min(len(names), maxOptions)] {
		shown := cmp.Or(show(name), "(empty)")
		key := shown
		for n := 2; seen[key]; n++ {
			key = fmt.Sprintf("%s (%d)", shown, n)
		}
		seen[key] = true
		keys = append(keys, key)
	}
	return keys
}

// CaseKey returns the key of a case in addresses: its id, if the page shows it unchanged,
// else the text that the page shows and eight digits of the hash of the id.
func CaseKey(id string) string {
	shown := terminal.Excerpt(id, terminal.MaxName)
	if shown == id && id != "" {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return shown + "~" + hex.EncodeToString(sum[:4])
}

// addressOf returns the address of a data set.
func (n *filterNames) addressOf(set int) address { return address{set: n.sets[set]} }

// byField selects the cases with an attribute. If the filter has no option for the attribute, the address is empty: a
// search for the text would not find the attribute, since cases are searched by their paths.
func (a *address) byField(attribute string, names *filterNames) {
	var ok bool
	a.field, ok = names.fields.key(attribute)
	a.none = a.none || !ok
}

// byClass selects a kind of mistake, or searches for its text if the filter has no option for it.
func (a *address) byClass(class source.Class, names *filterNames) {
	var ok bool
	if a.kind, ok = names.classes.key(string(class)); !ok {
		a.text = terminal.Excerpt(class.String(), terminal.MaxName)
	}
}

// byTag selects a tag, or searches for its text if the filter has no option for it.
func (a *address) byTag(tag string, names *filterNames) {
	var ok bool
	if a.tag, ok = names.tags.key(tag); !ok {
		a.text = terminal.Excerpt(tag, terminal.MaxName)
	}
}
