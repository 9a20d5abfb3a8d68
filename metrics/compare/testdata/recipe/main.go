package main

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

type Sender struct {
	Phone string `json:"phone" eval:"digits,last=8"`
}

func main() {
	yaml, err := eval.ParseSpec([]byte("fields: [{path: phone, match: digits, last: 8}]"), nil)
	show("YAML", yaml, err)
	tags, err := eval.SpecOf[Sender]()
	show("tags", tags, err)
	show("Go", eval.Spec{Fields: []eval.Field{{Path: "phone", Match: compare.Digits{Last: 8}}}}, nil)
}

func show(way string, spec eval.Spec, err error) {
	if err != nil {
		fmt.Println(way, err)
		return
	}
	evaluator, err := spec.Compile()
	if err != nil {
		fmt.Println(way, err)
		return
	}
	r, err := evaluator.Evaluate(context.Background(), `{"phone": "030 / 49-30-12-34"}`, `{"phone": "+49 49301234"}`)
	fmt.Println(way, r.Score, err)
}
