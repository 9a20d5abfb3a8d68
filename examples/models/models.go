// Package models is an example: one test that compares several models, and a table for
// choosing among them.
//
// The models are simulated: a [Model] knows the right answers, and forgets or misreads some
// of each document by chance, with a seed. Its price and pace give the cost and duration of
// a call. In your own test, Extract calls a model.
//
// Run
//
//	EVALTEST_DIR=/tmp/models go test -count=1 ./examples/models
//	go run ./report/cmd/evalreport compare -by model /tmp/models
package models

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/examples/invoices"
)

// Model is a simulated model.
type Model struct {
	Seed uint64
	// Wrong is the chance that a value of a document of average difficulty is forgotten or
	// misread.
	Wrong float64
	// Price is in US dollars for a million tokens, of input and of output.
	Price [2]float64
	// Pace is the time for a thousand tokens of output.
	Pace time.Duration
	// Answers are the right answers, by the text of the document; see
	// [Answers].
	Answers map[string]invoices.Invoice
}

// Models returns the models that are compared, by name.
func Models(answers map[string]invoices.Invoice) map[string]Model {
	return map[string]Model{
		"small":  {Seed: 1, Wrong: 0.12, Price: [2]float64{0.10, 0.40}, Pace: 50 * time.Millisecond, Answers: answers},
		"medium": {Seed: 2, Wrong: 0.04, Price: [2]float64{0.50, 2}, Pace: 150 * time.Millisecond, Answers: answers},
		"large":  {Seed: 4, Wrong: 0.04, Price: [2]float64{3, 15}, Pace: 450 * time.Millisecond, Answers: answers},
	}
}

// Answers reads the right answers of a folder of pairs.
func Answers(dir string) (map[string]invoices.Invoice, error) {
	inputs, err := filepath.Glob(filepath.Join(dir, "*.input.txt"))
	if err != nil {
		return nil, err
	}
	if len(inputs) == 0 {
		return nil, fmt.Errorf("models: %s holds no documents", dir)
	}
	answers := map[string]invoices.Invoice{}
	for _, path := range inputs {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		want, err := os.ReadFile(strings.TrimSuffix(path, ".input.txt") + ".want.json")
		if err != nil {
			return nil, err
		}
		var answer invoices.Invoice
		if err := json.Unmarshal(want, &answer); err != nil {
			return nil, fmt.Errorf("models: %s: %w", path, err)
		}
		answers[string(text)] = answer
	}
	return answers, nil
}

// Extract returns the model's answer, and adds the usage of the call.
func (m Model) Extract(ctx context.Context, document []byte) (invoices.Invoice, error) {
	right, ok := m.Answers[string(document)]
	if !ok {
		return invoices.Invoice{}, fmt.Errorf("models: a document of %d bytes is not in the corpus", len(document))
	}
	answer := m.read(document, right)
	text, err := json.Marshal(answer)
	if err != nil {
		return answer, err
	}
	in, out := len(document)/4, len(text)/4 // four bytes a token, roughly
	select {
	case <-time.After(m.Pace * time.Duration(out) / 1000):
	case <-ctx.Done():
		return answer, ctx.Err()
	}
	evaltest.AddUsage(ctx, evaltest.Usage{
		InputTokens: in, OutputTokens: out, Calls: 1,
		Cost: (float64(in)*m.Price[0] + float64(out)*m.Price[1]) / 1e6,
	})
	return answer, nil
}

// read returns the answer with its mistakes, which depend on the seed and the document
// alone.
func (m Model) read(document []byte, answer invoices.Invoice) invoices.Invoice {
	h := fnv.New64a()
	h.Write(document)
	chance := rand.New(rand.NewPCG(m.Seed, h.Sum64()))
	wrong := m.Wrong * 2 * chance.Float64() // documents differ in how hard they are
	for _, text := range []*string{
		&answer.Number, &answer.Date, &answer.DueDate, &answer.Currency, &answer.Vendor.Name, &answer.Vendor.TaxID, &answer.Customer,
	} {
		if chance.Float64() < wrong {
			*text = misread(chance, *text)
		}
	}
	amounts := []**float64{&answer.Total, &answer.Tax}
	answer.Lines = append([]invoices.Line(nil), answer.Lines...)
	for i := range answer.Lines {
		amounts = append(amounts, &answer.Lines[i].Amount)
		if chance.Float64() < wrong {
			answer.Lines[i].Description = misread(chance, answer.Lines[i].Description)
		}
	}
	for _, amount := range amounts {
		switch {
		case *amount == nil || chance.Float64() >= wrong:
		case chance.Float64() < 0.5:
			*amount = nil
		default:
			other := math.Round(**amount * 100) // a decimal point that was not seen
			*amount = &other
		}
	}
	return answer
}

// misread returns "", or half of the text.
func misread(chance *rand.Rand, text string) string {
	if chance.Float64() < 0.5 {
		return ""
	}
	letters := []rune(text)
	return string(letters[:len(letters)/2])
}
