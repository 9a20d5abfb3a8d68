package strictness

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// aliasesOf returns the texts that answers have in place of one truth each, nil without any. A text is no alias
//
//   - if it is also a truth, or an answer to another truth;
//   - if it or the truth has a digit, as identifiers, amounts and dates do, or is an address of e-mail;
//   - if both are codes of the same length, such as EUR and USD, or differ in a mark alone;
//   - if it often stands for no value, such as unknown;
//   - if fewer than five documents have it, or a third of all wrong answers to the truth.
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
