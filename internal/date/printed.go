package date

import (
	"fmt"
	"slices"
	"strings"
)

// grammar reads one text as a date that documents print. [Options] lists the forms.
type grammar struct {
	scan
	clock clock
	convention
}

// convention reads the parts of one date, by the options and the usual rules.
type convention struct {
	order     Order // the one that is stated, if any
	found     Order // the one of other dates of the field, if any
	usual     Order // the default order with / and - and blanks
	precision Precision
	languages []string

	weekdays     weekdaySet // that the text names, 0 for none
	otherCentury bool       // a year of two digits is not of the usual century
	result       printed
}

// printed is the date in one text, without the time of day.
type printed struct {
	date   Date          // Day 0 and Month 0 where none is printed
	order  Order         // by which it is read, 0 when nothing else was possible
	orders [YMD + 1]bool // by which it can be read; all false when the order is clear

	other      Date // by another order, when none is stated; zero for none
	otherOrder Order

	languages, otherLanguages string // that have the name of the month, if it is another month in others
}

// problem says why a text is not a date, and which option would read it. The zero value means that
// the text is a date.
type problem struct{ reason, advice string }

func (p problem) isNone() bool { return p.reason == "" }

var noForm = problem{reason: "it does not have the form of a date"}

// scanText reads the tokens of a text, and the time of day among them. The reason says why the text is
// not a date, "" if all tokens are valid.
func (g *grammar) scanText(text string) (reason string) {
	if reason = g.readText(Fold(text)); reason != "" {
		return reason
	}
	if g.signs {
		g.readSigns()
	}
	if g.timed {
		g.clock, reason = g.takeClock()
	}
	return reason
}

// parse reads a text.
func (g *grammar) parse(text string) problem {
	if reason := g.scanText(text); reason != "" {
		return problem{reason: reason}
	}
	tokens := g.trimmed()
	months, marks := 0, false
	for i := range tokens {
		t := &tokens[i]
		if t.kind == wordToken && t.word.month != 0 {
			months++
		}
		marks = marks || t.hasRole(yearMark)
	}
	p := g.readTokens(tokens, months, marks)
	if !p.isNone() && g.weekdays != 0 && g.result.orders == ([YMD + 1]bool{}) { // another order may fit in this century
		g.result, g.otherCentury = printed{}, true
		if g.readTokens(tokens, months, marks).isNone() {
			p = problem{}
		}
	}
	if !p.isNone() {
		return p
	}
	switch d := g.result.date; {
	case d.Month == 0 && g.precision < Year:
		return problem{"it is only a year", "precision: year"}
	case d.Day == 0 && g.precision < Month:
		return problem{"it is a month without a day", "precision: month"}
	}
	return problem{}
}

// readTokens reads the tokens of the day, by how many months they name and whether they have the mark of a year.
func (g *grammar) readTokens(tokens []token, months int, marks bool) problem {
	switch {
	case len(tokens) == 0 && g.clock.hasTime:
		return problem{reason: "it is a time of day without a date"}
	case marks:
		return g.marked(tokens)
	case months == 1:
		return g.named(tokens)
	case months == 0:
		return g.numeric(tokens)
	}
	return problem{reason: "it has two months"}
}

