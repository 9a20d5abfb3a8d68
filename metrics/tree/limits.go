package tree

import (
	"errors"
	"fmt"
)

const (
	// maxSteps bounds the time of one comparison; a step is about a nanosecond.
	//
	// [ANLSStar] admits lists of some 1,800 against 1,800 items, [NTED] documents of some 4,000 against 4,000 nodes, which is
	// 370 rows of five fields on either side. A list of n against m items counts n·m·min(n,m)/8 steps for its assignment, which
	// is more than real lists need, and two texts the product of their lengths / 64.
	maxSteps = 1 << 30

	// maxNodePairs bounds the memory of [NTED]: nodes of one tree times nodes of the other, 8 bytes each.
	maxNodePairs = 1 << 24
)

// ErrTooLarge is wrapped by the error for two documents whose comparison would exceed 2^30 steps or 2^24 pairs of nodes.
var ErrTooLarge = errors.New("documents too large to compare")

func tooManySteps(score string) error {
	return fmt.Errorf("tree: %s: %w: more than %d steps; compare parts of the documents, or use metrics/eval", score, ErrTooLarge, maxSteps)
}

// budget counts steps. They are estimates and may be products of sizes, so they are not integers.
type budget struct{ steps float64 }

// spend reports whether n further steps are within the limit.
func (b *budget) spend(n float64) bool {
	b.steps += n
	return b.steps <= maxSteps
}

// textSteps returns the cost of the edit distance of two texts in steps: 64 cells of its table at a time.
func textSteps(a, b int) float64 { return float64(a) * float64(b) / 64 }
