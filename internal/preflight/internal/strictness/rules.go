package strictness

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

const (
	maxMark     = 16 // bytes
	maxTruths   = 64 // that are compared with each other
	leastValues = 2  // different truths that a rule explains
	leastOfRows = 10 // of rows that are shifted: with a few classes, the next row has the value of a wrong answer by chance
	leastPart   = 4  // a rule explains at least one wrong value in 4
)

// rule is a proposal without its counts.
type rule struct {
	kind Kind
	mark string
}

// bestRule returns the rule that explains the most wrong values, nil for none. It must explain at least a quarter of
// them, in five documents and with two different truths. It must not make two truths equal.
func bestRule(right, wrong []read, n int) *Proposal {
	explained := map[rule][]read{}
	for _, p := range wrong {
		for _, r := range rulesOf(p) {
			explained[r] = append(explained[r], p)
		}
	}
	truths := truthsOf(right, wrong)
	var best *Proposal
	for r, own := range explained {
		p := &Proposal{Kind: r.kind, Mark: r.mark}
		for _, pair := range own {
			p.Explained += pair.n
		}
		values := len(truthsOf(own))
		if r.kind == Rows && values < leastOfRows || leastPart*p.Explained < n || values < leastValues || documentsOf(own) < leastDocuments || r.joins(truths) {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(p.Explained, best.Explained), len(p.Mark)-len(best.Mark), cmp.Compare(best.Kind, p.Kind), cmp.Compare(best.Mark, p.Mark)) > 0 {
			best = p
		}
	}
	if best != nil {
		best.Option = optionOf(explained[rule{best.Kind, best.Mark}], right, truths, best.Kind)
	}
	return best
}

// truthsOf returns the different truths of pairs, sorted.
func truthsOf(parts ...[]read) (truths []document.Value) {
	seen := map[string]bool{}
	for _, p := range slices.Concat(parts...) {
		if !seen[p.pair.want] {
			seen[p.pair.want] = true
			truths = append(truths, p.want)
		}
	}
	slices.SortFunc(truths, func(a, b document.Value) int { return cmp.Compare(a.RawText(), b.RawText()) })
	return truths
}

// rulesOf returns the rules that explain a wrong value.
func rulesOf(p read) (all []rule) {
	got, want := strings.TrimSpace(p.got.Text()), strings.TrimSpace(p.want.Text())
	gotText, wantText := p.got.Kind() == document.String, p.want.Kind() == document.String
	if 2*p.above > p.n {
		all = append(all, rule{Rows, "-1"})
	}
	if 2*p.below > p.n {
		all = append(all, rule{Rows, "1"})
	}
	switch sorted := sortWords(want); {
	case !gotText || !wantText:
	case compare.Fold(got) == compare.Fold(want) && got != want:
		all = append(all, rule{Case, ""})
	case sortWords(got) == sorted && strings.Contains(sorted, " "):
		all = append(all, rule{Words, ""})
	}
	if gotText {
		all = appendMark(all, Before, got, want, strings.CutSuffix)
		all = appendMark(all, Behind, got, want, strings.CutPrefix)
	}
	if wantText {
		all = appendMark(all, Without, want, got, strings.CutSuffix)
		all = appendMark(all, Lacking, want, got, strings.CutPrefix)
	}
	all = appendMachineForms(all, p)
	if !gotText && p.got.Kind() != document.Number || !wantText && p.want.Kind() != document.Number {
		return all
	}
	return append(append(all, factors(p)...), days(got, want)...)
}

// appendMark adds a rule if long has a mark beside short: a text without a digit, that is not white space, and is no sign
// or separator of a number.
func appendMark(all []rule, kind Kind, long, short string, cut func(string, string) (string, bool)) []rule {
	mark, ok := cut(long, short)
	mark = strings.TrimSpace(mark)
	if !ok || short == "" || mark == "" || len(mark) > maxMark || strings.ContainsFunc(mark, unicode.IsDigit) || strings.Trim(mark, "-−+.,'") == "" {
		return all
	}
	return append(all, rule{kind, mark})
}

