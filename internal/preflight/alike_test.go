package preflight_test

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

// numbers are codes that count up: most pairs differ in two digits or more.
func numbers() (all []string) {
	for i := range 199 {
		all = append(all, fmt.Sprintf("INV-2024-%04d", i))
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

// By hand: nine IBANs have 36 pairs, and each pair differs in one of 22 characters. Of the three currencies, all three pairs are
// aliases of one; of the two and a sign, one pair of three is.
func TestComparatorsThatCannotTellTruthsApart(t *testing.T) {
	const finding = `"v": %s takes %d of %d pairs of different truths as equal, so the value of another document counts as right: write `
	const altered = `"v": fuzzy takes 32 of 32 codes as equal if their last digit is another, so a wrong code counts as right: write `
	amounts := strings.Split("100,101,102,103,104,105,106,107,108", ",")
	months := strings.Split("January,February,March,April,May,June,July,August,September", ",")
	for i, month := range months {
		months[i] = "Consulting services for the month of " + month
	}
	for _, tt := range []struct {
		name, field string
		truths      []string
		want        string
	}{
		{"codes", "match: fuzzy", ibans(), fmt.Sprintf(finding, "fuzzy", 36, 36) + "match: exact, or a higher threshold"},
		{"codes under a threshold", "match: fuzzy, threshold: 0.99", ibans(), ""},
		{"codes of a set", "match: set, each: fuzzy", ibans(), fmt.Sprintf(finding, "fuzzy", 36, 36) + "each: exact, or a higher threshold"},
		{"accepted codes", "match: one_of, each: fuzzy", ibans(), fmt.Sprintf(finding, "one_of", 36, 36) + "each: exact, or a higher threshold"},
		{"codes that count up", "match: fuzzy", numbers(), altered + "match: exact, or a higher threshold"},
		{"codes that count up, told apart", "match: fuzzy, threshold: 0.95", numbers(), ""},
		{"short codes", "match: fuzzy", strings.Split("A1,A2,B1,B2,C7,D9", ","), ""},
		{"a code among names", "match: fuzzy", append(strings.Split("DE89370400440532013000", ","), companies...), ""},
		{"names", "match: fuzzy", companies, ""},
		{"texts", "match: auto", months, fmt.Sprintf(finding, "auto", 24, 36) + "match: exact"},
		{"codes under auto", "match: auto", ibans(), ""},
		{"amounts", "match: numeric, tolerance: 10", amounts, fmt.Sprintf(finding, "numeric", 36, 36) + "a smaller tolerance"},
		{"amounts, nearly", "match: numeric, tolerance: 1", amounts, ""},
		{"forms of an amount", "match: numeric, tolerance: 0.01", []string{"100", "100.0", "100.00"}, ""},
		{"days", "match: date, tolerance: 40", []string{"2024-03-01", "2024-03-09", "2024-04-01"}, fmt.Sprintf(finding, "date", 3, 3) + "a smaller tolerance"},
		{"days of a month", "match: date, precision: month", []string{"2024-03-01", "2024-03-09", "2024-03-11"}, fmt.Sprintf(finding, "date", 3, 3) + "precision: day"},
		{"months", "match: date, precision: month", []string{"2024-03", "March 2024", "03/2024"}, ""},
		{"aliases", "match: one_of, aliases: {EUR: [USD, GBP]}", []string{"EUR", "USD", "GBP"}, fmt.Sprintf(finding, "one_of", 3, 3) + "fewer aliases, each another name of one value"},
		{"aliases of classes", "match: class, classes: [EUR], aliases: {EUR: [USD, GBP]}", []string{"EUR", "USD", "GBP"}, fmt.Sprintf(finding, "class", 3, 3) + "fewer aliases, each another name of one value"},
		{"aliases that are names", "match: one_of, aliases: {EUR: [€]}", []string{"EUR", "€", "GBP"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pairs := own(tt.truths)
			if strings.Contains(tt.field, "set") {
				for i := range pairs {
					text := strings.Replace(pairs[i][0], `": `, `": [`, 1)
					pairs[i] = [2]string{strings.Replace(text, "}", "]}", 1), strings.Replace(text, "}", "]}", 1)}
				}
			}
			found := texts(answered(t, "fields: [{path: v, "+tt.field+"}]", pairs...).Findings())
			assert.Equal(t, tt.want, strings.Join(found, "\n"))
		})
	}
	found := texts(answered(t, "{}", own(months)...).Findings())
	assert.Equal(t, fmt.Sprintf(finding, "auto", 24, 36)+"match: exact", strings.Join(found, "\n"), "without a spec")
}

// Each answer is the truth of another document, but for the last row: there a letter is another.
func TestNoAdviceMakesTheValueOfAnotherDocumentRight(t *testing.T) {
	teams := strings.Split("Invoice of the project team Alpha,Invoice of the project team Alpho,Invoice of the project team Alphi,Invoice of the project team Alphu", ",")
	for name, truths := range map[string][]string{
		"codes": ibans(), "texts": teams, "case": {"aBc", "ABC", "abc", "AbC"}, "zeros": {"0123", "123", "00123", "000123"},
		"groups": {"12-34", "1-234", "123-4", "1234"}, "times": {"2024-03-01T08:00", "2024-03-01T09:00", "2024-03-01T10:00"}, "signs": {"A+", "A-", "A"},
	} {
		pairs := own(truths)
		for i := range pairs {
			pairs[i][1] = pairs[(i+1)%len(pairs)][0]
		}
		for _, spec := range []string{"{}", "fields: [{path: v, match: exact}]", "fields: [{path: v, match: numeric}]", "fields: [{path: v, match: code}]"} {
			for _, f := range answered(t, spec, pairs...).Findings() {
				assert.NotContains(t, f.Text, "would match", "%s under %s", name, spec)
			}
		}
	}
	pairs := own(companies)
	for i := range pairs {
		pairs[i][1] = fmt.Sprintf(`{"v": "%sx%s"}`, companies[i][:2], companies[i][3:])
	}
	assert.Equal(t, []string{`"v": exact matches 0 of 10 answers; auto would match 10 of 10 that were tried: write match: auto, or let evalreport init propose a spec`},
		texts(answered(t, "fields: [{path: v, match: exact}]", pairs...).Findings()))
}
