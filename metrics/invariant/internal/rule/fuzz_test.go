package rule_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/invariant/internal/rule"
)

// FuzzRule: no rule and no document makes reading or checking panic, and the outcome is
// always the same one of the four states, with a note unless it holds.
func FuzzRule(f *testing.F) {
	for _, r := range []string{
		`total == net + tax`, `total == sum(lines, .amount)`, `all(lines, any(lines, .a == #.b))`, `due - date <= 30 and date + 1e9 > due`,
		`a * a * a * a > 1e99`, `1 / a == 0.1e-99`, `a % b == -a`, `round(a / 3, 30) != abs(-b)`, `x ?? y ?? (z ?? 1)`, `(((((a)))))`, `a ? b : c ? d : e`,
		`lower(upper(trim(a))) matches "(a*)*b"`, `min(max(map(filter(lines, .a > 1), .b))) < 3`, `"" in [a, b, [c]]`, `has(a.b["c d"][0]) or iban(#)`,
		`len(filter(a, filter(#, # == 1) == 2)) == 1`, `sum(map(map(a, # + 1), # + 1)) == 1`, `get("a.b[0]") == get(get("a"), "b")`, "a == `b`", `let x = 1; x`,
		`all(lines, {.a; .b})`, `a | b() | c()`, `::now()`, `#`, `a?.b?.[0]`, `a[b]`, `not not not a`, `- - - 1 == 1`, `1_0.0_1e+1 == 1`, `if a { b } else { c }`,
	} {
		f.Add(r, invoice)
		f.Add(r, `{"a":[[1,[2]],{"b":1e999999999}],"b":"99/99/9999","c":null,"lines":[null,3,{"a":"9999-12-31","b":1e100}]}`)
	}
	f.Fuzz(func(t *testing.T, text, doc string) {
		r, err := rule.Parse(text)
		if err != nil {
			var e *rule.Error
			assert.ErrorAs(t, err, &e)
			return
		}
		v, err := document.Parse([]byte(doc))
		if err != nil {
			return
		}
		b, err := r.Bind(math.Abs(float64(len(text))/100), fieldOf)
		if err != nil {
			t.Fatal(err)
		}
		o := b.Check(t.Context(), v)
		switch o.State {
		case rule.Holds:
			assert.Empty(t, o.Note)
		case rule.Broken, rule.NotApplicable, rule.Errored:
			assert.NotEmpty(t, o.Note, "%s: %s", text, doc)
		default:
			t.Fatalf("%q", o.State)
		}
		assert.LessOrEqual(t, len(o.Paths), 20)
		assert.Equal(t, o, b.Check(t.Context(), v))
	})
}
