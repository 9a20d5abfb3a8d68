package strictness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

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
}

func (p *Proposal) describe() string {
	beside := map[string]string{"-1": "before", "1": "after"}[p.Mark]
	return strings.NewReplacer("QUOTED", strconv.Quote(p.Mark), "MARK", p.Mark, "BESIDE", beside).Replace(descriptions[p.Kind])
}

// Rule returns the rule of a spec that would match the wrong values, in the notation of the spec, "" without one. match is
// the name of the comparator today, kind the kind of the field: set and map compare their elements. Aliases are written
// for comparators of single values alone, and in Go where tags are written, which have none; of more than most, Rule
// counts the others.
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
		if list = "match: " + match + ", " + list; inner {
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
	if list = strings.Join(texts, ", "); n == spectext.YAML {
		return "aliases: {" + list + "}", more
	}
	return "Aliases: map[string][]string{" + list + "}", more
}

// key returns a key of a YAML flow mapping. It quotes all but words in capitals, of which it quotes those that YAML
// reads as another type, such as NO.
func key(text string) string {
	plain := len(text) > 2 && !strings.ContainsFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' })
	if !plain || slices.Contains([]string{"YES", "OFF", "TRUE", "FALSE", "NULL"}, text) {
		return strconv.Quote(text)
	}
	return text
}
