package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// unreadable says which values the comparator cannot read, and is an error where these are
// over a tenth.
func (f *Field) unreadable(dates *Order, whole bool) (Finding, bool) {
	if f.Unread == 0 {
		return Finding{}, false
	}
	of := f.asked()
	if f.Match == "class" {
		return f.noClass(of), true
	}
	most := f.Unread*unreadShare > of
	text := fmt.Sprintf("%q: %s cannot read %d of %s", f.place(), f.Match, f.Unread, words.Plural(of, "truth"))
	var examples []string
	for _, x := range f.Examples {
		one := x.at(x.Value)
		if x.Why != "" && len(f.Examples) == 1 {
			one += ": " + x.Why
		}
		examples = append(examples, one)
	}
	if len(examples) > 0 {
		text += ", such as " + strings.Join(examples, ", ")
	}
	option, n := f.remedy(dates, most)
	switch {
	case strings.HasPrefix(option, otherMatch):
		text += fmt.Sprintf("; %s reads %d of %d", option, n, f.Unread)
	case option != "":
		text += fmt.Sprintf("; %s would read %d of them", option, n)
	case most:
		text += "; mend the truths, or write match: auto, which takes each as it is"
	}
	own := f.Match == "regex" || f.Match == "one_of"
	return Finding{Text: text, Option: option, Error: most && whole && !f.Unscored && !own}, true
}

// noClass says which truths are of no declared class. No answer to one of them can be right.
func (f *Field) noClass(of int) Finding {
	verb := "are not among"
	if f.Unread == 1 {
		verb = "is not among"
	}
	text := fmt.Sprintf("%q: %d of %s %s its classes", f.place(), f.Unread, words.Plural(of, "truth"), verb)
	for i, x := range f.Examples {
		text += [...]string{", such as ", ", "}[min(i, 1)] + x.at(x.Value)
		if x.Why != "" {
			text += " (" + x.Why + ")"
		}
	}
	return Finding{Text: text + "; mend the truths, or add the class", Error: !f.Unscored}
}

// otherMatch is before the name of another comparator in [Field.Advice].
const otherMatch = "match: "

// unreadShare: a field is an error when more than one in so many of its values cannot be read.
const unreadShare = 10

// remedy returns the option that would read the most of the unread values or, where they are most
// of the values, another comparator.
func (f *Field) remedy(dates *Order, most bool) (option string, n int) {
	for _, o := range slices.Sorted(maps.Keys(f.Advice)) { // options of "match" are behind those of "format" and "order"
		switch {
		case strings.HasPrefix(o, "order: ") && dates != nil && dates.by(dates.Order).Only > dates.by(dates.Order).Not: // it would not read the others
		case strings.HasPrefix(o, otherMatch) && (!most || strings.TrimPrefix(o, otherMatch) == f.Match):
		case f.Advice[o] > n:
			option, n = o, f.Advice[o]
		}
	}
	return option, n
}

// asked is how many values the comparator has to read. Records of old do not say it: there it is
// the number of values that it reads, as far as it reports it, and of those that it cannot.
func (f *Field) asked() int {
	return cmp.Or(f.Asked, f.Unread+max(f.Filled-f.Unread, f.Ambiguous+f.Clear))
}