// sortWords returns the words of a text, folded and sorted, without marks around them.
func sortWords(text string) string {
	list := strings.FieldsFunc(compare.Fold(text), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
	slices.Sort(list)
	return strings.Join(list, " ")
}

// factors returns the rules for two numbers that differ only in their sign, or by a factor of 10, 100 or 1000. It
// returns none if a number has two readings, if their marks differ, or if the truth is 0.
func factors(p read) (all []rule) {
	g, errGot := readNumber(p.got)
	w, errWant := readNumber(p.want)
	if errGot != nil || errWant != nil || g.Ambiguous() || w.Ambiguous() || w.Decimal.Sign() == 0 || number.OtherMarks(&g, &w) {
		return nil
	}
	got, want := g.Decimal, w.Decimal
	if got.Cmp(want.Mul(number.FromInt(-1))) == 0 {
		all = append(all, rule{Sign, ""})
	}
	for _, factor := range []int64{10, 100, 1000} {
		text := strconv.FormatInt(factor, 10)
		if got.Cmp(want.Mul(number.FromInt(factor))) == 0 {
			all = append(all, rule{Times, text})
		}
		if want.Cmp(got.Mul(number.FromInt(factor))) == 0 {
			all = append(all, rule{Times, "1/" + text})
		}
	}
	return all
}

func readNumber(v document.Value) (number.Number, error) {
	if v.Kind() == document.Number {
		return number.ParseJSON(v.RawText())
	}
	return number.Parse(v.Text(), number.Auto)
}

// days returns the rules for two dates that are a day apart, or whose day and month are exchanged. It returns none if
// only one of the dates has a second reading.
func days(got, want string) []rule {
	g, errGot := dates().Parse(got)
	w, errWant := dates().Parse(want)
	if errGot != nil || errWant != nil || g.Date.Day == 0 || w.Date.Day == 0 || g.Ambiguous() != w.Ambiguous() {
		return nil
	}
	apart, d := g.Date.Sub(w.Date), w.Date
	switch {
	case g.Date != d && g.Date == (date.Date{Year: d.Year, Month: time.Month(d.Day), Day: int(d.Month)}):
		return []rule{{Swapped, ""}}
	case (apart == 1 || apart == -1) && !g.Ambiguous():
		return []rule{{Days, strconv.Itoa(apart)}}
	}
	return nil
}

// joins reports whether two different truths would be equal if the rule held for all values.
func (r rule) joins(truths []document.Value) bool {
	folded := map[string]string{}
	for _, truth := range truths {
		text := compare.Fold(truth.Text())
		if r.kind == Case {
			text = truth.Text()
		}
		form := r.form(truth.Text())
		if other, found := folded[form]; found && other != text {
			return true
		}
		folded[form] = text
	}
	return false
}

// form returns what the rule leaves of a text; the folded text for mistakes, which make no two values equal.
func (r rule) form(text string) string {
	text = strings.TrimSpace(text)
	switch r.kind {
	case Words:
		return sortWords(text)
	case Before, Without:
		text = strings.TrimPrefix(text, r.mark)
	case Behind, Lacking:
		text = strings.TrimSuffix(text, r.mark)
	}
	return compare.Fold(text)
}

// options are the rules of a spec that may match the values of another form, the strictest first.
var options = map[Kind][]option{
	Words: {
		{"match: fuzzy, algorithm: token_sort, threshold: 1", compare.Fuzzy{Algorithm: "token_sort", Threshold: 1}},
		{"match: person", compare.Person{}},
		{"match: fuzzy, algorithm: token_sort", compare.Fuzzy{Algorithm: "token_sort"}},
	},
	Case:    {{"match: exact, fold_case: true", compare.Exact{FoldCase: true}}},
	Before:  marked,
	Behind:  marked,
	Without: marked,
	Lacking: marked,
}

var marked = []option{{"match: numeric", compare.Numeric{}}, {"match: code", compare.Code{}}}

type option struct {
	text       string
	comparator compare.Comparator
}

// optionOf returns the first option that matches nine of ten pairs of another form and all pairs that match today, and no
// two different truths; "" without such an option.
func optionOf(explained, right []read, truths []document.Value, kind Kind) string {
	for _, o := range options[kind] {
		c, err := compare.Prepare(o.comparator)
		if err != nil {
			continue
		}
		matches := func(got, want document.Value) bool { return Alike(c, got, want) }
		n := 0
		for _, p := range explained {
			if matches(p.got, p.want) && PassedOver(o.comparator, p.got, p.want) == "" {
				n++
			}
		}
		misses := func(p read) bool { return !matches(p.got, p.want) }
		if n*10 >= 9*len(explained) && !slices.ContainsFunc(right, misses) && !anyPair(truths[:min(len(truths), maxTruths)], matches) {
			return o.text
		}
	}
	return ""
}

// anyPair reports whether two of the values match that differ in more than case.
func anyPair(all []document.Value, matches func(a, b document.Value) bool) bool {
	for i, a := range all {
		if slices.ContainsFunc(all[:i], func(b document.Value) bool {
			return compare.Fold(a.Text()) != compare.Fold(b.Text()) && matches(a, b)
		}) {
			return true
		}
	}
	return false
}
