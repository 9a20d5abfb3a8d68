package quality

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Judge is a function that says how alike two texts are, with the name under which
// results show it.
type Judge struct {
	// Name says who judges, such as "gpt-5-mini" or "embeddings/minilm-l6".
	Name string
	// Similarity returns a number in [0,1]. It must heed ctx. NaN and numbers outside of that range are
	// errors, except a negative cosine, which counts as 0.
	Similarity func(ctx context.Context, got, want string) (float64, error)
	// Threshold is the similarity in (0,1] from which two texts agree. 0 means 0.85 under FUZZY and
	// 0.80 under SEMANTIC.
	Threshold float64
}

// The names of the judges that are built in. They name the measure, so that no reader takes them
// for a language model.
const (
	nameLevenshtein = "levenshtein (letters, no language model)"
	nameLexical     = "lexical (letters and words, no language model)"
)

// Lexical is the similarity that SEMANTIC uses when no judge is given: after
// [compare.Fold], the greater of [similarity.TokenSort] and [similarity.Dice]. It is
// deterministic, needs no network and never fails.
//
// It compares letters and words, not meanings. Two texts that say the same in other
// words score low ("a decade of practice", "ten years of experience"), and two that
// differ in a "not" score high. Where that matters use a judge that reads, and keep
// its verdicts as recordings.
func Lexical(_ context.Context, got, want string) (float64, error) {
	g, w := compare.Fold(got), compare.Fold(want)
	return max(similarity.TokenSort(g, w), similarity.Dice(g, w)), nil
}

func levenshtein(_ context.Context, got, want string) (float64, error) {
	return similarity.Levenshtein(compare.Fold(got), compare.Fold(want)), nil
}

// merge returns j, with the name and function of other if j has no function, and the threshold of other if j has none.
func (j Judge) merge(other Judge) Judge {
	if j.Similarity == nil {
		j.Name, j.Similarity = other.Name, other.Similarity
	}
	j.Threshold = cmp.Or(j.Threshold, other.Threshold)
	return j
}

func (j Judge) validate(field string) error {
	var errs []error
	if j.Similarity != nil && j.Name == "" {
		errs = append(errs, fmt.Errorf("quality: %s judge has no Name; results say who judged", field))
	}
	if j.Similarity == nil && j.Name != "" {
		errs = append(errs, fmt.Errorf("quality: %s judge %q has no Similarity function", field, j.Name))
	}
	if !(j.Threshold >= 0 && j.Threshold <= 1) {
		errs = append(errs, fmt.Errorf("quality: %s judge has threshold %v, want a number above 0 and at most 1, or 0 for the default", field, j.Threshold))
	}
	return errors.Join(errs...)
}

// comparator returns the comparator that asks j.
func (j Judge) comparator() compare.Comparator {
	ask := func(ctx context.Context, got, want string) (s float64, err error) {
		defer func() {
			if p := recover(); p != nil {
				s, err = math.NaN(), fmt.Errorf("judge panicked: %v", p)
			}
		}()
		return j.Similarity(ctx, got, want)
	}
	return compare.Semantic{Name: j.Name, Similarity: ask, Threshold: j.Threshold}
}
