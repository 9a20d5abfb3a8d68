package judge_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
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

// An endpoint on the same machine, of Kind Embedding: a server stands in for it here. The two texts have the embeddings [3 4] and [4 3],
// whose cosine is 24/25. By the Price of a million tokens, a call is in the cost of its case.
func ExampleNew() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"object": "list", "data": [{"object": "embedding", "index": 0, "embedding": [3, 4]}, {"object": "embedding", "index": 1, "embedding": [4, 3]}]}`)
	}))
	defer server.Close()

	j, err := judge.New(judge.Config{
		Kind:    judge.Embedding,
		Model:   "small",
		BaseURL: server.URL + "/v1", // "http://localhost:11434/v1"
		Price:   judge.Price{Input: 0.02},
		Mode:    replay.Real, // in a test, leave it to EVALTEST_PROVIDER
	})
	if err != nil {
		panic(err)
	}
	similarity, err := j.Similarity(context.Background(), "a decade", "ten years")
	fmt.Printf("%s %.2f %v\n", j.Name(), similarity, err)
	// Output: embedding/small 0.96 <nil>
}

// tests stands in for the *testing.M of a package whose tests pass.
type tests struct{}

func (tests) Run() int { return 0 }

// EVALTEST_JUDGE_UNUSED=list names the recordings that no test has used. In a test file:
//
//	func TestMain(m *testing.M) { evaltest.Main(judge.Wrap(m)) }
func ExampleWrap() {
	var m tests
	fmt.Println(judge.Wrap(m).Run())
	// Output: 0
}
