package regression_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/regression"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// letters are two records. The second response quotes Bret, where the document has Bert.
const letters = `{"caseId": "letter-1", "category": "letter", "documentText": "Anna signed.", "instructions": "Who signed?", "targetSchema": {"required": ["extractions"]}, "providerResponseText": "{\"extractions\": [{\"class\": \"person\", \"start\": 0, \"end\": 4, \"quote\": \"Anna\"}]}", "expected": {"emptyResultKind": "non_empty", "minExtractions": 1, "maxExtractions": 1}, "sourceUrl": "https://example.com/letters/1", "packId": "letters"}
{"caseId": "letter-2", "category": "letter", "documentText": "Bert signed.", "instructions": "Who signed?", "targetSchema": {"required": ["extractions"]}, "providerResponseText": "{\"extractions\": [{\"class\": \"person\", \"start\": 0, \"end\": 4, \"quote\": \"Bret\"}]}", "expected": {"emptyResultKind": "non_empty", "minExtractions": 1, "maxExtractions": 1}, "sourceUrl": "https://example.com/letters/2", "packId": "letters"}
`

// Each line of the file is a Record. A set is replayed unless EVALTEST_PROVIDER says otherwise; the provider is asked with record and
// real. One of the two answers quotes what the document does not say.
func ExampleSuite_Run() {
	dir, err := os.MkdirTemp("", "regression")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "letters.jsonl") // in a test: "testdata/letters.jsonl"
	if err := os.WriteFile(file, []byte(letters), 0o666); err != nil {
		panic(err)
	}
	ask := func(_ context.Context, r regression.Request) (string, error) {
		return `{"extractions":[]}`, nil // calls the model with r.Instructions and r.DocumentText
	}
	innertest.Show("TestLetters", func(t *testing.T) { // func TestLetters(t *testing.T)
		regression.Suite{
			File:     file,
			Unit:     "utf16",
			Provider: ask,
			Gate: evaltest.Gate{
				Accuracy: 0.95,
				Limits: []evaltest.Limit{
					{Metric: "measure schemaValidRate", Is: "at_least", Value: 0.95},
					{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 0.95},
				},
			},
		}.Run(t)
	})
	// Output:
	// data set TestLetters: measure quoteInvariantRate 0.500 is below 0.950, over 2 cases
	// --- FAIL: TestLetters
	//     --- PASS: TestLetters/case
	//         --- PASS: TestLetters/case/letter-1
	//         --- PASS: TestLetters/case/letter-2
	//     --- FAIL: TestLetters/gate
}
