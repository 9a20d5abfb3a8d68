package judge

import (
	"context"
	"math"

	"github.com/openai/openai-go/v3"

	"github.com/extracteval/extracteval/evaltest"
)

func embeddingClient(c Config) func(context.Context, []request) ([]verdict, evaltest.Usage, error) {
	service := openai.NewEmbeddingService(c.options()...)
	parameters := c.parameters()
	return func(ctx context.Context, all []request) (_ []verdict, used evaltest.Usage, _ error) {
		var texts []string
		for _, r := range all {
			texts = append(texts, r.Got, r.Want)
		}
		response, err := service.New(ctx, openai.EmbeddingNewParams{
			Model: all[0].Model,
			Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
		}, parameters...)
		if err != nil {
			return nil, used, err
		}
		used = evaltest.Usage{InputTokens: int(response.Usage.PromptTokens), Calls: 1}
		vectors := make([][]float64, len(texts))
		for _, e := range response.Data {
			if e.Index < 0 || e.Index >= int64(len(texts)) || vectors[e.Index] != nil {
				return nil, used, noVerdict("the endpoint answered with embedding %d of %d texts, or with one of them twice", e.Index, len(texts))
			}
			vectors[e.Index] = e.Embedding
		}
		verdicts := make([]verdict, len(all))
		for i := range verdicts {
			if verdicts[i].Similarity, err = cosine(vectors[2*i], vectors[2*i+1]); err != nil {
				return nil, used, err
			}
		}
		return verdicts, used, nil
	}
}

// cosine returns the cosine of the angle between two embeddings, 0 if it is
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
