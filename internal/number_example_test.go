package internal_test

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/number"
)

func Example_numberParse() {
	for _, text := range []string{"1.889,00 €", "(1,234.56)", "5 %", "1.889", "12abc"} {
		n, err := number.Parse(text, number.Auto)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s %q\n", n.Decimal, n.Note())
	}
	// Output:
	// 1889 "currency dropped"
	// -1234.56 ""
	// 5 "percent sign dropped"
	// 1.889 "ambiguous separator: read as 1.889 (us), would be 1889 (eu)"
	// number: "12abc" is not a number: unexpected "abc" after the digits
}

func Example_numberParseJSON() {
	n, _ := number.ParseJSON("100.50")
	fmt.Println(n.Decimal, n.Decimals)
	// Output: 100.5 2
}

func Example_numberEqual() {
	fmt.Println(number.Equal("100", "1e2"), number.Equal("9007199254740993", "9007199254740992"))
	// Output: true false
}

func Example_numberCanonical() {
	fmt.Println(number.Canonical("100.0"), number.Canonical("1E-2"), number.Canonical("10e999999998"))
	// Output: 100 0.01 1e999999999
}

func Example_numberToleranceWithin() {
	amount, _ := number.FromFloat(0.1)
	got, _ := number.ParseJSON("1.1")
	want, _ := number.ParseJSON("1.0")
	within, difference, limit := number.Tolerance{Amount: amount}.Within(got, want)
	fmt.Println(within, difference, limit)
	// Output: true 0.1 0.1
}
