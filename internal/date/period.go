package date

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Period is a span of days. Its ends have a day each.
type Period struct{ First, Last Reading }

// ParsePeriod reads a text as a period, by the options of dates without the formats and the precision:
//
//   - two dates with a dash or a word such as to, bis, au and から between them: 01.03.2024 – 31.03.2024, vom 1. bis 31. März
//     2024, March 1 to April 3, 2024, 2024年3月1日から3月31日まで; or, if both are whole dates, with a slash;
//   - what one date lacks, it has from the other: 1.–3.3.2024, March 1–3, 2024, 2024年3月1日～31日. If the first day would be after
//     the last, it is of the year before: 28.12. – 3.1.2024;
//   - two months or two years: März – Mai 2024, 2023–2024;
//   - one date, month or year, from its first day to its last: March 2024.
//
// Times of day do not count. A text that can be divided in two ways is not a period. Two reports whether two dates are printed.
func (p *Parser) ParsePeriod(text string) (period Period, two, ok bool) {
	if len(text) > MaxLength {
		return Period{}, false, false
	}
	text = trimMarks(strings.TrimFunc(Fold(text), isSpace))
	if whole, ok := p.readSpan(text); ok {
		return whole.Period, false, true
	}
	text, cuts := divide(text)
	if len(cuts) > 8 {
		return Period{}, false, false
	}
	for _, cut := range cuts {
		next, read := p.join(strings.TrimSpace(text[:cut[0]]), strings.TrimSpace(text[cut[1]:]), text[cut[0]] != '/')
		switch {
		case !read:
		case ok && (next.First.Date != period.First.Date || next.Last.Date != period.Last.Date):
			return Period{}, false, false
		default:
			period, ok = next, true
		}
	}
	return period, true, ok
}

// divide returns the places of the marks and words that may stand between the ends of a period, and the text without the words
// before and after both ends.
func divide(text string) (rest string, cuts [][2]int) {
	for i := 0; i < len(text); {
		end, uses := wordEnd(text[i:]), role(0)
		if end > 0 {
			w, _ := findWord(text[i : i+end])
			uses = w.roles
		}
		next := i + max(end, 1)
		switch {
		case i == 0 && uses&from != 0:
			return divide(strings.TrimLeft(text[next:], ". "))
		case uses&until != 0 && next == len(text): // 31日まで
			return text[:i], cuts
		case uses&until != 0, strings.IndexByte("-~/", text[i]) >= 0:
			cuts = append(cuts, [2]int{i, next})
		}
		i = next
	}
	return text, cuts
}

// span is a day, a month or a year.
type span struct {
	Period
	precision Precision
}

// readSpan reads a text as a day, else as a month, else as a year.
func (p *Parser) readSpan(text string) (s span, ok bool) {
	q := Parser{convention: p.convention}
	for ; q.precision <= Year; q.precision++ {
		if r := (Reading{}); q.printed(text, &r).isNone() {
			s = span{Period{r, r}, q.precision}
			first, last := &s.First.Date, &s.Last.Date
			if q.precision == Year {
				first.Month, last.Month = 1, 12
			}
			if q.precision >= Month {
				first.Day, last.Day = 1, daysIn(last.Year, last.Month)
			}
			return s, true
		}
	}
	return s, false
}

// join reads the two ends of a period. If partial is set, an end may lack what the other has.
func (p *Parser) join(before, after string, partial bool) (Period, bool) {
	first, firstOK := p.readSpan(before)
	last, lastOK := p.readSpan(after)
	if partial && !lastOK && (!firstOK || yearFirst(before)) { // March 1|3, 2024
		for i := len(before) - 1; i > 0 && !lastOK; i-- {
			if mayJoin(before, i, before[:i], after) {
				after = before[:i] + after
				if last, lastOK = p.readSpan(after); !lastOK {
					after = after[i:]
				}
			}
		}
	}
	for i := 1; partial && lastOK && (!firstOK || first.precision != last.precision) && i < len(after); i++ { // 1.|3.3.2024
		if mayJoin(after, i, before, after[i:]) {
			first, firstOK = p.readSpan(before + after[i:])
			firstOK = firstOK && first.precision == last.precision
		}
		if earlier := first; firstOK && first.First.Date.Sub(last.First.Date) > 0 {
			earlier.First.Date.Year--
			first, firstOK = earlier, earlier.First.Date.exists()
		}
	}
	if !firstOK || !lastOK || first.precision != last.precision {
		return Period{}, false
	}
	period := Period{first.First, last.Last}
	period.First, _ = Together(period.First, period.Last)
	_, period.Last = Together(period.First, period.Last)
	return period, period.First.Date.Sub(period.Last.Date) <= 0
}

func yearFirst(text string) bool {
	return len(text) > 4 && strings.Trim(text[:4], "0123456789") == "" && (text[4] < '0' || text[4] > '9')
}

// mayJoin reports whether a text can be cut at i, and two texts joined: no number or word is divided, or made of two.
func mayJoin(text string, i int, before, after string) bool {
	return !within(text[:i], text[i:]) && !within(before, after)
}

func within(before, after string) bool {
	x, _ := utf8.DecodeLastRuneInString(before)
	y, _ := utf8.DecodeRuneInString(after)
	return unicode.IsDigit(x) && unicode.IsDigit(y) || inWord(x) && inWord(y)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// ParseClock reads a text as a time of day without a date, by the forms of times of day that [Options] allow beside a date:
// 14:30, 2:30 PM, 14h30, 14.30 Uhr, and 14.30. The Date of the reading is zero. 1430 is a number.
func ParseClock(text string) (r Reading, ok bool) {
	var g grammar
	if len(text) > MaxLength || g.scanText("at "+trimMarks(strings.TrimFunc(text, isSpace))) != "" || !g.clock.hasTime || g.n > 0 {
		return Reading{}, false
	}
	g.clock.report(&r)
	return r, true
}
