package invoices

import "regexp"

var (
	leadingCount = regexp.MustCompile(`^(\d{1,4})(?: ?x| )\s*(\pL.*)$`)
	wordy        = regexp.MustCompile(`\pL`)
	bullet       = regexp.MustCompile(`^[-*•] ?`)
)

// readLines reads each row with a description and an amount, from the head of the table (or the top) to the first sum.
func readLines(p page, lang *language) []Line {
	first, quantity := tableHead(p, lang)
	var lines []Line
	for _, r := range p.rows[first:] {
		text := r.text(0)
		if anyIn(lang.total, text) || anyIn(lang.net, text) || anyIn(lang.tax, text) {
			if len(lines) > 0 {
				break
			}
			continue
		}
		if line, ok := readLine(r, quantity); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

// tableHead returns the index of the row after the head of the table, and the cell that heads the quantities. Without a
// head it returns 0 and nil.
func tableHead(p page, lang *language) (next int, quantity *cell) {
	for i, r := range p.rows {
		for j := range r {
			if len(r) >= 3 && anyIn(lang.quantity, r[j].text) {
				return i + 1, &r[j]
			}
		}
	}
	return 0, nil
}

// readLine reads a row: the last amount, the cell with the most letters as the description, and the count in the
// quantity column or, if the table has none, also in other cells and at the beginning of the description.
func readLine(r row, quantity *cell) (Line, bool) {
	var line Line
	last := len(r) - 1
	for last > 0 && len(amounts(r[last].text)) == 0 {
		last-- // tax classes, marks
	}
	if last < 1 {
		return line, false
	}
	amount, ok := lastAmount(r[last].text)
	if !ok {
		return line, false
	}
	line.Amount = &amount
	description := 0
	for i, c := range r[:last] {
		if letterCount(c.text) > letterCount(r[description].text) {
			description = i
		}
	}
	line.Description = bullet.ReplaceAllString(r[description].text, "")
	for i, c := range r[:last] {
		if n, ok := readQuantity(c.text); ok && i != description && below(quantity, c) && line.Quantity == nil {
			line.Quantity = &n
		}
	}
	if m := leadingCount.FindStringSubmatch(line.Description); m != nil && quantity == nil {
		if n, ok := readQuantity(m[1]); ok {
			line.Quantity, line.Description = &n, m[2]
		}
	}
	return line, letterCount(line.Description) >= 3
}

// below reports whether c is under the head, or head is nil.
func below(head *cell, c cell) bool {
	return head == nil || c.start < head.end+2 && head.start < c.end+2
}

func letterCount(s string) int { return len(wordy.FindAllString(s, -1)) }
