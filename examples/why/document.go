package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// letter is a document: a line of the file of truths.
type letter struct {
	ID   string            `json:"id"`
	Text string            `json:"text"`
	Tags map[string]string `json:"tags"`
	Want values            `json:"want"`
}

// answer is a line of the file of answers.
type answer struct {
	ID    string `json:"id"`
	Got   values `json:"got,omitzero"`
	Error string `json:"error,omitempty"`
	Stop  string `json:"stop"`
}

// values are the values of a letter.
type values struct {
	Type     string `json:"type,omitempty"`
	Number   string `json:"number,omitempty"`
	Date     string `json:"date,omitempty"`
	Due      string `json:"due,omitempty"`
	Total    string `json:"total,omitempty"`
	Currency string `json:"currency,omitempty"`
	Vendor   string `json:"vendor,omitempty"`
	Discount string `json:"discount,omitempty"`
	Lines    []line `json:"lines,omitempty"`
}

type line struct {
	Item   string `json:"item"`
	Amount string `json:"amount,omitempty"`
}

var (
	types      = []string{"invoice", "credit note", "receipt", "statement"}
	currencies = []string{"EUR", "USD", "CAD", "GBP"}
	scanners   = []string{"basement", "reception", "warehouse", "van", "mail room"}
	vendors    = map[string][]string{
		"Latin":    {"Acme Ltd", "Globex Corp", "Initech"},
		"Cyrillic": {"Ромашка", "Вектор", "Заря"},
	}
)

// draw returns a random letter.
func draw(r *rand.Rand, id string) letter {
	cents := func() int { return 100_000 + r.IntN(800_000) }
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	l := letter{ID: id, Tags: map[string]string{"scanner": pick(scanners)}}
	script, amount, date := "Latin", "%d.%02d", "2024-%[1]d-%[2]d"
	if r.IntN(7) == 0 {
		script = "Cyrillic"
	}
	if r.IntN(7) == 0 {
		amount = "%d,%02d"
	}
	switch r.IntN(7) {
	case 0:
		date = "%[1]d/%[2]d/2024"
	case 1:
		date = "%[2]d.%[1]d.2024"
	}
	day := func() string { return fmt.Sprintf(date, 1+r.IntN(12), 13+r.IntN(15)) }
	money := func(cents int) string { return fmt.Sprintf(amount, cents/100, cents%100) }
	l.Want = values{
		Type:     pick(types),
		Number:   fmt.Sprint("N-", 10_000+r.IntN(90_000)),
		Date:     day(),
		Due:      day(),
		Total:    money(cents()),
		Currency: pick(currencies),
		Vendor:   pick(vendors[script]),
	}
	if r.IntN(5) == 0 {
		l.Want.Discount = money(cents() / 10)
	}
	rows := 1 + r.IntN(9)
	if r.IntN(8) == 0 {
		rows = 16 + r.IntN(14)
	}
	for i := range rows {
		l.Want.Lines = append(l.Want.Lines, line{fmt.Sprint("item ", i+1), money(cents() / 10)})
	}
	words := 100 + r.IntN(200)
	if r.IntN(8) == 0 {
		words = 1000 + r.IntN(1000)
	}
	l.Text = strings.Repeat(l.Want.Vendor+" ", words)
	return l
}

// read returns the answer to a letter. It leaves out each value with a probability of 1/50.
func read(r *rand.Rand, l letter) answer {
	got := l.Want
	got.Lines = slices.Clone(got.Lines)
	values := []*string{&got.Type, &got.Number, &got.Date, &got.Due, &got.Total, &got.Currency, &got.Vendor, &got.Discount}
	for i := range got.Lines {
		values = append(values, &got.Lines[i].Amount)
	}
	for _, v := range values {
		if r.IntN(50) == 0 {
			*v = ""
		}
	}
	return answer{ID: l.ID, Got: got, Stop: "end_turn"}
}
