package internal_test

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

func Example_pathsConfidenceBeside() {
	answer, err := document.Parse([]byte(`{
		"total": {"value": 12.5, "confidence": 0.93},
		"date":  {"value": "2024-05-03"}
	}`))
	if err != nil {
		panic(err)
	}
	sure := paths.ConfidenceBeside(answer)
	fmt.Println(sure("total.value"))
	fmt.Println(sure("date.value"))
	// Output:
	// 0.93 true
	// 0 false
}
