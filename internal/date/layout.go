package date

import "strings"

// NamedMonth is the layout of a date with the name of its month: "1 March 2024", "March 1, 2024".
const NamedMonth = "named month"

// Layout returns how a text prints a date, "" for a text that is not a date or does not show it:
//
//   - "dmy", "mdy" or "ymd" for a date in numbers that is possible in this order only: 25/12/2018, 12/25/2018,
//     2018-12-25. With dots between the parts it is "dmy", as [Parser.Parse] reads it: 03.04.2024. 2024年3月1日 is "ymd";
//   - [NamedMonth] for a date with the name of its month.
//
// It is "" for 03/04/2024 and 20240301.
func Layout(text string) string {
	if len(text) > MaxLength {
		return ""
	}
	var g grammar
	if !g.parse(strings.TrimFunc(text, isSpace)).isNone() {
		return ""
	}
	for i := range g.list[:g.n] {
		switch t := &g.list[i]; {
		case t.kind == wordToken && t.word.month != 0:
			return NamedMonth
		case t.hasRole(yearMark):
			return YMD.String()
		}
	}
	r := Reading{orders: g.result.orders}
	switch {
	case g.result.order == YMD && r.orders == [YMD + 1]bool{}:
		return YMD.String()
	case g.result.order == DMY && strings.Contains(text, ".") && !strings.ContainsAny(text, "/-"):
		return DMY.String()
	}
	return r.onlyOrder().String()
}
