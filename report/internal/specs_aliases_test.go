package internal_test

import (
	"testing"

	"github.com/extracteval/extracteval/report/internal/specs"
	"github.com/stretchr/testify/assert"
)

// Aliases are written where the field stands; comments, order and the other fields stay.
func TestWithAliases(t *testing.T) {
	const euro, each, class = `match: one_of, aliases: {EUR: ["€"]}`, `match: one_of, each: {match: auto}, aliases: {EUR: ["€"]}`, `match: class, aliases: {EUR: ["€"]}`
	for _, test := range []struct{ name, attribute, rule, text, want string }{
		{"in braces", "currency", euro,
			"fields:\n  - {path: number}\n  - {path: currency}  # as printed\n", "fields:\n  - {path: number}\n  - {path: currency, match: one_of, aliases: {EUR: [\"€\"]}}  # as printed\n"},
		{"in place of another comparator", "currency", euro,
			"fields: [{path: currency, match: exact, weight: 2}]", `fields: [{path: currency, match: one_of, aliases: {EUR: ["€"]}, weight: 2}]`},
		{"the name alone", "currency", each,
			"# €\nfields: [number, 'currency']", "# €\nfields: [number, {path: 'currency', match: one_of, each: {match: auto}, aliases: {EUR: [\"€\"]}}]"},
		{"in lines", "currency", each,
			"fields:\n  - path: currency # as printed\n    weight: 2\n", "fields:\n  - path: currency # as printed\n    match: one_of\n    each: {match: auto}\n    aliases: {EUR: [\"€\"]}\n    weight: 2\n"},
		{"in lines, at the end", "currency", euro,
			"fields:\n  - path: currency\n    match: exact", "fields:\n  - path: currency\n    match: one_of\n    aliases: {EUR: [\"€\"]}"},
		{"classes", "currency", class,
			"fields: [{path: currency, match: class, classes: [EUR, USD]}]", `fields: [{path: currency, match: class, aliases: {EUR: ["€"]}, classes: [EUR, USD]}]`},
		{"beside others", "currency", euro,
			`fields: [{path: currency, match: one_of, aliases: {USD: ["$"]}}]`, `fields: [{path: currency, match: one_of, aliases: {EUR: ["€"], USD: ["$"]}}]`},
		{"in rows", "lines[].price.currency", euro,
			"fields:\n  - path: lines\n    match: list\n    fields:\n      - path: price.currency\n      - path: text\n", "fields:\n  - path: lines\n    match: list\n    fields:\n      - path: price.currency\n        match: one_of\n        aliases: {EUR: [\"€\"]}\n      - path: text\n"},
		{"no such field", "currency", euro, "fields: [number]", ""},
		{"no fields", "currency", euro, "{}", ""},
		{"JSON", "currency", euro, `{"fields": [{"path": "currency"}]}`, ""},
		{"options of the comparator", "currency", euro, "fields: [{path: currency, match: exact, fold: true}]", ""},
		{"the same text twice", "currency", euro, `fields: [{path: currency, match: one_of, aliases: {EUR: ["Euro"]}}]`, ""},
		{"an element", "currencies[]", euro, "fields: [{path: currencies, match: set}]", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			changed, ok := specs.WithAliases([]byte(test.text), test.attribute, test.rule, nil)
			assert.Equal(t, test.want != "", ok)
			if ok {
				assert.Equal(t, test.want, string(changed))
			}
		})
	}
}
