package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestAutoChooses(t *testing.T) {
	exact := compare.Exact{}
	code := compare.Exact{FoldCase: true, TrimSpace: true}
	fuzzy := compare.Fuzzy{}
	for _, tt := range []struct {
		name, want string
		rule       compare.Comparator
	}{
		{"number", `100`, exact},
		{"bool", `true`, exact},
		{"array", `["a b"]`, exact},
		{"object", `{}`, exact},
		{"null", `null`, exact},
		{"missing", ``, exact},
		{"ISO date", `"2024-03-01"`, exact},
		{"date with a name, in any case", `"March 1, 2024"`, code},
		{"eight digits are no date here", `"20240301"`, code},
		{"date with space around it", `" 01.03.2024 "`, exact},
		{"30 February is a text with a digit", `"2024-02-30"`, code},
		{"e-mail", `"Billing@Example.com"`, exact},
		{"e-mail without a dot in its domain", `"a@localhost"`, code},
		{"two at signs", `"a@b@c.de"`, code},
		{"dot at the end", `"a@b."`, code},
		{"invoice number", `"INV-2024-001"`, code},
		{"one word", `"Northwind"`, code},
		{"text with a digit", `"30 days net"`, code},
		{"text with an Arabic digit", `"قلم ٣"`, code},
		{"one word with space around it", `" Northwind\n"`, code},
		{"name", `"Northwind Traders"`, fuzzy},
		{"address of a mailbox with a name", `"Billing <a@b.de>"`, fuzzy},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.rule, compare.Auto{}.For(parse(t, tt.want)))
		})
	}
	assert.NoError(t, compare.Auto{}.Validate())
}

func TestAuto(t *testing.T) {
	run(t, []row{
		{"code in another case", compare.Auto{}, `"inv-1 "`, `"INV-1"`, hit},
		{"another code", compare.Auto{}, `"INV-7"`, `"INV-1"`, miss},
		{"name with a typing error", compare.Auto{}, `"Acme Corpp"`, `"Acme Corp"`, similar(0.9)},
		{"date in another format", compare.Auto{}, `"01.03.2024"`, `"2024-03-01"`, miss},
		{"text for a number", compare.Auto{}, `"100"`, `100`, missWith("type mismatch", "got string, want number")},
	})
}
