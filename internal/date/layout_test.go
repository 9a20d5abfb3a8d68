package date_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/date"
)

func TestLayout(t *testing.T) {
	for want, texts := range map[string][]string{
		"dmy":           {"25/12/2018", "25-12-2018", "20-11-2019", "25/12/2018 10:30", "25.12.2018", "03.04.2024", "3.4.24", "25.12.2018 10:30"},
		"mdy":           {"12/25/2018", "12-25-2018", " 12/25/18 "},
		"ymd":           {"2018-12-25", "2018/1/2", "2018-12-25T10:30:00Z", "2018.12.25", "2024年3月1日"},
		date.NamedMonth: {"1 March 2024", "March 1, 2024", "1. März 2024", "1-Mar-24", "2024 March 1"},
		"": {
			"03/04/2024", // 3 April or 4 March
			"03/03/2024", // the same day by both
			"25/12/18",   // or 2025-12-18
			"20240301", "2024", "March 2024", "12.25.2018", "31/11/2018", "10:30", "", "1,889.00", "n/a",
			"Mon 25/12/2018", // a Tuesday
		},
	} {
		for _, text := range texts {
			assert.Equal(t, want, date.Layout(text), text)
		}
	}
}

// What Layout says is an order by which the text is a date.
func TestLayoutIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}( 10:30)?`).Draw(t, "text")
		order, ok := date.OrderOf(date.Layout(text))
		if !ok || order == 0 {
			return
		}
		p, err := date.Compile(date.Options{Order: order})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Parse(text); err != nil {
			t.Fatalf("%q is %v, but %v", text, order, err)
		}
	})
}
