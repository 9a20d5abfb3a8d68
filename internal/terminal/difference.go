package terminal

import (
	"slices"

	"github.com/extracteval/extracteval/internal/view"
)

// Span returns the span of a value, or the words for a missing one, see [NoValue].
func (v ShownValue) Span(withheld bool) view.Span {
	if v == (ShownValue{}) {
		return view.Span{Text: NoValue(withheld), Tone: "none"}
	}
	return view.Span{Text: v.String(), Code: true, Segments: around(v, whole(v.Text, false))}
}

// Difference returns the spans of two values in segments that are the same and segments that differ. Values with less than
// half in common differ as a whole: scattered letters that happen to agree tell nothing. The marks of an omission never
// differ. If both values are cut at the end, and only one of them ends with a difference, neither end is marked: the other
// value may continue with the same text. noGot and noWant say that a value is withheld.
func Difference(got, want ShownValue, noGot, noWant bool) (g, w view.Span) {
	g, w = got.Span(noGot), want.Span(noWant)
	a, b := textDifference(got.Text, want.Text, got.Before != "")
	if last := len(a) - 1; last >= 0 && got.After != "" && want.After != "" && a[last].Differs != b[len(b)-1].Differs {
		a[last].Differs, b[len(b)-1].Differs = false, false
	}
	g.Segments, w.Segments = around(got, a), around(want, b)
	return g, w
}

// maxCompared is how many characters between the common beginning and the common end of two values are compared one by
// one. If there are more, all of them differ.
const maxCompared = 160

// around returns the segments of a text between the marks of its value.
func around(v ShownValue, text []view.Segment) []view.Segment {
	return slices.Concat(whole(v.Before, false), text, whole(v.After, false))
}

// textDifference compares the shown texts. begun says that the values begin with the same text before the shown texts:
// if the shown texts have little in common, only the part after their common beginning differs.
func textDifference(got, want string, begun bool) (g, w []view.Segment) {
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

func whole(text string, differs bool) []view.Segment {
	if text == "" {
		return nil
	}
	return []view.Segment{{Text: text, Differs: differs}}
}

// headAndRest returns the common beginning of a text, and the rest as a difference.
func headAndRest(text []rune, head int) []view.Segment {
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

func segments(text []rune, common []bool) []view.Segment {
	var all []view.Segment
	for i := 0; i < len(text); {
		n := slices.Index(common[i:], !common[i])
		if n < 0 {
			n = len(text) - i
		}
		all = append(all, view.Segment{Text: string(text[i : i+n]), Differs: !common[i]})
		i += n
	}
	return all
}
