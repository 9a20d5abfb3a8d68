package figures

import (
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
)

// Segment is a stretch of a value.
type Segment struct {
	Text    string
	Differs bool
}

// maxCompared is how many characters between the common beginning and the common end of two values are compared one by
// one. If there are more, all of them differ.
const maxCompared = 160

// Difference returns both values in segments that are the same and segments that differ. Values with less than half in
// common differ as a whole: scattered letters that happen to agree tell nothing. The marks of an omission never differ.
// If both values are cut at the end, and only one of them ends with a difference, neither end is marked: the other
// value may continue with the same text.
func Difference(got, want terminal.ShownValue) (g, w []Segment) {
	g, w = textDifference(got.Text, want.Text, got.Before != "")
	if last := len(g) - 1; last >= 0 && got.After != "" && want.After != "" && g[last].Differs != w[len(w)-1].Differs {
		g[last].Differs, w[len(w)-1].Differs = false, false
	}
	return around(got, g), around(want, w)
}

// around returns the segments of a text between the marks of its value.
func around(v terminal.ShownValue, text []Segment) []Segment {
	return slices.Concat(whole(v.Before, false), text, whole(v.After, false))
}

// Same returns the segments of a value that is not compared.
func Same(v terminal.ShownValue) []Segment { return around(v, whole(v.Text, false)) }

// textDifference compares the shown texts. begun says that the values begin with the same text before the shown texts:
// if the shown texts have little in common, only the part after their common beginning differs.
func textDifference(got, want string, begun bool) (g, w []Segment) {
	if got == "" || want == "" || got == want {
		return whole(got, false), whole(want, false)
	}
	a, b := []rune(got), []rune(want)
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	inA, inB := make([]bool, len(a)), make([]bool, len(b)) // in common
	for i := range head {
		inA[i], inB[i] = true, true
	}
	for i := range tail {
		inA[len(a)-1-i], inB[len(b)-1-i] = true, true
	}
	common := head + tail
	middleA, middleB := a[head:len(a)-tail], b[head:len(b)-tail]
	if len(middleA) <= maxCompared && len(middleB) <= maxCompared {
		common += commonSubsequence(middleA, middleB, inA[head:], inB[head:])
	}
	if 2*common < max(len(a), len(b)) {
		if !begun {
			head = 0
		}
		return headAndRest(a, head), headAndRest(b, head)
	}
	return segments(a, inA), segments(b, inB)
}

func whole(text string, differs bool) []Segment {
	if text == "" {
		return nil
	}
	return []Segment{{text, differs}}
}

// headAndRest returns the common beginning of a text, and the rest as a difference.
func headAndRest(text []rune, head int) []Segment {
	return append(whole(string(text[:head]), false), whole(string(text[head:]), true)...)
}

// commonSubsequence marks a longest common subsequence and returns its length.
func commonSubsequence(a, b []rune, inA, inB []bool) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	row := len(b) + 1
	length := make([]uint16, (len(a)+1)*row) // of the longest common subsequence of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i*row+j] = length[(i+1)*row+j+1] + 1
			} else {
				length[i*row+j] = max(length[(i+1)*row+j], length[i*row+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			inA[i], inB[j] = true, true
			i++
			j++
		case length[(i+1)*row+j] >= length[i*row+j+1]:
			i++
		default:
			j++
		}
	}
	return int(length[0])
}

func segments(text []rune, common []bool) []Segment {
	var all []Segment
	for i := 0; i < len(text); {
		n := slices.Index(common[i:], !common[i])
		if n < 0 {
			n = len(text) - i
		}
		all = append(all, Segment{string(text[i : i+n]), !common[i]})
		i += n
	}
	return all
}
