package equal

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

// Plus returns the proposal that two parts of a data set have both: what one part does not propose, it may contradict.
func (p *Proposal) Plus(o *Proposal) *Proposal {
	if p == nil || o == nil || p.Kind != o.Kind || p.Mark != o.Mark || p.Option != o.Option {
		return nil
	}
	both := Proposal{Kind: p.Kind, Mark: p.Mark, Option: p.Option, Wrong: p.Wrong + o.Wrong, Explained: p.Explained + o.Explained, Lenient: p.Lenient || o.Lenient}
	if p.Kind != Aliases {
		return &both
	}
	both.Explained = 0
	for _, a := range p.Aliases {
		i := slices.IndexFunc(o.Aliases, func(b Alias) bool { return a.Truth == b.Truth && a.Text == b.Text })
		if i >= 0 {
			a.Values += o.Aliases[i].Values
			both.Aliases = append(both.Aliases, a)
			both.Explained += a.Values
		}
	}
	if len(both.Aliases) == 0 {
		return nil
	}
	return &both
}
