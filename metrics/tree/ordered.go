package tree

import (
	"strings"
	"unicode/utf8"
)

// leafMark is the mark of leaves in the labels of the reference.
const leafMark = "<leaf>"

// label is the content of a node of an ordered tree.
type label struct {
	text string // without leafMark
	leaf bool
	cost int32 // of inserting or removing it
}

func newLabel(text string) label {
	if !strings.Contains(text, leafMark) {
		return label{text: text, cost: 1}
	}
	text = strings.ReplaceAll(text, leafMark, "")
	return label{text: text, leaf: true, cost: int32(utf8.RuneCountInString(text))}
}

// ordered is an ordered tree as Zhang and Shasha number it: nodes in postorder, the root last.
type ordered struct {
	labels    []label
	leftmost  []int // of each node, its leftmost leaf
	keyroots  []int // the highest node over each leftmost leaf, ascending
	forests   float64
	textBytes int
}

func newOrdered(n normalized) *ordered {
	t := &ordered{}
	t.addNode("<root>", n)
	highest := make(map[int]int, len(t.labels))
	for i, l := range t.leftmost {
		highest[l] = i
	}
	for i, l := range t.leftmost {
		if highest[l] == i {
			t.keyroots = append(t.keyroots, i)
			t.forests += float64(i - l + 1)
		}
		if t.labels[i].leaf {
			t.textBytes += len(t.labels[i].text)
		}
	}
	return t
}

// addNode appends a node with everything that is below it.
func (t *ordered) addNode(text string, n normalized) {
	first := len(t.labels)
	for i, part := range n.parts {
		if n.isObject() {
			t.addNode(n.keys[i], part)
		} else {
			t.addNode("<subtree>", part)
		}
	}
	for _, leaf := range n.texts {
		t.append(leafMark+leaf, len(t.labels))
	}
	t.append(text, first)
}

// append appends a node whose leftmost leaf is the node of that number, which is itself if nothing is below it.
func (t *ordered) append(text string, leftmost int) {
	t.labels = append(t.labels, newLabel(text))
	t.leftmost = append(t.leftmost, leftmost)
}
