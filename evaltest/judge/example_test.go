package judge_test

import (
	"context"
	"fmt"
	"os"

	"github.com/extracteval/extracteval/evaltest/judge"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/metrics/quality"
)

// The verdict comes from testdata/judge, where one is that was written for this
// example: no model is asked, and no key is needed.
func ExampleJudge_Similarity() {
	j, err := judge.New(judge.Config{
		Kind:   judge.Chat,
		Model:  "example-model",
		APIKey: os.Getenv("OPENAI_API_KEY"),
		Prompt: "Say how far got has the meaning of want. Answer with JSON: {\"similarity\": number from 0 to 1, \"reason\": text}",
		Mode:   replay.Replay, // in a test, leave it to EVALTEST_PROVIDER
	})
	if err != nil {
		panic(err)
	}
	c := quality.Config{Semantic: quality.Judge{Name: j.Name(), Similarity: j.Similarity}}
	r, err := c.Evaluate(context.Background(),
		`{"bio": "has built distributed systems for a decade"}`,
		`{"bio": "ten years of experience in distributed systems"}`)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Keys[0].Strategy, r.Keys[0].Match, r.Keys[0].Similarity)
	rqs, _ := r.RQS()
	fmt.Printf("RQS %.4f; SEMANTIC by %s\n", rqs, r.SemanticJudge)
	// Output:
	// SEMANTIC true 0.88
	// RQS 0.8500; SEMANTIC by chat/example-model
}
