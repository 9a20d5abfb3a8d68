package similarity

import (
	"math"
	"slices"
	"strings"
)

// The definitions, written down as plainly as possible: whole matrices, maps
// and sorted copies. Everything in the package is compared with them.

func textbookLevenshtein(a, b []rune) int {
	return textbookEdit(a, b, func(h [][]int, i, j int) int { return math.MaxInt })
}

func textbookOSA(a, b []rune) int {
	return textbookEdit(a, b, func(h [][]int, i, j int) int {
		if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
			return h[i-2][j-2] + 1
		}
		return math.MaxInt
	})
}

// textbookDamerau is the recurrence of Lowrance and Wagner 1975.
func textbookDamerau(a, b []rune) int {
	return textbookEdit(a, b, func(h [][]int, i, j int) int {
		best := math.MaxInt
		for k := 1; k < i; k++ {
			for l := 1; l < j; l++ {
				if a[k-1] == b[j-1] && a[i-1] == b[l-1] {
					best = min(best, h[k-1][l-1]+(i-k-1)+1+(j-l-1))
				}
			}
		}
		return best
	})
}

// textbookEdit fills the matrix of insertions, deletions and substitutions, and of the operations
// that other adds.
func textbookEdit(a, b []rune, other func(h [][]int, i, j int) int) int {
	h := matrix(len(a)+1, len(b)+1)
	for i := range h {
		for j := range h[i] {
			switch {
			case i == 0 || j == 0:
				h[i][j] = i + j
			case a[i-1] == b[j-1]:
				h[i][j] = h[i-1][j-1]
			default:
				h[i][j] = min(h[i-1][j], h[i][j-1], h[i-1][j-1]) + 1
			}
			if i > 0 && j > 0 {
				h[i][j] = min(h[i][j], other(h, i, j))
			}
		}
	}
	return h[len(a)][len(b)]
}

func textbookLCS(a, b []rune) int {
	h := matrix(len(a)+1, len(b)+1)
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				h[i+1][j+1] = h[i][j] + 1
			} else {
				h[i+1][j+1] = max(h[i][j+1], h[i+1][j])
			}
		}
	}
	return h[len(a)][len(b)]
}

func matrix(rows, columns int) [][]int {
	h := make([][]int, rows)
	for i := range h {
		h[i] = make([]int, columns)
	}
	return h
}

func textbookJaro(a, b []rune) float64 {
	reach := max(0, max(len(a), len(b))/2-1)
	matchedA, matchedB := make([]bool, len(a)), make([]bool, len(b))
	for i := range a {
		for j := max(0, i-reach); j <= min(len(b)-1, i+reach); j++ {
			if !matchedB[j] && a[i] == b[j] {
				matchedA[i], matchedB[j] = true, true
				break
			}
		}
	}
	inA, inB := selected(a, matchedA), selected(b, matchedB)
	if len(inA) == 0 {
		return 0
	}
	differ := 0
	for i := range inA {
		if inA[i] != inB[i] {
			differ++
		}
	}
	c, t := float64(len(inA)), float64(differ/2)
	return (c/float64(len(a)) + c/float64(len(b)) + (c-t)/c) / 3
}

func selected(s []rune, which []bool) []rune {
	var out []rune
	for i, r := range s {
		if which[i] {
			out = append(out, r)
		}
	}
	return out
}

func textbookJaroWinkler(a, b []rune) float64 {
	j := textbookJaro(a, b)
	if j <= 0.7 {
		return j
	}
	l := 0
	for l < 4 && l < len(a) && l < len(b) && a[l] == b[l] {
		l++
	}
	return j + 0.1*float64(l)*(1-j)
}

func textbookBigrams(s []rune) map[string]int {
	counts := map[string]int{}
	for i := range len(s) - 1 {
		counts[string(s[i:i+2])]++
	}
	return counts
}

// textbookOverlap returns the sizes of both multisets, of their intersection
// and of their union.
func textbookOverlap(a, b []rune) (n, m, intersection, union float64) {
	inA, inB := textbookBigrams(a), textbookBigrams(b)
	for g, c := range inA {
		n += float64(c)
		intersection += float64(min(c, inB[g]))
		union += float64(max(c, inB[g]))
	}
	for g, c := range inB {
		m += float64(c)
		if inA[g] == 0 {
			union += float64(c)
		}
	}
	return n, m, intersection, union
}

func textbookDice(a, b []rune) float64 {
	n, m, intersection, _ := textbookOverlap(a, b)
	return 2 * intersection / (n + m)
}

