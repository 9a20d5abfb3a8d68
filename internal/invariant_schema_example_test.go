package internal_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/internal/invariant"
)

func Example_invariantSchema() {
	s, err := invariant.CompileSchema([]byte(`{"required": ["total"], "properties": {"lines": {"items": {"properties": {"amount": {"type": "number"}}}}}}`))
	if err != nil {
		panic(err)
	}
	found, err := s.Check(context.Background(), []byte(`{"lines": [{"amount": 1}, {"amount": "1"}]}`))
	if err != nil {
		panic(err)
	}
	for _, v := range found {
		fmt.Printf("%q %s\n", v.Path, v.Problem)
	}
	fmt.Println(invariant.ViolationText(found))
	// Output:
	// "" missing property 'total'
	// "lines[1].amount" got string, want number
	// at the top: missing property 'total'; at /lines/1/amount: got string, want number
}
