package suites

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

type model struct {
	wrong int
	price float64
}

func (m model) extract(ctx context.Context, document int) (Invoice, error) {
	evaltest.AddUsage(ctx, evaltest.Usage{Cost: m.price, Calls: 1})
	answer := truth(document)
	if document < m.wrong {
		answer.Total++
	}
	return answer, nil
}

func truth(document int) Invoice {
	return Invoice{"A-" + strconv.Itoa(document), float64(100 + 2*document)}
}

func TestModels(t *testing.T) {
	var cases []evaltest.Case[int]
	for i := range 40 {
		cases = append(cases, evaltest.Case[int]{ID: "inv-" + strconv.Itoa(i), Input: i, Want: truth(i)})
	}
	models := map[string]model{"small": {16, 0.002}, "medium": {12, 0.01}, "large": {0, 0.061}}
	if os.Getenv("FOURTH") != "" {
		models["tuned"] = model{2, 0.01}
	}
	for name, m := range models {
		t.Run(name, evaltest.Suite[int, Invoice]{
			Name: "invoices/" + name, Cases: cases, Extract: m.extract,
			Labels: map[string]string{"model": name}, Gate: evaltest.Gate{MacroF1: 0.7},
		}.Run)
	}
}
