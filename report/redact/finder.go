package redact

import "sort"

// finder tells whether a text contains one of many: a trie with links from each
// beginning to the longest of its endings that is a beginning, too (Aho and
// Corasick, Efficient string matching, 1975). Making it takes at most 256 steps for
// each byte of the texts, looking two for each byte of the text.
type finder struct {
	first [256]int32 // the nodes below the root, which most bytes of a text ask for
	next  map[edge]int32
	nodes []finderNode // the root is the first
}

type edge struct {
	from int32
	by   byte
}

type finderNode struct {
	edge
	depth, fail int32
	end         bool // a text ends here
}

func newFinder() *finder {
	return &finder{next: map[edge]int32{}, nodes: make([]finderNode, 1)}
}

// size returns how many bytes the texts have, common beginnings counted once.
func (f *finder) size() int { return len(f.nodes) - 1 }

// add adds a text, of which a beginning that is a text, too, is enough. Once there are
// more than maxMovedBytes it adds nothing.
func (f *finder) add(text []byte) {
	at := int32(0)
	for _, c := range text {
		if f.nodes[at].end || f.size() > maxMovedBytes {
			return
		}
		e := edge{at, c}
		to := f.next[e]
		if to == 0 {
			to = int32(len(f.nodes))
			f.next[e] = to
			f.nodes = append(f.nodes, finderNode{edge: e, depth: f.nodes[at].depth + 1})
		}
		at = to
	}
	f.nodes[at].end = true
}

// link prepares for looking.
func (f *finder) link() {
	order := make([]int32, len(f.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	sort.SliceStable(order, func(i, j int) bool { return f.nodes[order[i]].depth < f.nodes[order[j]].depth })
	for _, i := range order[1:] {
		n := &f.nodes[i]
		if n.from == 0 {
			f.first[n.by] = i
			continue
		}
		n.fail = f.step(f.nodes[n.from].fail, n.by)
		n.end = n.end || f.nodes[n.fail].end
	}
}

func (f *finder) step(at int32, c byte) int32 {
	for at != 0 {
		if to, ok := f.next[edge{at, c}]; ok {
			return to
		}
		at = f.nodes[at].fail
	}
	return f.first[c]
}

// in reports whether text contains one of the texts.
func (f *finder) in(text []byte) bool {
	at := int32(0)
	for _, c := range text {
		if at = f.step(at, c); f.nodes[at].end {
			return true
		}
	}
	return false
}
