package similarity

// hamming returns 1-d/n for strings of n code points each, with d the positions at which they
// differ (Hamming 1950), and 0 for strings of different lengths. It suits codes of fixed length.
func hamming(a, b string) float64 {
	return ofCodePoints(a, b, func(_ *workspace, x, y []rune) float64 {
		if len(x) != len(y) {
			return 0
		}
		same := 0
		for i, r := range x {
			if r == y[i] {
				same++
			}
		}
		return ratio(same, len(x))
	})
}
