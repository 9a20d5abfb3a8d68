package strictness

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

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
	Machine Kind = "machine" // the answers are the dates of the truths as a program writes them: Mark is the form
	Dates   Kind = "dates"   // the answers are dates, and the truths the same as a program writes them: Mark is the form
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
	// Lenient says that the comparator matches some values that differ, so that [compare.Exact] cannot replace it.
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

// Plus returns the proposal that both parts of a data set make, nil for none: a part may contradict what it does not
// propose.
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

// aliasesOf returns the texts that answers have in place of one truth each, nil without any. A text is no alias
//
//   - if it is also a truth, or an answer to another truth;
//   - if it or the truth has a digit, as identifiers, amounts and dates do, or is an address of e-mail;
//   - if both are codes of the same length, such as EUR and USD, or differ in a mark alone;
//   - if it often stands for no value, such as unknown;
//   - if fewer than five documents have it, or fewer than a third of all wrong answers to the truth are it.
func aliasesOf(right, wrong []read) *Proposal {
	truths, meanings, misses := map[string]bool{}, map[string]string{}, map[string]int{}
	several := map[string]bool{} // texts with several meanings
	proposal := Proposal{Kind: Aliases}
	for i, p := range slices.Concat(right, wrong) {
		got, want := compare.Fold(p.got.Text()), compare.Fold(p.want.Text())
		truths[want] = true
		if meaning, found := meanings[got]; found && meaning != want {
			several[got] = true
		}
		meanings[got] = want
		if i >= len(right) {
			misses[want] += p.n
		} else if p.pair.got != p.pair.want {
			proposal.Lenient = true
		}
	}
	written := map[string]string{} // folded truth -> its most frequent form
	for _, p := range wrong {
		got, want := compare.Fold(p.got.Text()), compare.Fold(p.want.Text())
		if !mayMean(p.got, p.want) || truths[got] || several[got] || len(p.documents) < leastDocuments || p.n*3 < misses[want] {
			continue
		}
		written[want] = cmp.Or(written[want], p.want.Text())
		proposal.Aliases = append(proposal.Aliases, Alias{written[want], p.got.Text(), p.n})
		proposal.Explained += p.n
	}
	if len(proposal.Aliases) == 0 {
		return nil
	}
	slices.SortFunc(proposal.Aliases, func(a, b Alias) int {
		return cmp.Or(cmp.Compare(a.Truth, b.Truth), cmp.Compare(a.Text, b.Text))
	})
	return &proposal
}

// mayMean reports whether two different texts may be two forms of one word.
func mayMean(got, want document.Value) bool {
	g, w := strings.TrimSpace(got.Text()), strings.TrimSpace(want.Text())
	suspected, _ := paths.SuspectedWord(got)
	return got.Kind() == document.String && want.Kind() == document.String && g != "" && w != "" && !suspected &&
		!strings.ContainsFunc(g+w, func(r rune) bool { return unicode.IsDigit(r) || r == '@' }) &&
		letters(g) != letters(w) && !(isCode(g) && isCode(w) && utf8.RuneCountInString(g) == utf8.RuneCountInString(w))
}

// letters returns the letters of a text, and the text if it has none.
func letters(text string) string {
	only := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, compare.Fold(text))
	return cmp.Or(only, text)
}

// isCode reports whether a text is a word in capitals, such as EUR.
func isCode(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsUpper(r) })
}

// MaxListed is how many aliases a message has.
const MaxListed = 8

// String says how many wrong values have what in common: `29 of 31 wrong values are 100 times the truth`.
func (p *Proposal) String() string {
	return fmt.Sprintf("%d of %s %s", p.Explained, words.Plural(p.Wrong, "wrong value"), p.describe())
}

