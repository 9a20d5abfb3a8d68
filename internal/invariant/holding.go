package invariant

// Holding returns the share of the invariants of a case that hold, of those that apply; ok is false where none is broken.
func Holding(results []Result) (share float64, ok bool) {
	hold, bad := 0, 0
	for _, r := range results {
		switch r.State {
		case Holds:
			hold++
		case Broken, Errored:
			bad++
		}
	}
	return float64(hold) / float64(max(hold+bad, 1)), bad > 0
}

// Worst returns the value that sorts a case among the worst: its score, or the share of its invariants that hold (see
// [Holding]) where some are broken and the share is lower; a case without a truth has that share alone.
func Worst(score float64, unlabelled bool, holding float64, broken bool) float64 {
	switch {
	case !broken:
		return score
	case unlabelled:
		return holding
	}
	return min(score, holding)
}
