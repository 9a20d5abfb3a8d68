package document_test

import (
	"errors"
	"fmt"
	"strings"

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

// An answer that the limit of tokens cut off: the SyntaxError says where.
func ExampleSyntaxError() {
	_, _, err := document.ParseLenient([]byte(`{"number": "R-1", "total": 12`))
	var syntax *document.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println("after", syntax.Offset, "bytes:", syntax.Problem)
	}
	// Output: after 29 bytes: the value that begins at offset 0 is cut off
}

// Missing, null and empty are three things, and an answer's N/A is empty, too.
func ExampleValue() {
	v, err := document.Parse([]byte(`{"vat": null, "due": "", "paid": "N/A", "lines": [{"net": 10.00}, {"net": 2.50}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, key := range []string{"vat", "due", "paid", "number"} {
		member := v.Member(key)
		fmt.Println(key, member.Kind(), member.Exists(), member.Empty())
	}
	for i, line := range v.Member("lines").Items() {
		fmt.Println(i, line.Member("net"))
	}
	// Output:
	// vat null true true
	// due string true true
	// paid string true true
	// number missing false true
	// 0 10.00
	// 1 2.50
}

// A Go value is read as encoding/json writes it.
func ExampleOf() {
	v, err := document.Of(struct {
		Number string   `json:"number"`
		Total  *float64 `json:"total"`
	}{Number: "R-1"})
	fmt.Println(v, v.Get("total").Kind(), err)
	// Output: {"number":"R-1","total":null} null <nil>
}

// A program that makes the Path out of names, of which one has a dot: each Step is the Key of a member or an Item of an array.
func ExamplePath() {
	v, err := document.Parse([]byte(`{"lines": [{"vat": 1}, {"vat.rate": 19}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	path := document.Path{document.Key("lines"), document.Item(1), document.Key("vat.rate")}
	fmt.Println(path, v.At(path))
	// Output: lines[1]["vat.rate"] 19
}

// The name of an attribute, such as a report has them, is a path with a step to all items of the list.
func ExampleParseAttribute() {
	path, err := document.ParseAttribute("lines[].amount")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range path {
		fmt.Printf("%q %t\n", step.Key, step.AllItems())
	}
	// Output:
	// "lines" false
	// "" true
	// "amount" false
}

// A PathError has the parts of its text, for an editor that marks the place.
func ExampleParsePath() {
	_, err := document.ParsePath("invoice..total")
	fmt.Println(err)
	var wrong *document.PathError
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Path[:wrong.Offset], "?", wrong.Hint)
	}
	// Output:
	// document: path "invoice..total", at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key
	// invoice. ? write a.b, or [""] for an empty key
}

// The invisible characters at the ends of a text: a byte order mark, a no-break space, a zero-width space.
func ExampleInvisible() {
	fmt.Printf("%q\n", strings.TrimFunc("\ufeffR\u00a01\u200b", document.Invisible))
	// Output: "R\u00a01"
}

// An answer that has a key twice: the last one counts.
func ExampleValue_Members() {
	v, err := document.Parse([]byte(`{"total": 12, "vat": 2, "total": 14}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.RepeatedKey())
	for key, member := range v.Members() {
		fmt.Println(key, member)
	}
	fmt.Println("without the first:")
	for key, member := range v.LastMembers() {
		fmt.Println(key, member)
	}
	// Output:
	// total true
	// total 12
	// vat 2
	// total 14
	// without the first:
	// vat 2
	// total 14
}

// Two documents that differ only in the order of keys and in white space have the same canonical text.
func ExampleValue_AppendCanonical() {
	for _, text := range []string{`{"total": 12.50, "number": "R-1"}`, `{"number":"R-1","total":12.50}`} {
		v, err := document.Parse([]byte(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(string(v.AppendCanonical(nil)))
	}
	// Output:
	// {"number":"R-1","total":12.50}
	// {"number":"R-1","total":12.50}
}
