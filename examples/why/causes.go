package main

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// cause is a reason why a service errs.
type cause struct {
	name string
	// spoil changes the answer if the cause affects the letter.
	spoil func(r *rand.Rand, l letter, a *answer)
}

var causes = []cause{
	{"cut-list", func(_ *rand.Rand, _ letter, a *answer) { // the service reads 15 rows
		a.Got.Lines = a.Got.Lines[:min(len(a.Got.Lines), 15)]
	}},
	{"confused-class", func(r *rand.Rand, l letter, a *answer) { // it takes Canadian dollars for US dollars
		if l.Want.Currency == "CAD" && r.IntN(4) > 0 {
			a.Got.Currency = "USD"
		}
	}},
	{"deciding-class", func(r *rand.Rand, l letter, a *answer) { // total and number are wrong if the type is
		if r.IntN(10) == 0 {
			a.Got.Type = types[(strings.Index("icrs", l.Want.Type[:1])+1)%len(types)]
			a.Got.Total, a.Got.Number = "1.00", "0"
		}
	}},
	{"script", func(_ *rand.Rand, l letter, a *answer) { // it writes Cyrillic names in Latin letters
		if l.Want.Vendor[0] >= utf8.RuneSelf {
			a.Got.Vendor = "Romashka"
		}
	}},
	{"dates", func(_ *rand.Rand, l letter, a *answer) { // it cannot read 9/17/2024
		if strings.Contains(l.Want.Date, "/") {
			a.Got.Date, a.Got.Due = "", ""
		}
	}},
	{"numbers", func(_ *rand.Rand, l letter, a *answer) { // it ignores the comma of 1889,00
		if strings.Contains(l.Want.Total, ",") {
			a.Got.Total = strings.ReplaceAll(l.Want.Total, ",", "")
		}
	}},
	{"long-text", func(_ *rand.Rand, l letter, a *answer) { // it reads only the first pages: no total, no number
		if utf8.RuneCountInString(l.Text) > 5000 {
			a.Got.Total, a.Got.Number = "", ""
		}
	}},
	{"scanner", func(r *rand.Rand, l letter, a *answer) { // the scanner in the van blurs digits
		if l.Tags["scanner"] == "van" && r.IntN(4) > 0 {
			a.Got.Number = strings.NewReplacer("8", "3", "5", "6", "1", "7").Replace(l.Want.Number) + "0"
		}
	}},
	{"discount", func(r *rand.Rand, l letter, a *answer) { // it takes a discount for the total
		if l.Want.Discount != "" {
			a.Got.Total = l.Want.Discount
		}
	}},
	{"stop", func(r *rand.Rand, _ letter, a *answer) { // the model thinks for too long
		if r.IntN(15) == 0 {
			*a = answer{ID: a.ID, Error: "no answer", Stop: "max_tokens"}
		}
	}},
}
