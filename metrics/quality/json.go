package quality

import "encoding/json"

// MarshalJSON writes the numbers with their parts: rqs with the attainable maximum beside it,
// accuracy, completeness, hallucination, safety, the weights, who judged, the buckets by name and
// the keys. A number that is undefined is left out.
func (r Result) MarshalJSON() ([]byte, error) {
	defined := func(v float64, ok bool) *float64 {
		if !ok {
			return nil
		}
		return &v
	}
	byBucket := make(map[Bucket][]string, len(buckets))
	for _, b := range buckets {
		byBucket[b] = append([]string{}, r.in(b)...)
	}
	return json.Marshal(struct {
		RQS           *float64            `json:"rqs,omitempty"`
		Attainable    float64             `json:"attainable"`
		Accuracy      *float64            `json:"accuracy,omitempty"`
		Completeness  float64             `json:"completeness"`
		Hallucination float64             `json:"hallucination"`
		Safety        *float64            `json:"safety,omitempty"`
		SafetyChecked bool                `json:"safety_checked"`
		SafetyError   string              `json:"safety_error,omitempty"`
		Weights       Weights             `json:"weights"`
		FuzzyJudge    string              `json:"fuzzy_judge,omitempty"`
		SemanticJudge string              `json:"semantic_judge,omitempty"`
		Errored       []string            `json:"errored,omitempty"`
		Unreadable    string              `json:"unreadable,omitempty"`
		Buckets       map[Bucket][]string `json:"buckets"`
		Keys          []Key               `json:"keys,omitempty"`
	}{
		RQS: defined(r.RQS()), Attainable: r.Weights.Attainable(), Accuracy: defined(r.Accuracy()),
		Completeness: r.Completeness(), Hallucination: r.Hallucination(), Safety: defined(r.safety()),
		SafetyChecked: r.SafetyChecked, SafetyError: r.SafetyError, Weights: r.Weights,
		FuzzyJudge: r.FuzzyJudge, SemanticJudge: r.SemanticJudge, Errored: r.errored(), Unreadable: r.Unreadable,
		Buckets: byBucket, Keys: r.Keys,
	})
}
