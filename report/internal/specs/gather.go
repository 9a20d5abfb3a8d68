package specs

import (
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Bounds of the data that is kept from the truths.
const (
	maxKeys     = 200   // of one object; an object with more is a map
	maxNodes    = 5_000 // keys in all
	maxDistinct = 1_000 // distinct values of a key
	maxValues   = 5     // shown values
	maxValue    = 30    // characters of one
)

// node holds the values of the truths at one place.
type node struct {
	places int // truths, or items, that could have a value here
	count  int // places that have the key
	filled int // places with a value that is not empty
	hollow int // places with an empty array

	kinds   [document.Object + 1]int // of the values that are not empty
	keys    []string                 // of objects, in the order in which they were seen
	members map[string]*node
	isMap   bool        // the keys of the objects are data
	items   *node       // of arrays, and of maps
	boxes   boxes       // of arrays
	lists   numberLists // of arrays
	texts   texts

	distinct map[uint64]bool
	many     bool // further distinct values are not recorded
	values   []string

	doubtful map[string]int // folded texts that often stand for no value: how many there are
	words    []string       // those that stand for none

	// In lists of two rows or more: rows counts the rows with a text or a number under the key, and apart those whose value
	// no other row of the list has.
	rows, different int
}

// gatherer collects the values of truths.
type gatherer struct {
	nodes int
	seed  maphash.Seed
	readers
}

func (g *gatherer) newNode() *node {
	g.nodes++
	return &node{distinct: make(map[uint64]bool)}
}

// addValue looks at the value of one more place, which may be missing.
func (g *gatherer) addValue(n *node, v document.Value) {
	n.places++
	if !v.Exists() {
		return
	}
	n.count++
	if v.Kind() == document.Array && v.Len() == 0 {
		n.hollow++
		return
	}
	if v.Empty() {
		return
	}
	if suspected, _ := paths.SuspectedWord(v); suspected {
		arithmetic.Map(&n.doubtful)[compare.Fold(v.Text())]++
		return
	}
	g.addFilled(n, v)
}

// addFilled looks at a value that is not empty.
func (g *gatherer) addFilled(n *node, v document.Value) {
	n.filled++
	n.kinds[v.Kind()]++
	switch v.Kind() {
	case document.Object:
		g.object(n, v)
	case document.Array:
		g.array(n, v)
	default:
		if v.Kind() == document.String {
			g.addText(&n.texts, v)
		} else if isParted(v.RawText()) {
			n.texts.parted++
		}
		n.noteValue(g.hashText(v.Text()), v)
	}
}

func (g *gatherer) object(n *node, v document.Value) {
	for key, member := range v.LastMembers() {
		m := n.members[key]
		if m == nil {
			if len(n.keys) == maxKeys || g.nodes == maxNodes {
				n.isMap = true
				continue
			}
			key = strings.Clone(key)
			m = g.newNode()
			n.keys = append(n.keys, key)
			arithmetic.Map(&n.members)[key] = m
		}
		g.addValue(m, member)
	}
}

func (g *gatherer) array(n *node, v document.Value) {
	if n.items == nil {
		n.items = g.newNode()
	}
	for _, item := range v.Items() {
		g.addValue(n.items, item)
	}
	n.boxes.addBox(g.readers, v)
	n.lists.addList(v)
	if v.Len() < 2 {
		return
	}
	seen := make(map[string]map[uint64]int)
	for _, item := range v.Items() {
		for key, member := range item.LastMembers() {
			if kind := member.Kind(); n.items.members[key] == nil || kind != document.String && kind != document.Number || member.Empty() {
				continue
			}
			if seen[key] == nil {
				seen[key] = make(map[uint64]int)
			}
			seen[key][g.hashText(compare.Fold(member.Text()))]++
		}
	}
	for key, values := range seen {
		m := n.items.members[key]
		for _, rows := range values {
			m.rows += rows
			if rows == 1 {
				m.different++
			}
		}
	}
}

func (g *gatherer) hashText(text string) uint64 { return maphash.String(g.seed, text) }

// noteValue records distinct values, up to a limit.
func (n *node) noteValue(hash uint64, v document.Value) {
	if n.many || n.distinct[hash] {
		return
	}
	if len(n.distinct) == maxDistinct {
		n.many, n.values = true, nil
		return
	}
	n.distinct[hash] = true
	if len(n.values) < maxValues {
		text := words.Excerpt(v.Text(), maxValue)
		if v.Kind() == document.String {
			text = strconv.Quote(text)
		}
		n.values = append(n.values, text)
	}
}

// leastDoubtful is the least number of truths of a key that must be a word that often stands for no value before the
// word is taken so. Other truths of the key must have a value.
const leastDoubtful = 2

const leastOfClass = 3 // values of a class, in the mean

// decide says which doubtful texts stand for no value, and adds the others.
func (g *gatherer) decide(n *node) {
	filled := n.filled
	for _, word := range slices.Sorted(maps.Keys(n.doubtful)) {
		times := n.doubtful[word]
		v := words.TextValue(word)
		_, class := paths.SuspectedWord(v)
		if filled > 0 && times >= leastDoubtful && !(class && n.hasClasses(filled)) {
			n.words = append(n.words, word)
			continue
		}
		for range times {
			g.addFilled(n, v)
		}
	}
	for _, m := range n.members {
		g.decide(m)
	}
	if n.items != nil {
		g.decide(n.items)
	}
}

// hasClasses reports whether few texts make up all values.
func (n *node) hasClasses(filled int) bool {
	return !n.many && n.kinds[document.String] == n.filled && leastOfClass*len(n.distinct) <= filled
}

// settle sets the number of places in which each key could have been, and which objects are maps. Call it when all
// objects were seen.
func (n *node) settle() {
	objects, present := n.kinds[document.Object], 0
	for _, key := range n.keys {
		m := n.members[key]
		m.places = objects
		present += m.count
		m.settle()
	}
	const few = 20 // an object with this many keys or fewer is a map only if its keys never come again
	if len(n.keys) > few && 10*present < len(n.keys)*objects {
		n.isMap = true
	}
	for _, m := range n.members {
		m.isMap = m.isMap || m.hasOwnKeys()
	}
	if n.items != nil {
		n.items.settle()
	}
}

// hasOwnKeys reports whether each of several objects has keys that no other has, and all members are objects with the same keys.
func (n *node) hasOwnKeys() bool {
	objects := n.kinds[document.Object]
	if objects < leastMaps || objects < n.filled || len(n.keys) < 2*objects {
		return false
	}
	shape := n.members[n.keys[0]].keys
	for _, m := range n.members {
		if m.count > 1 || len(m.keys) == 0 || m.filled != m.kinds[document.Object] || !slices.Equal(m.keys, shape) {
			return false
		}
	}
	return true
}

// leastMaps is how many objects must have keys of their own before these are taken for data.
const leastMaps = 3

// addMembers adds the members of maps as items, which is possible once all objects were seen.
func (g *gatherer) addMembers(n *node, v document.Value) {
	for key, member := range v.LastMembers() {
		switch m := n.members[key]; {
		case n.isMap:
			if n.items == nil {
				n.items = g.newNode()
			}
			g.addValue(n.items, member)
		case m != nil:
			g.addMembers(m, member)
		}
	}
	if n.items != nil {
		for _, item := range v.Items() {
			g.addMembers(n.items, item)
		}
	}
}

// settleMembers settles the members of maps.
func (g *gatherer) settleMembers(n *node) {
	if n.isMap && n.items != nil {
		g.decide(n.items)
		n.items.settle()
		return
	}
	for _, m := range n.members {
		g.settleMembers(m)
	}
	if n.items != nil {
		g.settleMembers(n.items)
	}
}
