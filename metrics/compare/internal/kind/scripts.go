package kind

// MostlySpaceless reports whether at least half of the characters of a folded text, spaces aside, are of scripts
// without spaces; see [Spaceless].
func MostlySpaceless(text string) bool {
	more := 0
	for _, r := range text {
		switch {
		case r == ' ':
		case Spaceless(r):
			more++
		default:
			more--
		}
	}
	return more >= 0
}
