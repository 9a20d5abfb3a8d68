package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/internal/compare"
)

// A decision says what the best costs beside the others, with as many digits as tell the prices apart.
func TestDecisionsByPrice(t *testing.T) {
	fields := []string{"total"}
	run := func(name string, price float64, wrongs int) made {
		m := made{name: name, to: 40, fields: fields, wrong: below(wrongs)}
		if price >= 0 {
			m.edit = pricedIn(price)
		}
		return m
	}
	for _, tt := range []struct {
		reason string
		runs   []made
		want   string
	}{
		{"the same price", []made{run("a", 1, 0), run("b", 1, 20)}, "a is best: +50.0 points macro F1 over b, 100 against 50 % of documents pass, the same price"},
		{"prices that three digits tell apart", []made{run("a", 1.04, 0), run("b", 1, 20)}, "a is best: +50.0 points macro F1 over b, 100 against 50 % of documents pass, 1.04 times the price"},
		{"prices that no digit tells apart", []made{run("a", 1.0000001, 0), run("b", 1, 20)}, "a is best: +50.0 points macro F1 over b, 100 against 50 % of documents pass, the same price"},
		{"tied at one price", []made{run("a", 1, 0), run("b", 1, 2)}, "not told apart: a, b; +5.0 points macro F1 of a over b, 100 against 95 % of documents pass; at the same price"},
		{"tied, some at one price", []made{run("a", 1, 0), run("b", 1, 2), run("c", -1, 1)}, "not told apart: a, c, b; +2.5 points macro F1 of a over c, 100 against 98 % of documents pass; those whose price is known have the same"},
		{"tied, at three prices", []made{run("a", 1, 0), run("b", 2, 2), run("c", 3, 1)}, "not told apart: a, c, b; +2.5 points macro F1 of a over c, 100 against 98 % of documents pass; a is the cheapest of them, the others have up to 3 times the price"},
	} {
		got, _, _ := decided(t, readCompared(t, compare.Options{}, tt.runs...))
		assert.Equal(t, tt.want, got, tt.reason)
	}
	many := []made{{name: "a", to: 250, fields: fields}, {name: "b", to: 250, fields: fields, wrong: below(1)}}
	got, _, _ := decided(t, readCompared(t, compare.Options{}, many...))
	assert.Equal(t, "not told apart: a, b; +0.4 points macro F1 of a over b, 100.0 against 99.6 % of documents pass", got, "shares that whole numbers do not tell apart")
}
