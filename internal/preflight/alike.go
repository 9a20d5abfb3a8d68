package preflight

import "fmt"

// blurred returns the finding that fuzzy cannot tell the truths of a field apart: it takes half of the pairs of different
// truths as equal, as it does with codes that differ in a few characters.
func (f *Field) blurred(e Evidence) (Finding, bool) {
	const option = otherMatch + "exact"
	return Finding{Option: option, Text: fmt.Sprintf("%q: %s takes %d of %d pairs of different truths as equal, so the value of another document counts as right: write %s, or a higher threshold",
		f.place(), f.Match, f.Alike, f.Pairs, e.write(f, option))}, f.Pairs >= 3 && 2*f.Alike >= f.Pairs
}