// descriptions say what wrong values have in common: QUOTED is the mark in quotes, MARK the mark, BESIDE before or after.
var descriptions = map[Kind]string{
	Aliases: "would match if these are right",
	Words:   "have the words of the truth in another order",
	Case:    "have the letters of the truth in another case",
	Before:  "have QUOTED before the truth",
	Behind:  "have QUOTED behind the truth",
	Without: "lack QUOTED, with which the truths begin",
	Lacking: "lack QUOTED, with which the truths end",
	Times:   "are MARK times the truth",
	Sign:    "are the truth with the other sign",
	Days:    "are the day BESIDE the truth",
	Swapped: "are the truth with day and month exchanged",
	Rows:    "are the truth of the row BESIDE",
	Machine: "are the date of the truth as MARK, which no rule reads: let the program write 2024-03-01",
	Dates:   "are the date that the truth has as MARK, which no rule reads: write the truths as 2024-03-01",
}

func (p *Proposal) describe() string {
	beside := map[string]string{"-1": "before", "1": "after"}[p.Mark]
	return strings.NewReplacer("QUOTED", strconv.Quote(p.Mark), "MARK", p.Mark, "BESIDE", beside).Replace(descriptions[p.Kind])
}

// Rule returns the rule of a spec that would match the wrong values, in the notation of the spec, "" without one. match is
// the name of the comparator today. kind is the kind of the field: a set or map compares its elements. Rule writes aliases
// only for comparators of single values. If the notation is tags, which cannot have aliases, it writes them in Go. It
// writes the first most aliases and counts the others.
func (p *Proposal) Rule(n spectext.Notation, match, kind string, most int) string {
	inner := kind == spectext.MatchSet || kind == spectext.MatchMap
	own, _ := compare.Options(match)
	listed := slices.ContainsFunc(own, func(o compare.Option) bool { return o.Key == "aliases" })
	switch {
	case p.Kind == Aliases && (listed || slices.Contains([]string{"exact", "fuzzy", "auto", "code"}, match)):
		list, more := p.list(n, most)
		each := ""
		if !listed && p.Lenient && match != "exact" {
			each = match
		}
		if !listed {
			match = compare.Name(compare.OneOf{})
		}
		switch {
		case n != spectext.YAML && each != "":
			return fmt.Sprintf("compare.%s{Each: compare.%s{}, %s}%s", spectext.GoName(match), spectext.GoName(each), list, more)
		case n != spectext.YAML:
			return fmt.Sprintf("compare.%s{%s}%s", spectext.GoName(match), list, more)
		case each != "":
			list = "each: {match: " + each + "}, " + list
		}
		list = "match: " + match + ", " + list
		if inner {
			list = "each: {" + list + "}"
		}
		return list + more
	case p.Option == "" || !slices.Contains([]string{"exact", "fuzzy", "auto", "code", "numeric"}, match):
		return ""
	case inner:
		return n.WriteAlone(kind, "each: {"+p.Option+"}")
	}
	return n.Write(p.Option)
}

// list returns the aliases as an option, and says how many it leaves out.
func (p *Proposal) list(n spectext.Notation, most int) (list, more string) {
	var texts []string
	shown := p.Aliases[:min(len(p.Aliases), most)]
	for len(shown) > 0 {
		truth := shown[0].Truth
		var quoted []string
		for ; len(shown) > 0 && shown[0].Truth == truth; shown = shown[1:] {
			quoted = append(quoted, strconv.Quote(shown[0].Text))
		}
		if joined := strings.Join(quoted, ", "); n == spectext.YAML {
			texts = append(texts, key(truth)+": ["+joined+"]")
		} else {
			texts = append(texts, strconv.Quote(truth)+": {"+joined+"}")
		}
	}
	if left := len(p.Aliases) - most; left > 0 {
		more = fmt.Sprintf(" and %d more", left)
	}
	list = strings.Join(texts, ", ")
	if n == spectext.YAML {
		return "aliases: {" + list + "}", more
	}
	return "Aliases: map[string][]string{" + list + "}", more
}

// key returns a key of a YAML flow mapping. It quotes all texts but words of three capitals or more, and of these the
// words that YAML reads as another type, such as OFF.
func key(text string) string {
	plain := len(text) > 2 && !strings.ContainsFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' })
	if !plain || slices.Contains([]string{"YES", "OFF", "TRUE", "FALSE", "NULL"}, text) {
		return strconv.Quote(text)
	}
	return text
}
