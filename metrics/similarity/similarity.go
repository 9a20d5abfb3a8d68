package similarity

// A Func measures the similarity of two strings by the rules of the package.
type Func func(a, b string) float64

// algorithms in the order in which they are documented and listed.
var algorithms = []struct {
	name string
	f    Func
}{
	{"levenshtein", Levenshtein},
	{"osa", osaSimilarity},
	{"damerau", Damerau},
	{"jaro", jaro},
	{"jaro_winkler", jaroWinkler},
	{"dice", Dice},
	{"jaccard", jaccard},
	{"cosine", cosine},
	{"lcs", lcsSimilarity},
	{"token_sort", TokenSort},
	{"token_set", tokenSet},
	{"hamming", hamming},
	{"qgram", qgram},
}

// Named returns the function with the given name, which is one of [Names],
// spelled exactly so. It reports false for any other name.
func Named(name string) (Func, bool) {
	for _, a := range algorithms {
		if a.name == name {
			return a.f, true
		}
	}
	return nil, false
}

// Names returns the names that [Named] knows: levenshtein, osa, damerau, jaro,
// jaro_winkler, dice, jaccard, cosine, lcs, token_sort, token_set, hamming, qgram.
//
// Most of them have no function of their own here:
//
//   - osa is optimal string alignment, (max-d)/max with d = [OSADistance].
//   - jaro is c matches and t transpositions of n and m code points, (c/n + c/m + (c-t)/c)/3, and 0 without a match (Jaro
//     1989). Equal code points match if they are less than max(n,m)/2, rounded down, apart, or at the same place; the
//     first of b still free, from the left, is taken for each of a. t is half the number of matches that differ when
//     both strings' matches are read in order, rounded down as in Winkler's strcmp95.c.
//   - jaro_winkler is jaro, j, raised, where it is above 0.7, to j + 0.1·l·(1-j) with l the code points of the common
//     beginning, at most 4 (Winkler 1990).
//   - lcs is the longest common subsequence, [LCSLength]/max.
//   - token_set compares the sets of tokens: repeated tokens and word order do not count, and tokens that only one string
//     has count less. With the tokens as in [TokenSort], each once, let s be the sorted tokens that both have and x and
//     y those tokens followed by the sorted rest of a and of b, all joined by single blanks. If s is not empty, the
//     result is the greatest [Levenshtein] similarity among s and x, s and y, x and y, and so 1 where one set contains
//     the other; else it is the similarity of x and y. It is token_set_ratio of rapidfuzz and thefuzz with the
//     difference that [TokenSort] states.
//   - jaccard is the Jaccard index and cosine the cosine of the counts of bigrams, as multisets.
//   - hamming is 1-d/n with d the positions at which strings of the same length differ (Hamming
//     1950), and 0 for strings of different lengths.
//   - qgram is 1-d/(g+h) over the runs of three neighboring code points: the strings have g and h of them, and d is the
//     sum of the differences of their counts (Ukkonen 1992). If a string has no such run, the similarity is 1 for equal
//     strings, else 0. Strings that have the same runs in another order have similarity 1.
func Names() []string {
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = a.name
	}
	return names
}

// Approximate reports whether the function of that name gives a and b a similarity
// that may be too small, because they are so long that it compares them in pieces; see
// the package comment. It takes time in proportion to the lengths, and for strings
// that are not long next to none.
func Approximate(name, a, b string) bool {
	bound := int64(exactCells)
	switch name {
	case "levenshtein", "osa", "lcs", "token_sort", "token_set":
	case "damerau":
		bound = damerauCells
	default:
		return false
	}
	if int64(len(a))*int64(len(b)) <= bound { // there are not more code points than bytes
		return false
	}
	w := newWorkspace()
	defer w.release()
	x, y := w.decode(a, b)
	if name != "token_sort" && name != "token_set" { // which look at the whole
		x, y = withoutCommon(x, y)
	}
	return a != b && int64(len(x))*int64(len(y)) > bound
}

// ratio returns part/whole, and 1 for 0/0: two empty strings are equal.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// trivial decides the pairs whose similarity is the same by every function.
func trivial(a, b string) (similarity float64, ok bool) {
	switch {
	case a == b:
		return 1, true
	case a == "" || b == "":
		return 0, true
	}
	return 0, false
}
