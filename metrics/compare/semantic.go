package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// DefaultSemanticThreshold is the threshold of a [Semantic] whose Threshold is 0.
const DefaultSemanticThreshold = 0.80

// Semantic matches texts that a function of yours finds similar in meaning: the
// cosine of two embeddings, the grade of a judge. The function is not called when
// both texts are equal after [Fold]: their similarity is 1.
//
// The function gets strings unchanged, other values as their JSON text. The score is the similarity
// when it reaches the threshold within [Slack], else 0. A similarity below 0, which a cosine may
// be, counts as 0; one above 1+[Slack], NaN and an error of the function are errors, and the leaf
// counts as errored.
//
// A spec stores Name and Threshold. To read one back, [Parse] needs a constructor
// for "semantic".
type Semantic struct {
	// Similarity returns how alike two texts are, in [0,1]. It must be safe for
	// concurrent use and heed ctx. Required.
	Similarity func(ctx context.Context, got, want string) (float64, error) `json:"-"`
	// Ahead, if it is set, gets all pairs of got and want that one case will pass to Similarity, if there are two or
	// more: one call of a model can then answer all, and Similarity looks the answers up. The pairing of items may lead
	// to more pairs later. Fields with the same Name share one call. If Ahead panics, Similarity is still called for
	// each pair. Ahead is not called if another comparator of the spec is [PairCostly] and not an [Asker].
	Ahead func(ctx context.Context, pairs [][2]string) `json:"-"`
	// Name names the function, such as "minilm-l6", so that stored specs with different functions differ.
	Name string `json:"name,omitzero"`
	// Threshold is the similarity in (0,1] from which texts match. 0 means [DefaultSemanticThreshold].
	Threshold float64 `json:"threshold,omitzero"`
}

func (Semantic) name() string { return "semantic" }

func (Semantic) pairing() Pairing { return PairCostly }

func (s Semantic) sentence() string {
	text := "meaning, similarity >= " + briefNumber(cmp.Or(s.Threshold, DefaultSemanticThreshold))
	if s.Name != "" {
		text += ", " + s.Name
	}
	return text
}

// decode is an error, as no text can say which function is called.
func (s Semantic) decode(document.Value, map[string]func(config json.RawMessage) (Comparator, error)) (Comparator, error) {
	return nil, optionErrorf(s.name(), keyMatch, `it calls a function, which a text cannot name; give ParseSpec a constructor for "semantic", or set compare.Semantic in Go`)
}

// validate reports a missing Similarity and a Threshold outside [0,1].
func (s Semantic) validate() error {
	var missing error
	if s.Similarity == nil {
		missing = errors.New("compare: semantic: Similarity is nil; set a function such as the cosine of your embeddings")
	}
	return errors.Join(missing, checkThreshold("semantic", s.Threshold))
}

// prepare makes an [Asker] of a Semantic with an Ahead.
func (s Semantic) prepare() (Comparator, error) {
	if err := s.validate(); err != nil || s.Ahead == nil {
		return s, err
	}
	return askingSemantic{s}, nil
}

// askingSemantic is a Semantic that has an Ahead.
type askingSemantic struct{ Semantic }

// Question implements [Asker].
func (s askingSemantic) Question(got, want document.Value) (model string, texts [2]string, ok bool) {
	texts = [2]string{got.Text(), want.Text()}
	g, w := kind.FoldPair(texts[0], texts[1])
	return s.Name, texts, g != w
}

// AskAhead implements [Asker].
func (s askingSemantic) AskAhead(ctx context.Context, pairs [][2]string) { s.Ahead(ctx, pairs) }

// Compare implements [Comparator].
func (s Semantic) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if err := s.validate(); err != nil {
		return Comparison{}, err
	}
	threshold := cmp.Or(s.Threshold, DefaultSemanticThreshold)
	g, w := got.Text(), want.Text()
	if foldedG, foldedW := kind.FoldPair(g, w); foldedG == foldedW {
		return graded(1, threshold), nil
	}
	similarity, err := s.Similarity(ctx, g, w)
	switch {
	case err != nil:
		return Comparison{}, fmt.Errorf("compare: semantic %q: %w", s.Name, err)
	case math.IsNaN(similarity) || similarity > 1+Slack:
		return Comparison{}, fmt.Errorf("compare: semantic %q: Similarity returned %v, want a number in [0,1]", s.Name, similarity)
	}
	return graded(min(max(similarity, 0), 1), threshold), nil
}
