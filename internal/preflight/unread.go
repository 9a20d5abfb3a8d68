package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// unreadable returns the finding about values that the comparator cannot read. It is an error if they are more than a
// tenth.
func (f *Field) unreadable(dates *Order, e Evidence) (Finding, bool) {
	if f.Unread == 0 {
		return Finding{}, false
	}
	total := f.asked()
	if f.Match == "class" {
		return f.noClass(total), true
	}
	most := f.Unread*unreadShare > total
	text := fmt.Sprintf("%q: %s cannot read %d of %s", f.place(), f.Match, f.Unread, words.Plural(total, "truth"))
	var examples []string
	for _, x := range f.Examples {
		example := x.describe(x.Value)
		if x.Why != "" && len(f.Examples) == 1 {
			example += ": " + x.Why
		}
		examples = append(examples, example)
	}
	if len(examples) > 0 {
		text += ", such as " + strings.Join(examples, ", ")
	}
	option, n := f.remedy(dates, most)
	switch {
	case strings.HasPrefix(option, otherMatch):
		text += fmt.Sprintf("; %s reads %d of %d", e.write(f, option), n, f.Unread)
		if n <= total-f.Unread { // the comparator reads more than that
			option = ""
		}
	case option != "":
		text += fmt.Sprintf("; %s would read %d of them", e.write(f, option), n)
	case most:
		text += "; correct the truths, or write " + e.write(f, "match: auto") + ", which compares each as it is"
	}
	own := f.Match == "regex" || f.Match == "one_of"
	return Finding{Text: text, Option: option, Error: most && e.Whole() && !f.Unscored && !own}, true
}

// noClass returns the finding about truths that are not of a declared class. No answer to such a truth can be right.
func (f *Field) noClass(total int) Finding {
	verb := "are not among"
	if f.Unread == 1 {
		verb = "is not among"
	}
	text := fmt.Sprintf("%q: %d of %s %s its classes", f.place(), f.Unread, words.Plural(total, "truth"), verb)
	for i, x := range f.Examples {
		text += [...]string{", such as ", ", "}[min(i, 1)] + x.describe(x.Value)
		if x.Why != "" {
			text += " (" + x.Why + ")"
		}
	}
	return Finding{Text: text + "; correct the truths, or add the class", Error: !f.Unscored}
}

// otherMatch is the prefix of the name of another comparator in [Field.Advice].
const otherMatch = "match: "

// unreadShare is the inverse of the share of unreadable values above which a field is an error.
const unreadShare = 10

// remedy returns the option that would read the most unread values, and their number. If most is set, it may return
// another comparator.
func (f *Field) remedy(dates *Order, most bool) (option string, n int) {
	for _, o := range slices.Sorted(maps.Keys(f.Advice)) { // sorted, so that "format" and "order" win over "match"
		switch {
		case strings.HasPrefix(o, "order: ") && dates != nil && dates.countOf(dates.Order).Only > dates.countOf(dates.Order).Not: // it would not read the others
		case strings.HasPrefix(o, otherMatch) && (!most || strings.TrimPrefix(o, otherMatch) == f.Match):
		case f.Advice[o] > n:
			option, n = o, f.Advice[o]
		}
	}
	return option, n
}

// asked returns the number of values that the comparator has to read. Old records lack it: for them it is an estimate,
// from the values that were read and not read.
func (f *Field) asked() int {
	return cmp.Or(f.Asked, f.Unread+max(f.Filled-f.Unread, f.Ambiguous+f.Clear))
}
