package redact

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// ruleSet holds the compiled rules of a [Redaction] as a tree of the steps of their attributes.
type ruleSet struct {
	root      node
	strictest Mode         // of the mode and all rules
	unmet     atomic.Int64 // how many rules no attribute and no document has met yet
}

// node is one step of a rule.
type node struct {
	rule      bool        // a rule ends here
	met       atomic.Bool // an attribute or a document had something at the rule's path
	mode      Mode
	strictest Mode // the strictest of the rules that end here or go on from here
	members   map[string]*node
	folded    map[string][]*node // members by their keys, folded by [compare.Fold]
	items     *node              // []
	any       *node              // {}
}

// Compile checks the mode and the rules and returns a Redaction that is prepared for
// many cases, whose rules no longer change. The error joins all mistakes, in
// the order of the rules: an attribute that cannot be read, or that names one item
// of a list (write lines[].sku, not lines[3].sku) or something like "(invented)"; an
// unknown mode; two rules for one attribute.
//
// With the evaluator of the spec, a rule that matches no attribute is also an error: the spec compares no value at,
// below or above it. A spec without fields, or with a list without fields, takes its attributes from each truth: a rule
// that may match such an attribute is not an error. e may be nil.
//
// [Redaction.Leaves] also accepts a Redaction that is not compiled. It redacts everything as
// omit when Compile(nil) returns an error.
func (r Redaction) Compile(e *eval.Evaluator) (Redaction, error) {
	r.rules = nil
	rules := &ruleSet{strictest: r.strictest()}
	rules.root.rule, rules.root.mode, rules.root.strictest = true, r.Mode, r.Mode
	rules.root.met.Store(true)
	var errs []error
	if err := r.Mode.check(); err != nil {
		errs = append(errs, fmt.Errorf("report: %w", err))
	}
	attributes := attributesOf(e)
	spelled := map[string]string{} // rules by their attributes as they are printed
	for _, text := range slices.Sorted(maps.Keys(r.Paths)) {
		fail := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("report: redaction rule %q: "+format, append([]any{text}, args...)...))
		}
		path, err := ruleOf(text)
		mode := r.Paths[text]
		wrong := mode.check()
		other, repeated := spelled[path.String()]
		switch {
		case err != nil:
			fail("%w", err)
			continue
		case repeated:
			fail("it is for the same attribute as %q", other)
			continue
		case wrong != nil:
			fail("%w", wrong)
		case len(attributes) > 0 && !slices.ContainsFunc(attributes, func(a attribute) bool { return a.covers(path) }):
			fail("the spec has no such attribute, only %s", words.Quoted(e.Attributes(), 20, "none"))
		}
		spelled[path.String()] = text
		end := rules.root.insert(path, mode)
		if len(attributes) > 0 { // the rule matches one of them
			end.met.Store(true)
		} else {
			rules.unmet.Add(1)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return r, err
	}
	if len(r.Paths) == 0 {
		r.Paths = nil
		return r, nil
	}
	r.Paths, r.rules = maps.Clone(r.Paths), rules
	return r, nil
}

// Check returns an error that lists the rules that matched nothing in a run, nil if every rule matched. A rule matches
// a compared attribute at, above or below it. If r is compiled and has redacted the cases of the run
// ([Redaction.Leaves]), a rule also matches a truth or an answer with a value, even null, at exactly the path of the
// rule. Check is for specs that take their attributes from truths: [Redaction.Compile] cannot detect a mistyped rule
// for them, and the value that the rule should hide is then in the records.
//
// A rule for a key that only an answer has is no mistake: it hides a value that is not compared, in every answer. Check
// cannot know whether a truth has the same value under another name: each name needs a rule.
func (r Redaction) Check(compared []string) error {
	if len(r.Paths) == 0 {
		return nil
	}
	var attributes []attribute
	for _, name := range compared {
		if path, err := paths.ParseAttribute(name); err == nil {
			attributes = append(attributes, attribute{name: name, path: path})
		}
	}
	var errs []error
	for _, text := range slices.Sorted(maps.Keys(r.Paths)) {
		path, err := ruleOf(text)
		if err == nil && slices.ContainsFunc(attributes, func(a attribute) bool { return a.covers(path) }) {
			continue
		}
		if err == nil && r.rules != nil && r.rules.root.endNode(path).met.Load() {
			continue
		}
		errs = append(errs, fmt.Errorf("report: redaction rule %q: it matches no truth, answer or field of the spec, so it has hidden nothing; attributes are %s", text, words.Quoted(compared, 20, "none")))
	}
	return errors.Join(errs...)
}

