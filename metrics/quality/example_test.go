package quality_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/quality"
)

func ExampleConfig_Evaluate() {
	c := quality.Config{
		Strategies: map[string]quality.Strategy{"name": "FUZZY", "bio": "SEMANTIC"},
		// In a test, the judges of module evaltest/judge; here one that knows the answers.
		Fuzzy:    stub,
		Semantic: stub,
	}
	r, err := c.Evaluate(context.Background(), exampleGot, exampleWant)
	if err != nil {
		panic(err)
	}
	for _, b := range []quality.Bucket{"both_filled", "missing", "hallucinated", "extra", "both_empty"} {
		fmt.Println(b, in(r, b))
	}
	rqs, _ := r.RQS()
	fmt.Printf("RQS %.4f of at most %.2f\n", rqs, r.Weights.Attainable())
	// Output:
	// both_filled [id name bio]
	// missing [status]
	// hallucinated [internal_id]
	// extra [extra_field]
	// both_empty []
	// RQS 0.7375 of at most 0.85
}

// A Judge of one's own knows what texts of the domain mean. The Result has a Key for each key of the documents.
func ExampleJudge() {
	terms := map[string]string{"net 30": "payable within 30 days", "2/10 net 30": "2 % discount within 10 days"}
	c := quality.Config{
		Strategies: map[string]quality.Strategy{"terms": "SEMANTIC"},
		Semantic: quality.Judge{Name: "terms of payment", Similarity: func(_ context.Context, got, want string) (float64, error) {
			if terms[got] == want {
				return 1, nil
			}
			return 0, nil
		}},
	}
	r, err := c.Evaluate(context.Background(), `{"number": "R-1", "terms": "net 30"}`, `{"number": "R-1", "terms": "payable within 30 days"}`)
	if err != nil {
		panic(err)
	}
	for _, key := range r.Keys {
		fmt.Println(key.Path, key.Strategy, key.Match)
	}
	fmt.Println("judged by", r.SemanticJudge)
	// Output:
	// number EXACT true
	// terms SEMANTIC true
	// judged by terms of payment
}

// Weights for a team to which a made-up value is the worst: a perfect document reaches 1.
func ExampleDefaultWeights() {
	w := quality.DefaultWeights()
	fmt.Printf("%.2f\n", w.Attainable())
	w.Accuracy, w.Hallucination = 0.6, 0.5
	fmt.Printf("%.2f\n", w.Attainable())
	// Output:
	// 0.85
	// 1.00
}

func ExampleLexical() {
	ctx := context.Background()
	same, _ := quality.Lexical(ctx, "ten years of experience", "a decade of practice")
	opposite, _ := quality.Lexical(ctx, "the invoice was not paid", "the invoice was paid")
	fmt.Printf("the same in other words %.2f, the opposite %.2f\n", same, opposite)
	// Output:
	// the same in other words 0.26, the opposite 0.90
}

func ExampleParseStrategies() {
	strategies, err := quality.ParseStrategies([]byte(`{"name": "FUZZY", "bio": "SEMANTIC", "internal_id": "IGNORE"}`))
	fmt.Println(strategies, err)
	// Output:
	// map[bio:SEMANTIC internal_id:IGNORE name:FUZZY] <nil>
}

// Answers has the scores of all answers, and which of them is the best.
func ExampleConfig_EvaluateAll() {
	answers := []any{
		`{"vendor": "ACME", "total": 12}`,
		`{"vendor": "ACME", "total": 21}`,
		`{"vendor": "ACME"}`,
	}
	a, err := quality.Config{}.EvaluateAll(context.Background(), answers, `{"vendor": "ACME", "total": 12}`)
	if err != nil {
		panic(err)
	}
	best := a.Ranking[0]
	fmt.Printf("best %d, ranking %v, mean %.3f, variance %.4f, consistency %.2f\n", best, a.Ranking, a.Mean, a.Variance, a.Consistency)
	// Output:
	// best 0, ranking [0 2 1], mean 0.733, variance 0.0085, consistency 0.50
}
