package strictness

import "slices"

// Kind says what a [Proposal] is about.
type Kind string

const (
	Aliases Kind = "aliases" // texts that may mean the same as a truth
	Words   Kind = "words"   // the words of the truth in another order
	Case    Kind = "case"    // the letters of the truth in another case
	Before  Kind = "before"  // the answers have Mark before the truth
	Behind  Kind = "behind"  // the answers have Mark behind the truth
	Without Kind = "without" // the answers lack Mark, with which the truths begin
	Lacking Kind = "lacking" // the answers lack Mark, with which the truths end
	Times   Kind = "times"   // the answers are Mark times the truth, "100" or "1/100"
	Sign    Kind = "sign"    // the answers have the other sign
	Days    Kind = "days"    // the answers are a day before or after the truth: Mark is "-1" or "1"
	Swapped Kind = "swapped" // day and month are exchanged
	Rows    Kind = "rows"    // the answers stand in the row before or after: Mark is "-1" or "1"
)

// Proposal is what many wrong values of a field have in common.
type Proposal struct {
	Kind Kind   `json:"kind"`
	Mark string `json:"mark,omitzero"`
	// Aliases has the texts that may mean the same as a truth, sorted by the truth.
	Aliases []Alias `json:"aliases,omitempty"`
	// Option is the rule that matches the values of another form, as a spec file writes it. It is "" for aliases, for
	// mistakes, and without such a rule.
	Option string `json:"option,omitzero"`
	// Wrong is the number of wrong values that were examined, Explained the number of these that the proposal explains.
	Wrong     int `json:"wrong"`
	Explained int `json:"explained"`
	// Lenient says that some values match that differ, so that [compare.Exact] would not do in place of the comparator.
	//
	// [compare.Exact]: https://pkg.go.dev/github.com/extracteval/extracteval/metrics/compare#Exact
	Lenient bool `json:"lenient,omitzero"`
}

// Alias is a text that may mean the same as a truth, and the number of wrong values that this explains.
type Alias struct {
	Truth  string `json:"truth"`
	Text   string `json:"text"`
	Values int    `json:"values"`
}

const leastDocuments = 5 // that have the values of a rule, or an alias

// Proposal returns what many wrong values have in common, nil for nothing: the rule that explains the most of them, or
// else aliases. The rule or each alias stands in at least five documents, and no pair contradicts it.
func (v *Values) Proposal() *Proposal {
	wrong, n := v.wrong.read()
	if documentsOf(wrong) < leastDocuments {
		return nil
	}
	right, _ := v.right.read()
	best := bestRule(right, wrong, n)
	if best == nil && !v.right.partial && !v.wrong.partial { // a pair that was left out may contradict an alias
		best = aliasesOf(right, wrong)
	}
	if best != nil {
		best.Wrong = n
	}
	return best
}

// Means reports whether aliases explain nine of ten wrong values, so that the field needs no laxer comparator.
func (p *Proposal) Means() bool { return p != nil && p.Kind == Aliases && p.Explained*10 >= p.Wrong*9 }

// Keep returns the proposal with those of its aliases for which keep is true, nil without any.
func (p *Proposal) Keep(keep func(truth, text string, values int) bool) *Proposal {
	if p == nil || p.Kind != Aliases {
		return nil
	}
	kept := Proposal{Kind: Aliases, Wrong: p.Wrong, Lenient: p.Lenient}
	for _, a := range p.Aliases {
		if keep(a.Truth, a.Text, a.Values) {
			kept.Aliases = append(kept.Aliases, a)
			kept.Explained += a.Values
		}
	}
	if len(kept.Aliases) == 0 {
		return nil
	}
	return &kept
}

// Plus returns the proposal that two parts of a data set have both: what one part does not propose, it may contradict.
func (p *Proposal) Plus(o *Proposal) *Proposal {
	if p == nil || o == nil || p.Kind != o.Kind || p.Mark != o.Mark || p.Option != o.Option {
		return nil
	}
	both := *p
	if p.Kind == Aliases {
		own, others := p.Keep(o.has), o.Keep(p.has) // in the same order
		if own == nil {
			return nil
		}
		for i := range own.Aliases {
			own.Aliases[i].Values += others.Aliases[i].Values
		}
		both, o = *own, others
	}
	both.Wrong, both.Explained, both.Lenient = both.Wrong+o.Wrong, both.Explained+o.Explained, both.Lenient || o.Lenient
	return &both
}

func (p *Proposal) has(truth, text string, _ int) bool {
	return slices.ContainsFunc(p.Aliases, func(a Alias) bool { return a.Truth == truth && a.Text == text })
}
