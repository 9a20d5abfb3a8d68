package specs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// isMost reports whether n of all values are enough for a guess.
func isMost(n, all int) bool { return all > 0 && (n == all || all >= 10 && 10*n >= 9*all) }

// guesser makes fields from the gathered values.
type guesser struct {
	reasons map[string]string // by attribute: the reason of the guess
}

// fields returns the fields for the keys of objects; the attributes begin with prefix.
func (g *guesser) fields(path document.Path, n *node, prefix, noun string) (fields []eval.Field) {
	for _, key := range n.keys {
		m := n.members[key]
		child := append(path[:len(path):len(path)], document.Step{Key: key, Index: -1})
		if m.filled > 0 && m.kinds[document.Object] == m.filled && len(m.keys) > 0 && !m.isMap {
			fields = append(fields, g.fields(child, m, prefix, noun)...)
			continue
		}
		f := eval.Field{Path: child.String()}
		g.value(&f, m, paths.Join(prefix, f.Path), key, noun)
		fields = append(fields, f)
	}
	return fields
}

// value makes a field a leaf, a list or a set, and says why.
func (g *guesser) value(f *eval.Field, n *node, attribute, key, noun string) {
	cause := ""
	switch items := n.items; {
	case n.filled == 0 && n.places == n.count:
		f.Match, f.Absent = compare.Auto{}, true
		cause = fmt.Sprintf("no value in any of %s; remove absent when there is one", words.Plural(n.places, noun))
	case n.filled == 0:
		f.Match, f.Absent = compare.Auto{}, true
		cause = fmt.Sprintf("no value in any of the %d of %s that have the key; remove absent when there is one", n.count, words.Plural(n.places, noun))
	case n.isMap && n.kinds[document.Object] == n.filled && n.items.filled > 0:
		cause = g.mapped(f, n, attribute, key)
	case n.kinds[document.Array] < n.filled:
		f.Match, cause = guessLeaf(n, key)
	case items.filled > 0 && items.filled == items.kinds[document.Object] && len(items.keys) > 0 && !items.isMap:
		f.List = &eval.List{}
		f.List.Fields = g.fields(nil, items, attribute+"[]", "row")
		f.List.By, cause = guessKeys(items, f.List.Fields)
		cause = fmt.Sprintf("%s in %s; %s", words.Plural(items.places, "row"), words.Plural(n.filled, "list"), cause)
	case items.filled > 0 && items.filled == items.kinds[document.String]:
		c, reason := guessLeaf(items, key)
		f.Set = &eval.Set{Match: c}
		cause = "texts in any order, each a " + reason
	case items.filled > 0 && items.filled == items.kinds[document.Number] && n.lists.isSet(items, key):
		f.Set = &eval.Set{Match: compare.Numeric{}}
		cause = fmt.Sprintf("numbers in any order, %d to %d in a list, and none twice", n.lists.shortest, n.lists.longest)
	case n.boxes.four == n.filled && n.hollow == 0 && isBoxName(key):
		f.Match, cause = guessBox(n)
	default:
		f.Match, cause = compare.Auto{}, "an array of numbers or of mixed values, compared in order"
	}
	f.AbsentWords = n.words
	if f.Set != nil {
		f.AbsentWords = n.items.words
	}
	if len(f.AbsentWords) > 0 {
		cause += "; absent_words: texts that seem to stand for no value"
	}
	if n.filled > 0 && n.filled < n.places {
		cause += fmt.Sprintf("; in %d of %s", n.filled, words.Plural(n.places, noun))
		if 2*n.filled < n.places {
			cause += " (optional: true excuses an answer without it)"
		}
	}
	g.reasons[attribute] = cause
}

// mapped makes a field a map, or a leaf where the members are neither objects with keys in common nor scalars, and says why.
func (g *guesser) mapped(f *eval.Field, n *node, attribute, key string) string {
	cause := fmt.Sprintf("%s in %s, whose keys are data", words.Plural(n.items.places, "member"), words.Plural(n.filled, "object"))
	switch members, scalars := n.items, n.items.filled-n.items.kinds[document.Object]-n.items.kinds[document.Array]; {
	case scalars == members.filled:
		match, reason := guessLeaf(members, key)
		f.Map = &eval.Map{Match: match}
		return cause + "; each a " + reason
	case members.kinds[document.Object] == members.filled && len(members.keys) > 0 && !members.isMap:
		f.Map = &eval.Map{Fields: g.fields(nil, members, attribute+paths.Members, "member")}
		return cause
	}
	f.Match = compare.Auto{}
	return "objects with keys of their own, compared as a whole"
}

