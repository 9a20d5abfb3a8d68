package compare_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// judge prints the judgement of a comparator on two JSON texts.
func judge(rule compare.Comparator, got, want string) {
	c, err := rule.Compare(context.Background(), readValue(got), readValue(want))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.TrimSpace(fmt.Sprintf("%-5t %.2f %s", c.Match, c.Score, c.Note)))
}

// readValue reads a JSON text.
func readValue(text string) document.Value {
	v, err := document.Of(text)
	if err != nil {
		panic(err)
	}
	return v
}

func ExampleExact() {
	judge(compare.Exact{}, `100`, `1e2`)
	judge(compare.Exact{}, `"100"`, `100`)
	judge(compare.Exact{Loose: true}, `"100"`, `100`)
	judge(compare.Exact{}, `{"a":[1,2]}`, `{"a":[1,3]}`)
	// Output:
	// true  1.00
	// false 0.00 got string, want number
	// true  1.00
	// false 0.00 differs at a[1]
}

func ExampleFuzzy() {
	judge(compare.Fuzzy{}, `"ACME  CORP"`, `"Acme Corp"`)
	judge(compare.Fuzzy{}, `"Acme Corpp"`, `"Acme Corp"`)
	judge(compare.Fuzzy{Algorithm: "token_sort"}, `"Corp Acme"`, `"Acme Corp"`)
	// Output:
	// true  1.00
	// true  0.90
	// true  1.00
}

func ExampleNumeric() {
	judge(compare.Numeric{Tolerance: 0.1}, `1.1`, `1.0`)
	judge(compare.Numeric{}, `"1.889,00 €"`, `1889`)
	judge(compare.Numeric{Tolerance: 0.02, Relative: true}, `103`, `100`)
	judge(compare.Numeric{}, `"12abc"`, `12`)
	// Output:
	// true  1.00
	// true  1.00 got: currency dropped
	// false 0.00 off by 3, allowed 2
	// false 0.00 got "12abc" is not a number: unexpected "abc" after the digits
}

func ExampleDate() {
	judge(compare.Date{}, `"01.03.2024"`, `"2024-03-01"`)
	judge(compare.Date{}, `"1. März 2024"`, `"2024-03-01"`)
	judge(compare.Date{}, `"03/04/2024"`, `"2024-03-04"`)
	// Output:
	// true  1.00
	// true  1.00
	// true  1.00 got: ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)
}

func ExampleBox() {
	judge(compare.Box{}, `[10, 10, 50, 50]`, `[10, 10, 50, 50]`)
	judge(compare.Box{Threshold: 0.7}, `[0, 0, 100, 65]`, `[0, 0, 100, 100]`)
	judge(compare.Box{Format: "xywh"}, `{"bbox": [10, 10, 20, 20], "page": 2}`, `{"bbox": [10, 10, 20, 20], "page": 1}`)
	judge(compare.Box{}, `[50, 50, 10, 10]`, `[10, 10, 50, 50]`)
	// Output:
	// true  1.00
	// false 0.65 IoU 0.65, want at least 0.7
	// false 0.00 got on page 2, want on page 1
	// false 0.00 got: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]
}

func ExamplePoint() {
	judge(compare.Point{Max: 5}, `[10, 20]`, `[13, 24]`)
	judge(compare.Point{Metric: "manhattan", Max: 5}, `[10, 20]`, `[13, 24]`)
	judge(compare.Point{Max: 5}, `[10, 20]`, `[10, 20, 0]`)
	// Output:
	// true  1.00
	// false 0.00 off by 7, allowed 5
	// false 0.00 points of different dimensions: got 2 coordinates, want 3
}

func ExampleOneOf() {
	judge(compare.OneOf{}, `"€"`, `["EUR", "€"]`)
	judge(compare.OneOf{Each: compare.Fuzzy{}}, `"US Dolar"`, `["USD", "US Dollar"]`)
	// Output:
	// true  1.00 accepted value 2 of 2
	// true  0.89 accepted value 2 of 2
}

func ExampleSemantic() {
	synonyms := func(_ context.Context, got, want string) (float64, error) {
		if got == "car" && want == "automobile" {
			return 0.93, nil
		}
		return 0, nil
	}
	rule := compare.Semantic{Name: "synonyms", Similarity: synonyms}
	judge(rule, `"car"`, `"automobile"`)
	judge(rule, `"boat"`, `"automobile"`)
	// Output:
	// true  0.93
	// false 0.00
}

// Binary is the judgement of a function that knows only yes and no.
func ExampleFunc() {
	iban := compare.Func{Name: "iban", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		bare := strings.NewReplacer(" ", "", "-", "")
		return compare.Binary(bare.Replace(got.Text()) == bare.Replace(want.Text())), nil
	}}
	judge(iban, `"DE00 1234 5678"`, `"DE0012345678"`)
	// Output:
	// true  1.00
}

func ExampleAuto() {
	judge(compare.Auto{}, `"inv-1"`, `"INV-1"`)
	judge(compare.Auto{}, `"Acme Corpp"`, `"Acme Corp"`)
	judge(compare.Auto{}, `"2024-03-02"`, `"2024-03-01"`)
	// Output:
	// true  1.00
	// true  0.90
	// false 0.00 off by 1 day
}

func ExampleParse() {
	rule, err := compare.Parse("fuzzy", json.RawMessage(`{"algorithm": "osa", "threshold": 0.9}`), nil)
	fmt.Printf("%+v %v\n", rule, err)
	_, err = compare.Parse("numeric", json.RawMessage(`{"tolerance": "not a number"}`), nil)
	fmt.Println(err)
	// Output:
	// {Algorithm:osa Threshold:0.9 Verbatim:false} <nil>
	// compare: numeric: tolerance: got string "not a number", want a number
}

func ExampleDescribe() {
	name, options, err := compare.Describe(compare.Numeric{Tolerance: 0.01, Relative: true})
	fmt.Println(name, string(options), err)
	// Output:
	// numeric {"tolerance":0.01,"relative":true} <nil>
}

func ExampleFold() {
	fmt.Printf("%q\n", compare.Fold("  Große\tStraße "))
	// Output:
	// "grosse strasse"
}

// A Scalar is the value apart from how the document prints it.
func ExampleScalarOf() {
	for _, one := range []struct {
		rule compare.Comparator
		json string
	}{
		{compare.Numeric{Format: "eu"}, `"1.889,00 €"`},
		{compare.Date{Order: "dmy"}, `"03/04/2024"`},
		{compare.Auto{}, `"1 March 2024"`},
		{compare.Numeric{}, `"12abc"`},
	} {
		v, err := document.Parse([]byte(one.json))
		if err != nil {
			panic(err)
		}
		s, err := compare.ScalarOf(one.rule, v)
		fmt.Printf("%q %q %v\n", s.Kind, s.Text, err)
	}
	// Output:
	// "number" "1889.00" <nil>
	// "date" "2024-04-03" <nil>
	// "date" "2024-03-01" <nil>
	// "" "" "12abc" is not a number: unexpected "abc" after the digits
}
