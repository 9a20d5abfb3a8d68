package date

import "slices"

// readSigns reads the words that change a number beside them:
//
//	令和6, 令6, 平成元, 民國113, พ.ศ. 2567  a year of an era; also R6 at the beginning, if the language is Japanese: S1.2.3 may be a part
//	tháng 3                        the month of that number
//	6 มิถุนายน 2554, 6 มิ.ย. 54        a year of the Buddhist era after the name of a month in Thai
func (g *grammar) readSigns() {
	s := &g.scan
	for i := 0; i+1 < s.n; i++ {
		number := i + 1
		if s.list[number].isMark('.') && !s.list[number].space && i+2 < s.n {
			number++
		}
		w, next := &s.list[i], &s.list[number]
		switch {
		case w.hasRole(monthSign) && next.isNumber(1, 2) && 1 <= next.value && next.value <= 12:
			*w = token{kind: wordToken, space: w.space, word: word{month: uint8(next.value)}}
		case w.hasRole(era) && next.hasRole(firstYear):
			*w = token{kind: numberToken, space: w.space, value: int(w.word.number) + 1, digits: 4}
		case w.hasRole(era) && next.isNumber(1, 4) && (w.word.number <= 0 || next.digits < 4) && (w.word.roles == era || i == 0 && !next.space && slices.Contains(g.languages, "ja")):
			*w = token{kind: numberToken, space: w.space, value: int(w.word.number) + next.value, digits: 4}
		case w.hasRole(buddhist) && next.isNumber(4, 4) && next.value >= 2400:
			next.value -= 543
			continue
		case w.hasRole(buddhist) && next.isNumber(2, 2):
			next.value = (next.value + 57) % 100 // 2500 is 1957
			continue
		default:
			continue
		}
		s.remove(i+1, number+1)
	}
}