// guessLeaf returns the comparator for the values of a key that are neither all arrays nor all objects whose keys become
// fields.
func guessLeaf(n *node, key string) (c compare.Comparator, reason string) {
	numbers, strings, bools := n.kinds[document.Number], n.kinds[document.String], n.kinds[document.Bool]
	t, all := &n.texts, n.filled
	switch {
	case numbers+strings+bools < all && n.kinds[document.Object] == all:
		c, reason = compare.Auto{}, "objects without keys, compared as a whole"
	case numbers+strings+bools < all, n.hollow > 0: // for all but auto, an empty array is a value
		c, reason = compare.Auto{}, "values of several types, compared by the type of the truth"
	case bools == all:
		c, reason = compare.Bool{}, share("true or false: ", bools, all)
	case bools > 0:
		c, reason = compare.Auto{}, "values of several types, compared by the type of the truth"
	case strings == 0:
		c, reason = compare.Numeric{}, share("number: ", numbers, all)
	case numbers == 0:
		c, reason = guessText(n, key)
	case numbers+t.numbers == all && t.zeros == 0 && !isIDName(key):
		c, reason = compare.Numeric{}, fmt.Sprintf("number: %d as numbers and %d as texts, all %d read", numbers, strings, all)
	case t.codes == strings && t.parted == 0:
		c, reason = compare.Code{}, fmt.Sprintf("code: %d as numbers and %d as texts with digits", numbers, strings)
	default:
		c, reason = compare.Auto{}, "values of several types, compared by the type of the truth"
	}
	if distinct := len(n.distinct); !n.many && distinct == 1 && all >= 5 {
		reason += fmt.Sprintf("; always %s (unscored: true leaves it out of the score)", n.values[0])
	}
	return c, reason
}

// forms are the forms of texts that the comparators know.
var forms = compare.Forms()

// guessText returns the comparator for values that are all texts.
func guessText(n *node, key string) (c compare.Comparator, reason string) {
	t, all, distinct := &n.texts, n.filled, len(n.distinct)
	few := !n.many && all >= 10 && distinct <= 10 && 5*distinct <= all
	for i, form := range forms {
		if n := t.forms[i]; isMost(n, all) && distinct >= form.Distinct && (n == all || !form.All) {
			return form.Comparator, strings.TrimSpace(share(form.Noun+": ", n, all) + " " + form.Property)
		}
	}
	switch {
	case isMost(t.dates+t.compact, all) && (t.dates > 0 || all >= 3 && t.compact == all):
		return guessDate(t, all)
	case t.noDays > 0 && t.dates > 0 && isMost(t.dates+t.noDays, all):
		return compare.Auto{}, share("date: ", t.dates, all) + " read; " + t.noDay
	case isMost(t.months, all) && (t.numbers < all || t.padded > 0) && !t.haveDays() && !isIDName(key):
		return compare.Date{Precision: "month"}, share("month: ", t.months, all) + " read"
	case isMost(t.digits, all) && (t.zeros > 0 || isIDName(key) || distinct > 1 && t.shortest == t.longest && t.longest >= 5):
		return compare.Code{}, share("code: ", t.digits, all) + " are digits alone" + formatCount(t.zeros, ", %d with a zero in front")
	case isMost(t.numbers, all) && !(isIDName(key) && isMost(t.codes, all)):
		return compare.Numeric{}, share("number: ", t.numbers, all) + " read" + formatCount(t.marked, ", %d with a separator, sign or currency")
	case isMost(t.hosts, all) && hasWord(key, "website", "web", "url", "homepage", "domain", "webseite", "site"):
		return compare.URL{}, share("address of a page: ", t.hosts, all) + " have a host"
	case isMost(t.codes, all) && t.parted > 0:
		return compare.Auto{}, share("text or code: ", t.codes, all) + fmt.Sprintf(" have digits, %d with a separator that code leaves out", t.parted)
	case isMost(t.codes, all):
		return compare.Code{}, share("code: ", t.codes, all) + " have digits, and no words"
	case t.names.found(all):
		return t.names.guess(all)
	case isIDName(key) && isMost(t.capitals, all):
		return compare.Code{}, share("code: ", t.capitals, all) + " are capital letters alone"
	case few:
		return compare.Exact{Fold: true}, fmt.Sprintf("one of %s: %s%s", words.Plural(distinct, "value"), strings.Join(n.values, ", "), ellipsis(distinct > len(n.values)))
	case 2*t.codes >= all:
		return compare.Auto{}, share("text or code: ", t.codes, all) + " have digits; compared by the type of the truth"
	case 5*t.numbered >= all:
		return compare.Auto{}, share("text: ", t.numbered, all) + " have digits or initials, which auto compares exactly"
	case t.ordinals > 0:
		return compare.Auto{}, share("text: ", t.ordinals, all) + " have a number, such as III or #1, which fuzzy takes for a few letters"
	}
	return compare.Fuzzy{}, share("text: ", t.blanks, all) + " have several words" + formatCount(t.codes, ", %d are codes")
}

