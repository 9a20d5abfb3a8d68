package breakdown

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

const mostAliases = 2 // named in a line

// patterns returns the found slices in words: "rows of lines>=40: 9 of 60 documents, F1 0.380, the rest 0.991; look at
// lines[].amount (565 missing)". A later slice is among the documents that are in no earlier one.
func (f *found) patterns() []Pattern {
	var all []Pattern
	for i := range f.all {
		slice := &f.all[i]
		p := Pattern{Kind: PatternSlice, Slice: slice.condition.String()}
		name := terminal.Excerpt(p.Slice, terminal.MaxName)
		total := len(slice.members) + len(slice.rest)
		p.Text = fmt.Sprintf("%s%s: %d of %s%s, F1 %s, the rest %s", name, slice.aliasText(), len(slice.members), words.Plural(total, f.noun), f.outside(i), slice.sliceF1(slice.members), slice.sliceF1(slice.rest))
		if slice.omitted >= 0 {
			p.Text += ", without " + terminal.Excerpt(f.c.fields.All[slice.omitted], terminal.MaxName) + " itself"
		}
		look := f.lookInto(slice)
		early := look.class == source.Missing && slices.ContainsFunc(f.early, func(items string) bool { return strings.HasPrefix(look.attribute, items) })
		stopped := slice.trait.computed && slice.trait.name == dataset.Stop
		if early && slice.trait.number || look.class == source.CutOff && (slice.trait.number || stopped) {
			continue // answers that end early have a line of their own
		}
		p.Mistakes, p.Attribute, p.Class, p.Case = look.all, look.attribute, look.class, look.first
		if look.attribute != "" {
			p.Text += fmt.Sprintf("; look at %s (%d %s)", terminal.Excerpt(look.attribute, terminal.MaxName), look.n, look.describe())
		}
		if !f.whole { // of a sample of the cases
			p.Mistakes = int(math.Round(float64(p.Mistakes) * float64(f.c.cases) / float64(f.compared())))
		}
		all = append(all, p)
	}
	return all
}

// compared returns how many cases are compared.
func (f *found) compared() int { return casesOf(f.all[0].members) + casesOf(f.all[0].rest) }

// outside says among which documents a slice was found.
func (f *found) outside(i int) string {
	text := ""
	switch i {
	case 0:
	case 1:
		text = " outside of " + terminal.Excerpt(f.all[0].condition.String(), terminal.MaxName)
	default:
		text = fmt.Sprintf(" outside of the %d slices that are worse", i)
	}
	if !f.whole {
		text += fmt.Sprintf(" (a sample of %d)", f.c.cases)
	}
	return text
}

func (s *foundSlice) aliasText() string {
	if len(s.aliases) == 0 {
		return ""
	}
	text := " (nearly the same: "
	for i, a := range s.aliases[:min(len(s.aliases), mostAliases)] {
		if i > 0 {
			text += ", "
		}
		text += terminal.Excerpt(a.String(), terminal.MaxName)
	}
	if more := len(s.aliases) - mostAliases; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ")"
}

// sliceF1 returns the micro F1 of units, without the field s.omitted. As in averages, it is 0 if nothing is right.
func (s *foundSlice) sliceF1(units []unit) report.Ratio {
	right, all := 0, 0
	for _, u := range units {
		for _, v := range u.values {
			if int(v.Field) != s.omitted {
				right, all = right+int(v.Right), all+int(v.All)
			}
		}
	}
	return report.RatioOf(float64(right)/float64(max(all, 1)), all > 0)
}

// look is the field to look at in a slice, with its most frequent kind of mistake.
type look struct {
	all       int // mistakes in the slice
	attribute string
	class     source.Class // "" where no class is recorded
	n         int          // mistakes of the attribute: those of the class, or all
	first     string       // the first case with such a mistake, by its id
}

func (l look) describe() string {
	if l.class == "" {
		return "mistakes"
	}
	return terminal.Excerpt(l.class.String(), terminal.MaxName)
}

// lookInto returns the field to look at in a slice, with its most frequent kind of mistake. The field has the greatest
// loss: the right values that it would have in the slice at its rate over all units, minus those that it has.
func (f *found) lookInto(s *foundSlice) (l look) {
	c := f.c
	type sums struct{ right, all, rightIn, allIn, mistakes int }
	fields := make([]sums, len(c.fields.All))
	for _, part := range []struct {
		units []unit
		count int
	}{{s.members, 1}, {s.rest, 0}} {
		for _, facts := range casesIn(part.units) {
			for _, v := range facts.values {
				sum := &fields[v.Field]
				sum.right, sum.all = sum.right+int(v.Right), sum.all+int(v.All)
				sum.rightIn, sum.allIn, sum.mistakes = sum.rightIn+part.count*int(v.Right), sum.allIn+part.count*int(v.All), sum.mistakes+part.count*int(v.mistakes)
			}
		}
	}
	best, most := -1, 0.0
	for i, sum := range fields {
		if i == s.omitted || sum.mistakes == 0 {
			continue
		}
		l.all += sum.mistakes
		loss := float64(sum.right)*float64(sum.allIn)/float64(sum.all) - float64(sum.rightIn)
		if best < 0 || cmp.Or(cmp.Compare(most, loss), cmp.Compare(c.fields.All[i], c.fields.All[best])) < 0 {
			best, most = i, loss
		}
	}
	if best < 0 {
		return l
	}
	l.attribute, l.n = c.fields.All[best], fields[best].mistakes
	kinds := map[source.Class]int{}
	for _, facts := range casesIn(s.members) {
		for _, m := range facts.mistakes {
			if int(m.field) == best {
				kinds[m.class] += int(m.n)
			}
		}
	}
	for class, n := range kinds {
		if l.class == "" || cmp.Or(cmp.Compare(n, kinds[l.class]), cmp.Compare(l.class, class)) > 0 {
			l.class, l.n = class, n
		}
	}
	l.first = f.firstCase(s.members, int32(best), l.class)
	return l
}

// casesIn returns the cases of units.
func casesIn(units []unit) (all []*comparedCase) {
	for _, u := range units {
		all = append(all, u.cases...)
	}
	return all
}

// firstCase returns the id of the first case, by id, with a mistake in a field: a mistake of the class, or any if class
// is "".
func (f *found) firstCase(units []unit, field int32, class source.Class) (first string) {
	for _, facts := range casesIn(units) {
		present := slices.ContainsFunc(facts.mistakes, func(m comparedMistakes) bool { return m.field == field && m.class == class })
		if class == "" {
			present = slices.ContainsFunc(facts.values, func(v comparedValues) bool { return v.Field == field && v.mistakes > 0 })
		}
		if present && (first == "" || facts.id < first) {
			first = facts.id
		}
	}
	return first
}
