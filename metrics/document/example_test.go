package document_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
)

func ExampleParse() {
	v, err := document.Parse([]byte(`{"invoice":{"total":1889.00,"lines":[{"sku":"A-1"},{"sku":"B-2"}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Get("invoice.total").Text())
	fmt.Println(v.Get("invoice.lines[1].sku").Text())
	fmt.Println(v.Get("invoice.vendor.name").Kind())
	// Output:
	// 1889.00
	// B-2
	// missing
}

func ExampleParseLenient() {
	answer := "Here is the invoice:\n```json\n{\"total\": 12.5}\n```\nAnything else?"
	v, note, err := document.ParseLenient([]byte(answer))
	fmt.Println(v, note, err)
	// Output: {"total": 12.5} left out 48 bytes of a code fence around the JSON value <nil>
}

func ExampleParsePath() {
	_, err := document.ParsePath("invoice..total")
	fmt.Println(err)
	// Output: document: path "invoice..total", at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key
}