// trimmed gives the tokens of the day, without the article and the weekday before
// it, and without the weekday, the word for year and the full stop or comma after it.
func (g *grammar) trimmed() []token {
	tokens := g.list[:g.n]
	months, numbers, marks, whole := 0, 0, false, false
	for i := range tokens {
		switch t := &tokens[i]; {
		case t.hasRole(yearMark):
			marks = true
		case t.kind == numberToken:
			numbers++
			whole = whole || numbers > 2 || t.digits > 4
		case t.kind == wordToken && t.word.month != 0:
			months++
		}
	}
	for len(tokens) > 0 && tokens[0].kind == wordToken {
		w := tokens[0].word
		isWeekday := w.weekdays != 0 && g.weekdays == 0 && (w.month == 0 || months > 1 || whole) // "mar" may be either
		if !isWeekday && !w.hasRole(article) {
			break
		}
		tokens = tokens[1:]
		if isWeekday {
			g.weekdays = w.weekdays
			for len(tokens) > 0 && (tokens[0].isMark('.') || tokens[0].isMark(',')) {
				tokens = tokens[1:]
			}
		}
	}
	if n := len(tokens); n > 3 && tokens[n-1].isMark(')') && tokens[n-3].isMark('(') && tokens[n-2].kind == wordToken && g.weekdays == 0 {
		if g.weekdays = tokens[n-2].word.weekdays; g.weekdays != 0 {
			tokens = tokens[:n-3]
		}
	}
	if n := len(tokens); n > 1 && (tokens[n-1].isMark('.') || tokens[n-1].isMark(',')) {
		tokens = tokens[:n-1]
	}
	if n := len(tokens); n > 1 && tokens[n-1].kind == wordToken && tokens[n-1].word.month == 0 {
		last := &tokens[n-1]
		switch {
		case last.hasRole(yearWord):
			if tokens = tokens[:n-1]; n > 2 && tokens[n-2].isMark('.') {
				tokens = tokens[:n-2]
			}
		case last.word.weekdays != 0 && g.weekdays == 0 && !(marks && tokens[n-2].kind == numberToken): // 3月, 1日
			g.weekdays = last.word.weekdays
			tokens = tokens[:n-1]
			if n := len(tokens); tokens[n-1].isMark(',') {
				tokens = tokens[:n-1]
			}
		}
	}
	return tokens
}

// check says why a day is invalid, "" if it is valid.
func (c *convention) check(d Date) (reason string, rank int) {
	if reason, rank = blame(d); reason != "" {
		return reason, rank
	}
	if c.weekdays != 0 && !c.weekdays.contains(d.weekday()) {
		return fmt.Sprintf("%s is a %s", d, d.weekday()), 3
	}
	return "", 4
}

// allows makes d the result, and returns the problem if there is no such day or it has another weekday.
func (c *convention) allows(d Date) problem {
	reason, _ := c.check(d)
	c.result.date = d
	return problem{reason: reason}
}

// isPeriod sets the result to a month or, for month 0, to a year. It returns the problem if there is no such month or
// year.
func (c *convention) isPeriod(year, month int) problem {
	reason, _ := blame(newDate(year, max(month, 1), 1))
	c.result.date = newDate(year, month, 0)
	return problem{reason: reason}
}

// marked reads 2024年3月1日, 2024年3月 and 2024年.
func (g *grammar) marked(tokens []token) problem {
	var parts [3]int
	for i, mark := range []role{yearMark, monthMark, dayMark} {
		if len(tokens) == 0 && i > 0 {
			break
		}
		if len(tokens) < 2 || tokens[0].kind != numberToken || !tokens[1].hasRole(mark) || (tokens[0].digits == 4) != (i == 0) || tokens[0].digits > 4 {
			return noForm
		}
		if parts[i] = tokens[0].value; parts[i] == 0 {
			return problem{reason: "one of its parts is 0"}
		}
		tokens = tokens[2:]
	}
	if len(tokens) > 0 {
		return noForm
	}
	if parts[2] == 0 {
		return g.isPeriod(parts[0], parts[1])
	}
	return g.allows(newDate(parts[0], parts[1], parts[2]))
}

