package dataset

import (
	"cmp"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
)

// Mixed is the layout of a document that prints numbers, or dates, in several ways.
const Mixed = "mixed"

// maxTexts bounds the texts that [NumberLayout] and [DateLayout] read.
const maxTexts = 1000

// NumberLayout returns a sample of how the first 1,000 of the texts print numbers. The separators of all these texts
// together decide:
//
//   - "1,889.00", "1.889,00", "1 889,00", "1'889.00", "12,34,567.00" where they show the separators of groups and of decimals;
//   - "1889.00" and "1889,00" where there are four digits or more without a separator before the decimals;
//   - "0.00" and "0,00" where they show the separator of decimals alone, as smaller numbers do;
//   - [Mixed] where texts contradict each other, and "" where no text shows the separator of decimals:
//     the point of "1.889" may separate groups or decimals.
//
// [number.LayoutOf] reads each text.
func NumberLayout(texts []string) string {
	var all number.Layout
	for _, text := range texts[:min(len(texts), maxTexts)] {
		layout := number.LayoutOf(text)
		decimal, mixed := together(all.Decimal, layout.Decimal)
		group, clash := together(all.Group, layout.Group)
		if mixed || clash {
			return Mixed
		}
		all = number.Layout{Decimal: decimal, Group: group}
	}
	if all.Decimal == "" {
		return ""
	}
	whole := "1" + all.Group + "889"
	switch all.Group {
	case "":
		whole = "0"
	case number.Ungrouped:
		whole = "1889"
	case number.IndianGroups:
		whole = "12,34,567"
	}
	return whole + all.Decimal + "00"
}

// together returns the layout that two texts show together, "" for unknown, and whether they differ.
func together(a, b string) (layout string, differ bool) {
	return cmp.Or(a, b), a != "" && b != "" && a != b
}

// DateLayouts returns the results of [DateLayout], without "".
func DateLayouts() []string { return append(date.OrderNames(), date.NamedMonth, Mixed) }

// DateLayout returns how the first 1,000 of the texts print dates: "dmy", "mdy", "ymd", "named month", [Mixed], or "" where
// no text shows it. [date.Layout] reads each text.
func DateLayout(texts []string) string {
	all := ""
	for _, text := range texts[:min(len(texts), maxTexts)] {
		layout, mixed := together(all, date.Layout(text))
		if mixed {
			return Mixed
		}
		all = layout
	}
	return all
}
