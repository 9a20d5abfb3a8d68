package judge

import (
	"context"
	"math"

	"github.com/openai/openai-go/v3"
)

func embeddingClient(c Config) func(context.Context, request) (verdict, error) {
	service := openai.NewEmbeddingService(c.options()...)
	parameters := c.parameters()
	return func(ctx context.Context, r request) (verdict, error) {
		response, err := service.New(ctx, openai.EmbeddingNewParams{
			Model: r.Model,
			Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{r.Got, r.Want}},
		}, parameters...)
		if err != nil {
			return verdict{}, err
		}
		vectors := make([][]float64, 2)
		for _, e := range response.Data {
			if e.Index < 0 || e.Index > 1 || vectors[e.Index] != nil {
				return verdict{}, noVerdict("the endpoint answered with embedding %d of 2 texts, or with one of them twice", e.Index)
			}
			vectors[e.Index] = e.Embedding
		}
		similarity, err := cosine(vectors[0], vectors[1])
		return verdict{Similarity: similarity}, err
	}
}

// cosine returns the cosine of the angle between two embeddings, 0 where it is
// negative.
func cosine(a, b []float64) (float64, error) {
	if len(a) == 0 || len(a) != len(b) {
		return 0, noVerdict("the endpoint answered with embeddings of %d and %d numbers, want two of the same length", len(a), len(b))
	}
	// Scaled by the greatest component, squares neither overflow nor vanish.
	scaleA, scaleB := greatest(a), greatest(b)
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]/scaleA, b[i]/scaleB
		ab += x * y
		aa += x * x
		bb += y * y
	}
	similarity := ab / (math.Sqrt(aa) * math.Sqrt(bb))
	if math.IsNaN(similarity) {
		return 0, noVerdict("the endpoint answered with an embedding of zeros, or of values that are not numbers")
	}
	return min(max(similarity, 0), 1), nil
}

func greatest(v []float64) (most float64) {
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
