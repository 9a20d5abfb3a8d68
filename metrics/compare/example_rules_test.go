package compare_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// The names that a spec may have, and the Option list of one, for an editor that completes them. Options lists those of a name.
func ExampleNames() {
	fmt.Println(compare.Names()[:4])
	options, ok := compare.Options("fuzzy")
	fmt.Println(options, ok)
	// Output:
	// [exact fuzzy numeric date]
	// [{algorithm string} {threshold number} {verbatim bool}] true
}

// Name is for programs and Sentence for people.
func ExampleSentence() {
	for _, rule := range []compare.Comparator{
		compare.Numeric{Tolerance: 0.01},
		compare.OneOf{Each: compare.Fuzzy{}},
		nil,
	} {
		fmt.Printf("%s: %s\n", compare.Name(rule), compare.Sentence(rule))
	}
	// Output:
	// numeric: number, within 0.01, format auto
	// one_of: one of the accepted values: text, similarity >= 0.85 (0.95 for Chinese characters and kana), levenshtein
	// exact: exactly the same
}

// Prepare checks the options once, and compiles what is needed for many values.
func ExamplePrepare() {
	_, err := compare.Prepare(compare.Regex{Pattern: `INV-(\d+`})
	fmt.Println(err)

	number, err := compare.Prepare(compare.Regex{Pattern: `INV-(\d+)`})
	if err != nil {
		panic(err)
	}
	judge(number, `"INV-17"`, `"INV-17"`)
	judge(number, `"INV-17"`, `"INV-71"`)
	// Output:
	// compare: regex: pattern: error parsing regexp: missing closing ): `INV-(\d+`
	// true  1.00
	// false 0.00 group 1: got "17", want "71"
}

// A Reading of a truth shows that it is ambiguous before there is an answer: 03/04/2024 is a
// day of March or of April.
func ExampleRead() {
	for _, text := range []string{"25/12/2018", "03/04/2024", "soon"} {
		r, ok := compare.Read(compare.Date{}, readValue(`"`+text+`"`))
		fmt.Println(text, ok, r.OK, r.Ambiguous, r.Orders)
	}
	r, _ := compare.Read(compare.Date{}, readValue(`"03/04/2024"`))
	fmt.Println("to read it otherwise:", r.Advice)
	// Output:
	// 25/12/2018 true true false [dmy]
	// 03/04/2024 true true true [dmy mdy]
	// soon true false false []
	// to read it otherwise: order: dmy
}

// The other dates of a field show that its documents have the day first. DateOrder says by which order a comparator reads a date.
func ExampleInOrder() {
	rule := compare.InOrder(compare.Date{}, "dmy")
	judge(rule, `"03/04/2024"`, `"2024-04-03"`)
	fmt.Println(compare.DateOrder(rule))
	fmt.Println(compare.DateOrder(compare.Date{Order: "mdy"}))
	// Output:
	// true  1.00
	// dmy false
	// mdy true
}

// A program that searches the text of a document for a value asks how documents print it: a total as a number in any of its forms.
func ExamplePrintedAs() {
	total, number := readValue(`"1889"`), readValue(`"INV-1"`)
	fmt.Println(compare.PrintedAs(compare.Numeric{}, total).Number != nil)
	fmt.Println(compare.PrintedAs(compare.Code{}, number).Code)
	fmt.Println(compare.PrintedAs(compare.Ignore{}, number) == compare.Printed{})
	// Output:
	// true
	// true
	// true
}

// The rows of a table are paired by descriptions that are similar and by amounts that match. A Func may call a service: it is asked seldom.
func ExamplePairingOf() {
	fmt.Println(compare.PairingOf(compare.Fuzzy{}) == compare.PairByText)
	fmt.Println(compare.PairingOf(compare.Numeric{}) == compare.PairByMatch)
	fmt.Println(compare.PairingOf(compare.Func{Name: "judge"}) == compare.PairCostly)
	// Output:
	// true
	// true
	// true
}

// Auto is a Chooser: the kind of a truth decides how it is compared.
func ExampleAuto_For() {
	var rule compare.Chooser = compare.Auto{}
	for _, truth := range []string{`12.5`, `true`, `"2024-03-01"`, `"INV-1"`, `"Acme Corporation"`} {
		fmt.Println(truth, compare.Name(rule.For(readValue(truth))))
	}
	// Output:
	// 12.5 exact
	// true bool
	// "2024-03-01" date
	// "INV-1" exact
	// "Acme Corporation" fuzzy
}

// OneOf has Alternatives, the right values of one truth, and is a Wrapper: another comparator may judge each of them.
func ExampleOneOf_Accepted() {
	var rule compare.Alternatives = compare.OneOf{Aliases: map[string][]string{"EUR": {"€"}}}
	for _, v := range rule.Accepted(readValue(`["EUR", "Euro"]`)) {
		fmt.Println(v.Text())
	}
	folded := rule.(compare.Wrapper).Wrap(compare.Exact{Fold: true})
	judge(rule, `"euro"`, `["EUR", "Euro"]`)
	judge(folded, `"euro"`, `["EUR", "Euro"]`)
	// Output:
	// EUR
	// €
	// Euro
	// false 0.00
	// true  1.00 accepted value 2 of 2
}

// A signature whose page stands beside its box: Box is Paged, and an evaluation looks up the page.
func ExampleBox_Page() {
	var rule compare.Paged = compare.Box{PagePath: "page"}
	fmt.Println(rule.Page())

	e, err := eval.Spec{Fields: []eval.Field{{Path: "signature.bbox", Match: rule}}}.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(),
		`{"signature": {"bbox": [0, 0, 20, 10], "page": 2}}`,
		`{"signature": {"bbox": [0, 0, 20, 10], "page": 3}}`)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Verdict, r.Fields[0].Note)
	// Output:
	// page bbox
	// fail got on page 2, want on page 3
}

// With Ahead, a Semantic is an Asker: one call of a model answers the questions of a whole document.
func ExampleSemantic_ahead() {
	grades := map[[2]string]float64{}
	rule := compare.Semantic{
		Name: "grades",
		Ahead: func(_ context.Context, pairs [][2]string) {
			for _, pair := range pairs { // one request to your model
				grades[pair] = 0.9
			}
			fmt.Println("asked at once:", len(pairs))
		},
		Similarity: func(_ context.Context, got, want string) (float64, error) {
			return grades[[2]string{got, want}], nil
		},
	}
	e, err := eval.Spec{Fields: []eval.Field{{Path: "goods", Match: rule}, {Path: "terms", Match: rule}}}.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(),
		`{"goods": "automobile", "terms": "within a month"}`,
		`{"goods": "car", "terms": "30 days net"}`)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f %s\n", r.Score, r.Verdict)
	// Output:
	// asked at once: 2
	// 0.90 pass
}