func guessDate(t *texts, all int) (compare.Comparator, string) {
	c := compare.Date{}
	reason := share("date: ", t.dates+t.compact, all) + " read"
	if t.noDays > 0 {
		reason += "; " + t.noDay
	}
	switch {
	case t.dayFirst > 0 && t.monthFirst == 0:
		c.Order = "dmy"
	case t.monthFirst > 0 && t.dayFirst == 0:
		c.Order = "mdy"
	}
	if t.dayFirst+t.monthFirst+t.ambiguous > 0 {
		reason += fmt.Sprintf("; day first in %d, month first in %d", t.dayFirst, t.monthFirst) + formatCount(t.ambiguous, ", %d could be either")
	}
	switch {
	case t.clocks == 0:
	case t.clocks == t.dates:
		c.Instant = true
		reason += "; all with a time of day"
	case t.clocks*10 >= t.dates:
		return compare.Time{Order: c.Order}, reason + formatCount(t.clocks, "; %d with a time of day")
	default:
		c.Precision = "day"
		reason += formatCount(t.clocks, "; %d with a time of day, which is not compared")
	}
	return c, reason
}

// guessBox returns the comparator for boxes. It tries xyxy first: on most pages some box is narrower
// than its distance from the margin, so that widths fail as right edges.
func guessBox(n *node) (compare.Comparator, string) {
	if n.boxes.xyxy == n.filled {
		return compare.Box{Format: "xyxy"}, share("box: ", n.boxes.xyxy, n.filled) + " have right > left and bottom > top"
	}
	if n.boxes.xywh == n.filled {
		return compare.Box{Format: "xywh"}, fmt.Sprintf("box: not all of %d have right > left and bottom > top, so these are width and height", n.filled)
	}
	return compare.Auto{}, "four numbers that are not all boxes, compared in order"
}

// guessKeys returns the field that distinguishes rows: a text that nearly all rows have and that few rows of a list share. It
// prefers a description or a name to a number, and to these the number of a row (item no, position) that is unique in each
// list. Lists of one row say nothing about keys.
func guessKeys(items *node, fields []eval.Field) (keys []string, reason string) {
	best, top := "", 0.0
	for _, f := range fields {
		path, err := document.ParsePath(f.Path)
		if err != nil || len(path) != 1 {
			continue
		}
		n := items.members[path[0].Key]
		if n == nil || n.rows == 0 || 10*n.filled < 9*items.places {
			continue
		}
		numbered := n.different == n.rows && isRowNumber(path[0].Key)
		if !numbered && (n.kinds[document.String] < n.filled || f.Match == nil || compare.PairingOf(f.Match) > compare.PairByKind) {
			continue // not a text
		}
		distinct := float64(n.different) / float64(n.rows)
		score := distinct + 0.2*float64(paths.RowRank(path[0].Key))
		if numbered {
			score++ // more than any rank
		}
		if distinct >= 0.6 && score > top {
			best, top = f.Path, score
			reason = fmt.Sprintf("by %s: in %d of %d, and %d of %d are unique in their list", f.Path, n.filled, items.places, n.different, n.rows)
		}
	}
	if best == "" {
		return nil, "no text tells them apart, so by all fields"
	}
	return []string{best}, reason
}

func share(prefix string, n, all int) string { return fmt.Sprintf("%s%d of %d", prefix, n, all) }

// formatCount formats a number of values, "" for 0.
func formatCount(n int, format string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

func ellipsis(more bool) string {
	if more {
		return ", …"
	}
	return ""
}

// isIDName reports whether a key's name says that its values are identifiers: numbers under such a
// key are not quantities.
func isIDName(key string) bool {
	return slices.ContainsFunc(paths.Words(key), idName.MatchString)
}

var idName = regexp.MustCompile(`^(?:ids?|no|zip|plz|phone|tel|fax|iban|bic|account|konto|reference|ref|sku|ean|gtin|isbn|serial|department|dept|branch|store)$|` +
	`(?:nr|number|nummer|n[uú]mero|numéro|code)$`) // also in one word: KUNDENNR, barcode

// isRowNumber reports whether a key's name says that its values number the rows of a list.
func isRowNumber(key string) bool {
	own := paths.Words(key)
	only := func(word string) bool {
		return slices.Contains([]string{"item", "line", "row", "pos", "position", "no", "nr", "num", "number", "index"}, word)
	}
	places := hasWord(key, "pos", "position", "row", "index")
	return len(own) > 0 && !slices.ContainsFunc(own, func(word string) bool { return !only(word) }) &&
		(places || len(own) > 1 && hasWord(key, "item", "line"))
}

func isBoxName(key string) bool { return hasWord(key, "box", "bbox", "rect", "rectangle", "bounds") }

func hasWord(key string, words ...string) bool {
	own := paths.Words(key)
	return slices.ContainsFunc(own, func(word string) bool { return slices.Contains(words, word) })
}
