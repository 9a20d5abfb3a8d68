package score

import "fmt"

// Problem counts the errors of one kind, and keeps the first of them.
type Problem struct {
	N        int
	Examples []string // the first five, each with its file and line
	// Spoils is set if the problem makes the data set not evaluable.
	Spoils bool

	single, many string // "line is not JSON", "lines are not JSON"
}

const maxExamples = 5

// Unusable returns the problem of lines that cannot be used.
func Unusable() Problem {
	return Problem{single: "line cannot be used", many: "lines cannot be used"}
}

// Add adds an example, with its file and line.
func (p *Problem) Add(example string) {
	p.N++
	if len(p.Examples) < maxExamples {
		p.Examples = append(p.Examples, example)
	}
}

// String returns the count and the kind: "2 answers have no truth".
func (p Problem) String() string {
	if p.N == 1 {
		return "1 " + p.single
	}
	return fmt.Sprintf("%d %s", p.N, p.many)
}
