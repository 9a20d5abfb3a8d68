package compare

import (
	"context"
	"strings"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/metrics/document"
)

// Period compares spans of days: two texts match if they begin on the same day and end on the same day.
//
//   - two dates with a dash or a word such as to, bis, au and から between them: 01.03.2024 – 31.03.2024, vom 1. bis 31. März
//     2024, from March 1 to April 3, 2024, 2024年3月1日から3月31日まで; whole dates also with a slash: 2024-03-01/2024-03-31;
//   - one date may lack what the other has: 1.–3.3.2024, March 1–3, 2024, 2024年3月1日～31日; 28.12. – 3.1.2024 begins in the
//     year before;
//   - two months or years: März – Mai 2024, 2023–2024;
//   - one date, month or year, from its first day to its last: March 2024 is 2024-03-01 – 2024-03-31.
//
// Each end is read as by [Date] without other options, and its rules hold for ambiguous dates, years of two digits and notes;
// times of day do not count. A text that ends before it begins, or that can be divided in two ways, is not a period: the tag is
// "not a period". A truth that is not a period matches the same text, white space aside, with a note. The score is 1 or 0. The
// note of a miss names the end that differs.
type Period struct {
	// Order is the order of dates in numbers, as in [Date].
	Order string `json:"order,omitzero"`
	// Languages lists the languages of the documents, as in [Date].
	Languages []string `json:"languages,omitzero"`

	found date.Order // see InOrder
}

func (Period) name() string { return "period" }

func (Period) pairing() Pairing { return PairByMatch }

func (p Period) sentence() string {
	return "period, the same first and last day" + strings.TrimPrefix(p.reader().sentence(), "date, the same day")
}

// forms proposes Period for texts with two ends, at most a century apart: 2025-3133/01 is a number.
func (p Period) forms() []Form {
	isPeriod := func(v document.Value) bool {
		found, two, ok := dates[0]().parser.ParsePeriod(v.Text())
		return ok && two && found.Last.Date.Year-found.First.Date.Year <= 100
	}
	return []Form{{Comparator: p, Noun: "period", Property: "have two ends", Has: isPeriod, All: true}}
}

// validate reports an unknown Order or language.
func (p Period) validate() error { return p.reader().faults(p.name()) }

// Compare implements [Comparator]. It returns the error of [Prepare].
func (p Period) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, p, got, want)
}

type preparedPeriod struct{ preparedDate }

func (p Period) prepare() (Comparator, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	d, err := p.reader().compile()
	return preparedPeriod{d}, err
}

func (p preparedPeriod) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if !holdsScalarText(got) || !holdsScalarText(want) {
		return identical(unreadable(got, want, "periods", tagNotAPeriod), got, want), nil
	}
	w, _, wantOK := p.parser.ParsePeriod(want.Text())
	g, _, gotOK := p.parser.ParsePeriod(got.Text())
	switch {
	case !wantOK:
		return identical(notAPeriod("the truth", want), got, want), nil
	case !gotOK:
		return notAPeriod("got", got), nil
	}
	return samePeriod(g, w), nil
}

// samePeriod compares two periods.
func samePeriod(got, want date.Period) Comparison {
	g, w := date.Together(got.First, want.First)
	first := judgeDays(0)(g, w)
	first.Note = joinNotes(first.Note, sideNotes(g.Note(), w.Note()))
	g, w = date.Together(got.Last, want.Last)
	last := judgeDays(0)(g, w)
	last.Note = joinNotes(last.Note, sideNotes(g.Note(), w.Note()))
	c := Binary(first.Match && last.Match)
	for i, end := range [...]Comparison{first, last} {
		if end.Note != "" {
			c.Note = joinNotes(c.Note, [...]string{"first day ", "last day "}[i]+end.Note)
		}
	}
	return c
}

func notAPeriod(side string, v document.Value) Comparison {
	return Comparison{Tag: tagNotAPeriod, Note: side + ` "` + shorten(v.Text()) + `" is not a period: it has no first and last day that can be told`}
}

// Read returns the reading of a truth for the function [Read].
func (p preparedPeriod) Read(want document.Value) (Reading, bool) {
	if !holdsScalarText(want) {
		return Reading{Why: "it is of type " + want.Kind().String() + ", and only numbers and strings are read as periods"}, true
	}
	period, _, ok := p.parser.ParsePeriod(want.Text())
	if !ok {
		return Reading{Why: notAPeriod("it,", want).Note}, true
	}
	reading := p.readingOf(period.First, want)
	if last := p.readingOf(period.Last, want); len(last.Orders) == 1 { // which the first has, too
		reading = last
	}
	reading.TimeOfDay = false
	return reading, true
}

// reader returns a Date that reads the ends.
func (p Period) reader() Date { return Date{Order: p.Order, Languages: p.Languages, found: p.found} }

func (p Period) inOrder(found date.Order) Comparator {
	p.found = p.reader().inOrder(found).(Date).found
	return p
}

func (p Period) dateOrder() (order string, stated bool) { return p.reader().dateOrder() }

// Equal reports whether p and other have the same options and the same order by [InOrder]. It is for go-cmp.
func (p Period) Equal(other Period) bool { return p.reader().Equal(other.reader()) }
