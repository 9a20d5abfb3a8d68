package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestAliasesInTags(t *testing.T) {
	spec, err := eval.SpecOf[struct {
		Type     string `json:"type" eval:"classes=invoice;letter,aliases=invoice:rechnung;invoice: facture;letter:brief"`
		Currency string `json:"currency" eval:"one_of,aliases=EUR:€"`
	}]()
	require.NoError(t, err)
	assert.Equal(t, compare.Class{Classes: []string{"invoice", "letter"}, Aliases: map[string][]string{"invoice": {"rechnung", "facture"}, "letter": {"brief"}}}, spec.Fields[0].Match)
	assert.Equal(t, compare.OneOf{Aliases: map[string][]string{"EUR": {"€"}}}, spec.Fields[1].Match)

	_, err = eval.SpecOf[struct {
		Currency string `json:"currency" eval:"one_of,aliases=EUR=€"`
	}]()
	assert.EqualError(t, err, `eval: struct.Currency: aliases: "EUR=€" has no colon between a value and its alias; write aliases=EUR:€;EUR:Euro`)
}
