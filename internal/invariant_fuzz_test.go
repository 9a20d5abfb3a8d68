package internal_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
)

// grammar has each part of the grammar of expr, and texts that are almost in it.
var grammar = []string{
	`total == net + tax`, `total == sum(lines, .amount)`, `all(lines, any(lines, .a == #.b))`, `due - date <= 30 and date + 1e9 > due`,
	`a * a * a * a > 1e99`, `1 / a == 0.1e-99`, `a % b == -a`, `round(a / 3, 30) != abs(-b)`, `x ?? y ?? (z ?? 1)`, `(((((a)))))`, `a ? b : c ? d : e`,
	`lower(upper(trim(a))) matches "(a*)*b"`, `min(max(map(filter(lines, .a > 1), .b))) < 3`, `"" in [a, b, [c]]`, `has(a.b["c d"][0]) or iban(#)`,
	`len(filter(a, filter(#, # == 1) == 2)) == 1`, `get("a.b[0]") == get(get("a"), "b")`, "a == `b`", `let x = 1; x`, `all(lines, {.a; .b})`,
	`all(lines, {.a})`, `a | b() | c()`, `::now()`, `#`, `a?.b?.[0]`, `a?.b.c[1].d`, `a?.b[0]?.c`, `a[b]`, `not not not a`, `- - - 1 == 1`, `1_0.0_1e+1 == 1`,
	`if a { b } else { c }`, `if a { b } else if c { d } else { e }`, `a not in [1, 2,]`, `a not contains "b" and c not startsWith "d"`, `0 < a <= 1 < b`,
	`a ?: b`, `(a ? b : c) ? (d ? e : f) : g`, `not (a in b) or !c`, `not a == b`, `(a or b) and c or d`, `a && b || c`, `-a ** b ** c`, `(-a) * b`, `-(a * b)`,
	`a ^ b % c`, `1..3`, `a.not`, `a.b(c).d`, `a?.b(c)`, `a.matches(b)`, `(a + b).c`, `(a + b)[0]`, `"a"[0]`, `[a][0]`, `a[1:2]`, `a[:]`, `{a: 1}`, `{"a": b}.a`,
	`b"x"`, `nil == a`, `nil.a`, `true.a`, `1.a`, `0x1f`, `0b11`, `0o17`, `010`, `1e999`, `99999999999999999999`, `0x`, `0b2`, `1e`, `1.`, `.5`, `1..`, `a;`, `(a;)`, `a; b`,
	`sum(a)`, `sum(a, )`, `sum(a, .b,)`, `count()`, `all()`, `all(a)`, `a | all(.x)`, `a | sum()`, `a | sum`, `a | 1`, `reduce(a, #acc + #, 0)`, `sortBy(a, .b, "desc")`,
	`sum(a, #x.y)`, `sum(a, {.b}) > 1`, `sum(a, .b; .c)`, `a = b`, `a == `, `a b`, `(a`, `a)`, `[a`, `f(a`, `f(,)`, `f(a,)`, `"abc`, `a @ b`, `a ?? b + c`, `a + b ?? c`, `(a ?? b) + c`,
	`a ?? b | f()`, `a ?? b ? c : d`, `a.`, `a..b`, `a?.`, `a?.1`, `a.1`, `a.in.and`, `not`, `not in`, `a not`, `a not b`, `a not == b`, `a + b not in c`, `-a not in b`, `a or b not in c`,
	`let`, `let a`, `if`, `if a`, `if a {b}`, `if a {b} else c`, `else`, `#x`, `.a`, `$env`, `_a`, `ä == ö`, `"ä" == 'ö' and b`, `a // comment`, `a /* b */ + c`, `a # b`, ``, ` `, `;`, `,`,
	`a ? b`, `a ? : b`, `a ? b :`, `a in b in c`, `a == b == c`, `a < b == c < d`, `a - b - c`, `a - (b - c)`, `a / (b * c)`, `(a == b) == c`, `a == (b == c)`, `(a ** b) ** c`, `!a.b`, `-a.b[0]`, `(-a).b`,
	`(a ? b : c) + d`, `d * (a ? b : c)`, `-(a ? b : c)`, `[a ? b : c]`, `(a ?? b) in c`, `a in (b ?? c)`, `(a and b) or (c and d)`, `a and (b or c)`, `1e21`, `1e20`, `0.00001`, `1_000`,
	`sum(map(map(a, # + 1), # + 1)) == 1`, `all(lines, 0 < (0 < .a < 1 ? 1 : 2) < 3)`, `((a ?: b) ?: c) ?: d`,
}

// FuzzRule: no rule and no document makes reading or checking panic, and the outcome is
// always the same one of the four states, with a note unless it holds.
func FuzzRule(f *testing.F) {
	for _, r := range grammar {
		f.Add(r, ruleInvoice)
		f.Add(r, `{"a":[[1,[2]],{"b":1e999999999}],"b":"99/99/9999","c":null,"lines":[null,3,{"a":"9999-12-31","b":1e100}]}`)
	}
	f.Fuzz(func(t *testing.T, text, doc string) {
		r, err := ruleOf(text, float64(len(text))/100, readerOf)
		if err != nil && strings.Contains(err.Error(), "tolerance: ") {
			r, err = ruleOf(text, 0, readerOf)
		}
		if err != nil {
			var e *invariant.RuleError
			assert.True(t, text == "" || errors.As(err, &e), "%v", err)
			return
		}
		v, err := document.Parse([]byte(doc))
		if err != nil {
			return
		}
		o := checked(t.Context(), r, v)
		switch o.State {
		case invariant.Holds:
			assert.Empty(t, o.Note)
		case invariant.Broken, invariant.NotApplicable, invariant.Errored:
			assert.NotEmpty(t, o.Note, "%s: %s", text, doc)
		default:
			t.Fatalf("%q", o.State)
		}
		assert.LessOrEqual(t, len(o.Paths), 20)
		assert.Equal(t, o, checked(t.Context(), r, v))
	})
}