func textbookJaccard(a, b []rune) float64 {
	_, _, intersection, union := textbookOverlap(a, b)
	return intersection / union
}

func textbookCosine(a, b []rune) float64 {
	inA, inB := textbookBigrams(a), textbookBigrams(b)
	var dot, normA, normB float64
	for g, c := range inA {
		dot += float64(c * inB[g])
		normA += float64(c * c)
	}
	for _, c := range inB {
		normB += float64(c * c)
	}
	return dot / (math.Sqrt(normA) * math.Sqrt(normB))
}

func textbookTokens(s string) []string {
	t := strings.Fields(s)
	slices.Sort(t)
	return t
}

func textbookTokenSort(a, b string) float64 {
	return textbookNormalised(
		strings.Join(textbookTokens(a), " "),
		strings.Join(textbookTokens(b), " "))
}

func textbookTokenSet(a, b string) float64 {
	var shared, onlyA, onlyB []string
	tokensA, tokensB := slices.Compact(textbookTokens(a)), slices.Compact(textbookTokens(b))
	for _, t := range tokensA {
		if slices.Contains(tokensB, t) {
			shared = append(shared, t)
		} else {
			onlyA = append(onlyA, t)
		}
	}
	for _, t := range tokensB {
		if !slices.Contains(tokensA, t) {
			onlyB = append(onlyB, t)
		}
	}
	s := strings.Join(shared, " ")
	x := strings.Join(append(slices.Clone(shared), onlyA...), " ")
	y := strings.Join(append(slices.Clone(shared), onlyB...), " ")
	if s == "" {
		return textbookNormalised(x, y)
	}
	return max(textbookNormalised(s, x), textbookNormalised(s, y), textbookNormalised(x, y))
}

func textbookNormalised(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	longer := max(len(x), len(y))
	if longer == 0 {
		return 1
	}
	return float64(longer-textbookLevenshtein(x, y)) / float64(longer)
}

// textbook returns every similarity of a and b by name, by its definition.
func textbook(a, b string) map[string]float64 {
	x, y := []rune(a), []rune(b)
	longer := max(len(x), len(y))
	edit := func(d int) float64 { return float64(longer-d) / float64(longer) }
	s := map[string]float64{}
	switch {
	case slices.Equal(x, y):
		for _, name := range Names() {
			s[name] = 1
		}
		return s
	case len(x) == 0 || len(y) == 0:
		for _, name := range Names() {
			s[name] = 0
		}
		return s
	}
	s["levenshtein"] = edit(textbookLevenshtein(x, y))
	s["osa"] = edit(textbookOSA(x, y))
	s["lcs"] = float64(textbookLCS(x, y)) / float64(longer)
	s["jaro"] = textbookJaro(x, y)
	s["jaro_winkler"] = textbookJaroWinkler(x, y)
	s["dice"], s["jaccard"], s["cosine"] = 0, 0, 0
	if len(x) > 1 && len(y) > 1 {
		s["dice"] = textbookDice(x, y)
		s["jaccard"] = textbookJaccard(x, y)
		s["cosine"] = textbookCosine(x, y)
	}
	s["hamming"] = textbookHamming(x, y)
	s["qgram"] = textbookQGram(x, y)
	s["token_sort"] = textbookTokenSort(a, b)
	s["token_set"] = textbookTokenSet(a, b)
	if len(x)*len(y) <= 400 { // it takes the square of that
		s["damerau"] = edit(textbookDamerau(x, y))
	}
	return s
}

func textbookHamming(x, y []rune) float64 {
	if len(x) != len(y) {
		return 0
	}
	same := 0
	for i := range x {
		if x[i] == y[i] {
			same++
		}
	}
	return float64(same) / float64(len(x))
}

// textbookQGram removes the grams of y from the grams of x, one by one.
func textbookQGram(x, y []rune) float64 {
	if len(x) < 3 || len(y) < 3 {
		return 0
	}
	var left [][3]rune
	for i := range len(x) - 2 {
		left = append(left, [3]rune(x[i:i+3]))
	}
	n, m, onlyY := len(x)-2, len(y)-2, 0
	for i := range m {
		if at := slices.Index(left, [3]rune(y[i:i+3])); at >= 0 {
			left = slices.Delete(left, at, at+1)
		} else {
			onlyY++
		}
	}
	return 1 - float64(len(left)+onlyY)/float64(n+m)
}
