package redact

import "github.com/extracteval/extracteval/metrics/document"

// walkTo follows a path.
func (r *ruleSet) walkTo(path document.Path) ruleWalk {
	w := ruleWalk{nodes: []*node{&r.root}, mode: r.root.mode}
	for _, step := range path {
		w = w.stepTo(step)
	}
	return w
}

// strictest returns the strictest mode of a place and of all that is below it.
func (w ruleWalk) strictest() Mode {
	mode := w.mode
	for _, n := range w.nodes {
		mode = stricter(mode, n.strictest)
	}
	return mode
}

// ruleWalk is a place in a document together with the rules that lead to it.
type ruleWalk struct {
	nodes []*node // several if an index without brackets may be an item or a key
	mode  Mode    // of the longest rule so far
	ruled bool    // that rule is not the rule of the whole document
}

// stepTo returns the place after one more step. Of several rules of equal length the strictest
// counts.
func (w ruleWalk) stepTo(step document.Step) ruleWalk {
	next := ruleWalk{mode: w.mode, ruled: w.ruled}
	for _, n := range w.nodes {
		if m := n.members[step.Key]; m != nil && !step.Bracket {
			next.nodes = append(next.nodes, m)
		}
		if n.items != nil && (step.AllItems() && !step.AllMembers() || step.Index >= 0) {
			next.nodes = append(next.nodes, n.items)
		}
		if n.any != nil && (step.AllMembers() || !step.Bracket) {
			next.nodes = append(next.nodes, n.any)
		}
	}
	mode, found := None, false
	for _, n := range next.nodes {
		if n.rule {
			mode, found = stricter(mode, n.mode), true
		}
	}
	if found {
		next.mode, next.ruled = mode, true
	}
	return next
}
