package date_test

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/date"
)

func ExampleCompile() {
	p, err := date.Compile(date.Options{Formats: []string{"D. MMMM YYYY", "02.01.2006"}})
	if err != nil {
		panic(err)
	}
	for _, text := range []string{"1. März 2024", "01.03.2024", "30.02.2024"} {
		r, err := p.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Date)
	}
	// Output:
	// 2024-03-01
	// 2024-03-01
	// date: "30.02.2024" is not a date: February 2024 has 29 days (02.01.2006)
}

func ExampleParser_Parse() {
	p, _ := date.Compile(date.Options{})
	r, _ := p.Parse("03/04/2024")
	fmt.Println(r.Date)
	fmt.Println(r.Note())
	// Output:
	// 2024-03-04
	// ambiguous date: read as 2024-03-04 (mdy), would be 2024-04-03 (dmy)
}

func ExampleReading_Instant() {
	p, _ := date.Compile(date.Options{})
	r, _ := p.Parse("2024-03-01T23:30:00-05:00")
	fmt.Println(r.Date, r.Instant())
	// Output: 2024-03-01 2024-03-02 04:30:00 +0000 UTC
}
