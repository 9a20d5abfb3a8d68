package preflight

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// companies differ by more than a few letters, ibans by one digit.
var companies = strings.Split("Northwind Traders,Contoso Pharma,Schreinerei Lamm,Boulangerie Petit,Officina Rossi,Talleres Vega,Van Dijk Bouw,Acme Steel,Blue Yonder Air,Wide World Importers", ",")

func ibans() (all []string) {
	for i := range 9 {
		all = append(all, fmt.Sprintf("DE8937040044053201300%d", i))
	}
	return all
}

// own returns truths of one field, and each as its own answer.
func own(truths []string) (pairs [][2]string) {
	for _, truth := range truths {
		text := fmt.Sprintf(`{"v": %q}`, truth)
		pairs = append(pairs, [2]string{text, text})
	}
	return pairs
}

// By hand: nine IBANs have 36 pairs, and each pair differs in one of 22 characters.
func TestFuzzyThatCannotTellTruthsApart(t *testing.T) {
	found := texts(answered(t, `fields: [{path: v, match: fuzzy}]`, own(ibans())...).Findings())
	assert.Equal(t, []string{`"v": fuzzy takes 36 of 36 pairs of different truths as equal, so the value of another document counts as right: write match: exact, or a higher threshold`}, found)
	assert.Empty(t, answered(t, `fields: [{path: v, match: fuzzy}]`, own(companies)...).Findings())
	assert.Empty(t, answered(t, `fields: [{path: v, match: fuzzy, threshold: 0.99}]`, own(ibans())...).Findings())
}