// named reads a date with the name of its month. If the name is two months in different languages, a stated language decides.
// Else both months are read. The first is the month of a language that prints a point after the day if the text has this
// point, and else the month of a language that prints none.
func (g *grammar) named(tokens []token) problem {
	i := slices.IndexFunc(tokens, func(t token) bool { return t.kind == wordToken && t.word.month != 0 })
	w := tokens[i].word
	if w.other == 0 {
		return g.namedMonth(tokens, int(w.month))
	}
	point := i > 0 && tokens[i-1].isMark('.')
	languages, otherLanguages := w.monthLanguages()
	first, second := g.preference(languages, point), g.preference(otherLanguages, point)
	if second > first {
		w.month, w.other = w.other, w.month
		languages, otherLanguages = otherLanguages, languages
	}
	p := g.namedMonth(tokens, int(w.month))
	if max(first, second) >= stated && min(first, second) < stated {
		return p
	}
	d := g.result.date
	switch q := g.namedMonth(tokens, int(w.other)); {
	case p.isNone() && q.isNone():
		g.result.other, g.result.languages, g.result.otherLanguages = g.result.date, languages, otherLanguages
		fallthrough
	case p.isNone():
		g.result.date = d
	case q.isNone():
		return q
	}
	return p
}

const stated = 2 // the least preference for a language that is stated

// preference says how likely a text is in one of some languages.
func (g *grammar) preference(languages string, point bool) (most int) {
	for code := range strings.SplitSeq(languages, ",") {
		likely := 0
		if strings.HasSuffix(languageOrder(code), ".") == point {
			likely++
		}
		if slices.Contains(g.languages, code) {
			likely += stated
		}
		most = max(most, likely)
	}
	return most
}

// namedMonth reads a date with the name of a month.
func (g *grammar) namedMonth(tokens []token, month int) problem {
	var numbers [2]*token
	n, digitsBefore, marks := 0, 0, 0
	for i := range tokens {
		t := &tokens[i]
		if t.kind == markToken {
			if marks++; i == 0 || i == len(tokens)-1 || marks > 2 || !g.joins(tokens, i) {
				return noForm
			}
			continue
		}
		marks = 0
		switch {
		case t.kind == numberToken:
			if n == 2 {
				return noForm
			}
			numbers[n] = t
			n++
		case t.word.month != 0:
			digitsBefore = n
		case i > 0 && t.hasRole(ordinal) && !t.space && (tokens[i-1].kind == numberToken || tokens[i-1].kind == markToken):
		case i > 0 && t.hasRole(particle|article):
		default:
			return noForm
		}
	}
	switch {
	case n == 2 && digitsBefore == 1:
		return g.around(numbers[0], month, numbers[1])
	case n == 2 && digitsBefore == 0:
		return g.dayAndYear(numbers[0], month, numbers[1])
	case n == 2 && numbers[0].digits == 4: // 2024. gada 5. marts
		return g.dayAndYear(numbers[1], month, numbers[0])
	case n == 1 && (numbers[0].digits == 4 || numbers[0].digits == 2 && g.precision >= Month):
		return g.isPeriod(g.yearOf(numbers[0]), month)
	case n == 1:
		return problem{reason: "it has no year"}
	}
	return noForm
}

// joins reports whether the mark at i may stand between the parts of a named date.
func (g *grammar) joins(tokens []token, i int) bool {
	next := &tokens[i+1]
	switch tokens[i].mark {
	case '.', ',', '-', '/':
		return true
	case '\'':
		return next.isNumber(2, 2) && !next.space || next.kind == wordToken && next.word.month != 0 // '24, d'abril
	case ':': // 5:e januari
		return next.hasRole(ordinal)
	}
	return false
}

// around reads a month between two numbers: 5 March 2024, 2024 March 5. Of two
// short numbers the first is the day, unless only the second can be.
func (g *grammar) around(a *token, month int, b *token) problem {
	yearFirst := a.digits == 4 || g.order == YMD && a.digits == 2 && b.digits <= 2
	if yearFirst {
		return g.dayAndYear(b, month, a)
	}
	p := g.dayAndYear(a, month, b)
	if !p.isNone() && a.digits == 2 && b.digits <= 2 && g.dayAndYear(b, month, a).isNone() {
		return problem{}
	}
	return p
}

func (g *grammar) dayAndYear(day *token, month int, year *token) problem {
	if day.digits > 2 || year.digits != 2 && year.digits != 4 {
		return noForm
	}
	return g.allows(newDate(g.yearOf(year), month, day.value))
}