// AddRule adds a rule from the flag of a command: PATH=MODE, where the mode is
// hash, omit or keep ([None]), such as "vendor.iban=omit". Compile checks the path.
func (r *Redaction) AddRule(rule string) error {
	i := strings.LastIndexByte(rule, '=')
	if i < 0 {
		return fmt.Errorf("%q is not a rule, want PATH=MODE, such as vendor.iban=omit", rule)
	}
	path, mode := rule[:i], Mode(rule[i+1:])
	switch mode {
	case Hash, Omit:
	case "keep":
		mode = None
	default:
		return fmt.Errorf("rule %q: unknown mode %q, want hash, omit or keep", rule, string(mode))
	}
	if _, repeated := r.Paths[path]; repeated {
		return fmt.Errorf("rule %q: there is a rule for %q already", rule, path)
	}
	arithmetic.Map(&r.Paths)[path] = mode
	return nil
}

// Prepared returns r compiled. If r cannot be compiled, Prepared returns a Redaction that omits everything.
func (r Redaction) Prepared() Redaction {
	if r.rules != nil || len(r.Paths) == 0 {
		return r
	}
	compiled, err := r.Compile(nil)
	if err != nil {
		return r.withMode(Omit)
	}
	return compiled
}

// ruleOf reads the attribute of a rule.
func ruleOf(text string) (document.Path, error) {
	path, err := document.ParseAttribute(text)
	if err != nil {
		var p *document.PathError
		if !errors.As(err, &p) {
			return nil, err
		}
		return nil, fmt.Errorf("at offset %d: %s; %s", p.Offset, p.Problem, p.Hint)
	}
	if text[0] == '(' {
		return nil, fmt.Errorf("it is not an attribute of a document; for a key that begins so, write %q", path)
	}
	items, members := slices.Clone(path), slices.Clone(path)
	indexed, bracket := false, false
	for i, step := range path {
		if step.Index >= 0 {
			indexed, bracket = true, bracket || step.Bracket
			items[i] = document.Step{Index: -1, Bracket: true}
			members[i] = document.Step{Key: step.Key, Index: -1}
		}
	}
	switch {
	case bracket:
		return nil, fmt.Errorf("it names one item; write %q for all", items)
	case indexed:
		return nil, fmt.Errorf("a number may be an item or a key; write %q for all items, %q for the key", items, members)
	}
	return path, nil
}

// insert returns the node at which the rule ends.
func (n *node) insert(path document.Path, mode Mode) *node {
	for _, step := range path {
		n.strictest = stricter(n.strictest, mode)
		next := n.child(step)
		if next == nil {
			next = &node{}
			if step.AllMembers() {
				n.any = next
			} else if step.AllItems() {
				n.items = next
			} else {
				if n.members == nil {
					n.members, n.folded = map[string]*node{}, map[string][]*node{}
				}
				n.members[step.Key] = next
				key := compare.Fold(step.Key)
				n.folded[key] = append(n.folded[key], next)
			}
		}
		n = next
	}
	n.rule, n.mode, n.strictest = true, mode, stricter(n.strictest, mode)
	return n
}

// endNode returns the node at which an inserted rule ends.
func (n *node) endNode(path document.Path) *node {
	for _, step := range path {
		n = n.child(step)
	}
	return n
}

// child returns the node of one more step of a rule, nil for none.
func (n *node) child(step document.Step) *node {
	switch {
	case step.AllMembers():
		return n.any
	case step.AllItems():
		return n.items
	}
	return n.members[step.Key]
}

// matchValue notes the rules that match a value of a document. It does not look below a place that no rule leads beyond.
func (r *ruleSet) matchValue(n *node, v document.Value) {
	if n.rule && n.met.CompareAndSwap(false, true) {
		r.unmet.Add(-1)
	}
	switch v.Kind() {
	case document.Object:
		for key, member := range v.Members() {
			for _, child := range [...]*node{n.members[key], n.any} {
				if child != nil {
					r.matchValue(child, member)
				}
			}
		}
	case document.Array:
		for _, item := range v.Items() {
			if n.items != nil {
				r.matchValue(n.items, item)
			}
		}
	}
}

// modeOf returns the mode of an attribute of a result. An attribute that cannot be read, which a
// spec with LenientPaths may have, and an invented key have the strictest mode of all.
func (r *ruleSet) modeOf(attribute string) Mode {
	if attribute == metrics.InventedAttribute {
		return r.strictest
	}
	path, err := paths.ParseAttribute(attribute)
	if err != nil {
		return r.strictest
	}
	w := r.walkTo(path)
	return w.strictest()
}

// leafMode returns the mode of a leaf: the mode of its attribute; if a rule names the same value without the class of
// its section, the stricter of the two. A single page of a packet has the strictest mode of all that is in its
// sections.
func (r *ruleSet) leafMode(f *eval.FieldResult) Mode {
	mode := r.modeOf(f.Attribute)
	if f.Attribute == metrics.InventedAttribute {
		return mode
	}
	place, ok := paths.Placed(f.Attribute, f.Path)
	if keyed := paths.Keyed(place, f.Path); ok && !slices.Equal(keyed, place) { // a rule may name one key of a map
		if w := r.walkTo(keyed); w.ruled || len(w.nodes) > 0 {
			mode = stricter(mode, w.strictest())
		}
	}
	if !ok && len(place) > 0 {
		place = append(slices.Clone(place[:len(place)-1]), document.Step{Index: -1, Bracket: true})
	} else if own, err := paths.ParseAttribute(f.Attribute); err != nil || len(own) == len(place) {
		return mode
	}
	if w := r.walkTo(place); w.ruled || len(w.nodes) > 0 {
		mode = stricter(mode, w.strictest())
	}
	return mode
}

// attribute is a row of the spec's table.
type attribute struct {
	name string
	path document.Path
	item bool // other rows are for the values below it
}

// attributesOf returns the attributes that rules may match, nil where e does not know them.
// An item-level row without rows below it is a list that takes its fields from each truth.
func attributesOf(e *eval.Evaluator) []attribute {
	if e == nil {
		return nil
	}
	var all []attribute
	table := e.Table()
	for _, row := range table.Attributes {
		if path, err := paths.ParseAttribute(row.Attribute); err == nil {
			all = append(all, attribute{row.Attribute, path, row.Items})
		}
	}
	for i := range all {
		all[i].item = all[i].item && slices.ContainsFunc(all, func(a attribute) bool {
			return len(a.path) > len(all[i].path) && slices.Equal(a.path[:len(all[i].path)], all[i].path)
		})
	}
	return all
}

// covers reports whether a rule matches an attribute: it is at, above or below it.
func (a attribute) covers(rule document.Path) bool {
	if len(rule) > len(a.path) && a.item {
		return false
	}
	for i, step := range rule[:min(len(rule), len(a.path))] {
		s := a.path[i]
		item := step.AllItems() && !step.AllMembers() && (s.AllItems() && !s.AllMembers() || s.Index >= 0)
		member := step.AllMembers() && !s.Bracket || s.AllMembers() && !step.Bracket || step.AllMembers() && s.AllMembers()
		if !item && !member && (step.Bracket || s.Bracket || step.Key != s.Key) {
			return false
		}
	}
	return true
}
